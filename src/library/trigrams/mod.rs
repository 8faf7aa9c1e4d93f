//! A small filter over trigrams per file, asked before reading: it rules out texts that cannot match.

mod builder;
mod condition;
mod filter;
mod query;

pub use builder::TrigramTableBuilder;
pub use query::TrigramQuery;
