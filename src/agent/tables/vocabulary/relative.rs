//! Times that are told from today: "last quarter", "this year", "the last 30 days".

use super::moments::Moment;
use crate::stdx::{date_of, day_number};
use std::time::{SystemTime, UNIX_EPOCH};

/// What is told from today, as a unit and the units before the one of today.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Day,
    Week,
    Month,
    Quarter,
    Half,
    Year,
}

const UNITS: &[(&[&str], Unit)] = &[
    (&["day", "days"], Unit::Day),
    (&["week", "weeks"], Unit::Week),
    (&["month", "months"], Unit::Month),
    (&["quarter", "quarters"], Unit::Quarter),
    (&["half"], Unit::Half),
    (&["year", "years"], Unit::Year),
];

/// Words of the unit that today lies in, and of the one before.
const THIS: &[&str] = &["this", "current"];
const LAST: &[&str] = &["last", "previous"];

/// Units that are looked back at, at most.
const MAX_BACK: i64 = 1_000;

/// The day of today as a number of days since 1970, in UTC.
pub(in crate::agent::tables) fn today() -> i64 {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    i64::try_from(seconds / 86_400).unwrap_or_default()
}

/// A day as an ISO date.
pub(in crate::agent::tables) fn iso(day: i64) -> String {
    let (year, month, day) = date_of(day);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The time that words begin with, seen from `today`, and how many of them it takes.
pub(in crate::agent::tables) fn relative(words: &[&str], today: i64) -> Option<(usize, Moment)> {
    let days = |first: i64, next: i64| Moment { first: iso(first), next: iso(next) };
    let unit = |word: &str| UNITS.iter().find(|(names, _)| names.contains(&word)).map(|(_, unit)| *unit);
    match *words {
        ["the", ref rest @ ..] if rest.first() != Some(&"the") => {
            relative(rest, today).map(|(count, moment)| (count + 1, moment))
        }
        ["today", ..] => Some((1, days(today, today + 1))),
        ["yesterday", ..] => Some((1, days(today - 1, today))),
        // "Last week of May", "last quarter 2024" are read where the calendar is.
        [which, name, ref rest @ ..] if THIS.contains(&which) || LAST.contains(&which) => {
            let is_of_year =
                rest.first().is_some_and(|next| *next == "of" || next.len() == 4 && next.parse::<u32>().is_ok());
            let Some(unit) = unit(name).filter(|_| !is_of_year) else { return rolling(words, today) };
            let back = i64::from(LAST.contains(&which));
            let first = start(unit, today, -back);
            let next = start(unit, today, 1 - back);
            (!name.ends_with('s')).then(|| (2, days(first, next)))
        }
        _ => rolling(words, today),
    }
}

/// "The last 30 days": those before today, and today.
fn rolling(words: &[&str], today: i64) -> Option<(usize, Moment)> {
    let [which, number, name, ..] = *words else { return None };
    let is_back = LAST.contains(&which) || which == "past";
    let number = number.parse::<i64>().ok().filter(|number| is_back && (1..=MAX_BACK).contains(number))?;
    let first = back(name, number, today)?;
    Some((3, Moment { first: iso(first), next: iso(today + 1) }))
}

/// The day that is so many units before today.
pub(in crate::agent::tables) fn back(unit: &str, number: i64, today: i64) -> Option<i64> {
    let (_, unit) = UNITS.iter().find(|(names, _)| names.contains(&unit))?;
    if !(1..=MAX_BACK).contains(&number) {
        return None;
    }
    Some(match unit {
        Unit::Day => today - number,
        Unit::Week => today - 7 * number,
        Unit::Month => months_before(today, number),
        Unit::Quarter => months_before(today, 3 * number),
        Unit::Year => months_before(today, 12 * number),
        Unit::Half => return None,
    })
}

/// The same day so many months before; the last of the month where it has no such day.
fn months_before(today: i64, months: i64) -> i64 {
    let (year, month, day) = date_of(today);
    let all = year * 12 + month - 1 - months;
    let (year, month) = (all.div_euclid(12), all.rem_euclid(12) + 1);
    let first = day_number(year, month, 1);
    let next = if month == 12 { day_number(year + 1, 1, 1) } else { day_number(year, month + 1, 1) };
    (first + day - 1).min(next - 1)
}

/// The first day of the unit so many units behind the one that today lies in.
fn start(unit: Unit, today: i64, offset: i64) -> i64 {
    let (year, month, _) = date_of(today);
    let of_months = |length: i64| {
        let all = (year * 12 + month - 1).div_euclid(length) * length + offset * length;
        day_number(all.div_euclid(12), all.rem_euclid(12) + 1, 1)
    };
    match unit {
        Unit::Day => today + offset,
        // 1970 began on a Thursday.
        Unit::Week => today - (today + 3).rem_euclid(7) + 7 * offset,
        Unit::Month => of_months(1),
        Unit::Quarter => of_months(3),
        Unit::Half => of_months(6),
        Unit::Year => of_months(12),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_from_today() {
        let today = day_number(2024, 3, 31);
        for (text, first, next, count) in [
            ("today", "2024-03-31", "2024-04-01", 1),
            ("yesterday then", "2024-03-30", "2024-03-31", 1),
            ("this week", "2024-03-25", "2024-04-01", 2),
            ("last week", "2024-03-18", "2024-03-25", 2),
            ("the last month", "2024-02-01", "2024-03-01", 3),
            ("this quarter", "2024-01-01", "2024-04-01", 2),
            ("last quarter", "2023-10-01", "2024-01-01", 2),
            ("last half", "2023-07-01", "2024-01-01", 2),
            ("last year", "2023-01-01", "2024-01-01", 2),
            ("past 30 days", "2024-03-01", "2024-04-01", 3),
            ("last 1 months", "2024-02-29", "2024-04-01", 3),
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            let expected = Moment { first: first.to_owned(), next: next.to_owned() };
            assert_eq!(relative(&words, today), Some((count, expected)), "{text}");
        }
        for text in [
            "last quarter of 2023",
            "last order",
            "last week of may 2023",
            "this",
            "the the last week",
            "last weeks",
            "",
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(relative(&words, today), None, "{text}");
        }
    }
}
