//! Ignore files that cannot be read to an end: devices, pipes, what is linked to one, and what is far too large.

use crate::indexer::files::rules::MAX_IGNORE_BYTES;
use std::path::{Path, PathBuf};

/// Files in a directory that are read before what is in it.
const NAMES: [&str; 5] = [".gitignore", ".ignore", ".docqlignore", ".git", ".git/info/exclude"];

/// The first of the ignore files in a directory whose reading would never end, or take all memory. Such a link can be
/// committed to a repository.
pub(super) fn endless_rules(directory: &Path) -> Option<PathBuf> {
    let is_endless =
        |path: &PathBuf| path.metadata().is_ok_and(|it| !it.is_dir() && (!it.is_file() || it.len() > MAX_IGNORE_BYTES));
    NAMES.iter().map(|name| directory.join(name)).find(is_endless)
}
