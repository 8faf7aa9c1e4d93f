//! The part of a document that a step works on.

use crate::docql::nodes::item::{Found, Item};
use crate::library::{FileId, Library, NodeRef, Outline};

/// The part of a file that an item covers: its nodes and, for whole files, everything.
pub(in crate::docql) struct Extent<'l> {
    pub file: FileId,
    pub outline: Option<Outline<'l>>,
    /// Nodes inside, the item's own excluded.
    pub nodes: std::ops::Range<u32>,
    /// The node, where the item is one.
    pub node: Option<u32>,
}

/// The part of a file that `found` covers.
pub(in crate::docql) fn extent_of<'l>(library: &'l Library, found: &Found) -> Option<Extent<'l>> {
    let of_node = |node: NodeRef| {
        let outline = library.outline(node.file)?;
        Some(Extent {
            file: node.file,
            nodes: node.node + 1..outline.end(node.node),
            outline: Some(outline),
            node: Some(node.node),
        })
    };
    match &found.item {
        Item::File(file) => {
            let outline = library.outline(*file);
            Some(Extent { file: *file, nodes: 0..outline.map_or(0, |outline| outline.len()), outline, node: None })
        }
        Item::Node(node) => of_node(*node),
        Item::Excerpt(excerpt) => of_node(crate::docql::nodes::fields::enclosing(library, excerpt)?),
        _ => None,
    }
}
