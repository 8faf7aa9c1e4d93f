//! Looks at a table: which pieces it has, and which of them have changed. A table with a column that an index knows and
//! that changes with every row is asked for what is newer, others are read whole: that takes at most a fifth of the time.

use super::known::{KeyPart, KnownTable, Piece};
use super::pieces::{Cutter, is_less, newest, rows_of_piece};
use crate::databases::{ColumnSchema, Database, DatabaseProblem, RowQuery, TableSchema, ValueClass};
use crate::document::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Columns that change with every row, the best first.
const VERSIONS: [&str; 12] = [
    "updated_at",
    "modified_at",
    "last_modified",
    "updated",
    "modified",
    "changed_at",
    "changed",
    "updated_on",
    "modified_on",
    "update_time",
    "row_version",
    "version",
];

/// Rows that are newer, at most; of more of them all is read.
const MAX_NEWER: u64 = 20_000;

/// Rows with the greatest version that are looked at again each time, at most.
const MAX_TIES: u64 = 1_000;

/// Between two looks at all of a table lie so many times what one takes, and so many seconds, at most.
const SHARE: u64 = 5;
const LONGEST: u64 = 15 * 60;

/// The same where a column tells what is newer: rows may still have been committed late.
const LONGEST_VERSIONED: u64 = 6 * 60 * 60;

/// Seconds between two looks at what the server computes all of each time, and which held no documents.
const COMPUTED: u64 = 60 * 60;

/// Rows whose keys are read while the schema is waited for, at most.
const MAX_AT_ONCE: u64 = 50_000;

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The place of the column that changes with every row.
fn version_of(table: &TableSchema) -> Option<usize> {
    let is_usable = |column: &ColumnSchema| {
        column.indexed && column.required && matches!(column.class, ValueClass::Time | ValueClass::Integer)
    };
    VERSIONS.iter().find_map(|name| {
        let mut columns = table.columns.iter();
        columns.position(|column| column.name.eq_ignore_ascii_case(name) && is_usable(column))
    })
}

/// Whether rows of a table can be told apart by keys that can be asked for.
fn has_key(table: &TableSchema) -> bool {
    let key = table.key();
    let is_plain = |at: &usize| {
        !matches!(
            table.columns[*at].class,
            ValueClass::Any | ValueClass::Bytes | ValueClass::Real | ValueClass::Single | ValueClass::Flag
        )
    };
    !key.is_empty() && key.iter().all(is_plain)
}

/// True if a table that is not known has so many rows that looking at their keys is worth putting off.
pub(super) fn can_wait(table: &TableSchema, known: Option<&KnownTable>) -> bool {
    let is_known = known.is_some_and(|known| known.sql == table.sql && known.looked.0 > 0);
    !is_known && has_key(table) && table.estimate.is_some_and(|rows| rows > MAX_AT_ONCE)
}

/// A table as it is now.
pub(super) fn look(
    database: &Database,
    table: &TableSchema,
    known: Option<&KnownTable>,
) -> Result<KnownTable, DatabaseProblem> {
    let mut empty = KnownTable { name: table.name.clone(), sql: table.sql.clone(), ..KnownTable::default() };
    // Another schema is another table.
    let known = known.filter(|known| known.sql == table.sql);
    if !has_key(table) {
        return Ok(empty);
    }
    let age = known.map(|known| now().saturating_sub(known.looked.0));
    let version = version_of(table);
    if let (Some(known), Some(age)) = (known, age) {
        let is_young = |longest: u64| age < (known.looked.1 * SHARE / 1000).min(LONGEST).max(longest);
        match version {
            // What held no documents is looked at now and then.
            _ if known.pieces.is_empty() && is_young(if table.is_computed { COMPUTED } else { 10 }) => {
                return Ok(known.clone());
            }
            Some(version) if age < LONGEST_VERSIONED && !known.pieces.is_empty() => {
                if let Some(now) = newer(database, table, version, known)? {
                    return Ok(now);
                }
            }
            None if is_young(0) => return Ok(known.clone()),
            _ => {}
        }
    }
    let begun = Instant::now();
    if let Some(layout) = database.layout(table)? {
        // Cut as it was, so that what has not changed is the same.
        empty.row_bytes = known.filter(|known| known.row_bytes > 0).map_or(layout.bytes(), |known| known.row_bytes);
        let (pieces, newest) = cut(database, table, (version, empty.row_bytes), (None, None))?;
        (empty.pieces, empty.newest) = (pieces, newest.filter(|_| version.is_some()));
    }
    empty.looked = (now(), begun.elapsed().as_millis() as u64);
    Ok(empty)
}

