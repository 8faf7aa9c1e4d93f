//! docql: a terminal explorer for knowledge.

pub mod app;
pub mod cli;
pub mod config;
pub mod docql;
pub mod document;
pub mod formats;
pub mod indexer;
pub mod languages;
pub mod library;
pub mod preview;
pub mod report;
pub mod search;
pub mod stdx;
pub mod tui;
pub mod workers;
