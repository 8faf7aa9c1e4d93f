//! How columns hold points of time, as far as their values tell.

use super::catalog::{Column, Table, Type};
use crate::databases::ValueClass;
use crate::document::Cell;
use crate::library::Library;
use crate::stdx::{Ticket, day_number};
use std::collections::BTreeSet;

/// Values of a column that are looked at, and columns of a table.
const SAMPLE: usize = 50;
const MAX_COLUMNS: usize = 60;

/// What a point of time is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::agent::tables) enum Clock {
    /// A date of the database, or a text that begins with an ISO date.
    #[default]
    Iso,
    /// Whole numbers, in ticks: how many make a second, and how many seconds lie between the first tick and 1970.
    Ticks { in_second: i64, before_1970: i64 },
    /// A number whose digits are those of the day: 20240517.
    Digits,
    /// Something else: nothing can be compared with it.
    Unknown,
}

/// Seconds, milliseconds and microseconds since 1970, and what Windows and browsers count: microseconds since 1601.
const TICKS: &[(i64, i64, &str)] = &[
    (1, 0, "seconds since 1970"),
    (1_000, 0, "milliseconds since 1970"),
    (1_000_000, 0, "microseconds since 1970"),
    (1_000_000, 11_644_473_600, "microseconds since 1601"),
];

/// Seconds since 1970 of the first days of 1900, 1990 and 2100. Numbers before 1990 may count from another year – those
/// of Apple's programs count from 2001 –, unless it is births that they are of.
const EARLIEST: i64 = -2_208_988_800;
const SURE: i64 = 631_152_000;
const LATEST: i64 = 4_102_444_800;

/// Words of names of columns that say that numbers in them are points of time.
const SAY_TIME: &[&str] = &[
    "added",
    "at",
    "birth",
    "birthday",
    "born",
    "changed",
    "closed",
    "created",
    "creation",
    "date",
    "day",
    "deadline",
    "deleted",
    "dob",
    "due",
    "edited",
    "end",
    "ended",
    "epoch",
    "expires",
    "expiry",
    "finished",
    "hired",
    "joined",
    "last",
    "login",
    "modified",
    "mtime",
    "ctime",
    "on",
    "opened",
    "ordered",
    "paid",
    "placed",
    "posted",
    "published",
    "received",
    "registered",
    "released",
    "seen",
    "sent",
    "shipped",
    "signup",
    "since",
    "start",
    "started",
    "time",
    "timestamp",
    "ts",
    "updated",
    "visit",
    "visited",
    "when",
];

/// Words of names of columns of births.
const OF_BIRTH: &[&str] = &["birth", "birthday", "born", "dob"];

impl Clock {
    /// The beginning of a day, given as an ISO date, as the column holds it, in SQL and in a filter alike.
    pub(in crate::agent::tables) fn number(self, day: &str) -> Option<String> {
        let number = |at: std::ops::Range<usize>| day.get(at)?.parse::<i64>().ok();
        match self {
            Clock::Ticks { in_second, before_1970 } => {
                let days = day_number(number(0..4)?, number(5..7)?, number(8..10)?);
                Some(((days * 86_400 + before_1970) * in_second).to_string())
            }
            Clock::Digits => Some(day.replace('-', "")),
            Clock::Iso | Clock::Unknown => None,
        }
    }

    /// What it is, in words that stand behind "are"; nothing of dates as everybody writes them.
    pub(in crate::agent::tables) fn told(self) -> Option<String> {
        let Clock::Ticks { in_second, before_1970 } = self else { return None };
        let (.., told) = TICKS.iter().find(|(ticks, before, _)| (*ticks, *before) == (in_second, before_1970))?;
        Some(format!("{told}; days are those of UTC"))
    }

    /// The clock of the values of a column; `None` if they are no points of time.
    fn of(values: &[Cell], column: &Column) -> Option<Clock> {
        let says = |words: &[&str]| column.name_words.iter().any(|word| words.contains(&word.as_str()));
        let are_dates = column.type_ == Type::Date;
        let texts: Vec<&str> =
            values.iter().filter_map(|cell| if let Cell::Text(text) = cell { Some(&**text) } else { None }).collect();
        if texts.len() == values.len() {
            let are_iso = texts.iter().all(|text| is_iso(text));
            return if are_iso { Some(Clock::Iso) } else { are_dates.then_some(Clock::Unknown) };
        }
        let numbers = values.iter().map(|cell| match cell {
            Cell::Integer(number) => Some(*number),
            Cell::Real(number) if number.fract() == 0.0 && number.abs() < 1e15 => Some(*number as i64),
            _ => None,
        });
        let numbers: Option<Vec<i64>> = numbers.collect();
        let clock = numbers.and_then(|numbers| of_numbers(&numbers, says(OF_BIRTH)));
        match clock {
            Some(clock) if are_dates || says(SAY_TIME) => Some(clock),
            _ => are_dates.then_some(Clock::Unknown),
        }
    }
}

