//! All integration tests, one binary.

mod formats;
mod indexer;
mod search;
