//! The indexer as others know it.

mod describing;
pub(super) mod indexer;
pub(super) mod indexing;
mod listing;
mod on_disk;
pub(super) mod opening;
