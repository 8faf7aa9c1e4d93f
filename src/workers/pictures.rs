//! How large pictures are, read from their first bytes without decoding them.

use crate::app::relative_path;
use crate::library::Library;
use std::fs::File;
use std::io::Read;

/// Bytes that are read of a picture. Metadata may stand before its size; beyond this the size is not shown.
const HEAD_BYTES: u64 = 64 << 10;

/// Width and height of the picture that the document at `from` names `address`, if it is in the workspace.
pub(super) fn size(library: &Library, from: &str, address: &str) -> Option<(usize, usize)> {
    if address.contains("://") || address.starts_with("data:") {
        return None;
    }
    let path = relative_path(from, address.split(['?', '#']).next().unwrap_or(address));
    // Pictures are not among the files of the library; their place is known from its roots.
    let root = library.roots().iter().find(|root| path.starts_with(&root.prefix))?;
    let absolute = root.absolute.join(&path[root.prefix.len()..]);
    let metadata = std::fs::metadata(&absolute).ok().filter(|metadata| metadata.is_file())?;
    let mut head = Vec::with_capacity(metadata.len().min(HEAD_BYTES) as usize);
    File::open(&absolute).ok()?.take(HEAD_BYTES).read_to_end(&mut head).ok()?;
    size_of(&head)
}

/// Width and height of a picture that starts with these bytes.
pub(super) fn size_of(head: &[u8]) -> Option<(usize, usize)> {
    let size = imagesize::blob_size(head).ok()?;
    Some((size.width, size.height))
}
