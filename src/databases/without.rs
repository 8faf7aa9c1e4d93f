//! In the place of what needs SQLite, in a program that was built without `sqlite`.

use super::article::Article;
use super::condition::Condition;
use super::problem::DatabaseProblem;
use super::schema::TableSchema;
use crate::document::Cell;
use std::ops::ControlFlow;
use std::path::Path;

/// A question for rows of a table.
#[derive(Clone, Debug, Default)]
pub struct RowQuery {
    /// A condition that the rows meet.
    pub condition: Option<Condition>,
    /// Rows that are left out at the beginning.
    pub offset: u64,
    /// Rows, at most.
    pub limit: Option<u64>,
}

/// The answer of a statement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SqlAnswer {
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<Cell>>,
    /// Whether there are more.
    pub is_cut: bool,
}

/// A database that cannot be opened.
#[derive(Debug)]
pub enum Database {}

impl Database {
    /// Opens nothing.
    ///
    /// # Errors
    /// Always.
    pub fn open(_: &Path) -> Result<Database, DatabaseProblem> {
        Err(DatabaseProblem::NotBuilt)
    }

    /// Opens nothing.
    ///
    /// # Errors
    /// Always.
    pub fn of_bytes(_: Vec<u8>) -> Result<Database, DatabaseProblem> {
        Err(DatabaseProblem::NotBuilt)
    }

    /// None.
    pub fn tables(&self) -> &[TableSchema] {
        match *self {}
    }

    /// None.
    pub fn table(&self, _: &str) -> Option<&TableSchema> {
        match *self {}
    }

    /// None.
    ///
    /// # Errors
    /// Always.
    pub fn rows(
        &self,
        _: &TableSchema,
        _: &RowQuery,
        _: &dyn Fn() -> bool,
        _: &mut dyn FnMut(i64, Vec<Cell>) -> ControlFlow<()>,
    ) -> Result<(), DatabaseProblem> {
        match *self {}
    }

    /// None.
    ///
    /// # Errors
    /// Always.
    pub fn articles(
        &self,
        _: &TableSchema,
        _: &mut dyn FnMut(Article) -> ControlFlow<()>,
    ) -> Result<(), DatabaseProblem> {
        match *self {}
    }

    /// None.
    ///
    /// # Errors
    /// Always.
    pub fn count(&self, _: &TableSchema) -> Result<u64, DatabaseProblem> {
        match *self {}
    }

    /// None.
    ///
    /// # Errors
    /// Always.
    pub fn sql(&self, _: &str, _: &dyn Fn() -> bool) -> Result<SqlAnswer, DatabaseProblem> {
        match *self {}
    }
}
