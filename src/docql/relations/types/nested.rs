//! Java, C#: which of several types of a name is meant that stand in other types: a type has those of the types above it.

use crate::docql::nodes::supertypes::supertype_names;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};
use std::collections::HashSet;

/// Types above one that are looked through, at most.
const MAX_ABOVE: usize = 32;

/// Of types with one name those that stand in a type around a place, or in the nearest above it: `Builder extends
/// AbstractBuilder` in a class whose superclass declares that. All of them, where none does.
pub(in crate::docql::relations) fn inherited_among(
    library: &Library,
    all: Vec<NodeRef>,
    place: (FileId, u32),
) -> Vec<NodeRef> {
    let found = inherited(library, &all, place);
    if found.is_empty() { all } else { found }
}

/// The same, and behind the name of a type those that stand in one of that name; none of them, where none does.
pub(in crate::docql::relations) fn meant(
    library: &Library,
    all: &[NodeRef],
    before: Option<&str>,
    place: (FileId, u32),
) -> Vec<NodeRef> {
    let Some(before) = before else { return inherited(library, all, place) };
    let is_told = matches!(library.file(place.0).format.id, "java" | "csharp");
    let stands_there = |node: &&NodeRef| is_told && name_of_outer(library, **node) == Some(before);
    all.iter().filter(stands_there).copied().collect()
}

fn inherited(library: &Library, all: &[NodeRef], (file, offset): (FileId, u32)) -> Vec<NodeRef> {
    if all.len() < 2 || !matches!(library.file(file).format.id, "java" | "csharp") {
        return Vec::new();
    }
    let Some(outline) = library.outline(file) else { return Vec::new() };
    let is_type = |kind: Kind| kind.is_class();
    let innermost = outline.enclosing(offset, is_type);
    let around = innermost.into_iter().flat_map(|at| std::iter::once(at).chain(outline.ancestors(at)));
    for node in around.filter(|&at| is_type(outline.kind(at))) {
        let of = NodeRef { file, node };
        let own: Vec<NodeRef> = all.iter().copied().filter(|found| outer(library, *found) == Some(of)).collect();
        if !own.is_empty() {
            return own;
        }
        let found = in_above(library, all, of);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// The type that another stands in.
fn outer(library: &Library, node: NodeRef) -> Option<NodeRef> {
    let parent = library.outline(node.file)?.parent(node.node)?;
    Some(NodeRef { file: node.file, node: parent })
}

fn name_of_outer(library: &Library, node: NodeRef) -> Option<&str> {
    let outer = outer(library, node)?;
    Some(library.outline(outer.file)?.name(outer.node))
}

/// Those of the types that stand in one with the name of one above `of`, the nearest first.
fn in_above(library: &Library, all: &[NodeRef], of: NodeRef) -> Vec<NodeRef> {
    let (mut level, mut seen) = (supertype_names(library, of), HashSet::new());
    while !level.is_empty() && seen.len() < MAX_ABOVE {
        let stands = |node: &&NodeRef| {
            name_of_outer(library, **node).is_some_and(|name| level.iter().any(|above| above == name))
        };
        let found: Vec<NodeRef> = all.iter().filter(stands).copied().collect();
        if !found.is_empty() {
            return found;
        }
        let above: Vec<String> =
            std::mem::take(&mut level).into_iter().filter(|name| seen.insert(name.clone())).collect();
        let types = above.iter().flat_map(|name| library.declared(name)).filter(|node| is_class(library, *node));
        let of_family = types.filter(|node| library.language(node.file) == library.language(of.file));
        level = of_family.take(MAX_ABOVE).flat_map(|node| supertype_names(library, node)).collect();
    }
    Vec::new()
}

fn is_class(library: &Library, node: NodeRef) -> bool {
    library.outline(node.file).is_some_and(|outline| outline.kind(node.node).is_class())
}
