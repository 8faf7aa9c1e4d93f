//! Rows of a table under a condition, and the answers of SQL: bounded in time, rows and bytes.

use super::open::{SqliteDatabase, said};
use super::where_clause::{self, quoted};
use crate::databases::model::question::{MAX_BYTES, MAX_ROWS, MAX_SECONDS, check_first_word, size_of_cells};
use crate::databases::model::{Answering, Count, DatabaseProblem, RowQuery, SqlAnswer, TableSchema, row_number_of};
use crate::document::Cell;
use rusqlite::fallible_iterator::FallibleIterator;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, Statement, ToSql};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Instructions between two looks at the time.
const STEPS_PER_LOOK: i32 = 5_000;

/// Rows between two looks whether anybody still waits.
const ROWS_PER_LOOK: usize = 512;

impl Answering for SqliteDatabase {
    fn tables(&self) -> &[TableSchema] {
        &self.tables
    }

    fn quoted(&self, name: &str) -> String {
        quoted(name)
    }

    /// A row's number is its rowid, else what stands for its key, else its place.
    fn rows(
        &self,
        table: &TableSchema,
        query: &RowQuery,
        is_wanted: &dyn Fn() -> bool,
        each: &mut dyn FnMut(i64, Vec<Cell>) -> ControlFlow<()>,
    ) -> Result<(), DatabaseProblem> {
        let (sql, values) = self.select(table, query);
        let (number, key) = (table.has_rowid.then_some(table.columns.len()), table.key());
        let mut lease = self.connection()?;
        let connection = lease.get()?;
        let clock = Clock::start(connection)?;
        let mut statement = connection.prepare_cached(&sql).map_err(said)?;
        let bound: Vec<&dyn ToSql> = values.iter().map(|value| value as &dyn ToSql).collect();
        let mut rows = statement.query(bound.as_slice()).map_err(said)?;
        let mut place = 0_i64;
        loop {
            let row = match rows.next() {
                Ok(Some(row)) => row,
                Ok(None) => break,
                Err(problem) => return Err(clock.judge(said(problem))),
            };
            if place as usize % ROWS_PER_LOOK == ROWS_PER_LOOK - 1 && !is_wanted() {
                return Err(DatabaseProblem::Stopped);
            }
            let cells = cells(row, table.columns.len());
            let own = match number {
                Some(at) => row.get_ref(at).ok().and_then(|value| value.as_i64().ok()),
                None => row_number_of(key.iter().filter_map(|at| cells.get(*at))),
            };
            if each(own.unwrap_or(place), cells).is_break() {
                break;
            }
            place += 1;
        }
        Ok(())
    }

    fn count(&self, table: &TableSchema, _: bool) -> Result<Count, DatabaseProblem> {
        let mut lease = self.connection()?;
        let connection = lease.get()?;
        let clock = Clock::start(connection)?;
        let sql = format!("SELECT count(*) FROM main.{}", quoted(&table.name));
        let count: rusqlite::Result<i64> = connection.query_row(&sql, [], |row| row.get(0));
        let counted = |rows: i64| Count { rows: rows.unsigned_abs(), is_estimate: false };
        count.map(counted).map_err(|problem| clock.judge(said(problem)))
    }

    fn sql(&self, sql: &str, is_wanted: &dyn Fn() -> bool) -> Result<SqlAnswer, DatabaseProblem> {
        check_first_word(sql)?;
        let mut lease = self.connection()?;
        let connection = lease.get()?;
        let clock = Clock::start(connection)?;
        let mut statement = connection.prepare(sql).map_err(|problem| match begins_whole(connection, sql) {
            true => said(rusqlite::Error::MultipleStatement),
            false => said(problem),
        })?;
        if !statement.readonly() {
            return Err(DatabaseProblem::Refused("this statement does not read".to_owned()));
        }
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        if columns.is_empty() {
            return Err(DatabaseProblem::Wrong("there is no statement".to_owned()));
        }
        match collect(&mut statement, columns, is_wanted) {
            Err(problem) => Err(clock.judge(problem)),
            answer => answer,
        }
    }
}