type Cut = (Vec<Piece>, Option<(KeyPart, u64)>);

/// The pieces of the rows between two keys; none if a key is none that can be asked for.
fn cut(
    database: &Database,
    table: &TableSchema,
    (version, row_bytes): (Option<usize>, u64),
    between: (Option<Vec<Cell>>, Option<Vec<Cell>>),
) -> Result<Cut, DatabaseProblem> {
    let (mut cutter, mut is_whole) = (Cutter::new(rows_of_piece(row_bytes)), true);
    let query = RowQuery { between, ..RowQuery::default() };
    database.keys(table, &query, version, &mut |row| {
        is_whole = cutter.add(&row);
        if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(if is_whole { cutter.finish() } else { Cut::default() })
}

/// The table with the pieces that hold newer rows cut anew; `None` if all of it is to be looked at.
fn newer(
    database: &Database,
    table: &TableSchema,
    version: usize,
    known: &KnownTable,
) -> Result<Option<KnownTable>, DatabaseProblem> {
    let key = table.key();
    let (Some((greatest, ties)), [key]) = (&known.newest, key.as_slice()) else { return Ok(None) };
    if table.columns[*key].class != ValueClass::Integer {
        // Only the server knows the order of other keys.
        let is_same = database.count(table, true)?.rows == known.rows() && !has_newer(database, table, version, known)?;
        return Ok(is_same.then(|| known.clone()));
    }
    let mut at: BTreeSet<usize> = BTreeSet::new();
    let (mut count, mut latest) = (0, None);
    let with_ties = *ties <= MAX_TIES;
    let query =
        RowQuery { since: Some((version, greatest.cell(), with_ties)), limit: Some(MAX_NEWER), ..RowQuery::default() };
    database.keys(table, &query, Some(version), &mut |row| {
        count += 1;
        latest = newest(latest.take(), KeyPart::of(&row.version).map(|part| (part, 1)));
        if let Some(key) = row.key.first().and_then(KeyPart::of) {
            let after = known.pieces.partition_point(|piece| !is_less(&key, &piece.first[0]));
            at.insert(after.saturating_sub(1));
        }
        ControlFlow::Continue(())
    })?;
    if count >= MAX_NEWER {
        return Ok(None);
    }
    let mut now = known.clone();
    // From behind, so that places before stay.
    for at in at.into_iter().rev() {
        let first = |at: usize| known.pieces.get(at).map(|piece| piece.first.iter().map(KeyPart::cell).collect());
        let from = if at == 0 { None } else { first(at) };
        let (pieces, _) = cut(database, table, (Some(version), known.row_bytes), (from, first(at + 1)))?;
        now.pieces.splice(at..(at + 1).min(now.pieces.len()), pieces);
    }
    // Rows that went, or came with an older version.
    if database.count(table, true)?.rows != now.rows() {
        return Ok(None);
    }
    if latest.is_some() {
        now.newest = latest;
    } else if with_ties {
        return Ok(None);
    }
    Ok(Some(now))
}

fn has_newer(
    database: &Database,
    table: &TableSchema,
    version: usize,
    known: &KnownTable,
) -> Result<bool, DatabaseProblem> {
    let Some((greatest, ties)) = &known.newest else { return Ok(true) };
    let query =
        RowQuery { since: Some((version, greatest.cell(), true)), limit: Some(ties + 1), ..RowQuery::default() };
    let mut seen = None;
    database.keys(table, &query, Some(version), &mut |row| {
        seen = newest(seen.take(), KeyPart::of(&row.version).map(|part| (part, 1)));
        ControlFlow::Continue(())
    })?;
    Ok(seen != known.newest)
}
