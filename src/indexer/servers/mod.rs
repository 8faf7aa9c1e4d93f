//! Databases on servers as a source: the schema is a file, and a table with long text is cut into files of some hundred
//! rows each, by their keys, so that a row that changes reads one of them again.

mod known;
mod looking;
mod pieces;
pub(super) mod source;
mod texts;
