//! Which texts can hold what is looked for: a small filter over trigrams per file, asked before reading.

mod builder;
mod condition;
mod filter;
mod query;

pub use builder::TrigramTableBuilder;
pub use query::TrigramQuery;
