//! Files → full text, vectors, vectors of pictures and descriptions if a service makes any.

pub(super) mod describing;
pub(super) mod descriptions;
mod embedding_queue;
pub(super) mod indexer;
mod merging;
pub(super) mod numbers;
mod paid_pool;
pub(super) mod pictures;
mod pieces;
mod reading;
pub(super) mod units;
pub(super) mod vectors;
pub(super) mod writer;
