//! All integration tests, one binary.

mod indexer;
