//! Why another program cannot be given what is at a path of the workspace.

use super::entries::FileEntry;
use super::read_error::ReadError;
use std::sync::Arc;

/// Why an editor, or another program, cannot be given a file or directory of the workspace. Its text is a sentence for
/// people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}{}", self.clause())]
pub struct LocateError {
    /// The path of the workspace.
    pub path: Arc<str>,
    /// Why it has no place.
    pub reason: NoPlace,
}

/// Why what is at a path of the workspace has no place on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPlace {
    /// It is no file that can be edited: standard input, say.
    NoFile,
    /// No directory on disk is meant by it.
    NoDirectory,
    /// It is in an archive.
    Packed,
    /// It is made of what a database holds.
    Database,
    /// It is of this revision, and the working tree has no file with its content.
    Revision(String),
    /// It cannot be read, or nothing can be written beside it.
    Unreadable(ReadError),
}

impl LocateError {
    /// For a file.
    pub fn of(file: &FileEntry, reason: NoPlace) -> LocateError {
        LocateError { path: Arc::clone(&file.path), reason }
    }

    fn clause(&self) -> String {
        match &self.reason {
            NoPlace::NoFile => " is no file that can be edited".to_owned(),
            NoPlace::NoDirectory => " is no directory on disk".to_owned(),
            NoPlace::Packed => " is in an archive and cannot be edited".to_owned(),
            NoPlace::Database => " is in a database, which is only read".to_owned(),
            NoPlace::Revision(name) => {
                format!(" is of {name} and cannot be edited: the working tree has no file with this content")
            }
            NoPlace::Unreadable(reason) => format!(": {reason}"),
        }
    }
}
