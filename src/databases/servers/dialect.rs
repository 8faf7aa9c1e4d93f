//! What differs between servers in the SQL that docql writes.

use super::statement::Statement;
use super::statement_end::Lexis;
use crate::databases::model::{ColumnSchema, Order, TableSchema};
use crate::document::Cell;
use std::fmt::Debug;

/// The SQL of a kind of servers.
pub(super) trait Dialect: Debug + Send + Sync {
    /// A name.
    fn quoted(&self, name: &str) -> String;

    /// A table with its schema.
    fn table(&self, table: &TableSchema) -> String {
        format!("{}.{}", self.quoted(&table.schema), self.quoted(table.bare_name()))
    }

    /// The place of the value with this number, from 1.
    fn place(&self, number: usize) -> String;

    /// The place of a value that is compared with a column, in the order of the server.
    fn typed(&self, column: &ColumnSchema, place: &str) -> String;

    /// What is selected of a column: a whole number, a number, text, or how many bytes there are.
    fn selected(&self, column: &ColumnSchema) -> String;

    /// What rows are ordered by, where a column is a part of their key: texts by their code points.
    fn ordered(&self, column: &ColumnSchema) -> String;

    /// How it reads SQL.
    fn lexis(&self) -> Lexis;

    /// What changes with a row: a hash of all its columns.
    fn hash(&self, table: &TableSchema) -> String;

    /// A column, and a value that it is compared with by `sign`, where the server rules no row out that docql would
    /// keep; `None` where it might. Values are numbers and texts.
    fn compared(&self, column: &ColumnSchema, order: Order, value: &Cell) -> Option<Compared>;

    /// What stands before a statement to be told how many rows its answer is expected to have; `None` where that says
    /// nothing of conditions without an index.
    fn explained(&self) -> Option<&'static str> {
        None
    }

    /// Why a statement of a user is not asked: every role may ask it, and it does more than read. `None` if nothing
    /// speaks against it.
    fn refused(&self, sql: &str) -> Option<String>;

    /// The question to the server itself why a statement of a user is not to be asked, whose answer is one text or none;
    /// `None` where the statement tells it all.
    fn doubts(&self, sql: &str) -> Option<Statement> {
        let _ = sql;
        None
    }

    /// Two sides that are not equal; a null is not equal to anything else.
    fn distinct(&self, left: &str, right: &str) -> String;
}

/// A comparison that a server decides as docql does.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Compared {
    /// The column, as it is to be compared.
    pub column: String,
    /// What stands around the place of the value: the place is `{}`.
    pub around: &'static str,
    /// The order, which may let more through than was asked for.
    pub order: Order,
    /// The value.
    pub value: Cell,
    /// Conditions that let rows through whatever the value is; empty for none.
    pub besides: String,
}

impl Compared {
    /// `column` compared with `value`.
    pub(super) fn of(column: String, around: &'static str, order: Order, value: Cell) -> Compared {
        Compared { column, around, order, value, besides: String::new() }
    }
}
