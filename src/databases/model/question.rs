//! Questions to a database, and answers.

use super::condition::Condition;
use crate::document::Cell;

/// How long an answer may take, in seconds.
#[cfg(any(feature = "mysql", feature = "postgres", feature = "sqlite"))]
pub(in crate::databases) const MAX_SECONDS: u64 = 30;

/// Rows of an answer of SQL.
#[cfg(any(feature = "mysql", feature = "postgres", feature = "sqlite"))]
pub(in crate::databases) const MAX_ROWS: usize = 100_000;

/// Bytes of an answer.
#[cfg(any(feature = "mysql", feature = "postgres", feature = "sqlite"))]
pub(in crate::databases) const MAX_BYTES: usize = 256 << 20;

/// A question for rows of a table.
#[derive(Clone, Debug, Default)]
pub struct RowQuery {
    /// A condition that the rows meet; it may let more through.
    pub condition: Option<Condition>,
    /// Rows that are left out at the beginning.
    pub offset: u64,
    /// Rows, at most.
    pub limit: Option<u64>,
    /// The columns that are wanted, by their places; cells of others are null. All if there is none.
    pub columns: Option<Vec<usize>>,
    /// The order does not matter: a server takes the way that is the shortest for it.
    pub in_any_order: bool,
    /// The keys that rows have, in the order of a server: from the first on, before the second. Servers only.
    pub between: (Option<Vec<Cell>>, Option<Vec<Cell>>),
    /// A column, a value, and whether rows have at least that value in it or more, in the order of a server. Servers
    /// only.
    pub since: Option<(usize, Cell, bool)>,
}

/// A row by its key, with the hash or version by which a change is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyedRow {
    /// The cells of its key.
    pub key: Vec<Cell>,
    /// What changes with the row.
    pub version: Cell,
}

/// A number of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// So many.
    pub rows: u64,
    /// Whether that is what the server believes.
    pub is_estimate: bool,
}

/// The answer of a statement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SqlAnswer {
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<Cell>>,
    /// Whether there are more.
    pub is_cut: bool,
}

impl RowQuery {
    /// True if the cells of a column are wanted.
    #[cfg(any(feature = "mysql", feature = "postgres", feature = "sqlite"))]
    pub(in crate::databases) fn wants(&self, at: usize) -> bool {
        self.columns.as_ref().is_none_or(|columns| columns.contains(&at))
    }
}

/// The memory that cells take, about.
pub(in crate::databases) fn size_of_cells(cells: &[Cell]) -> usize {
    let text = |cell: &Cell| if let Cell::Text(text) | Cell::Decimal(text) = cell { text.len() } else { 0 };
    cells.iter().map(|cell| size_of::<Cell>() + text(cell)).sum()
}

/// Refuses a statement whose first word is that of one that does not read.
#[cfg(any(feature = "mysql", feature = "postgres", feature = "sqlite"))]
pub(in crate::databases) fn check_first_word(sql: &str) -> Result<(), super::DatabaseProblem> {
    let first = sql.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    let reads = ["select", "with", "values", "explain"].iter().any(|word| first.eq_ignore_ascii_case(word));
    if !reads && !first.is_empty() {
        return Err(super::DatabaseProblem::Refused(format!("{} does not read", first.to_uppercase())));
    }
    Ok(())
}
