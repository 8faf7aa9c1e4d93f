//! Atomic file writes, and directories that belong to one workspace.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// The directory below `parent` for the workspace at `root`, named after the root, for people, and a hash of its
/// path.
pub fn directory_of(parent: &Path, root: &Path) -> PathBuf {
    let name: String = root
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' })
        .take(40)
        .collect();
    parent.join(format!("{name}-{:016x}", xxh3_64(root.as_os_str().as_encoded_bytes())))
}

/// Writes `bytes` to `name` in `directory` atomically: readers see the old file or the new one, even after a crash
/// of the machine.
///
/// # Errors
/// If the file cannot be written or renamed; the old file stays.
pub fn write_whole(directory: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let draft = directory.join(format!("{name}.tmp"));
    let written = File::create(&draft).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_data()
    });
    let placed = written.and_then(|()| fs::rename(&draft, directory.join(name)));
    if placed.is_err() {
        // On a full disk, the unfinished file must not take up space.
        let _ = fs::remove_file(&draft);
    }
    placed?;
    // The rename is durable once the directory is synced; systems that cannot do that do not need it.
    if let Ok(directory) = File::open(directory) {
        let _ = directory.sync_all();
    }
    Ok(())
}
