//! Databases in files: their `CREATE` statements as text, a table node each. Rows are asked of the database itself.

use crate::databases::{self, Database};
use crate::document::Document;

/// Reads the bytes of a database.
pub(in crate::formats) fn parse_database(bytes: &[u8]) -> Document {
    match Database::of_bytes(bytes.to_vec()) {
        Ok(database) => databases::document(database.tables(), None),
        Err(problem) => databases::document(&[], Some(problem.to_string())),
    }
}
