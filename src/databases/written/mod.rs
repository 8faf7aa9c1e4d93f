//! Tables that stand in documents – CSV files, sheets, tables of pages – as one database: what their texts mean is decided
//! for a whole column, and where it could be two things, or one of them does not fit, the column says so.
//!
//! Read the files in this order; each imports only those above it.
//!
//! - `numbers`: numbers as people write them: with commas, currencies, per cent.
//! - `days`: days as people write them.
//! - `columns`: what all texts of a column are.
//! - `keys`: which column tells the rows of a table apart, and which columns refer to it.
//! - `build`: tables → a database in memory.

#[cfg(feature = "sqlite")]
mod build;
#[cfg(feature = "sqlite")]
mod columns;
#[cfg(feature = "sqlite")]
mod days;
#[cfg(feature = "sqlite")]
mod keys;
#[cfg(feature = "sqlite")]
mod numbers;

#[cfg(feature = "sqlite")]
pub(super) use build::database;

/// The months, as they are written out.
pub const MONTH_NAMES: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The number of a month, by its name or the beginning of it that is written for short, in letters of any case.
pub fn month(word: &str) -> Option<u32> {
    let is = |name: &str| {
        let is_short = name.get(..3).is_some_and(|short| short.eq_ignore_ascii_case(word));
        is_short || name.eq_ignore_ascii_case(word) || name == "september" && word.eq_ignore_ascii_case("sept")
    };
    MONTH_NAMES.iter().position(|name| is(name)).map(|at| at as u32 + 1)
}

/// A table as it is written: rows of texts below names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenTable {
    /// Its name.
    pub name: String,
    /// The names of its columns, each once.
    pub columns: Vec<String>,
    /// Its rows; one may be shorter than the names.
    pub rows: Vec<Vec<String>>,
}
