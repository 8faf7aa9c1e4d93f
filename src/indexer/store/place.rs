//! Where the index of a workspace is, who may write it, and what is swept out of it.

use crate::library::RowKind;
use crate::stdx::directory_of;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// The directory below `index` that belongs to the workspace at `root`. Another limit of the size of files has
/// a directory of its own.
pub(super) fn directory(index: &Path, root: &Path, limit: Option<u64>) -> PathBuf {
    let mut directory = directory_of(index, root).into_os_string();
    if let Some(limit) = limit {
        directory.push(format!("-{limit}"));
    }
    directory.into()
}

/// The right to write, until it is dropped or the process ends.
#[derive(Debug)]
pub(super) struct WriteLock(#[expect(dead_code, reason = "held, not read")] File);

/// Takes the right to write in `directory`; `None` if another process has it. The error is a clause.
pub(super) fn lock(directory: &Path) -> Result<Option<WriteLock>, String> {
    fs::create_dir_all(directory).map_err(|error| error.to_string())?;
    let open = OpenOptions::new().create(true).truncate(false).write(true).open(directory.join("lock"));
    let file = open.map_err(|error| error.to_string())?;
    match file.try_lock() {
        Ok(()) => Ok(Some(WriteLock(file))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error.to_string()),
    }
}

/// Removes the segments and drafts in `directory` that `keep` does not name.
pub(super) fn sweep(directory: &Path, keep: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_rows = || RowKind::ALL.into_iter().any(|kind| name.ends_with(super::row_ending(kind)));
        if (name.ends_with(".tmp") || name.ends_with(super::SEGMENT_ENDING) || is_rows()) && !keep(name) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// How many bytes the files below `directory` have.
pub(super) fn bytes_below(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => bytes_below(&entry.path()),
            Ok(metadata) => metadata.len(),
            Err(_) => 0,
        })
        .sum()
}
