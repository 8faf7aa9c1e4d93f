//! All integration tests, one binary.

mod app;
mod formats;
mod highlight;
mod indexer;
mod keys;
mod preview;
mod pty;
mod rfc9535;
mod screens;
mod search;
mod themes;
