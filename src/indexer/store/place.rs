//! Where the index of a workspace is, who may write it, and files that appear whole or not at all.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// The directory below `index` that belongs to the workspace at `root`: the root's name, for people, and a
/// hash of where it is. Another limit of the size of files has a directory of its own.
pub(super) fn directory(index: &Path, root: &Path, limit: Option<u64>) -> PathBuf {
    let name: String = root
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' })
        .take(40)
        .collect();
    let limit = limit.map_or(String::new(), |limit| format!("-{limit}"));
    index.join(format!("{name}-{:016x}{limit}", xxh3_64(root.as_os_str().as_encoded_bytes())))
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

/// Writes `bytes` to `name` in `directory`: whoever looks sees the old file or the new one, also after a
/// crash of the machine.
pub(super) fn write(directory: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let draft = directory.join(format!("{name}.tmp"));
    let written = File::create(&draft).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_data()
    });
    let placed = written.and_then(|()| fs::rename(&draft, directory.join(name)));
    if placed.is_err() {
        // A full disk: what could not be finished must not take up the room.
        let _ = fs::remove_file(&draft);
    }
    placed?;
    // The name is in the directory, which has to reach the disk too; where that cannot be done, it need not.
    if let Ok(directory) = File::open(directory) {
        let _ = directory.sync_all();
    }
    Ok(())
}

/// Removes the segments and drafts in `directory` that `keep` does not name.
pub(super) fn sweep(directory: &Path, keep: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        if (name.ends_with(".tmp") || name.ends_with(super::SEGMENT_ENDING) || name.ends_with(super::TRIGRAM_ENDING))
            && !keep(name)
        {
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
