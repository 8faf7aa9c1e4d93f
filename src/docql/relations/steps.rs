//! Relations in code, by name. Names are not resolved exactly: a call relates to every symbol of its name that the
//! text around the call does not rule out.

use crate::docql::catalog::Relation;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::fields;
use crate::docql::nodes::item::{Excerpt, Found, Item};
use crate::docql::nodes::list::List;
use crate::docql::nodes::outline::node as node_item;
use crate::docql::relations::calls::callees::callees;
use crate::docql::relations::calls::callers::callers;
use crate::docql::relations::definition::definitions;
use crate::docql::relations::names::lookup::{is_declaration, same_language_family};
use crate::docql::relations::names::private_names::PrivateScope;
use crate::docql::relations::types::implementations::implementations;
use crate::docql::relations::types::inheritance::extended;
use crate::document::{Kind, LexemeKind, LineIndex, Span, lexemes};
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::Stale;
use rayon::prelude::*;
use std::collections::HashSet;

/// Hops that an ambiguous call counts for on the way to a test: after several of them a result means little.
const AMBIGUOUS_TEST_CALL_STEPS: u32 = 2;

/// The nodes related to those in `list`.
pub(in crate::docql) fn apply(
    relation: Relation,
    depth: u32,
    list: &List,
    context: Context<'_>,
) -> Result<List, Stale> {
    match relation {
        Relation::Links | Relation::Backlinks | Relation::Related | Relation::Mentions => {
            return super::documents::apply(relation, list, context);
        }
        _ => {}
    }
    let targets = symbols(list, context);
    Ok(match relation {
        Relation::Callers => callers(&targets, depth, 1, context)?,
        Relation::Callees => callees(&targets, depth, context)?,
        Relation::Tests => {
            let library = context.library;
            let mut seen = HashSet::new();
            let in_files = list.iter().filter_map(|found| match found.item {
                Item::File(file) => Some(callables(library, file)),
                _ => None,
            });
            let targets: Vec<NodeRef> = targets.into_iter().chain(in_files.flatten()).collect();
            callers(&targets, depth, AMBIGUOUS_TEST_CALL_STEPS, context)?
                .into_iter()
                .filter_map(|found| enclosing_test(library, found))
                .filter(|found| matches!(found.item, Item::Node(test) if seen.insert(test)))
                .collect()
        }
        Relation::References => references(&targets, context)?,
        Relation::Definition => definitions(&targets, list, context)?,
        Relation::Implementations => {
            in_steps(&targets, depth, context, |target| implementations(context.library, target))?
        }
        Relation::Supertypes => in_steps(&targets, depth, context, |target| extended(context.library, target))?,
        _ => targets.iter().flat_map(|target| imports(context.library, target.file)).collect(),
    })
}

/// What a file declares that can be called.
fn callables(library: &Library, file: FileId) -> Vec<NodeRef> {
    let Some(outline) = library.outline(file) else { return Vec::new() };
    let is_callable = |node: &u32| outline.kind(*node).is_function() || outline.kind(*node).is_class();
    (0..outline.len()).filter(is_callable).map(|node| NodeRef { file, node }).collect()
}

/// The test that a caller is or is nested in.
fn enclosing_test(library: &Library, found: Found) -> Option<Found> {
    let Item::Node(at) = found.item else { return None };
    let outline = library.outline(at.file)?;
    let around = outline.ancestors(at.node).filter(|&above| outline.kind(above).is_function());
    let mut here = std::iter::once(at.node).chain(around).map(|node| NodeRef { file: at.file, node });
    let test = here.find(|node| library.is_test(*node))?;
    Some(Found { item: Item::Node(test), ..found })
}

/// What `next` leads to from `targets` in up to `depth` steps, each once, the nearest first.
fn in_steps(
    targets: &[NodeRef],
    depth: u32,
    context: Context<'_>,
    next: impl Fn(NodeRef) -> Vec<NodeRef>,
) -> Result<List, Stale> {
    let mut seen: HashSet<NodeRef> = HashSet::new();
    let mut out = List::new();
    let mut level = targets.to_vec();
    for step in 1..=depth {
        let mut reached = Vec::new();
        for target in level {
            context.check()?;
            reached.extend(next(target).into_iter().filter(|node| seen.insert(*node)));
        }
        // Of one step nobody asks how far it leads.
        let step = if depth > 1 { step } else { 0 };
        out.extend(reached.iter().map(|node| Found { depth: step, ..node_found(*node) }));
        level = reached;
    }
    Ok(out)
}

