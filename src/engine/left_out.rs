//! Files that are there and do not belong to the workspace: why one that is named is not found.

use crate::docql::{self, FileGroup, Found, Item, Results};
use crate::library::{Library, ReadError};
use crate::search::written_path;
use std::fs::FileType;
use std::path::{Component, Path, PathBuf};

/// Files of one name that are put first, at most.
const MAX_FIRST: usize = 20;

/// Why the file or directory that `text` names is left out of the workspace, as a sentence; `None` if it is part of it,
/// if there is none, or if the text is no path.
pub(super) fn left_out(text: &str, library: &Library) -> Option<String> {
    let path = written_path(text);
    let path = path.trim_end_matches('/');
    let is_path = path.contains('/') || path.contains('.');
    if !is_path || library.find(path).is_some() || is_directory(path, library) {
        return None;
    }
    if let Some(said) = named(path, library) {
        return Some(said);
    }
    let why = match library.left_out(path) {
        Some(skipped) => skipped.reason.clone(),
        None => library.roots().iter().find_map(|root| {
            let below = path.strip_prefix(root.prefix.as_str())?;
            why(root.origin.path()?, Path::new(below))
        })?,
    };
    Some(format!("{path} is there, but left out: {why}"))
}

/// The files that are no text whose whole path, or whole name, `text` is.
pub(super) fn unread(text: &str, library: &Library) -> Vec<Found> {
    let path = written_path(text);
    let is_path = path.contains('/') || path.contains('.');
    if !is_path || library.find(&path).is_some() || library.files().iter().any(|file| file.name() == path) {
        return Vec::new();
    }
    let binary = ReadError::Binary.to_string();
    let has_name =
        |of: &str| of.strip_suffix(path.as_str()).is_some_and(|before| before.is_empty() || before.ends_with('/'));
    let files = library.skipped().iter().filter(|skipped| skipped.reason == binary && has_name(&skipped.path));
    files.take(MAX_FIRST).map(|skipped| Found::plain(Item::Unread(skipped.path.as_str().into()))).collect()
}

/// Puts files that are no text before everything else that was found.
pub(super) fn put_first(
    files: Vec<Found>,
    results: &mut Results,
    items: &mut Vec<Found>,
    limit: usize,
    library: &Library,
) {
    let count = files.len();
    for (at, found) in files.into_iter().enumerate() {
        let hit = docql::hit(library, &found);
        let group = FileGroup { path: hit.path.clone(), language: "binary", total: 1, hits: at..at + 1 };
        results.hits.insert(at, hit);
        results.groups.insert(at, group);
        items.insert(at, found);
    }
    for group in results.groups.iter_mut().skip(count) {
        group.hits = group.hits.start + count..group.hits.end + count;
    }
    (results.total, results.files) = (results.total + count, results.files + count);
    let shown = limit.max(count);
    items.truncate(shown);
    if results.hits.len() > shown {
        results.hits.truncate(shown);
        results.groups.retain_mut(|group| {
            group.hits.end = group.hits.end.min(shown);
            group.hits.start < group.hits.end
        });
    }
}

/// The same of a name without directories, wherever it is, unless a file of the workspace has it too.
fn named(name: &str, library: &Library) -> Option<String> {
    if name.contains('/') || library.files().iter().any(|file| file.name() == name) {
        return None;
    }
    let has_name = |path: &str| path.strip_suffix(name).is_some_and(|before| before.ends_with('/'));
    let mut all = library.skipped().iter().filter(|skipped| has_name(&skipped.path));
    let first = all.next()?;
    let more = match all.count() {
        0 => String::new(),
        count => format!(" ({count} more of this name)"),
    };
    Some(format!("{} is there, but left out: {}{more}", first.path, first.reason))
}

/// True if there are files below `path`.
fn is_directory(path: &str, library: &Library) -> bool {
    let prefix = format!("{path}/");
    let first = library.files().partition_point(|file| *file.path < *prefix);
    library.files().get(first).is_some_and(|file| file.path.starts_with(&prefix))
}

/// Why nothing reads the file or directory at `below` a root; `None` if it is not there.
fn why(root: &Path, below: &Path) -> Option<String> {
    let mut place = PathBuf::from(root);
    let mut is_hidden = false;
    for component in below.components() {
        let Component::Normal(name) = component else { return None };
        place.push(name);
        is_hidden |= name.as_encoded_bytes().starts_with(b".");
        let kind: FileType = place.symlink_metadata().ok()?.file_type();
        // What links lead to is not asked: it may be anywhere.
        if kind.is_symlink() {
            return Some("links are not followed".to_owned());
        }
    }
    let why = match is_hidden {
        true => "hidden (--hidden reads it)",
        false => "by an ignore file (--no-ignore reads it), the settings or -g",
    };
    Some(why.to_owned())
}
