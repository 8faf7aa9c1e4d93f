//! The indexer as others know it.
//!
//! - `describing`: descriptions by a language model, where somebody asks for them.
//! - `indexer`: the indexer: brings the current snapshot as far as a query needs, and publishes the next.
//! - `indexing`: structure, full text and vectors: what a query needs, or a short step in the background.
//! - `listing`: the list of files: walking again, or looking at a few paths.
//! - `on_disk`: the index on disk: saving, looking after it, and other processes that write it.
//! - `opening`: options → the sources of a workspace.

mod describing;
pub(super) mod indexer;
pub(super) mod indexing;
mod listing;
mod on_disk;
pub(super) mod opening;
