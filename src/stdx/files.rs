//! Files that appear whole or not at all, and directories that belong to one workspace.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// The directory below `parent` that belongs to the workspace at `root`: the root's name, for people, and a
/// hash of where it is.
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

/// Writes `bytes` to `name` in `directory`: whoever looks sees the old file or the new one, also after a
/// crash of the machine.
pub fn write_whole(directory: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
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
