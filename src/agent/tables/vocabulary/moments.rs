//! Days, months, quarters and years that words name.

use crate::databases::month;
use crate::stdx::{date_of, day_number};

/// The first day of a time, and the day after its last, as ISO dates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) struct Moment {
    pub first: String,
    pub next: String,
}

impl Moment {
    /// The time that words begin with, and how many of them it takes.
    pub(in crate::agent::tables) fn read(words: &[&str]) -> Option<(usize, Moment)> {
        let (first, rest) = words.split_first()?;
        if matches!(*first, "the" | "year") {
            return Moment::read(rest).map(|(count, moment)| (count + 1, moment));
        }
        let of_parts = Moment::of_parts(first).map(|moment| (1, moment));
        let of_months =
            || Moment::of_months(words).or_else(|| Moment::of_weeks(words)).or_else(|| Moment::of_seasons(words));
        of_parts.or_else(of_months).or_else(|| Moment::of_quarters(words)).or_else(|| Moment::of_numbered_week(words))
    }

    /// `2023`, `2023-04`, `2023-04-17`.
    fn of_parts(word: &str) -> Option<Moment> {
        if let Some(day) = Moment::of_written(word) {
            return Some(day);
        }
        if let Some(decade) = Moment::of_decade(word) {
            return Some(decade);
        }
        let parts: Vec<&str> = word.split('-').collect();
        let year = year(parts[0])?;
        match parts[1..] {
            [] => Some(Moment::months(year, 1, 12)),
            [month] => Some(Moment::months(year, number(month, 12)?, 1)),
            [month, day] => Moment::day(year, number(month, 12)?, number(day, 31)?),
            _ => None,
        }
    }

    /// "1930s", "the 1990's".
    fn of_decade(word: &str) -> Option<Moment> {
        let digits = word.strip_suffix('s')?.trim_end_matches(['\'', '’']);
        let first = year(digits).filter(|year| year.is_multiple_of(10))?;
        Some(Moment { first: format!("{first:04}-01-01"), next: format!("{:04}-01-01", first + 10) })
    }

    /// `17.4.2023`, `2023/4/17`, and `17/4/2023` where nothing but the first part can be the day.
    fn of_written(word: &str) -> Option<Moment> {
        let parts: Vec<&str> = word.split(['.', '/']).collect();
        let [first, second, third] = parts.as_slice() else { return None };
        if let Some(year) = year(first).filter(|_| word.contains('/')) {
            return Moment::day(year, number(second, 12)?, number(third, 31)?);
        }
        let (year, one, two) = (year(third)?, number(first, 31)?, number(second, 31)?);
        match word.contains('/') {
            false => Moment::day(year, number(second, 12)?, one),
            true if one > 12 || one == two => Moment::day(year, number(second, 12)?, one),
            true if two > 12 => Moment::day(year, number(first, 12)?, two),
            true => None,
        }
    }

    /// "Summer 2023", "winter of 2023": whole months; a winter begins in December of its year.
    fn of_seasons(words: &[&str]) -> Option<(usize, Moment)> {
        let [name, rest @ ..] = words else { return None };
        let (_, month) = SEASONS.iter().find(|(names, _)| names.contains(name))?;
        let of = usize::from(rest.first() == Some(&"of"));
        let year = year(rest.get(of)?)?;
        Some((of + 2, Moment::months(year, *month, 3)))
    }

    /// "March 2023", "March of 2023", "17 March 2023", "the 17th of March 2023", "March 17 2023".
    fn of_months(words: &[&str]) -> Option<(usize, Moment)> {
        // What stands between says nothing.
        let all: Vec<(usize, &str)> =
            words.iter().enumerate().take(6).map(|(at, word)| (at, *word)).filter(|(_, word)| *word != "of").collect();
        let ordinal = |word: &str| {
            let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
            matches!(&word[digits.len()..], "" | "st" | "nd" | "rd" | "th").then(|| number(digits, 31)).flatten()
        };
        let read = |at: usize| {
            let (_, word) = all.get(at)?;
            Some(*word)
        };
        let end = |count: usize| all.get(count - 1).map(|(at, _)| at + 1);
        let (one, two) = (read(0)?, read(1)?);
        match (month(one), month(two)) {
            (Some(month), _) => match (year(two), ordinal(two)) {
                (Some(year), _) => Some((end(2)?, Moment::months(year, month, 1))),
                (None, Some(day)) => Some((end(3)?, Moment::day(year(read(2)?)?, month, day)?)),
                (None, None) => None,
            },
            (None, Some(month)) => Some((end(3)?, Moment::day(year(read(2)?)?, month, ordinal(one)?)?)),
            (None, None) => None,
        }
    }

