//! Members of a type, including those written outside it.

use crate::document::Kind;
use crate::library::{Library, NodeRef};

/// The members of the type `owner` with a name.
pub(in crate::docql::relations) fn members_named(library: &Library, owner: NodeRef, name: &str) -> Vec<NodeRef> {
    let is_named =
        |member: &NodeRef| library.outline(member.file).is_some_and(|outline| outline.name(member.node) == name);
    members(library, owner).filter(is_named).collect()
}

/// The members of the type `owner`.
pub(in crate::docql::relations) fn members(library: &Library, owner: NodeRef) -> impl Iterator<Item = NodeRef> + '_ {
    let inside = library.outline(owner.file).into_iter().flat_map(move |outline| {
        let level = outline.level(owner.node).saturating_add(1);
        // JavaScript: what a function declares is none of the values that it makes.
        let end = if outline.kind(owner.node) == Kind::Function { 0 } else { outline.end(owner.node) };
        // A field that a constructor sets stands in the constructor.
        let is_member = move |at: &u32| {
            outline.parent(*at) == Some(owner.node) || (outline.kind(*at) == Kind::Field && outline.level(*at) == level)
        };
        let node = move |node| NodeRef { file: owner.file, node };
        (owner.node + 1..end).filter(is_member).map(node)
    });
    inside.chain(library.adopted(owner).iter().copied())
}
