#![doc = include_str!("README.md")]

pub mod stdx;

pub mod net;

pub mod llm;

pub mod semantic;

pub mod document;

pub mod databases;

pub mod languages;

pub mod formats;

pub mod library;

pub mod indexer;

pub mod docql;

pub mod search;

pub mod engine;

pub mod agent;

pub mod pictures;

pub mod preview;

pub mod report;

pub mod config;

pub mod app;

pub mod workers;

pub mod tui;

pub mod plain;

pub mod serve;

pub mod cli;
