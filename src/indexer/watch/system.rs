//! What this system can tell of changes, and why it cannot.

use crate::library::ReadError;
use notify::{ErrorKind, RecommendedWatcher, Watcher, WatcherKind};
use std::path::Path;

/// True where each directory has its own watch and all events come through one queue, in order.
pub(super) fn is_ordered() -> bool {
    RecommendedWatcher::kind() == WatcherKind::Inotify
}

/// True if nobody else can write to the file system of `path`: what other machines write raises no event here.
#[cfg(target_os = "linux")]
pub(super) fn is_local(path: &Path) -> bool {
    /// ext2 to ext4, XFS, Btrfs, tmpfs, ramfs, overlayfs, ZFS, F2FS and bcachefs, by `statfs(2)` and `linux/magic.h`.
    const LOCAL: [u64; 9] = [
        0xef53,
        0x5846_5342,
        0x9123_683e,
        0x0102_1994,
        0x8584_58f6,
        0x794c_7630,
        0x2fc1_2fc1,
        0xf2f5_2010,
        0xca45_1a4e,
    ];
    rustix::fs::statfs(path).is_ok_and(|system| LOCAL.contains(&(system.f_type as u64 & 0xffff_ffff)))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn is_local(_: &Path) -> bool {
    false
}

/// True if only this directory cannot be watched: it is gone, or may not be read.
pub(super) fn is_of_one_path(error: &notify::Error) -> bool {
    match &error.kind {
        ErrorKind::PathNotFound | ErrorKind::WatchNotFound => true,
        ErrorKind::Io(error) => matches!(
            error.kind(),
            std::io::ErrorKind::NotFound | std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::NotADirectory
        ),
        _ => false,
    }
}

/// Why the system does not tell of changes, as a clause for people.
pub(super) fn clause(error: &notify::Error) -> String {
    match &error.kind {
        ErrorKind::MaxFilesWatch => "too many directories for the system's limit of watches".to_owned(),
        ErrorKind::Io(error) => ReadError::from(error).to_string(),
        ErrorKind::Generic(reason) => reason.clone(),
        _ => error.to_string(),
    }
}
