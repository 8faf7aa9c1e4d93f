//! Pictures of the workspace: where one lies that a document names, how large it is, and decoding it.
//!
//! Nothing outside of the workspace is read, however it is named: not by an address of the network, not by `..`,
//! not by a link of the file system.

use crate::app::{Msg, PictureKey, PictureRequest, PictureSource, relative_path};
use crate::library::{FileEntry, Library};
use crate::pictures::{MOST_BYTES, Picture, Terminal, make, refused};
use crate::preview::PictureFact;
use crate::stdx::Ticket;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Bytes that are read of a picture. Metadata may stand before its size; beyond this the size is not shown.
const HEAD_BYTES: usize = 64 << 10;

/// A file of the workspace that may hold a picture.
struct PictureFile {
    file: FileEntry,
    source: PictureSource,
}

/// The file at a path of the workspace, if it is one and lies there.
fn place(library: &Library, path: &str) -> Option<PictureFile> {
    let (file, stamp) = library.find_beside(path)?;
    let source = PictureSource { path: path.into(), bytes: stamp.size, modified: stamp.newest().cast_unsigned() };
    Some(PictureFile { file, source })
}

/// The path in the workspace of the picture that the document at `from` names `address`, if it can be in there.
fn path_of(from: &str, address: &str) -> Option<String> {
    if address.contains("://") || address.starts_with("data:") {
        return None;
    }
    Some(relative_path(from, address.split(['?', '#']).next().unwrap_or(address)))
}

/// The first bytes of a file.
fn head(library: &Library, place: &PictureFile) -> Option<Vec<u8>> {
    library.window_beside(&place.file, 0, HEAD_BYTES).ok()
}

/// Facts of a file that may hold a picture; with `failed`, those that could not be decoded, whether it can be shown.
fn fact_of(
    place: &PictureFile,
    head: &[u8],
    failed: Option<&BTreeMap<PictureSource, &'static str>>,
) -> Option<PictureFact> {
    let size = imagesize::blob_size(head).ok()?;
    let size = (size.width, size.height);
    let Some(failed) = failed.filter(|_| is_decoded(head)) else { return Some(PictureFact::named(size)) };
    let reason = failed.get(&place.source).copied().or_else(|| refused(place.source.bytes, size));
    Some(PictureFact { size, shown: reason.map_or(Ok(()), |reason| Err(Some(reason))) })
}

/// True if a file that starts with these bytes is of a format that can be shown.
fn is_decoded(head: &[u8]) -> bool {
    use imagesize::ImageType::{Gif, Jpeg, Png, Webp};
    imagesize::image_type(head).is_ok_and(|kind| matches!(kind, Gif | Jpeg | Png | Webp))
}

/// Facts of the picture that the document at `from` names `address`.
pub(super) fn named(
    library: &Library,
    (from, address): (&str, &str),
    failed: Option<&BTreeMap<PictureSource, &'static str>>,
) -> Option<PictureFact> {
    let place = place(library, &path_of(from, address)?)?;
    fact_of(&place, &head(library, &place)?, failed)
}

/// The file that the document at `from` names `address`.
pub(in crate::workers) fn source(library: &Library, from: &str, address: &str) -> Option<PictureSource> {
    Some(place(library, &path_of(from, address)?)?.source)
}

/// Facts of the picture that a file is, the file, and its first bytes.
pub(super) fn itself(
    library: &Library,
    path: &str,
    failed: Option<&BTreeMap<PictureSource, &'static str>>,
) -> Option<(PictureFact, PictureSource, Vec<u8>)> {
    let place = place(library, path)?;
    let head = head(library, &place)?;
    Some((fact_of(&place, &head, failed)?, place.source, head))
}

/// Decodes what is wanted, and says so of each.
pub(in crate::workers) fn decode(library: &Library, request: &PictureRequest, notify: &dyn Fn(Msg)) {
    for key in &request.wanted {
        let outcome = decoded(library, key, request.terminal, &request.ticket).map(Arc::new);
        if request.ticket.is_stale() {
            return;
        }
        notify(Msg::PictureMade { ticket: request.ticket.number(), key: Box::new(key.clone()), outcome });
    }
}

fn decoded(library: &Library, key: &PictureKey, terminal: Terminal, ticket: &Ticket) -> Result<Picture, &'static str> {
    let place = place(library, &key.source.path).ok_or("the file is gone")?;
    let length = place.source.bytes.min(MOST_BYTES) as usize + 1;
    let bytes = library.window_beside(&place.file, 0, length).map_err(|_| "the file cannot be read")?;
    if let Some(reason) = refused(bytes.len() as u64, (1, 1)) {
        return Err(reason);
    }
    // A decoder that fails has met a file that it was not made for.
    let made = || make(&bytes, (key.columns, key.rows), terminal, &|| ticket.is_stale());
    catch_unwind(AssertUnwindSafe(made)).unwrap_or(Err("the file is damaged"))
}
