//! Rows of tables, in documents and in databases: picked, searched, related.

mod asked;
mod conditions;
mod foreign_keys;
mod indexed;
mod search;
mod sql;
mod tables;
mod written;

pub(super) use foreign_keys::{referred, referring};
pub(super) use indexed::{counted, searched};
pub(super) use search::search;
pub(super) use sql::sql;
pub(super) use tables::{away, columns, named};
pub(in crate::docql) use tables::{database_name, is_database, no_database};
pub(super) use written::column_values;
pub(in crate::docql) use written::rows;
