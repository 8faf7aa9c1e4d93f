//! Plain data about the workspace: all that the app, the tree and completion need, no handles.

use super::entries::{FileEntry, Repository, Root, Skipped};
use std::sync::Arc;

/// Numbers of files, symbols and sections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Files.
    pub files: u32,
    /// Files whose structure is known.
    pub indexed: u32,
    /// Declared symbols.
    pub symbols: u32,
    /// Headings.
    pub sections: u32,
}

/// The state of a file beyond its entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListedFile {
    /// True if its structure is known; the counts below are zero until then.
    pub indexed: bool,
    /// Declared symbols.
    pub symbols: u32,
    /// Headings.
    pub sections: u32,
}

/// The workspace as a list of files in path order.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Grows with every snapshot.
    pub revision: u64,
    /// The paths that the workspace was opened on.
    pub roots: Arc<Vec<Root>>,
    /// Repositories inside it.
    pub repositories: Arc<Vec<Repository>>,
    /// All files, sorted by path.
    pub files: Arc<Vec<FileEntry>>,
    /// One row per file.
    pub state: Arc<Vec<ListedFile>>,
    /// Files that were left out.
    pub skipped: Arc<Vec<Skipped>>,
    /// Directories of the first level, each with a trailing `/`, while the list of files is not complete.
    pub folders: Arc<Vec<Arc<str>>>,
    /// Sums.
    pub counts: Counts,
    /// True if the list of files is complete.
    pub walked: bool,
    /// True if the text of all files can be searched.
    pub searchable: bool,
}

impl Listing {
    /// The file with this path.
    pub fn find(&self, path: &str) -> Option<usize> {
        self.files.binary_search_by(|entry| (*entry.path).cmp(path)).ok()
    }

    /// Why the file with this path was left out, or is text only; empty if it is not.
    pub fn problem_of(&self, path: &str) -> &str {
        let found = self.skipped.binary_search_by(|skipped| skipped.path.as_str().cmp(path));
        found.map_or("", |at| self.skipped[at].reason.as_str())
    }
}
