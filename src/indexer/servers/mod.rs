//! Databases on servers as a source: the schema is a file, and a table with long text is cut into files of some hundred
//! rows each, by their keys, so that a row that changes reads one of them again.
//!
//! `source`: all of them as a source of files. `server`: one of them, its connection, files and documents. `known`: what is
//! known of its tables from looking at them. `looking`: how a table is looked at for what has changed. `pieces`: where
//! tables are cut. `texts`: the texts that were read, kept on disk.

mod known;
mod looking;
mod pieces;
mod server;
pub(super) mod source;
mod texts;
