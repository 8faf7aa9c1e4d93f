//! Rows of databases: asked of them when a query wants them, along with the conditions that they decide alike.

use super::conditions::{self, condition};
use crate::databases::{Database, DatabaseProblem, RowQuery, TableSchema};
use crate::docql::eval::filter;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::lists::slices;
use crate::docql::nodes::rows::row::{Row, Sheet};
use crate::docql::plan::steps::{Pick, Predicate};
use crate::stdx::{Stale, grouped};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Rows of a table that are listed.
const MAX_ROWS: usize = 1_000_000;

/// Bytes of rows that are listed.
const MAX_BYTES: usize = 512 << 20;

/// The rows that `picks` select of a table.
pub(super) fn picked(sheet: &Arc<Sheet>, picks: &[Pick], context: Context<'_>, out: &mut List) -> Result<(), Stale> {
    let Some(asking) = Asking::open(sheet, context)? else { return Ok(()) };
    if picks.is_empty() {
        asking.list(&RowQuery::default(), None, out)?;
    }
    for pick in picks {
        match pick {
            Pick::Wildcard => asking.list(&RowQuery::default(), None, out)?,
            Pick::Filter(predicate) => {
                let query = RowQuery { condition: Some(condition(predicate, sheet)), ..RowQuery::default() };
                asking.list(&query, Some(predicate), out)?;
            }
            Pick::Index(_) | Pick::Slice(..) => asking.places(pick, out)?,
            Pick::Name(_) => {}
        }
    }
    Ok(())
}

/// Tells what kept a database from answering; the others answer.
pub(super) fn told(problem: &DatabaseProblem, sheet: &Sheet, context: Context<'_>) -> Result<(), Stale> {
    context.check()?;
    if let (Some(seen), Some(file)) = (context.seen, sheet.file) {
        seen.failed(format!("{}, table {}: {problem}", context.library.file(file).path, sheet.title));
    }
    Ok(())
}

/// A table that is asked for rows.
pub(super) struct Asking<'a> {
    pub database: Arc<Database>,
    pub table: TableSchema,
    pub sheet: &'a Arc<Sheet>,
    pub context: Context<'a>,
}

impl<'a> Asking<'a> {
    /// The table of a sheet; `None` if it cannot be asked, which is told.
    pub(super) fn open(sheet: &'a Arc<Sheet>, context: Context<'a>) -> Result<Option<Asking<'a>>, Stale> {
        let Some(file) = sheet.file else { return Ok(None) };
        let asked = context.library.database(file).and_then(|database| {
            let table = database.table(&sheet.title).ok_or(DatabaseProblem::NoTable)?.clone();
            Ok((database, table))
        });
        match asked {
            Ok((database, table)) => Ok(Some(Asking { database, table, sheet, context })),
            Err(problem) => told(&problem, sheet, context).map(|()| None),
        }
    }

    /// The number of rows for which the predicate holds; only the columns are read that it asks for.
    pub(super) fn count(&self, predicate: Option<&Predicate>) -> Result<usize, Stale> {
        let Some(predicate) = predicate else {
            return match self.database.count(&self.table, true) {
                Ok(count) => Ok(usize::try_from(count.rows).unwrap_or(usize::MAX)),
                Err(problem) => told(&problem, self.sheet, self.context).map(|()| 0),
            };
        };
        let columns = conditions::columns(predicate, self.sheet);
        let query = RowQuery { condition: Some(condition(predicate, self.sheet)), columns, ..RowQuery::default() };
        let mut count = 0;
        self.each(&query, Some(predicate), &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }

    /// Calls `work` with the rows of a question for which the predicate holds too.
    pub(super) fn each(
        &self,
        query: &RowQuery,
        predicate: Option<&Predicate>,
        work: &mut dyn FnMut(Found) -> ControlFlow<()>,
    ) -> Result<(), Stale> {
        let mut decided = Ok(());
        let is_wanted = || self.context.check().is_ok();
        let asked = self.database.rows(&self.table, query, &is_wanted, &mut |number, cells| {
            let found = Found::plain(Item::Row(Row::asked(self.sheet, number, cells)));
            match predicate.map_or(Ok(true), |predicate| filter::holds(predicate, &found, self.context)) {
                Ok(false) => ControlFlow::Continue(()),
                Ok(true) => work(found),
                Err(stale) => {
                    decided = Err(stale);
                    ControlFlow::Break(())
                }
            }
        });
        decided?;
        asked.or_else(|problem| told(&problem, self.sheet, self.context))
    }

    /// Lists the rows of a question for which the predicate holds too.
    fn list(&self, query: &RowQuery, predicate: Option<&Predicate>, out: &mut List) -> Result<(), Stale> {
        let (mut count, mut bytes) = (0, 0);
        self.each(query, predicate, &mut |found| {
            if count == MAX_ROWS || bytes > MAX_BYTES {
                self.note_cut(count);
                return ControlFlow::Break(());
            }
            let size = if let Item::Row(row) = &found.item { row.size() } else { 0 };
            (count, bytes) = (count + 1, bytes + size_of::<Found>() + size);
            out.push(found);
            ControlFlow::Continue(())
        })
    }

    fn note_cut(&self, count: usize) {
        if let Some(seen) = self.context.seen {
            seen.note(format!(
                "only the first {} rows of {} are listed; a condition or $.sql(\"SELECT …\") asks for others",
                grouped(count),
                self.table.name
            ));
        }
    }

    /// Lists the rows at places, which are counted first.
    fn places(&self, pick: &Pick, out: &mut List) -> Result<(), Stale> {
        let count = match self.database.count(&self.table, true) {
            Ok(count) => usize::try_from(count.rows).unwrap_or(usize::MAX),
            Err(problem) => return told(&problem, self.sheet, self.context),
        };
        let places = match pick {
            Pick::Index(index) => slices::at(*index, count).into_iter().collect(),
            Pick::Slice(start, end, step) => slices::slice(*start, *end, *step, count),
            _ => Vec::new(),
        };
        let (Some(&first), Some(&last)) = (places.iter().min(), places.iter().max()) else { return Ok(()) };
        let query = RowQuery { offset: first as u64, limit: Some((last - first + 1) as u64), ..RowQuery::default() };
        let mut between = List::new();
        self.list(&query, None, &mut between)?;
        out.extend(places.into_iter().filter_map(|place| between.get(place - first).cloned()));
        Ok(())
    }
}
