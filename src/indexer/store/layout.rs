//! Names and sizes of what is in the directory of an index.

use crate::library::RowKind;
use crate::stdx::{directory_of, write_whole};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The directory of the full-text index.
pub(super) const TEXT: &str = "text";

/// The ending of segment files.
pub(super) const SEGMENT_ENDING: &str = ".seg";

/// The ending of tables of rows.
pub(super) fn row_ending(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Trigrams => ".tri",
        RowKind::Vectors => ".vec",
        RowKind::Descriptions => ".dsc",
        RowKind::Pictures => ".pic",
    }
}

/// The directory below `index` that belongs to the workspace of `roots`. Another limit of the size of files has
/// a directory of its own.
pub(super) fn directory(index: &Path, roots: &[PathBuf], limit: Option<u64>) -> PathBuf {
    let all = roots.iter().map(|root| root.as_os_str()).collect::<Vec<_>>().join(OsStr::new("\n"));
    let mut directory = directory_of(index, Path::new(&all)).into_os_string();
    if let Some(limit) = limit {
        directory.push(format!("-{limit}"));
    }
    directory.into()
}

/// Removes the segments and drafts in `directory` that `keep` does not name.
pub(super) fn sweep(directory: &Path, keep: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_rows = || RowKind::ALL.into_iter().any(|kind| name.ends_with(row_ending(kind)));
        if (name.ends_with(".tmp") || name.ends_with(SEGMENT_ENDING) || is_rows()) && !keep(name) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes a file of an index as a whole. What is no file and has its name is in the way of the index.
pub(super) fn write_over(directory: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let path = directory.join(name);
    if path.symlink_metadata().is_ok_and(|found| found.is_dir()) {
        fs::remove_dir_all(path)?;
    }
    write_whole(directory, name, bytes)
}

/// The bytes of all files below `directory`.
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
