//! The seam: whatever answers for a database.

use super::problem::DatabaseProblem;
use super::question::{Count, KeyedRow, RowQuery, SqlAnswer};
use super::schema::TableSchema;
use crate::document::Cell;
use std::fmt::Debug;
use std::ops::ControlFlow;

/// A database that is open for reading.
pub(in crate::databases) trait Answering: Debug + Send + Sync {
    /// The tables and views that may be read.
    fn tables(&self) -> &[TableSchema];

    /// A name in its SQL.
    fn quoted(&self, name: &str) -> String;

    /// Calls `each` with the number and the cells of every row of a table that meets the condition, in the order of
    /// its key; more rows than those may come, never fewer.
    ///
    /// # Errors
    /// If the database cannot be read, or the answer takes too long.
    fn rows(
        &self,
        table: &TableSchema,
        query: &RowQuery,
        is_wanted: &dyn Fn() -> bool,
        each: &mut dyn FnMut(i64, Vec<Cell>) -> ControlFlow<()>,
    ) -> Result<(), DatabaseProblem>;

    /// Calls `each` with the key of every row of a table, in the order of the server, and what changes with the row.
    ///
    /// # Errors
    /// If the database cannot be read, or the answer takes too long.
    fn keys(
        &self,
        table: &TableSchema,
        query: &RowQuery,
        version: Option<usize>,
        each: &mut dyn FnMut(KeyedRow) -> ControlFlow<()>,
    ) -> Result<(), DatabaseProblem> {
        let _ = (table, query, version, each);
        Ok(())
    }

    /// The number of rows of a table; if it need not be exact, that of a large table may be an estimate.
    ///
    /// # Errors
    /// If the database cannot be read, or counting takes too long.
    fn count(&self, table: &TableSchema, is_exact: bool) -> Result<Count, DatabaseProblem>;

    /// The number of rows that are expected to meet a condition; `None` if nobody knows.
    ///
    /// # Errors
    /// If the database cannot be read.
    fn expected(&self, table: &TableSchema, query: &RowQuery) -> Result<Option<u64>, DatabaseProblem> {
        let _ = (table, query);
        Ok(None)
    }

    /// The answer of one statement that reads.
    ///
    /// # Errors
    /// If it does more than read, is wrong, or takes too long.
    fn sql(&self, sql: &str, is_wanted: &dyn Fn() -> bool) -> Result<SqlAnswer, DatabaseProblem>;
}
