//! The likeliest next steps: the order of candidates before anything is typed.

use crate::docql::catalog;
use crate::docql::catalog::{Action, CatalogKind, Row, Shape, SymbolFilter};
use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::syntax::tree::Segment;
use crate::document::Kind;

const AFTER_CODE: &[&str] = &[
    "class",
    "function",
    "method",
    "classes",
    "functions",
    "methods",
    "query",
    "interface",
    "struct",
    "enum",
    "tests",
    "imports",
    "comments",
];
const AFTER_CONTENT: &[&str] =
    &["heading", "chapter", "section", "grep", "codeblock", "table", "h1", "h2", "h3", "search", "chunks"];
const AFTER_CALLABLES: &[&str] = &[
    "callers",
    "callees",
    "tests",
    "mentions",
    "references",
    "definition",
    "implementations",
    "parent",
    "file",
    "grep",
];
const AFTER_TYPES: &[&str] = &[
    "methods",
    "fields",
    "functions",
    "constructors",
    "implementations",
    "supertypes",
    "callers",
    "references",
    "mentions",
    "tests",
    "children",
    "file",
    "grep",
];
const AFTER_SECTIONS: &[&str] = &[
    "codeblock",
    "table",
    "paragraph",
    "list",
    "children",
    "grep",
    "heading",
    "links",
    "backlinks",
    "next",
    "parent",
    "file",
];
const AFTER_NODES: &[&str] =
    &["children", "methods", "callers", "mentions", "codeblock", "grep", "parent", "file", "count"];
const AFTER_FILES: &[&str] =
    &["classes", "functions", "heading", "grep", "links", "backlinks", "search", "count", "sort"];
const AFTER_EXCERPTS: &[&str] = &["parent", "file", "definition", "count"];
const AFTER_STRUCTURE: &[&str] = &["tree", "flat", "count"];
const AFTER_VALUES: &[&str] = &["unique", "count", "first", "limit", "sort"];

/// Moves the likeliest steps after `before`, which yields `shape`, to the front. The rest keeps the order of the
/// catalog.
pub(in crate::docql::complete) fn sort(candidates: &mut [Candidate], before: &[Segment], shape: Shape) {
    let first = steps(before, shape);
    candidates
        .sort_by_key(|candidate| first.iter().position(|likely| *likely == name(candidate)).unwrap_or(first.len()));
}

/// The number of likely steps at the front of the sorted candidates.
pub(in crate::docql::complete) fn count(sorted: &[Candidate], before: &[Segment], shape: Shape) -> usize {
    let first = steps(before, shape);
    sorted.iter().take_while(|candidate| first.contains(&name(candidate))).count()
}

fn name(candidate: &Candidate) -> &str {
    candidate.label.trim_start_matches('.').split('(').next().unwrap_or_default()
}

fn steps(before: &[Segment], shape: Shape) -> &'static [&'static str] {
    match shape {
        Shape::Code => AFTER_CODE,
        Shape::Content => AFTER_CONTENT,
        Shape::Symbols if yields_callables(before) => AFTER_CALLABLES,
        Shape::Symbols => AFTER_TYPES,
        Shape::Sections => AFTER_SECTIONS,
        Shape::Files => AFTER_FILES,
        Shape::Excerpts => AFTER_EXCERPTS,
        Shape::Structure => AFTER_STRUCTURE,
        Shape::Values | Shape::Rows | Shape::Databases | Shape::Tables | Shape::Data | Shape::Repositories => {
            AFTER_VALUES
        }
        _ => AFTER_NODES,
    }
}

/// The fields most often used in filters on the items of the last named step.
pub(in crate::docql::complete) fn fields(before: &[Segment], shape: Shape) -> &'static [&'static str] {
    let named = before.iter().rev().find_map(|segment| segment.kind.name()).map_or("", |name| name.text.as_str());
    match named {
        "toc" => &["title", "level", "kind"],
        "table" | "tables" => &["headers", "rowCount", "columnCount"],
        "codeblock" | "codeblocks" | "diagram" => &["language", "code"],
        "entities" => &["type", "name"],
        "files" => &["extension", "path", "name", "language", "size", "lines"],
        "link" | "image" => &["url", "broken", "alt", "text"],
        // Length is filtered by more often than position.
        "methods" | "functions" | "fields" => &["name", "visibility", "doc", "lines", "line"],
        "paragraph" | "list" | "quote" | "grep" | "comments" => &["text"],
        _ if shape == Shape::Symbols => &["name", "kind", "visibility", "doc", "lines", "line"],
        _ if shape == Shape::Files => &["extension", "path", "name", "language", "size", "lines"],
        _ => &[],
    }
}

/// True for the one of two steps of the same name that is not meant: behind a module its `tests` and `imports` are those
/// that it holds, behind another symbol those of its relations.
pub(in crate::docql::complete) fn is_other_of_two(row: &Row, before: &[Segment], shape: Shape) -> bool {
    let named = before.iter().rev().find_map(|segment| segment.kind.name());
    let is_module = catalog::ROWS.iter().any(|step| {
        named.is_some_and(|name| step.name == name.text || step.aliases.contains(&name.text.as_str()))
            && step.action == Action::Symbols(SymbolFilter::Kind(Kind::Module))
    });
    let meant = if is_module { CatalogKind::List } else { CatalogKind::Function };
    row.kind != meant && catalog::steps_for(shape).any(|other| other.name == row.name && other.kind == meant)
}

/// True if the last named step yields callables.
fn yields_callables(before: &[Segment]) -> bool {
    let named = before.iter().rev().find_map(|segment| segment.kind.name());
    let rows = || catalog::ROWS.iter().filter(|row| named.is_some_and(|name| row.name == name.text));
    rows().any(|row| match row.action {
        Action::Symbols(SymbolFilter::Function | SymbolFilter::Test) => true,
        Action::Symbols(SymbolFilter::Kind(kind)) => matches!(kind, Kind::Method | Kind::Constructor | Kind::Macro),
        Action::Relation(relation) => {
            matches!(relation, catalog::Relation::Callers | catalog::Relation::Callees | catalog::Relation::Tests)
        }
        _ => false,
    })
}
