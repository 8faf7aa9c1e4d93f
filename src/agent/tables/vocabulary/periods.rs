//! Years, months and days by which rows are grouped.

/// A period of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) enum Period {
    Year,
    Month,
    Day,
}

/// What periods are called behind a word that groups, and as words that group by themselves.
pub(in crate::agent::tables) const PERIODS: &[(&[&str], &[&str], Period)] = &[
    (&["year", "years"], &["yearly", "annually"], Period::Year),
    (&["month", "months"], &["monthly"], Period::Month),
    (&["day", "days"], &["daily"], Period::Day),
];

impl Period {
    /// The name of its column, and the characters of an ISO date that tell it.
    pub(in crate::agent::tables) fn name(self) -> (&'static str, usize) {
        match self {
            Period::Year => ("year", 4),
            Period::Month => ("month", 7),
            Period::Day => ("day", 10),
        }
    }

    /// It as SQLite's `strftime` writes it.
    pub(in crate::agent::tables) fn format(self) -> &'static str {
        match self {
            Period::Year => "%Y",
            Period::Month => "%Y-%m",
            Period::Day => "%Y-%m-%d",
        }
    }

    /// The period that a word behind one that groups names.
    pub(in crate::agent::tables) fn named(word: &str) -> Option<Period> {
        PERIODS.iter().find(|(names, ..)| names.contains(&word)).map(|(.., period)| *period)
    }

    /// The period that a word groups by.
    pub(in crate::agent::tables) fn grouping(word: &str) -> Option<Period> {
        PERIODS.iter().find(|(_, by, _)| by.contains(&word)).map(|(.., period)| *period)
    }
}

/// Whether a word may be about a period.
pub(in crate::agent::tables) fn is_of_period(word: &str) -> bool {
    Period::named(word).is_some() || Period::grouping(word).is_some()
}
