//! Files as they are found: options, paths, stamps, formats by name, progress.

pub(super) mod agents;
pub(super) mod classify;
pub(super) mod options;
pub(super) mod patch;
pub(super) mod paths;
pub(super) mod places;
pub(super) mod progress;
pub(super) mod read_error;
pub(super) mod repositories;
pub(super) mod revision_error;
pub(super) mod rules;
pub(super) mod stamp;
pub(super) mod unchanged;
pub(super) mod walked_files;
