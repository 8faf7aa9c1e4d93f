//! What to read first while nobody asks: the files in view, their neighbours, documents, then the rest.

use crate::document::FormatFamily;
use crate::library::{FileId, Library};
use std::collections::HashSet;

/// Up to `limit` files whose structure is not known, most wanted first. `wanted` holds paths, the latest last.
pub(in crate::indexer) fn pending(library: &Library, wanted: &[String], limit: usize) -> Vec<FileId> {
    let is_prose = |id: &FileId| library.file(*id).format.family == FormatFamily::Prose;
    let rest = library.file_ids().filter(is_prose).chain(library.file_ids());
    distinct(library, around(library, wanted).chain(rest), limit)
}

/// Those of them that are in view, and their neighbours.
pub(in crate::indexer) fn in_view(library: &Library, wanted: &[String], limit: usize) -> Vec<FileId> {
    distinct(library, around(library, wanted), limit)
}

fn distinct(library: &Library, files: impl Iterator<Item = FileId>, limit: usize) -> Vec<FileId> {
    let mut taken = HashSet::new();
    files.filter(|&id| !library.is_indexed(id) && taken.insert(id)).take(limit).collect()
}

fn around(library: &Library, wanted: &[String]) -> impl Iterator<Item = FileId> {
    let themselves = wanted.iter().rev().filter_map(|path| library.find(path));
    let neighbours = wanted.iter().rev().flat_map(move |path| {
        let directory = path.rsplit_once('/').map_or("", |(above, _)| above);
        let start = library.files().partition_point(|entry| &*entry.path < directory);
        let below = (start as u32..library.files().len() as u32).map(FileId);
        below
            .take_while(move |&id| library.file(id).path.starts_with(directory))
            .filter(move |&id| library.file(id).directory() == directory)
    });
    themselves.chain(neighbours)
}
