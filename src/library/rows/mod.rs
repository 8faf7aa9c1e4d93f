//! Bytes of any kind for each file (a filter over its trigrams, its vectors, their descriptions, the vector of a picture): tables of rows, and whose row is which.
//!
//! - `file_blobs`: the table and row of each file.
//! - `kinds`: kinds of rows.
//! - `table`: a row of bytes for each of many files in one run of bytes, which is the same in memory and on disk.
//! - `descriptions`: the descriptions of a file's pieces as one row of bytes: what a language model has said of each,
//!   in a line.
//! - `pictures`: the vector of a file that is a picture as one row of bytes: which model made it, and of which content.
//! - `vectors`: the vectors of a file's pieces as one row of bytes: which model made them, and for each its piece.

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
