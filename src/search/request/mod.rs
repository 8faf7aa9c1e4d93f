//! Requests: words, facets, options, the vector of the question.

pub(super) mod filter;
pub(super) mod letter;
mod moment;
pub(super) mod options;
pub(super) mod query_vector;
pub(super) mod read;
pub(super) mod rows;
