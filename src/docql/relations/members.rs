//! Members of a type, including those written outside it.

use crate::document::Kind;
use crate::library::{Library, NodeRef};

pub(super) fn members_named(library: &Library, owner: NodeRef, name: &str) -> Vec<NodeRef> {
    let mut out = Vec::new();
    if let Some(outline) = library.outline(owner.file) {
        let level = outline.level(owner.node).saturating_add(1);
        // A field that a constructor sets stands in the constructor.
        let is_member = |at: u32| {
            outline.parent(at) == Some(owner.node) || (outline.kind(at) == Kind::Field && outline.level(at) == level)
        };
        let inside = owner.node + 1..outline.end(owner.node);
        out.extend(
            inside
                .filter(|&at| outline.name(at) == name && is_member(at))
                .map(|node| NodeRef { file: owner.file, node }),
        );
    }
    out.extend(
        library
            .adopted(owner)
            .iter()
            .copied()
            .filter(|member| library.outline(member.file).is_some_and(|outline| outline.name(member.node) == name)),
    );
    out
}
