//! The roots that the command line names, opened when they are asked for, kept as fresh as the disk.

pub(super) mod background;
pub(super) mod freshness;
mod looks;
pub(super) mod opened;
pub(super) mod refusal;
mod watched;
