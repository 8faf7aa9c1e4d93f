//! The answer of SQL that was composed from a question.

use super::compose::Asked;
use super::schema::{tables, values};
use crate::docql::quoted;
use crate::document::Cell;
use crate::library::{FileId, Library, Stems};
use crate::stdx::Ticket;
use std::sync::Arc;

/// Rows that are shown, at most.
const ROWS: usize = 20;

/// Characters of a cell that are shown.
const CELL: usize = 80;

/// What a database says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The query that anybody could enter.
    pub query: String,
    /// The database.
    pub path: Arc<str>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, as far as they are shown.
    pub rows: Vec<Vec<String>>,
    /// How many there are.
    pub total: usize,
}

impl Counted {
    /// Its lines: one value alone, else a row a line below the names of the columns.
    pub fn lines(&self) -> Vec<String> {
        if let ([column], [row]) = (&self.columns[..], &self.rows[..]) {
            return vec![format!("{column}: {}", row.join(""))];
        }
        let mut lines = vec![self.columns.join(" | ")];
        lines.extend(self.rows.iter().map(|row| row.join(" | ")));
        if self.total > self.rows.len() {
            lines.push(format!("{} more", self.total - self.rows.len()));
        }
        lines
    }
}

/// The answer of the one table that a question is about, if all of it is understood. `is_asked` says which databases may
/// be.
pub(in crate::agent) fn counted(
    question: &str,
    library: &Library,
    is_asked: &dyn Fn(FileId) -> bool,
    ticket: &Ticket,
) -> Option<Counted> {
    let mut stems = Stems::new();
    let tables = tables(library, is_asked, &mut stems);
    let mut composed = Vec::new();
    for table in &tables {
        if Asked::new(question, &mut stems).names(table) {
            let values = values(table, library, ticket);
            let sql = Asked::new(question, &mut stems).compose(table, &values, &mut stems);
            composed.extend(sql.map(|sql| (table, sql)));
        }
    }
    // Where two tables would answer it is not clear which is meant.
    let [(table, sql)] = &composed[..] else { return None };
    let answer = library.database(table.file).ok()?.sql(sql, &|| ticket.check().is_ok()).ok()?;
    let path = Arc::clone(&library.file(table.file).path);
    let is_alone = tables.iter().all(|other| other.file == table.file);
    let database = if is_alone { String::new() } else { format!(".database({})", quoted(&path)) };
    let row = |row: &Vec<Cell>| row.iter().map(shown).collect();
    Some(Counted {
        query: format!("${database}.sql({})", quoted(sql)),
        path,
        columns: answer.columns,
        rows: answer.rows.iter().take(ROWS).map(row).collect(),
        total: answer.rows.len(),
    })
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Null => "null".to_owned(),
        Cell::Integer(number) => number.to_string(),
        Cell::Real(number) => number.to_string(),
        Cell::Text(text) => text.chars().take(CELL).map(|c| if c.is_control() { ' ' } else { c }).collect(),
        Cell::Bytes(count) => format!("{count} bytes"),
    }
}
