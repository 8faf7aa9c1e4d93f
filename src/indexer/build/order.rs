//! The order of background work: files in view, their neighbours, documents, then the rest.

use crate::document::FormatFamily;
use crate::library::{FileId, Library};
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// The number of files in view that are remembered.
const REMEMBERED: usize = 8;

/// The files that have come into view, the latest last. Its lock is a leaf.
#[derive(Debug, Default)]
pub(in crate::indexer) struct InView(Mutex<Vec<String>>);

impl InView {
    /// Notes that the file at `path` has come into view.
    pub(in crate::indexer) fn push(&self, path: &str) {
        let mut paths = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        paths.retain(|other| other != path);
        paths.push(path.to_owned());
        if paths.len() > REMEMBERED {
            paths.remove(0);
        }
    }

    /// Their paths.
    pub(in crate::indexer) fn paths(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Up to `limit` files whose structure is not known, most wanted first. `wanted` holds paths, the latest last.
pub(in crate::indexer) fn pending(library: &Library, wanted: &[String], limit: usize) -> Vec<FileId> {
    let is_prose = |id: &FileId| library.file(*id).format.family == FormatFamily::Prose;
    let rest = library.file_ids().filter(is_prose).chain(library.file_ids());
    distinct(library, around(library, wanted).chain(rest), limit)
}

/// The same, but only files in view and their neighbours.
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
