//! All integration tests, one binary.

mod architecture;
mod formats;
mod highlight;
mod indexer;
mod language;
mod languages;
mod preview;
mod rfc9535;
mod search;
mod themes;
