//! How large pictures are: those that are files, and those of the workspace that documents show.

use super::links::{Target, resolve};
use super::lists::item::Item;
use crate::document::FormatFamily;
use crate::library::{FileId, Library, NodeRef};

/// Bytes that are read of a picture. Metadata may stand before its size.
const HEAD_BYTES: usize = 256 << 10;

/// Width and height in pixels of the picture that a node is or shows; `None` where that is no file of the workspace, or
/// does not say.
pub(super) fn picture_size(library: &Library, node: NodeRef) -> Option<(usize, usize)> {
    let file = if is_picture(library, node.file) { node.file } else { shown(library, node)? };
    let head = library.window(file, 0, HEAD_BYTES).ok()?;
    let size = imagesize::blob_size(&head).ok()?;
    Some((size.width, size.height))
}

fn is_picture(library: &Library, file: FileId) -> bool {
    library.file(file).format.family == FormatFamily::Picture
}

/// The file of the picture that a document shows.
fn shown(library: &Library, node: NodeRef) -> Option<FileId> {
    let outline = library.outline(node.file)?;
    let Target::Item(item) = resolve(library, node.file, outline.detail(node.node)) else { return None };
    let file = match item {
        Item::File(file) => file,
        Item::Node(node) => node.file,
        _ => return None,
    };
    is_picture(library, file).then_some(file)
}
