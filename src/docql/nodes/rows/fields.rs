//! The values of fields of tables: titles, cells, counts.

use crate::databases::DatabaseProblem;
use crate::docql::catalog::Field;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::value::Value;
use crate::document::Kind;
use crate::library::{Library, NodeRef};
use crate::stdx::grouped;
use std::borrow::Cow;

/// A field of a table of a database: its cells are not listed, there may be any number of them.
fn database_table_value<'l>(library: &'l Library, node: NodeRef, field: Field) -> Result<Value<'l>, DatabaseProblem> {
    let Some(outline) = library.outline(node.file) else { return Ok(Value::Nothing) };
    let database = library.database(node.file)?;
    let Some(table) = database.table(outline.name(node.node)) else { return Ok(Value::Nothing) };
    Ok(match field {
        Field::Comment if table.comment.is_empty() => Value::Nothing,
        Field::Comment => Value::Text(table.comment.clone().into()),
        Field::Headers | Field::Columns => {
            Value::List(table.columns.iter().map(|column| column.name.clone()).collect())
        }
        Field::ColumnCount => Value::number(table.columns.len() as u64),
        // What the rows of a document's table are as a list is a number here.
        Field::RowCount | Field::Rows => database.count(table, false).map(|count| Value::number(count.rows))?,
        Field::Counted => database
            .count(table, false)
            .map(|count| Value::Word(Cow::Borrowed(if count.is_estimate { "estimate" } else { "exact" })))?,
        _ => Value::Nothing,
    })
}

/// The value of a field that a database is asked for, of one of its tables; what keeps it from answering is told. `None`
/// for other fields and what is no such table.
pub(in crate::docql) fn asked<'l>(node: NodeRef, field: Field, context: Context<'l>) -> Option<Value<'l>> {
    let library = context.library;
    let is_asked = matches!(field, Field::RowCount | Field::Rows | Field::Counted)
        && library.file(node.file).is_database()
        && library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Table);
    is_asked.then(|| {
        database_table_value(library, node, field).unwrap_or_else(|problem| {
            if let (Some(seen), Some(outline)) = (context.seen, library.outline(node.file)) {
                let (path, table) = (&library.file(node.file).path, outline.name(node.node));
                seen.failed(format!("{path}, table {table}: {problem}"));
            }
            Value::Nothing
        })
    })
}

/// What a table of a database is, in a line: its columns, and how many rows a server believes it to have.
pub(in crate::docql) fn told(library: &Library, node: NodeRef) -> Option<String> {
    let database = library.database(node.file).ok()?;
    let table = database.table(library.outline(node.file)?.name(node.node))?;
    let columns: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let rows = table.estimate.map(|rows| format!(" · about {} rows", grouped(rows as usize)));
    Some(format!("{}{}", columns.join(", "), rows.unwrap_or_default()))
}

/// Rows that `@.rows` and `@.columns` list, at most: `.rows[…]` reads all.
const MAX_LISTED_ROWS: usize = 10_000;

/// The value of a field of a table.
pub(in crate::docql) fn value<'l>(library: &'l Library, node: NodeRef, field: Field) -> Value<'l> {
    if library.file(node.file).is_database() {
        return database_table_value(library, node, field).unwrap_or(Value::Nothing);
    }
    let Ok(document) = library.document(node.file) else { return Value::Nothing };
    let Some(table) = document.table(node.node) else { return Value::Nothing };
    let width = table.columns(&document.text).len();
    let rows: Vec<Vec<Cow<'_, str>>> = match field {
        Field::Rows | Field::Columns => {
            (0..table.row_count().min(MAX_LISTED_ROWS)).map(|at| table.cells(&document.text, at).collect()).collect()
        }
        _ => Vec::new(),
    };
    match field {
        Field::Comment => Value::Nothing,
        Field::Headers => Value::List(table.headers.clone()),
        Field::RowCount => Value::number(table.row_count() as u64),
        Field::Counted => Value::Word(Cow::Borrowed("exact")),
        Field::ColumnCount => Value::number(width as u64),
        Field::Rows => Value::Json(Cow::Owned(serde_json::json!(rows))),
        _ => {
            let column = |index: usize| {
                rows.iter()
                    .map(|row| row.get(index).map(|cell| cell.to_string()).unwrap_or_default())
                    .collect::<Vec<_>>()
            };
            Value::Json(Cow::Owned((0..width).map(column).collect::<Vec<_>>().into()))
        }
    }
}
