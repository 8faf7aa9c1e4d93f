//! A database on a server: sessions that nobody uses wait for the next question.

use super::asking::{self, Asked, Catalog, Driver, Session, Told};
use super::statement::{RowOrder, Statement, select};
use super::statement_end;
use crate::databases::model::question::{MAX_BYTES, MAX_ROWS, MAX_SECONDS, check_first_word, size_of_cells};
use crate::databases::model::{
    Answering, ColumnSchema, Count, DatabaseProblem, KeyedRow, RowQuery, SqlAnswer, TableSchema, ValueClass,
    row_number_of,
};
use crate::document::Cell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// Sessions that wait, at most.
const MAX_IDLE: usize = 4;

/// Tables with more rows are not counted: the server's estimate has to do.
const MAX_COUNTED: u64 = 100_000;

/// How long it may take to read the keys of a table, in seconds.
const MAX_KEY_SECONDS: u64 = 300;

/// A database on a server.
pub(super) struct Server {
    driver: Box<dyn Driver>,
    idle: Mutex<Vec<Box<dyn Session>>>,
    catalog: Catalog,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("driver", &self.driver).finish_non_exhaustive()
    }
}

impl Server {
    /// Connects, and looks at what the role may do.
    pub(super) fn connect(driver: Box<dyn Driver>) -> Result<Server, DatabaseProblem> {
        let (session, catalog) = on_a_thread(|| {
            let mut session = driver.open()?;
            let catalog = driver.catalog(session.as_mut())?;
            Ok((session, catalog))
        })?;
        Ok(Server { driver, idle: Mutex::new(vec![session]), catalog })
    }

    /// Asks, and keeps the session for the next question unless a user's statement may have changed it. A session that
    /// has broken while nobody used it is replaced.
    fn ask(
        &self,
        asked: Asked,
        is_wanted: &dyn Fn() -> bool,
        take: &mut dyn FnMut(Told) -> ControlFlow<()>,
    ) -> Result<(), DatabaseProblem> {
        let is_ours = asked.classes.is_some();
        let mut has_begun = false;
        let mut taken = |told| {
            has_begun = true;
            take(told)
        };
        let waiting = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let is_old = waiting.is_some();
        let session = waiting.map_or_else(|| on_a_thread(|| self.driver.open()), Ok)?;
        let (mut outcome, mut session) = asking::ask(session, asked.clone(), is_wanted, &mut taken);
        if is_old && !has_begun && matches!(outcome, Err(DatabaseProblem::Unreachable(_))) {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
            let opened = on_a_thread(|| self.driver.open())?;
            (outcome, session) = asking::ask(opened, asked, is_wanted, take);
        }
        if let Some(session) = session.filter(|_| is_ours && outcome.is_ok()) {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            if idle.len() < MAX_IDLE {
                idle.push(session);
            }
        }
        outcome
    }

    /// Why a statement of a user is not asked, as the server tells.
    fn doubted(&self, sql: &str, is_wanted: &dyn Fn() -> bool) -> Result<Option<String>, DatabaseProblem> {
        let Some(statement) = self.driver.dialect().doubts(sql) else { return Ok(None) };
        let asked = Asked { statement, classes: Some(vec![ValueClass::Text]), seconds: MAX_SECONDS };
        let mut why = None;
        self.ask(asked, is_wanted, &mut |told| {
            if let Told::Rows(rows) = told {
                why = rows.first().map(|cells| asking::text(cells.first())).or(why.take());
            }
            ControlFlow::Continue(())
        })?;
        Ok(why)
    }

