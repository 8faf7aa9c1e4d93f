//! Rows that are equal in what orders them: which of them come first is chance, so that all are shown.

use crate::databases::{DatabaseProblem, SqlAnswer};

/// Rows behind the last one asked for that are looked at, at most.
const MAX_EQUAL: usize = 200;

/// The first rows in an order, and how these go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) struct Beyond {
    /// All rows in their order, as SQL.
    pub rows: String,
    /// How many are asked for.
    pub limit: usize,
    /// The place of the column that orders them.
    pub by: usize,
}

/// The first rows with all that are equal to the last of them.
pub(super) struct Tied {
    pub sql: String,
    pub answer: SqlAnswer,
    /// How many are equal.
    pub told: String,
}

impl Beyond {
    /// The first so many rows, as SQL.
    pub(in crate::agent::tables) fn first(&self, count: usize) -> String {
        format!("{} LIMIT {count}", self.rows)
    }

    /// What stands there with the rows that are equal to the last of `shown`; `None` if there are no others.
    pub(super) fn tied(
        &self,
        shown: &SqlAnswer,
        ask: &dyn Fn(&str) -> Result<SqlAnswer, DatabaseProblem>,
    ) -> Option<Tied> {
        let last = shown.rows.get(self.limit.checked_sub(1)?)?.get(self.by)?;
        let looked = self.limit + MAX_EQUAL;
        let mut answer = ask(&self.first(looked)).ok()?;
        let is_equal = |row: &[_]| row.get(self.by) == Some(last);
        let end = answer.rows.iter().rposition(|row| is_equal(row))? + 1;
        if end <= self.limit {
            return None;
        }
        answer.rows.truncate(end);
        let equal = answer.rows.iter().filter(|row| is_equal(row)).count();
        let column = answer.columns.get(self.by)?;
        let which = if self.limit == 1 { "this" } else { "the last" };
        let told = match end == looked {
            true => format!("more than {MAX_EQUAL} rows have {which} {column}: of these {equal} are shown"),
            false => format!("{equal} rows have {which} {column}: all of them are shown"),
        };
        Some(Tied { sql: self.first(end), answer, told })
    }
}