/// The clock of these numbers.
fn of_numbers(numbers: &[i64], are_births: bool) -> Option<Clock> {
    if numbers.iter().all(|number| is_digits(*number)) {
        return Some(Clock::Digits);
    }
    let earliest = if are_births { EARLIEST } else { SURE };
    let found = TICKS.iter().find(|(in_second, before_1970, _)| {
        let second = |number: &i64| number.div_euclid(*in_second) - before_1970;
        // Of births a few may be near 1970, where all numbers are small.
        let is_one = numbers.iter().map(second).any(|second| !(-SURE / 6..SURE / 6).contains(&second));
        is_one && numbers.iter().map(second).all(|second| (earliest..LATEST).contains(&second))
    });
    found.map(|&(in_second, before_1970, _)| Clock::Ticks { in_second, before_1970 })
}

/// Whether a number is written like a day.
fn is_digits(number: i64) -> bool {
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
    (1900..2100).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day)
}

/// Whether a text is an ISO date, with or without a time, so that texts are in the order of the dates.
fn is_iso(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_date = bytes.len() >= 10
        && bytes[..10].iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    is_date && bytes.get(10).is_none_or(|byte| matches!(byte, b' ' | b'T'))
}

/// Whether a text is a day, without a time behind it.
fn is_day(cell: &Cell) -> bool {
    matches!(cell, Cell::Text(text) if text.len() == 10)
}

/// The zones in which points of time are written, as many as are told apart.
fn zones(values: &[Cell]) -> usize {
    let zone = |cell: &Cell| {
        let Cell::Text(text) = cell else { return None };
        let time = text.get(11..)?;
        let at = time.find(['+', '-', 'Z', 'z'])?;
        Some(time[at..].replace(['z', 'Z'], "+00:00"))
    };
    values.iter().filter_map(zone).collect::<BTreeSet<String>>().len()
}

/// Looks at the values of columns that may be compared with a time: those of the tables that are asked for, and of those
/// that these refer to.
pub(in crate::agent::tables) fn read_clocks(
    tables: &mut [Table],
    is_asked: &dyn Fn(&Table) -> bool,
    (library, ticket): (&Library, &Ticket),
) {
    let mut due: Vec<usize> = (0..tables.len()).filter(|at| is_asked(&tables[*at])).collect();
    let mut seen: BTreeSet<usize> = due.iter().copied().collect();
    while let Some(at) = due.pop() {
        let referred: Vec<usize> = tables[at].references.iter().map(|(_, other, _)| *other).collect();
        due.extend(referred.into_iter().filter(|other| seen.insert(*other)));
        let Ok(database) = tables[at].home.open(library) else { continue };
        let from = tables[at].sql.clone();
        for column in tables[at].columns.iter_mut().filter(|column| may_be_time(column)).take(MAX_COLUMNS) {
            let ask = |sql: String| Some(database.sql(&sql, &|| ticket.check().is_ok()).ok()?.rows);
            let name = &column.sql;
            let first = ask(format!("SELECT {name} FROM {from} WHERE {name} IS NOT NULL LIMIT {SAMPLE}"));
            let mut values: Vec<Cell> = first.into_iter().flatten().flatten().collect();
            if values.is_empty() || Clock::of(&values, column).is_none() {
                continue;
            }
            // What is of another form further on – a text among numbers, "unknown" among dates – is at one of the ends.
            let ends = ask(format!("SELECT min({name}), max({name}) FROM {from}"));
            values.extend(ends.into_iter().flatten().flatten());
            let clock = Clock::of(&values, column).unwrap_or(Clock::Unknown);
            column.is_day &= clock == Clock::Iso && values.iter().all(is_day);
            column.is_of_zones = clock == Clock::Iso && zones(&values) > 1;
            (column.type_, column.clock) = (Type::Date, clock);
        }
    }
}

/// Whether the values of a column may be points of time of which its type says nothing.
fn may_be_time(column: &Column) -> bool {
    let may_be = matches!(column.class, ValueClass::Any | ValueClass::Text | ValueClass::Integer | ValueClass::Real);
    may_be && !column.is_key && column.type_ != Type::Flag && column.choices.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_tell_by_their_size_what_they_count() {
        let clock =
            |numbers: &[i64], are_births| of_numbers(numbers, are_births).map(|clock| clock.number("2024-03-01"));
        for (numbers, are_births, expected) in [
            (&[1_709_251_200, 1_600_000_000][..], false, Some("1709251200")),
            (&[1_709_251_200_000], false, Some("1709251200000")),
            (&[1_709_251_200_000_000], false, Some("1709251200000000")),
            (&[13_353_724_800_000_000], false, Some("13353724800000000")),
            (&[20_240_301, 19_991_231], false, Some("20240301")),
            (&[-300_000_000, 5, 900_000_000], true, Some("1709251200")),
            // Seconds since 2001, counts, years, days since 1970.
            (&[730_000_000, 400_000_000], false, None),
            (&[3, 1_000], false, None),
            (&[1985, 2003], true, None),
            (&[19_700], false, None),
        ] {
            assert_eq!(clock(numbers, are_births), expected.map(|number| Some(number.to_owned())), "{numbers:?}");
        }
        assert!(is_iso("2024-03-01") && is_iso("2024-03-01T10:00Z") && !is_iso("01/03/2024") && !is_iso("2024-3-1"));
    }
}
