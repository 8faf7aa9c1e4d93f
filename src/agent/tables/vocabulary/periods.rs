//! Years, quarters, months, weeks and days by which rows are grouped.

/// A period of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) enum Period {
    Year,
    Quarter,
    Month,
    Week,
    Day,
}

/// What periods are called behind a word that groups, and as words that group by themselves.
pub(in crate::agent::tables) const PERIODS: &[(&[&str], &[&str], Period)] = &[
    (&["year", "years"], &["yearly", "annually"], Period::Year),
    (&["quarter", "quarters"], &["quarterly"], Period::Quarter),
    (&["week", "weeks"], &["weekly"], Period::Week),
    (&["month", "months"], &["monthly"], Period::Month),
    (&["day", "days"], &["daily"], Period::Day),
];

impl Period {
    /// The name of its column, and the characters of an ISO date that tell it; of a quarter and a week they do not.
    pub(in crate::agent::tables) fn name(self) -> (&'static str, usize) {
        match self {
            Period::Year => ("year", 4),
            Period::Quarter => ("quarter", 7),
            Period::Month => ("month", 7),
            Period::Week => ("week", 10),
            Period::Day => ("day", 10),
        }
    }

    /// It as SQLite's `strftime` writes it.
    pub(in crate::agent::tables) fn format(self) -> &'static str {
        match self {
            Period::Year => "%Y",
            // The month, of which the quarter is made.
            Period::Quarter | Period::Month => "%Y-%m",
            // That of ISO: the first week of a year has a Thursday of it.
            Period::Week => "%G-W%V",
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

/// Words that name a time without a number.
const TIMES: &[&str] = &["today", "yesterday", "overdue", "half", "after", "before", "later", "earlier"];

/// Whether a word may be about a period.
pub(in crate::agent::tables) fn is_of_period(word: &str) -> bool {
    TIMES.contains(&word) || Period::named(word).is_some() || Period::grouping(word).is_some()
}
