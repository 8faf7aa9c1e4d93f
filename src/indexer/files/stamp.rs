//! Stamps of files on disk: bytes, and nanoseconds since 1970.

use crate::library::{ObjectId, Stamp};
use std::fs::Metadata;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A file that was written this lately may be written again without its time of change telling: some
/// systems count it in seconds.
const FRESH: Duration = Duration::from_secs(2);

/// A stamp that no file has.
pub(in crate::indexer) const NEVER: Stamp = Stamp { size: u64::MAX, version: i128::MIN, changed: 0 };

impl Stamp {
    /// The stamp of a file with these metadata.
    pub(in crate::indexer) fn of(metadata: &Metadata) -> Stamp {
        let version = match metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH).duration_since(UNIX_EPOCH) {
            Ok(after) => after.as_nanos() as i128,
            Err(before) => -(before.duration().as_nanos() as i128),
        };
        #[cfg(unix)]
        let changed = {
            use std::os::unix::fs::MetadataExt;
            in_nanoseconds(metadata.ctime(), metadata.ctime_nsec())
        };
        #[cfg(not(unix))]
        let changed = 0;
        Stamp { size: metadata.len(), version, changed }
    }

    /// The stamp of an object of a Git repository: it is what its id says.
    pub(in crate::indexer) fn of_object(size: u64, id: &ObjectId) -> Stamp {
        let first = id.as_bytes().first_chunk::<16>().copied().unwrap_or_default();
        Stamp::of_version(size, i128::from_le_bytes(first))
    }

    /// The time of change in whole seconds since 1970.
    pub(in crate::indexer) fn seconds(self) -> i64 {
        self.version.div_euclid(1_000_000_000) as i64
    }
}

/// A time of the system as nanoseconds since 1970.
#[cfg(unix)]
pub(in crate::indexer) fn in_nanoseconds(seconds: i64, rest: i64) -> i64 {
    seconds.saturating_mul(1_000_000_000).saturating_add(rest)
}

/// True if the file at `path` may have been moved there since it was written.
#[cfg(unix)]
pub(in crate::indexer) fn may_be_moved(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    path.symlink_metadata().is_ok_and(|is| (is.ctime(), is.ctime_nsec()) != (is.mtime(), is.mtime_nsec()))
}

/// True if the file at `path` may have been moved there since it was written.
#[cfg(not(unix))]
pub(in crate::indexer) fn may_be_moved(_: &Path) -> bool {
    true
}

/// A file with a time of change from here on may be written again without its stamp telling.
pub(in crate::indexer) fn fresh_since() -> i128 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.saturating_sub(FRESH).as_nanos() as i128
}
