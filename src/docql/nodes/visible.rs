//! Who may see what is declared: of what C++ defines outside of its type the declaration in the type says so.

use crate::docql::nodes::callables::params::params;
use crate::docql::nodes::names::qualified::around_owner;
use crate::document::Visibility;
use crate::library::{Library, NodeRef, Outline};

/// The visibility of a node, which may be that of its declaration in another file.
pub(in crate::docql) fn visibility(library: &Library, outline: &Outline<'_>, node: NodeRef) -> Visibility {
    let own = outline.visibility(node.node);
    // Nothing more is asked of what stands in its type, nor of other languages.
    let is_outside = outline.kind(node.node).is_function() && !outline.detail(node.node).is_empty();
    if !is_outside || !matches!(library.file(node.file).format.id, "cpp" | "c") {
        return own;
    }
    declared(library, outline, node).unwrap_or(own)
}

/// The visibility of the declaration in the type that a function is written outside of.
fn declared(library: &Library, outline: &Outline<'_>, node: NodeRef) -> Option<Visibility> {
    let owner = library.owner(node)?;
    let holder = library.outline(owner.file)?;
    let owner = type_of(library, (outline, node), (&holder, owner))?;
    let name = outline.name(node.node);
    let same: Vec<u32> =
        holder.children(Some(owner)).filter(|&at| holder.kind(at).is_function() && holder.name(at) == name).collect();
    let first = holder.visibility(*same.first()?);
    if same.iter().all(|&at| holder.visibility(at) == first) {
        return Some(first);
    }
    // Of several functions of a name the one with as many parameters is meant.
    let many = |of: NodeRef| params(library, of).map(|params| params.len());
    let own = many(node);
    let file = library.owner(node)?.file;
    same.into_iter().find(|&at| many(NodeRef { file, node: at }) == own).map(|at| holder.visibility(at))
}

/// The type of the name in the file of `owner` that stands in the types which the head of the function names.
fn type_of(
    library: &Library,
    (outline, node): (&Outline<'_>, NodeRef),
    (holder, owner): (&Outline<'_>, NodeRef),
) -> Option<u32> {
    let around = around_owner(library, outline, node);
    let fits = |at: u32| {
        let mut named = holder.ancestors(at).map(|at| holder.name(at)).filter(|name| !name.is_empty());
        around.iter().all(|wanted| named.next().is_some_and(|name| name == wanted))
    };
    if fits(owner.node) {
        return Some(owner.node);
    }
    let name = holder.name(owner.node);
    (0..holder.len()).find(|&at| holder.kind(at).is_class() && holder.name(at) == name && fits(at))
}
