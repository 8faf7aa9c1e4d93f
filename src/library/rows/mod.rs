//! Bytes of any kind for each file (a filter over its trigrams, its vectors): tables of rows, and whose row is which.

mod kinds;
mod placed;
mod table;

pub use kinds::RowKind;
pub(crate) use kinds::RowSets;
pub(crate) use placed::PlacedRows;
pub use table::{RowTable, RowTableBuilder};
