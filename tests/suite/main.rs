//! All integration tests, one binary.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod app;
mod architecture;
mod cli;
mod columns;
mod completion;
mod eval;
mod everyday;
mod formats;
mod grep;
mod highlight;
mod indexer;
mod journeys;
mod keys;
mod language;
mod languages;
mod large;
mod marks;
mod notes;
mod overtaken;
mod plain;
mod preview;
mod pty;
mod queries;
mod ranking;
mod reading;
mod readme;
mod relations;
mod rfc9535;
mod saving;
mod screens;
mod search;
mod selection;
mod semantic;
mod sessions;
mod settings;
mod shells;
mod sizes;
mod svg;
mod themes;
mod tutorial;
mod typing;
mod wanted;
mod watching;
mod workspace;