fn node_found(node: NodeRef) -> Found {
    node_item(node.file, node.node)
}

/// The symbols of a list; an excerpt stands for its enclosing symbol.
pub(super) fn symbols(list: &List, context: Context<'_>) -> Vec<NodeRef> {
    let mut out: Vec<NodeRef> = Vec::new();
    for found in list {
        match &found.item {
            Item::Node(node) => out.push(*node),
            Item::Excerpt(excerpt) => out.extend(fields::enclosing(context.library, excerpt)),
            _ => {}
        }
    }
    let mut seen = HashSet::new();
    out.retain(|node| seen.insert(*node));
    out
}

/// The sites in code that name a target, without its declarations.
fn references(targets: &[NodeRef], context: Context<'_>) -> Result<List, Stale> {
    let library = context.library;
    let mut out = List::new();
    let mut names = HashSet::new();
    for target in targets {
        let Some(outline) = library.outline(target.file) else { continue };
        let name = outline.name(target.node).to_owned();
        if let Some(scope) = PrivateScope::of(library, *target) {
            let all = references_in(library, target.file, &name, outline.kind(target.node));
            let is_meant = |found: &Found| matches!(&found.item, Item::Excerpt(at) if scope.holds(library, at.file, at.mark.start));
            out.extend(all.into_iter().filter(is_meant));
            continue;
        }
        if name.is_empty() || !names.insert((name.clone(), library.file(target.file).format.id)) {
            continue;
        }
        let files: Vec<FileId> = library
            .file_ids()
            .filter(|file| {
                library.file(*file).format.lexis.is_some() && same_language_family(library, *file, target.file)
            })
            .collect();
        let parts: Result<Vec<List>, Stale> = files
            .into_par_iter()
            .map(|file| {
                context.check()?;
                Ok(references_in(library, file, &name, outline.kind(target.node)))
            })
            .collect();
        out.extend(parts?.into_iter().flatten());
    }
    let place = |found: &Found| if let Item::Excerpt(excerpt) = &found.item { Some(*excerpt) } else { None };
    out.sort_by_key(place);
    // One per line, however often it names the target.
    out.dedup_by_key(|found| place(found).map(|excerpt| (excerpt.file, excerpt.line)));
    Ok(out)
}

/// True if the name at `offset` is a declaration, not a reference. An embedded field in Go is a reference to its
/// type.
fn declares(library: &Library, file: FileId, offset: u32, kind: Kind) -> bool {
    is_declaration(library, file, offset) && {
        let outline = library.outline(file);
        let declared =
            outline.and_then(|outline| Some(outline.kind(outline.enclosing(offset, |kind| kind.is_symbol())?)));
        !(kind.is_class() && declared == Some(Kind::Field) && library.file(file).format.id == "go")
    }
}

fn references_in(library: &Library, file: FileId, name: &str, kind: Kind) -> List {
    let Some(lexis) = library.file(file).format.lexis else { return Vec::new() };
    let Ok(text) = library.peek_text(file) else { return Vec::new() };
    if memchr::memmem::find(text.as_bytes(), name.as_bytes()).is_none() {
        return Vec::new();
    }
    let lines = LineIndex::new(&text);
    lexemes(&text, lexis)
        .filter(|lexeme| matches!(lexeme.kind, LexemeKind::Word | LexemeKind::Call) && lexeme.span.of(&text) == name)
        .filter(|lexeme| !declares(library, file, lexeme.span.start, kind))
        .map(|lexeme| {
            let line = lines.line(lexeme.span.start);
            let start = lines.start(line);
            let span = Span::new(start, start + lines.text(&text, line).len() as u32);
            Found::plain(Item::Excerpt(Excerpt {
                file,
                span,
                kind: Kind::Reference,
                line,
                end_line: line,
                mark: lexeme.span,
            }))
        })
        .collect()
}

fn imports(library: &Library, file: FileId) -> List {
    let Some(outline) = library.outline(file) else { return Vec::new() };
    (0..outline.len()).filter(|&at| outline.kind(at) == Kind::Import).map(|at| node_item(file, at)).collect()
}
