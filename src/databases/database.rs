//! A database, wherever it is: one seam over SQLite and servers.

use super::model::{Answering, Count, DatabaseProblem, KeyedRow, RowQuery, SqlAnswer, TableSchema};
use super::servers::{self, ServerOptions};
use super::written::WrittenTable;
use crate::document::Cell;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// A database that is open for reading.
#[derive(Clone, Debug)]
pub struct Database(Arc<dyn Answering>);

impl Database {
    /// Opens the SQLite database at `path`.
    ///
    /// # Errors
    /// If it is none, is damaged, or cannot be read without a trace.
    #[cfg(feature = "sqlite")]
    pub fn open(path: &Path) -> Result<Database, DatabaseProblem> {
        super::sqlite::open::SqliteDatabase::open(path).map(|database| Database(Arc::new(database)))
    }

    /// Opens nothing.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "sqlite"))]
    pub fn open(_: &Path) -> Result<Database, DatabaseProblem> {
        Err(DatabaseProblem::NotBuilt("sqlite"))
    }

    /// Opens a SQLite database whose bytes are here: of a packed file, of a commit.
    ///
    /// # Errors
    /// If they are none, or damaged.
    #[cfg(feature = "sqlite")]
    pub fn of_bytes(bytes: Vec<u8>) -> Result<Database, DatabaseProblem> {
        super::sqlite::open::SqliteDatabase::of_bytes(bytes).map(|database| Database(Arc::new(database)))
    }

    /// Opens nothing.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "sqlite"))]
    pub fn of_bytes(_: Vec<u8>) -> Result<Database, DatabaseProblem> {
        Err(DatabaseProblem::NotBuilt("sqlite"))
    }

    /// The database that tables of documents are: each with its name, keys and references where all values bear them out.
    ///
    /// # Errors
    /// If they are too large.
    #[cfg(feature = "sqlite")]
    pub fn of_tables(tables: &[WrittenTable]) -> Result<Database, DatabaseProblem> {
        super::written::database(tables).map(|database| Database(Arc::new(database)))
    }

    /// Makes nothing.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "sqlite"))]
    pub fn of_tables(_: &[WrittenTable]) -> Result<Database, DatabaseProblem> {
        Err(DatabaseProblem::NotBuilt("sqlite"))
    }

    /// Connects to a server, and looks at what its role may do.
    ///
    /// # Errors
    /// If it cannot be reached, lets nobody in, or its role can do more than read.
    pub fn connect(options: &ServerOptions) -> Result<Database, DatabaseProblem> {
        servers::connect(options).map(Database)
    }

    /// The tables and views.
    pub fn tables(&self) -> &[TableSchema] {
        self.0.tables()
    }

    /// The table with this name.
    pub fn table(&self, name: &str) -> Option<&TableSchema> {
        self.tables().iter().find(|table| table.name == name)
    }

    /// A name in the SQL of this database.
    pub fn quoted(&self, name: &str) -> String {
        self.0.quoted(name)
    }

    /// A table in the SQL of this database.
    pub fn quoted_table(&self, table: &TableSchema) -> String {
        match table.bare_name() {
            bare if bare == table.name => self.quoted(bare),
            bare => format!("{}.{}", self.quoted(&table.schema), self.quoted(bare)),
        }
    }

    /// Calls `each` with the number and the cells of every row of a table that meets the condition, in the order of
    /// the table. A row's number is its key where that is a number, else what stands for its key, else its place.
    ///
    /// # Errors
    /// If the database cannot be read, or the answer takes too long.
    pub fn rows(
        &self,
        table: &TableSchema,
        query: &RowQuery,
        is_wanted: &dyn Fn() -> bool,
        each: &mut dyn FnMut(i64, Vec<Cell>) -> ControlFlow<()>,
    ) -> Result<(), DatabaseProblem> {
        self.0.rows(table, query, is_wanted, each)
    }

    /// Calls `each` with the key of every row of a table, in the order of the server, and what changes with the row:
    /// its column `version`, or a hash of all of it. Servers only.
    ///
    /// # Errors
    /// If the server cannot be read, or the answer takes too long.
    pub fn keys(
        &self,
        table: &TableSchema,
        query: &RowQuery,
        version: Option<usize>,
        each: &mut dyn FnMut(KeyedRow) -> ControlFlow<()>,
    ) -> Result<(), DatabaseProblem> {
        self.0.keys(table, query, version, each)
    }

    /// The number of rows of a table; if it need not be exact, that of a large table may be an estimate.
    ///
    /// # Errors
    /// If the database cannot be read, or counting takes too long.
    pub fn count(&self, table: &TableSchema, is_exact: bool) -> Result<Count, DatabaseProblem> {
        self.0.count(table, is_exact)
    }

    /// The number of rows that are expected to meet a condition, which may be far from what it is; `None` if nobody
    /// knows.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn expected(&self, table: &TableSchema, query: &RowQuery) -> Result<Option<u64>, DatabaseProblem> {
        self.0.expected(table, query)
    }

    /// The answer of one statement that reads.
    ///
    /// # Errors
    /// If it does more than read, is wrong, or takes too long.
    pub fn sql(&self, sql: &str, is_wanted: &dyn Fn() -> bool) -> Result<SqlAnswer, DatabaseProblem> {
        self.0.sql(sql, is_wanted)
    }
}
