//! All integration tests, one binary.

mod formats;
mod highlight;
mod indexer;
mod preview;
mod search;