    /// "Q3 2023", "third quarter of 2023", "second half of 2023".
    fn of_quarters(words: &[&str]) -> Option<(usize, Moment)> {
        let (taken, at, length) = match *words {
            ["last", "quarter", ..] => (2, 3, 3),
            ["last", "half", ..] => (2, 1, 6),
            [one, "quarter", ..] => (2, nth(one)?, 3),
            [one, "half", ..] => (2, nth(one).filter(|at| *at < 2)?, 6),
            [one, ..] => match one.strip_prefix('q').or(one.strip_prefix("quarter")) {
                Some(quarter) => (1, number(quarter, 4)? as usize - 1, 3),
                None => (1, number(one.strip_prefix('h')?, 2)? as usize - 1, 6),
            },
            [] => return None,
        };
        let taken = taken + usize::from(words.get(taken) == Some(&"of"));
        let year = year(words.get(taken)?)?;
        Some((taken + 1, Moment::months(year, at as u32 * length + 1, length)))
    }

    /// "First week of May 2023", "the last week of 2023-05", "second half of May 2023".
    fn of_weeks(words: &[&str]) -> Option<(usize, Moment)> {
        let [which, unit @ ("day" | "week" | "half"), rest @ ..] = words else { return None };
        let is_of = rest.first() == Some(&"of");
        let rest = &rest[usize::from(is_of)..];
        let of_parts = |word: &&str| Moment::of_parts(word).map(|moment| (1, moment));
        let (count, moment) = rest.first().and_then(of_parts).or_else(|| Moment::of_months(rest))?;
        let number = |at: std::ops::Range<usize>| moment.first.get(at)?.parse::<u32>().ok();
        let (year, month) = (number(0..4)?, number(5..7)?);
        if (*unit, *which) == ("day", "last") && !moment.is_day() {
            // The last of a year is that of its December.
            let last = if moment == Moment::months(year, month, 1) { month } else { month + 11 };
            let day = Moment::day(year, last, days(year, last)).filter(|day| day.next == moment.next)?;
            return Some((2 + usize::from(is_of) + count, day));
        }
        if moment != Moment::months(year, month, 1) {
            return None;
        }
        let days = days(year, month);
        let (first, last) = match (*unit, *which, nth(which)) {
            ("week", "last", _) => (days - 6, days),
            ("day", _, Some(at)) => (at as u32 + 1, at as u32 + 1),
            ("week", _, Some(at)) => (at as u32 * 7 + 1, at as u32 * 7 + 7),
            ("half", "first", _) => (1, 15),
            ("half", "second" | "last", _) => (16, days),
            _ => return None,
        };
        let (first, last) = (Moment::day(year, month, first)?, Moment::day(year, month, last)?);
        Some((2 + usize::from(is_of) + count, Moment { first: first.first, next: last.next }))
    }

    /// "Week 12 of 2023", "W12 2023": weeks as ISO counts them.
    fn of_numbered_week(words: &[&str]) -> Option<(usize, Moment)> {
        let (count, week, rest) = match *words {
            ["week", week, ref rest @ ..] => (2, number(week, 53)?, rest),
            [week, ref rest @ ..] => (1, number(week.strip_prefix('w')?, 53)?, rest),
            [] => return None,
        };
        let of = usize::from(rest.first() == Some(&"of"));
        let year = i64::from(year(rest.get(of)?)?);
        // The fourth of January lies in the first week, which begins on a Monday; 1970 began on a Thursday.
        let monday = |year: i64| day_number(year, 1, 4) - (day_number(year, 1, 4) + 3).rem_euclid(7);
        let first = monday(year) + i64::from(week - 1) * 7;
        let iso = |day: i64| {
            let (year, month, day) = date_of(day);
            format!("{year:04}-{month:02}-{day:02}")
        };
        (first < monday(year + 1)).then(|| (count + of + 1, Moment { first: iso(first), next: iso(first + 7) }))
    }

    /// So many months.
    fn months(year: u32, month: u32, count: u32) -> Moment {
        let next = month + count;
        let (next_year, next) = if next > 12 { (year + 1, next - 12) } else { (year, next) };
        Moment { first: format!("{year:04}-{month:02}-01"), next: format!("{next_year:04}-{next:02}-01") }
    }

    /// One day; `None` if the month has none such.
    fn day(year: u32, month: u32, day: u32) -> Option<Moment> {
        let days = days(year, month);
        let next = match day {
            day if day < days => format!("{year:04}-{month:02}-{:02}", day + 1),
            _ => Moment::months(year, month, 1).next,
        };
        (day <= days).then(|| Moment { first: format!("{year:04}-{month:02}-{day:02}"), next })
    }

