//! All integration tests, one binary.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod app;
mod architecture;
mod cli;
mod columns;
mod completion;
mod formats;
mod grep;
mod highlight;
mod indexer;
mod keys;
mod language;
mod languages;
mod large;
mod overtaken;
mod preview;
mod pty;
mod queries;
mod readme;
mod rfc9535;
mod saving;
mod screens;
mod search;
mod semantic;
mod settings;
mod themes;
mod typing;
mod wanted;
mod watching;
mod workspace;
