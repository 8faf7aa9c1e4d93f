//! Files → full text and vectors.

pub(super) mod embedding_queue;
mod merging;
pub(super) mod numbers;
mod pieces;
mod reading;
pub(super) mod text_index;
pub(super) mod units;
mod vectors;
