//! Foreign keys as relations: the rows that a row refers to, and those that refer to it.

use super::asked::Asking;
use super::tables::{column_rows, database, sheets};
use crate::databases::{Condition, Database, Order, RowQuery, TableSchema};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::rows::row::{Row, Sheet};
use crate::document::{Cell, compare_decimals};
use crate::library::FileId;
use crate::stdx::Stale;
use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Rows that refer to one row, at most.
const MAX_ROWS: usize = 100_000;

/// Columns of a table with the columns of another one that they refer to, by their places.
struct ForeignKey<'t> {
    table: &'t TableSchema,
    columns: Vec<(usize, usize)>,
}

/// The foreign keys of a table. Columns that refer to different columns of one table are one key, several that refer to
/// the same column are several.
fn foreign_keys<'t>(database: &'t Database, table: &TableSchema) -> Vec<ForeignKey<'t>> {
    let mut keys: Vec<ForeignKey<'t>> = Vec::new();
    for (at, column) in table.columns.iter().enumerate() {
        if column.references.is_empty() {
            continue;
        }
        let (name, referred) = column.references.rsplit_once('.').unwrap_or((&column.references, ""));
        let Some(other) = referred_table(database, name) else { continue };
        // SQLite may leave out which column is meant: the key.
        let place = other.columns.iter().position(|column| column.name.eq_ignore_ascii_case(referred));
        let Some(place) = place.or_else(|| other.key().first().copied().filter(|_| referred.is_empty())) else {
            continue;
        };
        let is_part = |key: &&mut ForeignKey<'_>| {
            key.table.name == other.name && key.columns.iter().all(|(_, taken)| *taken != place)
        };
        match keys.iter_mut().find(is_part) {
            Some(key) => key.columns.push((at, place)),
            None => keys.push(ForeignKey { table: other, columns: vec![(at, place)] }),
        }
    }
    keys
}

/// The table of this name, else one of this name in any schema.
fn referred_table<'t>(database: &'t Database, name: &str) -> Option<&'t TableSchema> {
    let whole = database.tables().iter().find(|table| table.name.eq_ignore_ascii_case(name));
    whole.or_else(|| database.tables().iter().find(|table| table.bare_name().eq_ignore_ascii_case(name)))
}

/// That columns have the values that a row has in others; `None` if one of those has none.
fn equal(row: &Row, pairs: impl Iterator<Item = (usize, usize)>) -> Option<Condition> {
    let one = |(of_row, other): (usize, usize)| match row.cell(of_row)? {
        Cell::Null | Cell::Bytes(_) => None,
        cell => Some(Condition::Compare(other, Order::Equal, cell.clone())),
    };
    pairs.map(one).collect::<Option<Vec<_>>>().map(Condition::And)
}

/// The sheet of a table of a database.
fn sheet_of(file: FileId, table: &TableSchema, context: Context<'_>) -> Option<Arc<Sheet>> {
    let outline = context.library.outline(file)?;
    let node = (0..outline.len()).filter(|&node| outline.name(node) == table.name);
    let sheet = Arc::new(sheets(file, node, context).pop()?);
    if let Some(seen) = context.seen {
        seen.add(&sheet);
    }
    Some(sheet)
}

