//! Members of a type, including those written outside it.

use crate::library::{Library, NodeRef};

pub(super) fn members_named(library: &Library, owner: NodeRef, name: &str) -> Vec<NodeRef> {
    let mut out = Vec::new();
    if let Some(outline) = library.outline(owner.file) {
        out.extend(
            outline
                .children(Some(owner.node))
                .filter(|&at| outline.name(at) == name)
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
