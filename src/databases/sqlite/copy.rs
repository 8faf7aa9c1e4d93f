//! A private copy of a database whose newest changes lie in a file beside it: SQLite merges them there, not here.

use crate::databases::model::DatabaseProblem;
use crate::stdx::Scratch;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Bytes that are copied, at most.
pub(super) const MAX_BYTES: u64 = 512 << 20;

/// A folder that nobody else can look into; it goes with its owner.
#[derive(Debug)]
pub(super) struct PrivateCopy {
    folder: Scratch,
}

impl PrivateCopy {
    /// Copies the database at `path` and the files beside it that end in `endings`.
    pub(super) fn of(path: &Path, endings: &[&str]) -> Result<PrivateCopy, DatabaseProblem> {
        let files: Vec<(PathBuf, String)> = std::iter::once("")
            .chain(endings.iter().copied())
            .map(|ending| (beside(path, ending), format!("copy{ending}")))
            .collect();
        let size = |path: &PathBuf| fs::metadata(path).map_or(0, |found| found.len());
        let bytes: u64 = files.iter().map(|(from, _)| size(from)).sum();
        if bytes > MAX_BYTES {
            return Err(DatabaseProblem::Unmerged(bytes >> 20));
        }
        let copy = PrivateCopy { folder: Scratch::new().map_err(unreadable)? };
        for (from, name) in files {
            match copy_bounded(&from, &copy.folder.path().join(name)) {
                Err(problem) if problem.kind() == io::ErrorKind::NotFound && from != path => {}
                done => done.map_err(unreadable)?,
            }
        }
        Ok(copy)
    }

    /// The copy of the database.
    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join("copy")
    }
}

fn unreadable(problem: io::Error) -> DatabaseProblem {
    DatabaseProblem::Unreadable(problem.to_string())
}

/// The file whose name has `ending` behind that of `path`.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Copies a file that may grow meanwhile: never more than is allowed.
fn copy_bounded(from: &Path, to: &Path) -> io::Result<()> {
    let mut target = File::options().write(true).create_new(true).open(to)?;
    io::copy(&mut File::open(from)?.take(MAX_BYTES), &mut target)?;
    target.flush()
}
