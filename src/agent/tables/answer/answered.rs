//! What databases say to a question.

use crate::agent::follow::RowsAsked;
use crate::engine;
use std::sync::Arc;

/// Rows of SQL that are shown to people, at most.
const ROWS: usize = 20;

/// The way by which a question comes to its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// SQL: every word was understood.
    Sql,
    /// A filter, and a search of what it leaves.
    Filter,
}

impl Route {
    /// The word by which `docql eval --ask` knows the route.
    pub fn name(self) -> &'static str {
        match self {
            Route::Sql => "sql",
            Route::Filter => "filter",
        }
    }
}

/// What a database says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// How it was asked.
    pub route: Route,
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
        let shown = self.rows.len().min(ROWS);
        lines.extend(self.rows.iter().take(ROWS).map(|row| row.join(" | ")));
        if self.total > shown {
            lines.push(format!("{} more", self.total - shown));
        }
        lines
    }

    /// A line for each row that is known, behind the names of the columns where there are several.
    pub fn row_lines(&self) -> Vec<String> {
        if let ([column], [row]) = (&self.columns[..], &self.rows[..]) {
            return vec![format!("{column}: {}", row.join(""))];
        }
        std::iter::once(&self.columns).chain(&self.rows).map(|row| row.join(" | ")).collect()
    }
}

/// What a database says, and the rows that were found where they were searched.
pub(in crate::agent) struct Tabled {
    pub counted: Counted,
    pub found: Option<engine::Answer>,
    /// What is said of rows in which what is denied is null.
    pub notes: Vec<String>,
    /// What of the question these rows leave open; none if they answer it.
    pub doubt: Option<String>,
    /// How sure it is that they do, from 0 to 1.
    pub sureness: f32,
    /// The question in its parts, which the next one may refer to.
    pub asked: Option<RowsAsked>,
}

/// What came of asking databases.
#[derive(Default)]
pub(in crate::agent) struct Asking {
    /// The answer of the one table that the question is about.
    pub tabled: Option<Tabled>,
    /// Databases that could not be read, and why: the question may be about one of them.
    pub unread: Vec<String>,
    /// Set if the question is about rows that could not be read.
    pub is_of_unread: bool,
    /// Set if it is asked of all rows, so that passages of some of them, or of the schema, are no answer.
    pub is_of_all_rows: bool,
    /// Set if a word of it may be of several columns.
    pub is_unclear: bool,
    /// Why no rows were counted, where nothing but databases could answer.
    pub not_understood: Option<String>,
}
