//! Files → full text and vectors.

mod embedding_queue;
pub(super) mod indexer;
mod merging;
pub(super) mod numbers;
mod pieces;
mod reading;
pub(super) mod units;
pub(super) mod vectors;
pub(super) mod writer;