    /// Rows stand in the order of docql, unless the server would have to read a large table for the first of them.
    fn select(&self, table: &TableSchema, query: &RowQuery) -> (Statement, Vec<ValueClass>) {
        let dialect = self.driver.dialect();
        // The key is what numbers rows.
        let is_wanted = |at: usize| query.wants(at) || table.columns[at].key > 0;
        let wanted = |(at, column): (usize, &ColumnSchema)| match is_wanted(at) {
            true => dialect.selected(column),
            false => "NULL".to_owned(),
        };
        let columns: Vec<String> = table.columns.iter().enumerate().map(wanted).collect();
        let class = |(at, column): (usize, &ColumnSchema)| if is_wanted(at) { column.class } else { ValueClass::Other };
        let classes = table.columns.iter().enumerate().map(class).collect();
        let is_piece = query.between != (None, None) || query.since.is_some();
        let is_large = table.estimate.is_some_and(|rows| rows > MAX_COUNTED);
        let order = if is_piece || is_large { RowOrder::Server } else { RowOrder::CodePoints };
        (select(dialect, table, query, &columns.join(", "), order), classes)
    }
}

/// A driver may have a runtime of its own, which must not be started inside of another one.
fn on_a_thread<T: Send>(work: impl FnOnce() -> Result<T, DatabaseProblem> + Send) -> Result<T, DatabaseProblem> {
    let broken = || DatabaseProblem::Unreachable("the connection broke".to_owned());
    std::thread::scope(|scope| scope.spawn(work).join().unwrap_or_else(|_| Err(broken())))
}

/// Rows without a key whose likes are known, at most.
const MAX_KNOWN: usize = 1 << 20;

/// Numbers of rows: the key where that is a whole number, else what stands for it. Without a key a row is what it holds, so
/// that it is the same row whatever question it is an answer to; of rows that hold the same each is one.
struct Numbers {
    key: Vec<usize>,
    place: i64,
    alike: HashMap<i64, u32>,
}

impl Numbers {
    fn of(&mut self, cells: &[Cell]) -> i64 {
        self.place += 1;
        let number = match self.key.as_slice() {
            [] => row_number_of(cells.iter().chain([&Cell::Null])),
            several => row_number_of(several.iter().filter_map(|at| cells.get(*at))),
        };
        let number = number.unwrap_or(self.place);
        if !self.key.is_empty() || self.alike.len() >= MAX_KNOWN {
            return number;
        }
        let before = self.alike.entry(number).or_default();
        *before += 1;
        number.wrapping_add(i64::from(*before) - 1)
    }
}

impl Answering for Server {
    fn tables(&self) -> &[TableSchema] {
        &self.catalog.tables
    }

    fn quoted(&self, name: &str) -> String {
        self.driver.dialect().quoted(name)
    }

    fn rows(
        &self,
        table: &TableSchema,
        query: &RowQuery,
        is_wanted: &dyn Fn() -> bool,
        each: &mut dyn FnMut(i64, Vec<Cell>) -> ControlFlow<()>,
    ) -> Result<(), DatabaseProblem> {
        let (statement, classes) = self.select(table, query);
        let asked = Asked { statement, classes: Some(classes), seconds: MAX_SECONDS };
        let mut numbers = Numbers { key: table.key(), place: -1, alike: HashMap::new() };
        self.ask(asked, is_wanted, &mut |told| {
            let Told::Rows(rows) = told else { return ControlFlow::Continue(()) };
            for cells in rows {
                each(numbers.of(&cells), cells)?;
            }
            ControlFlow::Continue(())
        })
    }

    fn keys(
        &self,
        table: &TableSchema,
        query: &RowQuery,
        version: Option<usize>,
        each: &mut dyn FnMut(KeyedRow) -> ControlFlow<()>,
    ) -> Result<(), DatabaseProblem> {
        let dialect = self.driver.dialect();
        let columns: Vec<_> = table.key().into_iter().chain(version).map(|at| &table.columns[at]).collect();
        let mut what: Vec<String> = columns.iter().map(|column| dialect.selected(column)).collect();
        let mut classes: Vec<ValueClass> = columns.iter().map(|column| column.class).collect();
        if version.is_none() {
            what.push(dialect.hash(table));
            classes.push(ValueClass::Other);
        }
        let statement = select(dialect, table, query, &what.join(", "), RowOrder::Server);
        let asked = Asked { statement, classes: Some(classes), seconds: MAX_KEY_SECONDS };
        self.ask(asked, &|| true, &mut |told| {
            let Told::Rows(rows) = told else { return ControlFlow::Continue(()) };
            for mut key in rows {
                let version = key.pop().unwrap_or(Cell::Null);
                each(KeyedRow { key, version })?;
            }
            ControlFlow::Continue(())
        })
    }

