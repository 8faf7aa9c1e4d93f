//! The extent of an item: the part of its document that a step searches.

use crate::docql::nodes::lists::item::{Found, Item};
use crate::library::{FileId, Library, NodeRef, Outline};

/// The part of a file that an item covers: the nodes inside it or, for a file, all of it.
pub(in crate::docql) struct Extent<'l> {
    pub file: FileId,
    pub outline: Option<Outline<'l>>,
    /// The nodes inside, without the item's own node.
    pub nodes: std::ops::Range<u32>,
    /// The item's own node; `None` for files.
    pub node: Option<u32>,
}

/// The extent of an item; for an excerpt, of the node around it. `None` for items outside files.
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
