//! The rules of the command line and of the settings: globs to keep, lines of ignore files.

use super::options::{WalkError, WorkspaceOptions};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::overrides::{Override, OverrideBuilder};
use std::path::Path;

/// Bytes of an ignore file, at most: larger ones list what could be told by a few patterns.
pub(in crate::indexer) const MAX_IGNORE_BYTES: u64 = 1 << 20;

/// The globs of the command line, which speak of paths below `below`.
pub(in crate::indexer) fn globs(options: &WorkspaceOptions, below: &Path) -> Result<Override, WalkError> {
    let mut globs = OverrideBuilder::new(below);
    for glob in &options.globs {
        globs.add(glob).map_err(|error| invalid(glob, &error))?;
    }
    globs.build().map_err(|error| invalid("", &error))
}

/// The rules of the settings, which speak of paths below `below`.
pub(in crate::indexer) fn ignored(options: &WorkspaceOptions, below: &Path) -> Result<Gitignore, WalkError> {
    let mut rules = GitignoreBuilder::new(below);
    for line in &options.ignore {
        rules.add_line(None, line).map_err(|error| invalid(line, &error))?;
    }
    rules.build().map_err(|error| invalid("", &error))
}

pub(super) fn invalid(glob: &str, error: &ignore::Error) -> WalkError {
    WalkError::Glob { glob: glob.to_owned(), reason: error.to_string() }
}
