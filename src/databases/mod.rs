//! Databases in files: SQLite, opened for reading only, whatever is in them and whatever is asked of them.
//!
//! A database is a document like any other – its text is its `CREATE` statements, a table node each – but its rows are
//! never made nodes: they are asked of the file when a query wants them, as lines are by `grep`. That is why this room
//! stands below the library: a [`Database`] is handed out by the library's loader, which knows where the bytes of a
//! file are, and the evaluation of queries asks it for rows.
//!
//! **Invariants.** Nothing is written beside the file, or to it. Every connection that leaves `open` has its guard: an
//! authorizer that lets reads of tables and listed functions through, no trust in the schema, limits of memory, length
//! and time. A condition is left to SQLite only where SQLite decides no row out that docql would keep; whoever asks
//! decides every row again.
//!
//! - `problem`: what can go wrong, in sentences.
//! - `schema`: tables, columns, and what SQLite makes of values in them.
//! - `article`: a row with long text as a document.
//! - `condition`: conditions on rows.
//! - `where_clause`: conditions as SQL.
//! - `guard`: what a connection may do.
//! - `copy`: a private copy of a database whose newest changes lie in a file beside it.
//! - `open`: a file → a guarded connection.
//! - `rows`: rows and the answers of SQL.
//! - `articles`: which tables hold documents, and their rows as such.
//! - `without`: in the place of the last six, in a program that was built without `sqlite`.

mod article;
mod condition;
mod problem;
mod schema;

#[cfg(feature = "sqlite")]
mod articles;
#[cfg(feature = "sqlite")]
mod copy;
#[cfg(feature = "sqlite")]
mod guard;
#[cfg(feature = "sqlite")]
mod open;
#[cfg(feature = "sqlite")]
mod rows;
#[cfg(feature = "sqlite")]
mod where_clause;
#[cfg(not(feature = "sqlite"))]
mod without;

pub use article::Article;
pub use condition::{Condition, Order};
pub use problem::DatabaseProblem;
pub use schema::{Affinity, ColumnSchema, TableSchema};

#[cfg(feature = "sqlite")]
pub use open::Database;
#[cfg(feature = "sqlite")]
pub use rows::{RowQuery, SqlAnswer};
#[cfg(not(feature = "sqlite"))]
pub use without::{Database, RowQuery, SqlAnswer};

/// How a file of SQLite begins.
pub const MAGIC: &[u8; 16] = b"SQLite format 3\0";
