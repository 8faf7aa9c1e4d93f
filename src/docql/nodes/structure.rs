//! Directories: derived from the sorted list of files, never stored.

use super::lists::item::{Found, Item};
use crate::library::{FileId, Library};
use std::ops::Range;
use std::sync::Arc;

/// The files below the directory at `path`; all files for the empty path. Files are sorted by the bytes of their
/// paths, so everything below `a/b` is one range.
pub(super) fn files_below(library: &Library, path: &str) -> Range<u32> {
    if path.is_empty() {
        return 0..library.files().len() as u32;
    }
    let prefix = format!("{path}/");
    let files = library.files();
    let start = files.partition_point(|file| *file.path < *prefix);
    let end = start + files[start..].partition_point(|file| file.path.starts_with(&prefix));
    start as u32..end as u32
}

/// The directories and files directly in the directory at `path`, directories first.
pub(in crate::docql) fn children(library: &Library, path: &str) -> Vec<Found> {
    let skip = if path.is_empty() { 0 } else { path.len() + 1 };
    let mut directories: Vec<Arc<str>> = Vec::new();
    let mut files = Vec::new();
    for number in files_below(library, path) {
        let file = &library.files()[number as usize].path;
        match file[skip..].find('/') {
            // A leading slash (an absolute root) is part of the first directory's name.
            Some(at) if skip + at > 0 || file.len() > 1 => {
                let end = if at == 0 { file[1..].find('/').map_or(file.len(), |next| next + 1) } else { skip + at };
                let directory = &file[..end];
                if directories.last().is_none_or(|last| **last != *directory) {
                    directories.push(directory.into());
                }
            }
            _ => files.push(Found::plain(Item::File(FileId(number)))),
        }
    }
    directories.dedup();
    directories.into_iter().map(|path| Found::plain(Item::Directory(path))).chain(files).collect()
}

/// All directories and files below `path`, parents first.
pub(in crate::docql) fn walk(library: &Library, path: &str) -> Vec<Found> {
    let mut out = Vec::new();
    let mut todo = children(library, path);
    todo.reverse();
    while let Some(found) = todo.pop() {
        if let Item::Directory(path) = &found.item {
            let mut inner = children(library, path);
            inner.reverse();
            todo.extend(inner);
        }
        out.push(found);
    }
    out
}
