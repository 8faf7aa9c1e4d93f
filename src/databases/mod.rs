//! Databases, for reading only, whatever is in them and whatever is asked of them: SQLite in files, and servers that a
//! user has configured.
//!
//! A database is a document like any other – its text is its `CREATE` statements, a table node each – but its rows are
//! never made nodes: they are asked of the database when a query wants them, as lines are by `grep`. That is why this
//! room stands below the library: a [`Database`] is handed out by the library's loader, which knows where it is, and
//! the evaluation of queries asks it for rows.
//!
//! **Invariants.** Nothing is written to a database, or beside its file. Every connection to SQLite has its guard: an
//! authorizer that lets reads of tables and listed functions through, no trust in the schema, limits of memory, length
//! and time. Every question to a server is one statement in a read-only transaction that is rolled back, asked by a
//! role that cannot do more than read; one that nobody waits for is cancelled there. A condition is left to a database
//! only where it rules no row out that docql would keep; whoever asks decides every row again.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `model`: what databases are asked, and what they answer; the seam.
//! - `sqlite`: a file → a guarded connection → rows.
//! - `servers`: an address → sessions → rows; a dialect for each kind of server.
//! - `written`: tables of documents as a database: what the texts of their columns are.
//! - `database`: a database, wherever it is.
//! - `holding`: which tables hold words in the texts of their rows.
//! - `articles`: which tables hold documents, and their rows as such.

mod articles;
mod database;
mod holding;
mod model;
mod servers;
#[cfg(feature = "sqlite")]
mod sqlite;
mod written;

pub use articles::ArticleColumns;
pub use database::Database;
pub use holding::{Holding, Holdings};
pub use model::{
    Affinity, Article, ColumnSchema, Condition, Count, DatabaseProblem, KeyedRow, Order, RowQuery, SqlAnswer,
    TableSchema, ValueClass, file_name, piece_name, row_number_of,
};
pub use servers::{Password, ServerKind, ServerOptions};
pub use written::{MONTH_NAMES, WrittenTable, month};

/// How a file of SQLite begins.
pub const MAGIC: &[u8; 16] = b"SQLite format 3\0";
