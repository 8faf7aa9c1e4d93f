//! What is known of a database on a server since the last look; kept on disk, so that a server that cannot be reached
//! still has its files, and one that can is not read whole.

use crate::databases::file_name;
use crate::document::Cell;
use crate::library::Stamp;
use crate::stdx::{private_directory, write_whole};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// Changes with what is kept, and with how tables are cut.
const VERSION: u32 = 2;

/// Bytes of what is kept that are read.
const MAX_BYTES: u64 = 256 << 20;

/// One column of a key, as it is compared and kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum KeyPart {
    /// A whole number.
    Number(i64),
    /// Anything else that has a form as text.
    Text(String),
}

impl KeyPart {
    /// Of a cell; `None` for what is no key.
    pub(super) fn of(cell: &Cell) -> Option<KeyPart> {
        match cell {
            Cell::Integer(number) => Some(KeyPart::Number(*number)),
            Cell::Text(text) | Cell::Decimal(text) => Some(KeyPart::Text(text.to_string())),
            Cell::Null | Cell::Real(_) | Cell::Bytes(_) => None,
        }
    }

    /// The value as a parameter of the next question.
    pub(super) fn cell(&self) -> Cell {
        match self {
            KeyPart::Number(number) => Cell::Integer(*number),
            KeyPart::Text(text) => Cell::Text(text.as_str().into()),
        }
    }
}

/// Rows of a table that are a file: from the first key on, before that of the next piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Piece {
    /// The name of the file.
    pub name: String,
    pub first: Vec<KeyPart>,
    pub rows: u64,
    /// Changes with every row in it.
    pub version: i64,
}

/// What was known of a table when it was last looked through.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct KnownTable {
    pub name: String,
    /// Its `CREATE` statement.
    pub sql: String,
    /// Empty if its rows are no documents.
    pub pieces: Vec<Piece>,
    /// Bytes of a row as a document, on the average of those that were looked at first.
    pub row_bytes: u64,
    /// The greatest value of the column that changes with every row, and how many rows have it.
    pub newest: Option<(KeyPart, u64)>,
    /// When all of it was looked at, in seconds since 1970, and how many milliseconds that took.
    pub looked: (u64, u64),
}

impl KnownTable {
    /// The rows of all pieces.
    pub(super) fn rows(&self) -> u64 {
        self.pieces.iter().map(|piece| piece.rows).sum()
    }

    /// What changes with a piece, and with the columns of the table: one that came or went is in the text of every row.
    pub(super) fn stamp(&self, piece: &Piece) -> Stamp {
        let columns = (xxh3_64(self.sql.as_bytes()) >> 1) as i64;
        Stamp::of_version(piece.rows, i128::from(piece.version ^ columns))
    }

    /// The name of its directory.
    pub(super) fn directory(&self) -> String {
        file_name(&self.name)
    }
}

/// A database.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Known {
    version: u32,
    /// What names the database.
    identity: String,
    pub tables: Vec<KnownTable>,
}

impl Known {
    /// Of these tables.
    pub(super) fn new(identity: &str, tables: Vec<KnownTable>) -> Known {
        Known { version: VERSION, identity: identity.to_owned(), tables }
    }

    /// What was kept of a database below `index`.
    pub(super) fn read(index: &Path, identity: &str) -> Option<Known> {
        let path = directory(index).join(name(identity));
        let size = std::fs::metadata(&path).ok()?.len();
        let known: Known = serde_json::from_slice(&std::fs::read(path).ok().filter(|_| size <= MAX_BYTES)?).ok()?;
        (known.version == VERSION && known.identity == identity).then_some(known)
    }

    /// Keeps it. What cannot be kept is looked at again at the next start.
    pub(super) fn write(&self, index: &Path) {
        let directory = directory(index);
        if let (Ok(bytes), Ok(())) = (serde_json::to_vec(self), private_directory(&directory)) {
            drop(write_whole(&directory, &name(&self.identity), &bytes));
        }
    }

    /// Where texts of a database are kept.
    pub(super) fn texts(index: &Path, identity: &str) -> PathBuf {
        directory(index).join(format!("{:016x}-texts", xxh3_64(identity.as_bytes())))
    }

    /// Forgets what was kept.
    pub(super) fn remove(index: &Path, identity: &str) {
        drop(std::fs::remove_file(directory(index).join(name(identity))));
    }
}

fn directory(index: &Path) -> PathBuf {
    index.join("databases")
}

fn name(identity: &str) -> String {
    format!("{:016x}.json", xxh3_64(identity.as_bytes()))
}
