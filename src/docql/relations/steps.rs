//! Relations in code, by name. Names are not resolved exactly: a call relates to every symbol of its name that the
//! text around the call does not rule out.

use super::callees::callees;
use super::callers::callers;
use super::name_resolution::Imports;
use crate::docql::catalog::Relation;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::fields;
use crate::docql::nodes::item::{Excerpt, Found, Item};
use crate::docql::nodes::list::List;
use crate::docql::nodes::outline::node as node_item;
use crate::docql::relations::inheritance::{is_class, supertypes};
use crate::docql::relations::lookup::{is_declaration, nearest_named, same_language_family};
use crate::docql::relations::members::members_named;
use crate::document::{Kind, LexemeKind, LineIndex, NodeFlags, Span, lexemes};
use crate::library::{FileId, Library, NamePart, NodeRef};
use crate::stdx::Stale;
use rayon::prelude::*;
use std::cell::LazyCell;
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
            callers(&targets, depth, AMBIGUOUS_TEST_CALL_STEPS, context)?
                .into_iter()
                .filter_map(|found| enclosing_test(library, found))
                .filter(|found| matches!(found.item, Item::Node(test) if seen.insert(test)))
                .collect()
        }
        Relation::References => references(&targets, context)?,
        Relation::Definition => definitions(&targets, list, context),
        Relation::Implementations => {
            targets.iter().flat_map(|target| implementations(context.library, *target)).map(node_found).collect()
        }
        Relation::Supertypes => {
            targets.iter().flat_map(|target| supertypes(context.library, *target)).map(node_found).collect()
        }
        _ => targets.iter().flat_map(|target| imports(context.library, target.file)).collect(),
    })
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

/// Definitions: of the name that an excerpt marks; of the targets, with prototypes replaced by their definition.
fn definitions(targets: &[NodeRef], list: &List, context: Context<'_>) -> List {
    let library = context.library;
    let mut out = List::new();
    for found in list {
        if let Item::Excerpt(excerpt) = &found.item
            && let Ok(text) = library.text(excerpt.file)
            && !excerpt.mark.is_empty()
        {
            let at = NodeRef { file: excerpt.file, node: 0 };
            out.extend(nearest_named(library, excerpt.mark.of(&text), at).into_iter().map(node_found));
        }
    }
    if !out.is_empty() {
        return out;
    }
    for target in targets {
        let Some(outline) = library.outline(target.file) else { continue };
        if !outline.flags(target.node).has(NodeFlags::DECLARATION) {
            out.push(node_found(*target));
            continue;
        }
        let defined = nearest_named(library, outline.name(target.node), *target).into_iter().filter(|node| {
            library.outline(node.file).is_some_and(|outline| !outline.flags(node.node).has(NodeFlags::DECLARATION))
        });
        out.extend(defined.map(node_found));
    }
    out
}

/// Types that have the target as a supertype; for a method, the methods of its name in such types.
fn implementations(library: &Library, target: NodeRef) -> Vec<NodeRef> {
    let Some(outline) = library.outline(target.file) else { return Vec::new() };
    if outline.kind(target.node).is_function() {
        let Some(owner) = fields::enclosing_node(library, target) else { return Vec::new() };
        let name = outline.name(target.node);
        return implementations(library, owner)
            .into_iter()
            .flat_map(|implementer| members_named(library, implementer, name))
            .collect();
    }
    let name = outline.name(target.node);
    let is_go = library.file(target.file).format.id == "go";
    let mut out = Vec::new();
    for (file, other) in library.outlines().filter(|(file, _)| same_language_family(library, *file, target.file)) {
        // Without an import, the name in another package is a different type.
        let is_seen = LazyCell::new(|| !is_go || can_name_package(library, file, target.file));
        for at in 0..other.len() {
            let kind = other.kind(at);
            if kind.is_class() && other.detail(at).split(',').any(|supertype| supertype.trim() == name) && *is_seen {
                out.push(NodeRef { file, node: at });
            } else if kind == Kind::Impl && other.detail(at) == name {
                let from = NodeRef { file, node: at };
                let own: Vec<NodeRef> = nearest_named(library, other.name(at), from)
                    .into_iter()
                    .filter(|node| is_class(library, *node))
                    .collect();
                out.extend(own);
            }
        }
    }
    if is_go && outline.kind(target.node) == Kind::Interface {
        out.extend(structural_implementations(library, target));
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// True if a Go file can name the declarations of `other`: it is in the same package or imports it.
fn can_name_package(library: &Library, file: FileId, other: FileId) -> bool {
    let (own, package) = (library.file(file).directory(), library.file(other).directory());
    own == package
        || Imports::new(library, file).all_paths().any(|path| package.ends_with(path) || path.ends_with(package))
}

/// Nesting of embedded interfaces that is followed, at most.
const MAX_EMBEDDING_DEPTH: u32 = 8;

/// Collects the method names of an interface, including those of embedded interfaces.
fn collect_methods(library: &Library, interface: NodeRef, depth: u32, out: &mut Vec<String>) {
    let Some(outline) = library.outline(interface.file) else { return };
    let methods = outline.children(Some(interface.node)).filter(|&at| outline.kind(at) == Kind::Method);
    out.extend(methods.map(|at| outline.name(at).to_owned()));
    let embedded = outline.detail(interface.node).split(',').map(str::trim).filter(|name| !name.is_empty());
    for name in embedded.filter(|_| depth < MAX_EMBEDDING_DEPTH) {
        let inner = nearest_named(library, name, interface).into_iter().find(|node| *node != interface);
        if let Some(inner) = inner {
            collect_methods(library, inner, depth + 1, out);
        }
    }
}

/// Go: a type implements an interface by having its methods.
fn structural_implementations(library: &Library, interface: NodeRef) -> Vec<NodeRef> {
    let mut wanted = Vec::new();
    collect_methods(library, interface, 0, &mut wanted);
    let Some((first, rest)) = wanted.split_first() else { return Vec::new() };
    let mut owners: Vec<NodeRef> = Vec::new();
    library.nodes_named(&crate::docql::plan::name_pattern::lower(first), NamePart::Whole, |node| {
        if library.outline(node.file).is_some_and(|outline| outline.name(node.node) == *first) {
            owners.extend(library.owner(node));
        }
        true
    });
    let is_type = |owner: &NodeRef| {
        library.outline(owner.file).is_some_and(|outline| outline.kind(owner.node) != Kind::Interface)
    };
    owners.retain(|owner| {
        is_type(owner)
            && same_language_family(library, owner.file, interface.file)
            && rest.iter().all(|name| !members_named(library, *owner, name).is_empty())
    });
    owners
}

fn imports(library: &Library, file: FileId) -> List {
    let Some(outline) = library.outline(file) else { return Vec::new() };
    (0..outline.len()).filter(|&at| outline.kind(at) == Kind::Import).map(|at| node_item(file, at)).collect()
}