impl SqliteDatabase {
    /// The statement for a question, and its values.
    fn select(&self, table: &TableSchema, query: &RowQuery) -> (String, Vec<Cell>) {
        // Without a number of its own a row is told from others by its key.
        let is_wanted = |at: usize| query.wants(at) || !table.has_rowid && table.columns[at].key > 0;
        let wanted = |(at, column): (usize, &crate::databases::ColumnSchema)| match is_wanted(at) {
            true => quoted(&column.name),
            false => "NULL".to_owned(),
        };
        let mut names: Vec<String> = table.columns.iter().enumerate().map(wanted).collect();
        let mut keys: Vec<&crate::databases::ColumnSchema> =
            table.columns.iter().filter(|column| column.key > 0).collect();
        keys.sort_by_key(|column| column.key);
        // Texts of a key are ordered as they are everywhere, whatever their collation.
        let mut order: Vec<String> =
            keys.iter().map(|column| format!("{} COLLATE BINARY", quoted(&column.name))).collect();
        // A view that is broken has no columns, and says why.
        if names.is_empty() {
            names.push("NULL".to_owned());
        }
        if let Some(rowid) = table.has_rowid.then(|| rowid(table)).flatten() {
            names.push(rowid.to_owned());
            order.push(rowid.to_owned());
        }
        let mut sql = format!("SELECT {} FROM main.{}", names.join(", "), quoted(&table.name));
        let mut values = Vec::new();
        let said = query.condition.as_ref();
        if let Some(said) = said.and_then(|said| where_clause::sql(said, table, self.by_code_points, &mut values)) {
            sql.push_str(" WHERE ");
            sql.push_str(&said);
        }
        if !order.is_empty() {
            sql.push_str(" ORDER BY ");
            sql.push_str(&order.join(", "));
        }
        if query.limit.is_some() || query.offset > 0 {
            let limit = query.limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
            let offset = i64::try_from(query.offset).unwrap_or(i64::MAX);
            sql.push_str(&format!(" LIMIT {limit} OFFSET {offset}"));
        }
        (sql, values)
    }
}

/// Whether a statement that cannot be prepared begins with one that can: another one follows it.
fn begins_whole(connection: &Connection, sql: &str) -> bool {
    matches!(rusqlite::Batch::new(connection, sql).next(), Ok(Some(_)))
}

fn collect(
    statement: &mut Statement<'_>,
    columns: Vec<String>,
    is_wanted: &dyn Fn() -> bool,
) -> Result<SqlAnswer, DatabaseProblem> {
    let mut answer = SqlAnswer { columns, ..SqlAnswer::default() };
    let mut rows = statement.query([]).map_err(said)?;
    let mut bytes = 0;
    while let Some(row) = rows.next().map_err(said)? {
        if answer.rows.len() % ROWS_PER_LOOK == ROWS_PER_LOOK - 1 && !is_wanted() {
            return Err(DatabaseProblem::Stopped);
        }
        let cells = cells(row, answer.columns.len());
        bytes += size_of_cells(&cells);
        if answer.rows.len() == MAX_ROWS || bytes > MAX_BYTES {
            answer.is_cut = true;
            break;
        }
        answer.rows.push(cells);
    }
    Ok(answer)
}

fn cells(row: &Row<'_>, count: usize) -> Vec<Cell> {
    let cell = |at| match row.get_ref(at) {
        Ok(ValueRef::Integer(number)) => Cell::Integer(number),
        Ok(ValueRef::Real(number)) => Cell::Real(number),
        // Text that is not in UTF-8 has no order and equals nothing.
        Ok(ValueRef::Text(bytes)) => match std::str::from_utf8(bytes) {
            Ok(text) => Cell::Text(text.into()),
            Err(_) => Cell::Bytes(bytes.len()),
        },
        Ok(ValueRef::Blob(bytes)) => Cell::Bytes(bytes.len()),
        Ok(ValueRef::Null) | Err(_) => Cell::Null,
    };
    (0..count).map(cell).collect()
}

/// A name for the number of a row that no column of the table has taken.
fn rowid(table: &TableSchema) -> Option<&'static str> {
    let is_free = |name: &&str| !table.columns.iter().any(|column| column.name.eq_ignore_ascii_case(name));
    ["rowid", "_rowid_", "oid"].into_iter().find(is_free)
}

/// Stops a statement that takes too long.
struct Clock {
    has_stopped: Arc<AtomicBool>,
}

impl Clock {
    fn start(connection: &mut Connection) -> Result<Clock, DatabaseProblem> {
        let has_stopped = Arc::new(AtomicBool::new(false));
        let (flag, end) = (Arc::clone(&has_stopped), Instant::now() + Duration::from_secs(MAX_SECONDS));
        let stop = move || {
            let is_over = Instant::now() >= end;
            flag.fetch_or(is_over, Ordering::Relaxed);
            is_over
        };
        connection.progress_handler(STEPS_PER_LOOK, Some(stop)).map_err(said)?;
        Ok(Clock { has_stopped })
    }

    /// An interruption is the clock's, if it has stopped something.
    fn judge(&self, problem: DatabaseProblem) -> DatabaseProblem {
        match problem {
            DatabaseProblem::Stopped if self.has_stopped.load(Ordering::Relaxed) => {
                DatabaseProblem::TooSlow(MAX_SECONDS)
            }
            other => other,
        }
    }
}

impl ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        Ok(rusqlite::types::ToSqlOutput::Borrowed(match self {
            Cell::Null | Cell::Bytes(_) => ValueRef::Null,
            Cell::Integer(number) => ValueRef::Integer(*number),
            Cell::Real(number) => ValueRef::Real(*number),
            Cell::Text(text) | Cell::Decimal(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}
