//! Tables → a database in memory: what SQLite asks is what is written, its types are those of whole columns.

use super::WrittenTable;
use super::columns::{Read, read};
use super::keys::{Columns, key, references};
use crate::databases::model::DatabaseProblem;
use crate::databases::sqlite::open::{SqliteDatabase, said};
use crate::databases::sqlite::where_clause::quoted;
use crate::document::Cell;
use rusqlite::{Connection, params_from_iter};

/// Bytes of texts that are read into memory, at most.
const MAX_BYTES: usize = 96 << 20;

/// Columns of a table, as many as SQLite takes.
const MAX_COLUMNS: usize = 1_000;

/// The database of these tables.
///
/// # Errors
/// If they are too large.
pub(in crate::databases) fn database(tables: &[WrittenTable]) -> Result<SqliteDatabase, DatabaseProblem> {
    let bytes: usize = tables.iter().flat_map(|table| &table.rows).flatten().map(String::len).sum();
    if bytes > MAX_BYTES || tables.iter().any(|table| table.columns.len() > MAX_COLUMNS) {
        return Err(DatabaseProblem::TooLarge);
    }
    let columns: Vec<Vec<Read>> = tables.iter().map(columns).collect();
    let described: Vec<Columns<'_>> = tables
        .iter()
        .zip(&columns)
        .map(|(table, columns)| Columns {
            name: &table.name,
            names: &table.columns,
            values: columns.iter().map(|column| column.values.as_slice()).collect(),
        })
        .collect();
    let keys: Vec<Option<usize>> = described.iter().map(key).collect();
    let references = references(&described, &keys);
    let mut connection = Connection::open_in_memory().map_err(said)?;
    connection.pragma_update(None, "foreign_keys", false).map_err(said)?;
    let transaction = connection.transaction().map_err(said)?;
    for (at, table) in tables.iter().enumerate() {
        let refers = |column: usize| {
            let (.., other) = references.iter().find(|(from, own, _)| (*from, *own) == (at, column))?;
            Some((tables[*other].name.as_str(), tables[*other].columns[keys[*other]?].as_str()))
        };
        transaction.execute_batch(&create(table, &columns[at], keys[at], refers)).map_err(said)?;
        fill(&transaction, table, &columns[at]).map_err(said)?;
    }
    transaction.commit().map_err(said)?;
    let bytes = connection.serialize("main").map_err(said)?.to_vec();
    let mut database = SqliteDatabase::of_bytes(bytes)?;
    for (table, columns) in database.tables.iter_mut().zip(&columns) {
        for (column, read) in table.columns.iter_mut().zip(columns) {
            column.doubt.clone_from(&read.doubt);
        }
    }
    Ok(database)
}

fn columns(table: &WrittenTable) -> Vec<Read> {
    let texts = |at: usize| {
        let texts: Vec<&str> = table.rows.iter().map(|row| row.get(at).map_or("", String::as_str)).collect();
        read(&texts)
    };
    (0..table.columns.len()).map(texts).collect()
}

/// The statement that makes a table.
fn create<'t>(
    table: &WrittenTable,
    columns: &[Read],
    key: Option<usize>,
    refers: impl Fn(usize) -> Option<(&'t str, &'t str)>,
) -> String {
    let mut parts = Vec::new();
    for (at, (name, column)) in table.columns.iter().zip(columns).enumerate() {
        let mut part = format!("{} {}", quoted(name), column.declared);
        if key == Some(at) {
            part.push_str(" PRIMARY KEY");
        }
        if !column.values.is_empty() && !column.values.contains(&Cell::Null) {
            part.push_str(" NOT NULL");
        }
        if let Some((other, key)) = refers(at) {
            part.push_str(&format!(" REFERENCES {}({})", quoted(other), quoted(key)));
        }
        parts.push(part);
    }
    format!("CREATE TABLE {} ({})", quoted(&table.name), parts.join(", "))
}

/// Puts the rows in.
fn fill(connection: &Connection, table: &WrittenTable, columns: &[Read]) -> rusqlite::Result<()> {
    let places = vec!["?"; columns.len()].join(", ");
    let mut insert = connection.prepare(&format!("INSERT INTO {} VALUES ({places})", quoted(&table.name)))?;
    for row in 0..table.rows.len() {
        insert.execute(params_from_iter(columns.iter().map(|column| &column.values[row])))?;
    }
    Ok(())
}