    fn count(&self, table: &TableSchema, is_exact: bool) -> Result<Count, DatabaseProblem> {
        if let Some(rows) = table.estimate.filter(|rows| !is_exact && *rows > MAX_COUNTED) {
            return Ok(Count { rows, is_estimate: true });
        }
        let sql = format!("SELECT count(*) FROM {}", self.driver.dialect().table(table));
        let statement = Statement { sql, values: Vec::new() };
        let asked = Asked { statement, classes: Some(vec![ValueClass::Integer]), seconds: MAX_SECONDS };
        let mut rows = 0;
        self.ask(asked, &|| true, &mut |told| {
            if let Told::Rows(told) = told {
                rows = told.first().map_or(0, |cells| asking::number(cells.first()));
            }
            ControlFlow::Continue(())
        })?;
        Ok(Count { rows: rows.unsigned_abs(), is_estimate: false })
    }

    fn expected(&self, table: &TableSchema, query: &RowQuery) -> Result<Option<u64>, DatabaseProblem> {
        let Some(explained) = self.driver.dialect().explained() else { return Ok(None) };
        let (mut statement, _) = self.select(table, query);
        statement.sql = format!("{explained} {}", statement.sql);
        let asked = Asked { statement, classes: Some(vec![ValueClass::Text]), seconds: MAX_SECONDS };
        let mut plan = String::new();
        self.ask(asked, &|| true, &mut |told| {
            if let (Told::Rows(rows), true) = (told, plan.is_empty()) {
                plan = asking::text(rows.first().and_then(|cells| cells.first()));
            }
            ControlFlow::Continue(())
        })?;
        let digits = plan.split_once(" rows=").map(|(_, rest)| rest);
        Ok(digits.and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()))
    }

    fn sql(&self, sql: &str, is_wanted: &dyn Fn() -> bool) -> Result<SqlAnswer, DatabaseProblem> {
        check_first_word(sql)?;
        if let Some(why) = self.driver.dialect().refused(sql) {
            return Err(DatabaseProblem::Refused(why));
        }
        if let Some(other) = self.catalog.others.first() {
            return Err(DatabaseProblem::Refused(format!(
                "the role may also read {other}, which is not among the tables here, and SQL could reach it: revoke \
                 that, or name it in `tables` of the settings where it is in this database"
            )));
        }
        let sql = statement_end::statement(sql, self.driver.dialect().lexis()).to_owned();
        if sql.trim().is_empty() {
            return Err(DatabaseProblem::Wrong("there is no statement".to_owned()));
        }
        if let Some(why) = &self.catalog.why_no_sql {
            return Err(DatabaseProblem::Refused(why.clone()));
        }
        if let Some(why) = self.doubted(&sql, is_wanted)? {
            return Err(DatabaseProblem::Refused(why));
        }
        let statement = Statement { sql, values: Vec::new() };
        let (mut answer, mut bytes) = (SqlAnswer::default(), 0);
        self.ask(Asked { statement, classes: None, seconds: MAX_SECONDS }, is_wanted, &mut |told| {
            match told {
                Told::Columns(columns) => answer.columns = columns,
                Told::Rows(rows) => {
                    for cells in rows {
                        bytes += size_of_cells(&cells);
                        if answer.rows.len() == MAX_ROWS || bytes > MAX_BYTES {
                            answer.is_cut = true;
                            return ControlFlow::Break(());
                        }
                        answer.rows.push(cells);
                    }
                }
            }
            ControlFlow::Continue(())
        })?;
        Ok(answer)
    }
}
