//! References of a database that declares none, as its names say and its values bear out: `book` of a table of links, where
//! there are `books`.

use crate::databases::{ColumnSchema, Database, TableSchema};
use crate::document::Cell;
use crate::library::fold_words;
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// Columns that are looked at, at most, and the time for that.
const MAX_COLUMNS: usize = 60;
const TIME: Duration = Duration::from_millis(300);

/// The tables of a database, with the references that it does not declare. One that declares any is believed.
pub(super) fn with_references(database: &Database) -> Cow<'_, [TableSchema]> {
    let tables = database.tables();
    let declares = tables.iter().flat_map(|table| &table.columns).any(|column| !column.references.is_empty());
    let is_on_server = tables.iter().any(|table| !table.schema.is_empty());
    if declares || is_on_server {
        return Cow::Borrowed(tables);
    }
    let until = Instant::now() + TIME;
    let mut all = tables.to_vec();
    let mut looked = 0;
    for at in 0..all.len() {
        for own in 0..all[at].columns.len() {
            let Some(to) = meant(tables, at, &all[at].columns[own]) else { continue };
            looked += 1;
            if looked > MAX_COLUMNS || Instant::now() > until {
                return Cow::Owned(all);
            }
            let (other, key) = (&tables[to.0], &tables[to.0].columns[to.1]);
            if are_borne_out(database, (&tables[at], &tables[at].columns[own]), (other, key), until) {
                all[at].columns[own].references = format!("{}.{}", other.name, key.name);
            }
        }
    }
    Cow::Owned(all)
}

/// The table that a column means by its name, and the column that is its key.
fn meant(tables: &[TableSchema], at: usize, column: &ColumnSchema) -> Option<(usize, usize)> {
    let is_number = column.declared.to_ascii_uppercase().contains("INT");
    if !is_number || tables[at].is_computed || tables[at].key() == [place(&tables[at], column)?] {
        return None;
    }
    let words = fold_words(&column.name);
    let name = match words.as_slice() {
        [only] => only,
        [first, last] if last == "id" => first,
        [first, last] if first == "id" => last,
        _ => return None,
    };
    let is_of = |table: &TableSchema| {
        let lower = table.name.to_lowercase();
        let ends = ["", "s", "es"].map(|end| format!("{name}{end}"));
        ends.contains(&lower) || name.strip_suffix('y').is_some_and(|stem| lower == format!("{stem}ies"))
    };
    let mut found = tables.iter().enumerate().filter(|(other, table)| *other != at && is_of(table));
    let (other, table) = found.next()?;
    let key = table.key();
    (found.next().is_none() && key.len() == 1 && !table.is_computed).then(|| (other, key[0]))
}

fn place(table: &TableSchema, column: &ColumnSchema) -> Option<usize> {
    table.columns.iter().position(|own| own.name == column.name)
}

/// Whether all values of a column are keys of the other table, and there are any.
fn are_borne_out(
    database: &Database,
    (table, column): (&TableSchema, &ColumnSchema),
    (other, key): (&TableSchema, &ColumnSchema),
    until: Instant,
) -> bool {
    let (own, from) = (database.quoted(&column.name), database.quoted_table(table));
    let (key, to) = (database.quoted(&key.name), database.quoted_table(other));
    let sql = format!(
        "SELECT count({own}), sum(CASE WHEN {own} IN (SELECT {key} FROM {to}) THEN 1 ELSE 0 END) FROM {from} WHERE {own} IS NOT NULL"
    );
    let rows = database.sql(&sql, &|| Instant::now() < until).map(|answer| answer.rows).unwrap_or_default();
    matches!(rows.first().map(Vec::as_slice), Some([Cell::Integer(all), Cell::Integer(held)]) if *all > 0 && all == held)
}
