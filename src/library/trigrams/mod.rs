//! Which texts can hold what is looked for: a small filter over trigrams per file, asked before reading.

mod condition;
mod filter;
mod placed;
mod query;
mod table;

pub(super) use placed::PlacedTrigrams;
pub use query::TrigramQuery;
pub use table::{TrigramTable, TrigramTableBuilder};
