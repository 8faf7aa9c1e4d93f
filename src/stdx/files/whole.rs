//! Atomic file writes, and directories that belong to one workspace and one user.

use std::fs::{self, File, OpenOptions};
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

/// Why a directory is nothing to keep in what was read: it leads elsewhere, or is another user's. `None` for one that
/// is not there.
#[cfg(unix)]
pub fn not_private(directory: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let found = directory.symlink_metadata().ok()?;
    if found.is_symlink() {
        return Some("is a symbolic link".to_owned());
    }
    let me = rustix::process::geteuid().as_raw();
    (found.uid() != me).then(|| format!("belongs to another user (number {})", found.uid()))
}

/// The same where files have no owner that can be asked for.
#[cfg(not(unix))]
pub fn not_private(directory: &Path) -> Option<String> {
    let found = directory.symlink_metadata().ok()?;
    found.is_symlink().then(|| "is a symbolic link".to_owned())
}

/// Makes a directory, and those above it, that only its user can look into.
///
/// # Errors
/// If it cannot be made, is a symbolic link, or belongs to another user.
pub fn private_directory(directory: &Path) -> std::io::Result<()> {
    if let Some(problem) = not_private(directory) {
        return Err(std::io::Error::other(format!("{} {problem}", directory.display())));
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mut permissions = fs::metadata(directory)?.permissions();
        if permissions.mode() & 0o077 != 0 {
            // Made by an earlier version.
            permissions.set_mode(permissions.mode() & !0o077);
            fs::set_permissions(directory, permissions)?;
        }
    }
    Ok(())
}

/// How a file that only its user can read is opened to be written.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Writes `bytes` to `name` in `directory` atomically: readers see the old file or the new one, even after a crash
/// of the machine.
///
/// # Errors
/// If the file cannot be written or renamed; the old file stays.
pub fn write_whole(directory: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let draft = directory.join(format!("{name}.tmp"));
    let written = private_file().truncate(true).open(&draft).and_then(|mut file| {
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
