//! The file system: walking all of it, or the directories around a few paths.

pub(super) mod look_again;
mod scan;
mod stat;
pub(super) mod walker;