fn rows(file: FileId, table: &TableSchema, condition: Condition, context: Context<'_>) -> Result<List, Stale> {
    let mut out = List::new();
    let Some(sheet) = sheet_of(file, table, context) else { return Ok(out) };
    let Some(asking) = Asking::open(&sheet, context)? else { return Ok(out) };
    // A server may let more through: what is compared is compared again.
    let Condition::And(parts) = &condition else { return Ok(out) };
    let holds = |row: &Row| {
        parts.iter().all(|part| match part {
            Condition::Compare(at, _, cell) => row.cell(*at).is_some_and(|other| is_same(other, cell)),
            _ => true,
        })
    };
    let query = RowQuery { condition: Some(condition.clone()), ..RowQuery::default() };
    asking.each(&query, None, &mut |found| {
        if matches!(&found.item, Item::Row(row) if holds(row)) {
            out.push(found);
        }
        if out.len() >= MAX_ROWS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(out)
}

/// Whether two cells are the same value: numbers by value, also where one is written as text.
fn is_same(a: &Cell, b: &Cell) -> bool {
    let number = |cell: &Cell| match cell {
        Cell::Integer(number) => Some(*number as f64),
        Cell::Real(number) => Some(*number),
        Cell::Text(text) | Cell::Decimal(text) => text.trim().parse::<f64>().ok(),
        Cell::Null | Cell::Bytes(_) => None,
    };
    match (a, b) {
        (Cell::Text(a), Cell::Text(b)) => a == b,
        (Cell::Integer(a), Cell::Integer(b)) => a == b,
        (Cell::Decimal(a), Cell::Decimal(b)) => compare_decimals(a, b) == Some(Ordering::Equal),
        (Cell::Decimal(decimal), Cell::Integer(number)) | (Cell::Integer(number), Cell::Decimal(decimal)) => {
            compare_decimals(decimal, &number.to_string()) == Some(Ordering::Equal)
        }
        _ => number(a).is_some_and(|a| number(b) == Some(a)),
    }
}

/// Whether a row is one of a table, and not what is told of its columns.
fn is_of(row: &Row, table: &TableSchema) -> bool {
    row.sheet.columns.iter().eq(table.columns.iter().map(|column| &column.name))
}

/// The rows that a row of a database refers to; `None` if it is none, or refers to nothing.
pub(in crate::docql::eval) fn referred(found: &Found, context: Context<'_>) -> Result<Option<List>, Stale> {
    let Item::Row(row) = &found.item else { return Ok(None) };
    let Some(file) = row.sheet.file.filter(|_| row.sheet.is_asked()) else { return Ok(None) };
    let Some(database) = database(file, context) else { return Ok(None) };
    let Some(table) = database.table(&row.sheet.title).filter(|table| is_of(row, table)) else { return Ok(None) };
    let mut out = List::new();
    for key in foreign_keys(&database, table) {
        if let Some(condition) = equal(row, key.columns.iter().copied()) {
            out.extend(rows(file, key.table, condition, context)?);
        }
    }
    Ok((!out.is_empty()).then_some(out))
}

/// What refers to rows and tables of databases: the rows that do, and for a table the columns. `None` if the list holds
/// something else.
pub(in crate::docql::eval) fn referring(list: &[Found], context: Context<'_>) -> Result<Option<List>, Stale> {
    let mut out = List::new();
    for found in list {
        context.check()?;
        let file = match &found.item {
            Item::Row(row) => row.sheet.file.filter(|_| row.sheet.is_asked()),
            Item::Node(node) => Some(node.file).filter(|file| super::is_database(context.library, *file)),
            _ => None,
        };
        let Some(file) = file else { return Ok(None) };
        let Some(database) = database(file, context) else { continue };
        let name = match &found.item {
            Item::Row(row) => row.sheet.title.clone(),
            Item::Node(node) => context.library.outline(file).map_or("", |outline| outline.name(node.node)).to_owned(),
            _ => String::new(),
        };
        let table = database.table(&name);
        let is_other = |row: &Row| table.is_none_or(|table| !is_of(row, table));
        if matches!(&found.item, Item::Row(row) if is_other(row)) {
            return Ok(None);
        }
        for other in database.tables() {
            for key in foreign_keys(&database, other).iter().filter(|key| key.table.name == name) {
                if let Item::Row(row) = &found.item {
                    let pairs = key.columns.iter().map(|(own, place)| (*place, *own));
                    if let Some(condition) = equal(row, pairs) {
                        out.extend(rows(file, other, condition, context)?);
                    }
                } else if let Some(sheet) = sheet_of(file, other, context) {
                    let is_in = |at: usize| key.columns.iter().any(|(own, _)| *own == at);
                    out.extend(column_rows((file, sheet.node, sheet.line), other, context, is_in));
                }
            }
        }
    }
    Ok(Some(out))
}
