//! A private copy of a database whose newest changes lie in a file beside it: SQLite merges them there, not here.

use crate::databases::model::DatabaseProblem;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Bytes that are copied, at most.
pub(super) const MAX_BYTES: u64 = 512 << 20;

/// Names that are tried before there is no place for a folder.
const MAX_TRIES: u32 = 1_000;

/// A folder that nobody else can look into; it goes with its owner.
#[derive(Debug)]
pub(super) struct PrivateCopy {
    folder: PathBuf,
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
        let copy = PrivateCopy { folder: make_folder().map_err(unreadable)? };
        for (from, name) in files {
            match copy_bounded(&from, &copy.folder.join(name)) {
                Err(problem) if problem.kind() == io::ErrorKind::NotFound && from != path => {}
                done => done.map_err(unreadable)?,
            }
        }
        Ok(copy)
    }

    /// The copy of the database.
    pub(super) fn path(&self) -> PathBuf {
        self.folder.join("copy")
    }
}

impl Drop for PrivateCopy {
    fn drop(&mut self) {
        // What is left in a folder for temporary files goes with the others there.
        drop(fs::remove_dir_all(&self.folder));
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

/// A new folder; one that is there already is not used, whoever made it.
fn make_folder() -> io::Result<PathBuf> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    for _ in 0..MAX_TRIES {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("docql-{}-{number}", std::process::id()));
        match builder.create(&folder) {
            Err(problem) if problem.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| folder),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Copies a file that may grow meanwhile: never more than is allowed.
fn copy_bounded(from: &Path, to: &Path) -> io::Result<()> {
    let mut target = File::options().write(true).create_new(true).open(to)?;
    io::copy(&mut File::open(from)?.take(MAX_BYTES), &mut target)?;
    target.flush()
}
