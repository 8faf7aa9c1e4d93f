//! All integration tests, one binary.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod absent;
mod actions;
mod annotated;
mod app;
mod architecture;
#[cfg(feature = "archives")]
mod archives;
mod asciidoc;
mod ask;
#[cfg(feature = "online")]
mod ask_model;
#[cfg(any(feature = "mcp", feature = "serve"))]
mod asked;
mod background;
mod believed;
#[cfg(feature = "sqlite")]
mod belonging;
mod beside;
mod bounds;
mod broken;
#[cfg(feature = "sqlite")]
mod browsed;
mod call_tree;
mod callers_c;
mod callers_c_headers;
mod callers_commonjs;
mod callers_cpp;
mod callers_cpp_values;
mod callers_csharp;
mod callers_dispatch;
mod callers_go;
mod callers_judged;
mod callers_kotlin;
mod callers_lua;
mod callers_php;
mod callers_python;
mod callers_python_receivers;
mod callers_ruby;
mod callers_ruby_doubt;
mod callers_rust;
mod callers_scripts;
mod callers_shell;
mod callers_sure;
mod callers_types;
mod chained;
mod changes;
mod charted;
mod cited;
mod claims;
#[cfg(feature = "sqlite")]
mod clauses;
mod cli;
mod columns;
mod comments;
mod compared;
mod completion;
mod components;
mod copied;
#[cfg(feature = "sqlite")]
mod counted;
#[cfg(feature = "sqlite")]
mod counted_files;
mod courteous;
mod daily;
mod data;
#[cfg(feature = "sqlite")]
mod databases;
#[cfg(feature = "sqlite")]
mod dated;
mod declared;
mod declined;
mod defaults;
mod defined;
#[cfg(feature = "online")]
mod described;
mod determinism;
#[cfg(feature = "office")]
mod documents;
mod done;
#[cfg(feature = "sqlite")]
mod doubted;
mod elsewhere;
#[cfg(feature = "online")]
mod endpoint;
mod engine;
mod eval;
mod everyday;
#[cfg(feature = "mcp")]
mod explored;
mod features;
mod fields_and_methods;
mod file_docs;
mod finder;
mod folders;
mod follow;
mod formats;
mod frameworks;
mod grep;
mod guides;
mod handed_on;
mod highlight;
mod history;
mod identifiers;
mod ids;
mod imports;
mod indexer;
mod itself;
mod java_calls;
mod java_told;
mod journeys;
mod keyed;
mod keys;
mod language;
mod languages;
mod large;
mod lexis;
mod limits;
#[cfg(feature = "online")]
mod llm;
#[cfg(feature = "sqlite")]
mod looked;
#[cfg(all(feature = "office", feature = "pdf"))]
mod lossless;
#[cfg(feature = "office")]
mod mail;
#[cfg(feature = "office")]
mod man_pages;
mod manual;
mod marks;
#[cfg(feature = "office")]
mod markups;
mod matters;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(all(feature = "sqlite", feature = "mcp"))]
mod meant;
mod mixed_in;
#[cfg(feature = "sqlite")]
mod nearly;
#[cfg(feature = "online")]
mod net;
mod newcomers;
mod notes;
#[cfg(feature = "office")]
mod office;
mod outside;
mod overridden;
mod overtaken;
#[cfg(feature = "office")]
mod packages;
#[cfg(feature = "pdf")]
mod packed_pages;
#[cfg(feature = "mcp")]
mod paged;
#[cfg(feature = "pdf")]
mod pages;
mod parts;
mod passages;
mod pasted;
mod patterns;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "pdf")]
mod pdf_lines;
#[cfg(feature = "images")]
mod picture_files;
#[cfg(all(feature = "images", feature = "online"))]
mod picture_search;
#[cfg(feature = "images")]
mod pictures;
mod plain;
mod plainly;
mod preview;
mod pty;
mod queries;
mod quoted;
mod raised;
mod ranking;
mod reading;
mod readme;
mod referred_constructors;
mod referred_cpp;
mod referred_go;
mod referred_rust;
mod relations;
mod reported;
mod reported_tools;
mod repositories;
mod revisions;
mod rfc9535;
mod robust;
mod room;
mod rows;
mod safe;
mod saving;
mod screens;
mod script_types;
mod search;
mod selection;
mod semantic;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "online")]
mod server;
#[cfg(all(feature = "sqlite", feature = "postgres", feature = "mysql"))]
mod servers;
mod sessions;
mod set_in_methods;
#[cfg(feature = "office")]
mod set_off;
mod settings;
#[cfg(feature = "office")]
mod sheets;
mod shells;
mod sided;
mod sizes;
mod small;
mod sought;
#[cfg(feature = "office")]
mod spanned;
mod sphinx;
mod structured;
mod svg;
mod themes;
mod titles;
mod to_the_letter;
mod traces;
mod translated;
mod tutorial;
mod types_cpp;
mod typing;
#[cfg(feature = "sqlite")]
mod unnamed;
mod unread;
mod unresolved;
mod uses;
mod versioned;
mod waiting;
mod wanted;
mod watching;
#[cfg(feature = "office")]
mod word;
#[cfg(feature = "sqlite")]
mod worded;
mod workspace;
