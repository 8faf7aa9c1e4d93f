//! A statement with its values, and questions as such.

use super::conditions;
use super::dialect::Dialect;
use crate::databases::model::{ColumnSchema, RowQuery, TableSchema};
use crate::document::Cell;

/// A statement with a value for each of its places.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Statement {
    pub sql: String,
    pub values: Vec<Cell>,
}

impl Statement {
    /// Adds a value; its place as SQL.
    pub(super) fn place(&mut self, dialect: &dyn Dialect, value: Cell) -> String {
        self.values.push(value);
        dialect.place(self.values.len())
    }
}

/// How texts of a key are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowOrder {
    /// As the server orders them, which its indexes are made for.
    Server,
    /// By their code points, as in every other database.
    CodePoints,
}

/// The rows of a table: `what`, in the order of its key.
pub(super) fn select(
    dialect: &dyn Dialect,
    table: &TableSchema,
    query: &RowQuery,
    what: &str,
    order: RowOrder,
) -> Statement {
    let mut statement = Statement::default();
    let mut conditions = Vec::new();
    if let Some(condition) = &query.condition {
        conditions.extend(conditions::sql(dialect, table, condition, &mut statement));
    }
    let key: Vec<&ColumnSchema> = table.key().into_iter().map(|at| &table.columns[at]).collect();
    for (bound, sign) in [(&query.between.0, ">="), (&query.between.1, "<")] {
        if let Some(bound) = bound.as_ref().filter(|bound| bound.len() == key.len()) {
            conditions.push(beyond(dialect, &key, bound, sign, &mut statement));
        }
    }
    if let Some((column, least, is_in)) = &query.since {
        let column = &table.columns[*column];
        let place = statement.place(dialect, least.clone());
        let sign = if *is_in { ">=" } else { ">" };
        conditions.push(format!("{} {sign} {}", dialect.quoted(&column.name), dialect.typed(column, &place)));
    }
    statement.sql = format!("SELECT {what} FROM {}", dialect.table(table));
    if !conditions.is_empty() {
        statement.sql.push_str(" WHERE ");
        statement.sql.push_str(&conditions.join(" AND "));
    }
    // Rows that are only counted are in no order: the server finds the first of them as it likes.
    let is_counted = query.columns.as_ref().is_some_and(Vec::is_empty);
    if !key.is_empty() && !is_counted && !query.in_any_order {
        let ordered = |column: &&ColumnSchema| match order {
            RowOrder::CodePoints => dialect.ordered(column),
            RowOrder::Server => dialect.quoted(&column.name),
        };
        let names: Vec<String> = key.iter().map(ordered).collect();
        statement.sql.push_str(" ORDER BY ");
        statement.sql.push_str(&names.join(", "));
    }
    if query.limit.is_some() || query.offset > 0 {
        let limit = query.limit.map_or(i64::MAX, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
        let offset = i64::try_from(query.offset).unwrap_or(i64::MAX);
        statement.sql.push_str(&format!(" LIMIT {limit} OFFSET {offset}"));
    }
    statement
}

/// Keys from `bound` on, or before it. Written out for keys of several columns: not every server uses an index for a
/// comparison of rows.
fn beyond(
    dialect: &dyn Dialect,
    key: &[&ColumnSchema],
    bound: &[Cell],
    sign: &str,
    statement: &mut Statement,
) -> String {
    let mut any = Vec::new();
    for last in 0..key.len() {
        let mut all = Vec::new();
        for (at, (column, value)) in key.iter().zip(bound).enumerate().take(last + 1) {
            let sign = match () {
                () if at < last => "=",
                () if last + 1 < key.len() => sign.trim_end_matches('='),
                () => sign,
            };
            let place = statement.place(dialect, value.clone());
            all.push(format!("{} {sign} {}", dialect.quoted(&column.name), dialect.typed(column, &place)));
        }
        any.push(format!("({})", all.join(" AND ")));
    }
    format!("({})", any.join(" OR "))
}