    /// True if it is one day.
    pub(in crate::agent::tables) fn is_day(&self) -> bool {
        let number = |at: std::ops::Range<usize>| self.first.get(at)?.parse().ok();
        let day = || Moment::day(number(0..4)?, number(5..7)?, number(8..10)?);
        day().is_some_and(|day| day.next == self.next)
    }
}

/// Whether a word is that of a season.
pub(in crate::agent::tables) fn is_season(word: &str) -> bool {
    SEASONS.iter().any(|(names, _)| names.contains(&word))
}

/// The seasons of the north, and the months in which they begin.
const SEASONS: &[(&[&str], u32)] = &[(&["spring"], 3), (&["summer"], 6), (&["autumn", "fall"], 9), (&["winter"], 12)];

/// The place of a word that counts.
fn nth(word: &str) -> Option<usize> {
    ["first", "second", "third", "fourth"].iter().position(|nth| *nth == word)
}

/// The days of a month.
fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn number(word: &str, most: u32) -> Option<u32> {
    let is_number = (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|number| is_number && (1..=most).contains(number))
}

fn year(word: &str) -> Option<u32> {
    let is_year = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|year| is_year && (1900..2100).contains(year))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_months_quarters_and_years_are_read_and_nothing_else() {
        for (text, first, next, count) in [
            ("2023", "2023-01-01", "2024-01-01", 1),
            ("the year 2023 and", "2023-01-01", "2024-01-01", 3),
            ("the 1930s", "1930-01-01", "1940-01-01", 2),
            ("1990's", "1990-01-01", "2000-01-01", 1),
            ("2023-12", "2023-12-01", "2024-01-01", 1),
            ("2024-02-29", "2024-02-29", "2024-03-01", 1),
            ("march 2023", "2023-03-01", "2023-04-01", 2),
            ("dec of 2023", "2023-12-01", "2024-01-01", 3),
            ("the 17th of april 2023 x", "2023-04-17", "2023-04-18", 5),
            ("april 30 2023", "2023-04-30", "2023-05-01", 3),
            ("31 december 2023", "2023-12-31", "2024-01-01", 3),
            ("q4 2023", "2023-10-01", "2024-01-01", 2),
            ("h1 of 2023", "2023-01-01", "2023-07-01", 3),
            ("week 1 of 2021", "2021-01-04", "2021-01-11", 4),
            ("w53 2020", "2020-12-28", "2021-01-04", 2),
            ("second half of 2023", "2023-07-01", "2024-01-01", 4),
            ("last quarter of 2024", "2024-10-01", "2025-01-01", 4),
            ("the first week of may 2023", "2023-05-01", "2023-05-08", 6),
            ("last week of february 2024", "2024-02-23", "2024-03-01", 5),
            ("second week of 2023-05", "2023-05-08", "2023-05-15", 4),
            ("17.4.2023", "2023-04-17", "2023-04-18", 1),
            ("17/4/2023", "2023-04-17", "2023-04-18", 1),
            ("4/17/2023", "2023-04-17", "2023-04-18", 1),
            ("2023/4/17", "2023-04-17", "2023-04-18", 1),
            ("summer 2023", "2023-06-01", "2023-09-01", 2),
            ("winter of 2023", "2023-12-01", "2024-03-01", 3),
            ("the last day of february 2024", "2024-02-29", "2024-03-01", 6),
            ("last day of 2023", "2023-12-31", "2024-01-01", 4),
            ("first day of may 2023", "2023-05-01", "2023-05-02", 5),
            ("second half of may 2023", "2023-05-16", "2023-06-01", 5),
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            let expected = Moment { first: first.to_owned(), next: next.to_owned() };
            assert_eq!(Moment::read(&words), Some((count, expected)), "{text}");
        }
        for text in [
            "march",
            "may be",
            "2023-02-29",
            "2023-13",
            "31 april 2023",
            "17",
            "3023",
            "1931s",
            "20230417",
            "4/5/2023",
            "31.2.2023",
            "summer",
            "first 2023",
            "first week of may",
            "fifth week of may 2023",
            "q5 2023",
            "week 53 of 2021",
            "",
        ] {
            assert_eq!(Moment::read(&text.split(' ').collect::<Vec<_>>()), None, "{text}");
        }
    }

    #[test]
    fn a_day_is_told_from_a_month_that_begins_with_it() {
        for (text, is_day) in
            [("2023-04-01", true), ("2023-04", false), ("2023-04-30", true), ("2023", false), ("2023-12-31", true)]
        {
            assert_eq!(Moment::read(&[text]).map(|(_, moment)| moment.is_day()), Some(is_day), "{text}");
        }
        let week = Moment::read(&["first", "week", "of", "2023-04"]);
        assert!(week.is_some_and(|(_, moment)| !moment.is_day()));
    }
}
