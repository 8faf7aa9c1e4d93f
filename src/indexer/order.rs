//! What to read first while nobody asks: the files in view, their neighbours, documents, then the rest.

use crate::document::FormatFamily;
use crate::library::{FileId, Library};
use std::collections::HashSet;

/// Up to `limit` files whose structure is not known, most wanted first. `wanted` holds paths, the latest last.
pub(super) fn pending(library: &Library, wanted: &[String], limit: usize) -> Vec<FileId> {
    let mut files: Vec<FileId> = Vec::new();
    let mut taken = HashSet::new();
    let mut take = |id: FileId| {
        if files.len() < limit && !library.is_indexed(id) && taken.insert(id) {
            files.push(id);
        }
    };
    wanted.iter().rev().filter_map(|path| library.find(path)).for_each(&mut take);
    for path in wanted.iter().rev() {
        let directory = path.rsplit_once('/').map_or("", |(above, _)| above);
        let start = library.files().partition_point(|entry| &*entry.path < directory);
        let below = (start as u32..library.files().len() as u32).map(FileId);
        below
            .take_while(|&id| library.file(id).path.starts_with(directory))
            .filter(|&id| library.file(id).directory() == directory)
            .for_each(&mut take);
    }
    let is_prose = |id: &FileId| library.file(*id).format.family == FormatFamily::Prose;
    library.file_ids().filter(is_prose).for_each(&mut take);
    library.file_ids().for_each(&mut take);
    files
}
