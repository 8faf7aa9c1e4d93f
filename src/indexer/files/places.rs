//! The places where files of a workspace can appear and change.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Files that say which files belong to the workspace.
pub(in crate::indexer) const RULES: [&str; 4] = [".gitignore", ".ignore", ".docqlignore", ".git"];

/// The file in the directory of an index that is replaced whenever the index is saved.
pub(in crate::indexer) const MANIFEST: &str = "manifest";

/// The places where a workspace is watched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The roots of the workspace.
    pub roots: Vec<PathBuf>,
    /// The directories that were walked, as the paths of files in them begin.
    pub directories: BTreeSet<PathBuf>,
    /// Directories of which only single files belong to the workspace.
    pub around: BTreeSet<PathBuf>,
}

impl Places {
    /// True if an event at `path` can matter: it, or the directory it is in, is looked at.
    pub(in crate::indexer) fn concerns(&self, path: &Path) -> bool {
        let holds = |path: &Path| self.directories.contains(path) || self.around.contains(path);
        self.directories.contains(path) || path.parent().is_some_and(holds)
    }
}
