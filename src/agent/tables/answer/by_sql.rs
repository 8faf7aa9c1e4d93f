//! SQL → what the database of its table says.

use super::answered::{Counted, Route, Tabled};
use super::asides::Aside;
use super::shown::cell_shown;
use super::statement::Statement;
use crate::agent::tables::schema::catalog::Table;
use crate::databases::DatabaseProblem;
use crate::document::Cell;
use crate::library::Library;
use crate::stdx::{Ticket, counted as plural};
use std::sync::Arc;

/// Rows that are kept of an answer: the days of a year.
const KEPT: usize = 366;

/// What SQL says.
///
/// # Errors
/// The problem of the database, if it cannot be opened or does not take the SQL.
pub(super) fn of_sql(
    table: &Table,
    Statement { sql, count, asides, notes, beyond, .. }: &Statement,
    is_alone: bool,
    library: &Library,
    ticket: &Ticket,
) -> Result<Tabled, DatabaseProblem> {
    let database = table.home.open(library)?;
    let ask = |sql: &str| database.sql(sql, &|| ticket.check().is_ok());
    let answer = ask(sql)?;
    let number = |sql: &String| match ask(sql).ok()?.rows.first()?.first()? {
        Cell::Integer(count) => usize::try_from(*count).ok(),
        _ => None,
    };
    // Of a long list the first rows are read.
    let all = count.as_ref().and_then(number);
    let noted = |aside: &Aside| {
        let rows = number(&aside.sql).filter(|rows| *rows > 0)?;
        Some(format!("{} {}", plural(rows, "row"), aside.told))
    };
    let tied = beyond.as_ref().and_then(|beyond| beyond.tied(&answer, &ask));
    let (sql, answer, tie) = match tied {
        Some(tied) => (tied.sql, tied.answer, Some(tied.told)),
        None => (sql.clone(), answer, None),
    };
    let notes = notes.iter().cloned().chain(asides.iter().filter_map(noted)).chain(tie).collect();
    let path = Arc::clone(&library.file(table.file).path);
    let row = |row: &Vec<Cell>| row.iter().map(cell_shown).collect();
    let counted = Counted {
        route: Route::Sql,
        query: table.home.query(&sql, is_alone, library),
        path,
        columns: answer.columns,
        rows: answer.rows.iter().take(KEPT).map(row).collect(),
        total: all.unwrap_or(0).max(answer.rows.len()),
    };
    Ok(Tabled { counted, found: None, notes, doubt: None, sureness: 1.0, asked: None })
}
