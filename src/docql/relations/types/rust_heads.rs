//! Rust: what the names in the heads of traits and of `impl` blocks can mean: traits, and what is known where they stand.

use crate::docql::relations::names::name_resolution::{Imports, path_names};
use crate::docql::relations::names::rust::local_types;
use crate::docql::relations::names::rust::paths::{Leads, leads};
use crate::document::Kind;
use crate::library::{Library, NodeRef};

/// Those of `all` that a trait which is named behind `before` in the head of `from` can be; of another language all of them.
pub(super) fn traits_among(
    library: &Library,
    all: Vec<NodeRef>,
    (name, before, from): (&str, &[String], NodeRef),
) -> Vec<NodeRef> {
    if !is_rust(library, from) || all.is_empty() {
        return all;
    }
    let start = library.outline(from.file).map_or(0, |outline| outline.span(from.node).start);
    let known = known_there(library, all, (name, before, from));
    let is_meant =
        |node: &NodeRef| may_be_above(library, *node) && local_types::is_seen(library, *node, from.file, start);
    known.into_iter().filter(is_meant).collect()
}

/// The types among `all` that the block `from` can be one of, by the name of its type and what stands before that.
pub(super) fn types_among(
    library: &Library,
    all: Vec<NodeRef>,
    (name, before, from): (&str, &[String], NodeRef),
) -> Vec<NodeRef> {
    if !is_rust(library, from) || all.is_empty() { all } else { known_there(library, all, (name, before, from)) }
}

/// Nothing but a trait is extended, or implemented.
fn may_be_above(library: &Library, node: NodeRef) -> bool {
    library.outline(node.file).is_some_and(|outline| matches!(outline.kind(node.node), Kind::Trait | Kind::Alias))
}

/// Those that what is imported lets a name mean: none, where it or its path leads out of the workspace; those of its file
/// where it is imported by nothing.
fn known_there(library: &Library, all: Vec<NodeRef>, (name, before, from): (&str, &[String], NodeRef)) -> Vec<NodeRef> {
    let Some(outline) = library.outline(from.file) else { return all };
    let imports = Imports::new(library, from.file);
    let offset = outline.span(from.node).start.saturating_sub(1);
    let path: Vec<&str> = before.iter().map(String::as_str).chain([name]).collect();
    if leads(&imports, offset, &path) == Leads::Out {
        return Vec::new();
    }
    if !before.is_empty() || imports.has_at(name, offset) {
        return all;
    }
    let may_lead_here = |path: &str| {
        let first = path_names(path).next().unwrap_or_default();
        leads(&imports, offset, &[first, name]) != Leads::Out
    };
    match imports.sources_of(name, offset).into_iter().any(may_lead_here) {
        true => all,
        false => all.into_iter().filter(|node| node.file == from.file).collect(),
    }
}

fn is_rust(library: &Library, node: NodeRef) -> bool {
    library.file(node.file).format.id == "rust"
}
