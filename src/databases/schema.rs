//! The schema of a database: tables, columns, what SQLite makes of values in them.

/// What SQLite makes of a value that is put into a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affinity {
    /// Numbers become text.
    Text,
    /// Text that reads as a number becomes one.
    Number,
    /// Values stay as they are.
    None,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnSchema {
    /// Its name.
    pub name: String,
    /// Its type as declared; may be empty.
    pub declared: String,
    /// Its place in the primary key, from 1; 0 if it is not in it.
    pub key: u32,
    /// Whether it must have a value.
    pub required: bool,
    /// What SQLite makes of values in it; `None` for a view, whose columns are expressions.
    pub affinity: Option<Affinity>,
}

/// A table or view.
#[derive(Clone, Debug, PartialEq)]
pub struct TableSchema {
    /// Its name.
    pub name: String,
    /// Its `CREATE` statement.
    pub sql: String,
    /// Its columns, from the left.
    pub columns: Vec<ColumnSchema>,
    /// Whether its rows have numbers of their own.
    pub has_rowid: bool,
}
