//! All integration tests, one binary.

mod formats;
mod highlight;
mod indexer;
mod language;
mod preview;
mod queries;
mod rfc9535;
mod search;
mod themes;
mod workspace;
