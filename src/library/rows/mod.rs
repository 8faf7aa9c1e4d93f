//! Bytes of any kind for each file (a filter over its trigrams, its vectors, their descriptions, the vector of a picture): tables of rows, and whose row is which.

pub(super) mod file_blobs;
mod kinds;
mod table;

pub(crate) use file_blobs::PlacedRows;
pub use kinds::RowKind;
pub(crate) use kinds::RowSets;
pub use table::{RowTable, RowTableBuilder};
pub(super) mod descriptions;
pub(super) mod pictures;
pub(super) mod vectors;
