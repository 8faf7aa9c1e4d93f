//! Rows of tables, in documents and in databases: picked, searched, related.
//!
//! - `as_database`: the tables of files as one database, so that they answer SQL like any other.
//! - `asked`: rows of databases: asked of them when a query wants them, along with the conditions that they decide
//!   alike.
//! - `conditions`: conditions of filters as far as a database can be asked them.
//! - `foreign_keys`: foreign keys as relations: the rows that a row refers to, and those that refer to it.
//! - `indexed`: questions that need not have all rows of a table: how many there are, and which of very many hold
//!   words.
//! - `search`: `.search("words")` over rows: only the rows that were selected, misspelt words too, best first.
//! - `sql`: `.sql("SELECT …")`: the answer of a database, as rows.
//! - `sql_names`: what SQL names that a database does not have: the names that are nearest, or those that there are.
//! - `tables`: databases and their tables: by name, as sheets, their columns.
//! - `written`: rows of tables: those of the tables in what is given, picked while they are made.

mod as_database;
mod asked;
mod conditions;
mod foreign_keys;
mod indexed;
mod search;
mod sql;
mod sql_names;
mod tables;
mod written;

pub use as_database::{FileTables, holds_tables, tables_as_database};
pub(super) use foreign_keys::{referred, referring};
pub(super) use indexed::{counted, searched};
pub(super) use search::search;
pub(super) use sql::sql;
pub(super) use tables::{away, columns, named};
pub(in crate::docql) use tables::{database_name, is_database, no_database};
pub(super) use written::column_values;
pub(in crate::docql) use written::rows;
