//! Files as they are found: options, paths, stamps, formats by name, progress.

pub(super) mod options;
pub(super) mod patch;
pub(super) mod paths;
pub(super) mod places;
pub(super) mod progress;
pub(super) mod read;
pub(super) mod repositories;
pub(super) mod stamp;
pub(super) mod unchanged;
pub(super) mod walked_files;
