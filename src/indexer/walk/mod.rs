//! The file system as a source: walking all of it, or the directories around a few paths.

pub(super) mod disk;
mod finder;
mod look_again;
mod read;
mod scan;
mod stat;
