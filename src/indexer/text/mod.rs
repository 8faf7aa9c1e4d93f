//! Files → full text, vectors, and descriptions if a language model makes any.

pub(super) mod describing;
mod description_pool;
pub(super) mod descriptions;
mod embedding_queue;
pub(super) mod indexer;
mod merging;
pub(super) mod numbers;
mod pieces;
mod reading;
pub(super) mod units;
pub(super) mod vectors;
pub(super) mod writer;
