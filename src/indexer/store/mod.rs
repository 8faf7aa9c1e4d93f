//! The index on disk: manifest, segments, locks, repair.

pub(super) mod directory;
mod layout;
mod manifest;
mod opening;
pub(super) mod owner;
pub(super) mod relatives;
mod repair;
mod saved_index;
pub(super) mod saving;
pub(super) mod scrub;
mod seals;
mod store_error;
pub(super) mod verify;
mod write_lock;
