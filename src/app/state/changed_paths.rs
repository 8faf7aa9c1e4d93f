//! The files that differ from the commit that is checked out.

use crate::library::ChangeState;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Changed files, and the directories they are in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedPaths {
    files: HashMap<Arc<str>, ChangeState>,
    /// Every directory above one of them, without a `/` at its end.
    directories: HashSet<Box<str>>,
}

impl ChangedPaths {
    /// Of these files.
    pub fn new(files: impl IntoIterator<Item = (Arc<str>, ChangeState)>) -> ChangedPaths {
        let mut paths = ChangedPaths::default();
        for (path, state) in files {
            let ends = path.match_indices('/').map(|(at, _)| &path[..at]);
            paths.directories.extend(ends.map(Box::from));
            paths.files.insert(path, state);
        }
        paths
    }

    /// How a file differs.
    pub fn of(&self, path: &str) -> Option<ChangeState> {
        self.files.get(path).copied()
    }

    /// True if something in a directory differs.
    pub fn is_below(&self, directory: &str) -> bool {
        self.directories.contains(directory.trim_end_matches('/'))
    }

    /// The number of files.
    pub fn count(&self) -> usize {
        self.files.len()
    }
}
