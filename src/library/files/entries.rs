//! The files of a workspace, its roots and repositories, and what was left out.

use crate::document::FormatInfo;
use std::path::PathBuf;
use std::sync::Arc;

/// The number of a file in one [`crate::library::snapshot::library::Library`]: its place in path order. Never keep it across snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A place the workspace was opened on.
#[derive(Clone, Debug, PartialEq)]
pub struct Root {
    /// Where it is.
    pub absolute: PathBuf,
    /// What stands before the paths of its files: empty, or the root as it was given and a `/`.
    pub prefix: String,
    /// The name for people.
    pub name: String,
}

/// A repository inside the workspace.
#[derive(Clone, Debug, PartialEq)]
pub struct Repository {
    /// Its directory as a path of the workspace, without a trailing `/`; empty for the root itself.
    pub path: String,
    /// The name of its directory.
    pub name: String,
}

/// One file.
#[derive(Clone, Debug)]
pub struct FileEntry {
    /// Its path, `/`-separated, as a user in the workspace would type it.
    pub path: Arc<str>,
    /// Where it is; empty for standard input.
    pub absolute: PathBuf,
    /// Index of its root.
    pub root: u32,
    /// Index of its repository, if it is in one.
    pub repository: Option<u32>,
    /// Bytes on disk.
    pub size: u64,
    /// Seconds since 1970 of its last change; 0 where unknown.
    pub modified: i64,
    /// Its format.
    pub format: &'static FormatInfo,
    /// Whether it is too large for an outline: its text can be searched and looked at, no more.
    pub text_only: bool,
}

impl FileEntry {
    /// What is said where the outline of a file that is too large for one would be.
    pub fn too_large(&self) -> String {
        format!("{}: too large for an outline, text only", crate::stdx::size(self.size))
    }

    /// The last part of the path.
    pub fn name(&self) -> &str {
        // Asked of every file with every key: faster than a search for a character.
        let start = memchr::memrchr(b'/', self.path.as_bytes()).map_or(0, |slash| slash + 1);
        self.path.get(start..).unwrap_or_default()
    }

    /// The directory part of the path, without a trailing `/`; empty at the top.
    pub fn directory(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(directory, _)| directory)
    }

    /// What follows the last `.` of the name, in lower case; empty if there is none or it comes first.
    pub fn extension(&self) -> String {
        match self.name().rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() => extension.to_lowercase(),
            _ => String::new(),
        }
    }
}

/// Something that was found and left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// Its path.
    pub path: String,
    /// Why, as a clause: `41 MB, over the limit of 8 MB`.
    pub reason: String,
}
