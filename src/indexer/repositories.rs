//! Which repository each file is in: the innermost one above it.

use crate::library::{FileEntry, Repository};
use std::collections::HashMap;

/// Sorts the repositories and sets the number of each file's own.
pub(super) fn assign<'f>(
    mut repositories: Vec<Repository>,
    files: impl Iterator<Item = &'f mut FileEntry>,
) -> Vec<Repository> {
    repositories.sort_by(|a, b| a.path.cmp(&b.path));
    repositories.dedup_by(|a, b| a.path == b.path);
    if repositories.is_empty() {
        return repositories;
    }
    let numbers: HashMap<&str, u32> =
        repositories.iter().enumerate().map(|(number, repository)| (repository.path.as_str(), number as u32)).collect();
    let mut last: Option<(String, Option<u32>)> = None;
    for file in files {
        let directory = file.directory();
        if last.as_ref().is_none_or(|(seen, _)| seen != directory) {
            last = Some((directory.to_owned(), innermost(directory, &numbers)));
        }
        file.repository = last.as_ref().and_then(|(_, number)| *number);
    }
    repositories
}

fn innermost(directory: &str, numbers: &HashMap<&str, u32>) -> Option<u32> {
    let mut at = directory;
    loop {
        if let Some(number) = numbers.get(at) {
            return Some(*number);
        }
        if at.is_empty() {
            return None;
        }
        at = at.rsplit_once('/').map_or("", |(above, _)| above);
    }
}
