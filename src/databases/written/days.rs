//! Days as people write them. `03/04/2023` is a day only where another one of the column tells which part is the month.

use super::month;
use crate::stdx::{date_of, day_number};

/// The order of the parts of a day that is written with numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DayOrder {
    /// The year, the month, the day; or the month in letters: nothing else can be meant.
    Plain,
    /// The day, then the month.
    DayFirst,
    /// The month, then the day.
    MonthFirst,
}

/// A day or a point of time as ISO text, and whether it has a time of the day; `None` if it is none in this order.
pub(super) fn day(text: &str, order: DayOrder) -> Option<(String, bool)> {
    let text = text.trim();
    if !text.contains(|c: char| c.is_ascii_digit()) || text.len() > 48 {
        return None;
    }
    let (day, time) = apart(text);
    let date = date(day, order)?;
    match time {
        None => Some((date, false)),
        Some(time) => {
            let clock = clock(time)?;
            let text = zone(time).map_or_else(|| Some(format!("{date} {clock}")), |zone| in_utc(&date, &clock, zone));
            Some((text?, true))
        }
    }
}

/// A text as the day and the time of the day behind it.
fn apart(text: &str) -> (&str, Option<&str>) {
    let Some(colon) = text.find(':') else { return (text, None) };
    let Some(start) = text[..colon].rfind([' ', 'T', 't']) else { return (text, None) };
    (text[..start].trim_end_matches([',', ' ']), Some(&text[start + 1..]))
}

/// The minutes by which what is written is ahead of UTC, if it says so: `Z`, `+02:00`, `-0530`.
fn zone(text: &str) -> Option<i64> {
    let text = text.trim();
    if text.ends_with(['Z', 'z']) {
        return Some(0);
    }
    let at = text.rfind(['+', '-'])?;
    let digits: String = text[at + 1..].chars().filter(|c| *c != ':').collect();
    let is_zone = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let (hours, minutes) = digits.split_at_checked(2).filter(|_| is_zone)?;
    let ahead = hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?;
    let is_west = text[at..].starts_with('-');
    (ahead <= 14 * 60).then_some(if is_west { -ahead } else { ahead })
}

/// A point of time as that of UTC: those of several zones are in one order then.
fn in_utc(date: &str, clock: &str, ahead: i64) -> Option<String> {
    let number = |text: &str, at: std::ops::Range<usize>| text.get(at)?.parse::<i64>().ok();
    let day = day_number(number(date, 0..4)?, number(date, 5..7)?, number(date, 8..10)?);
    let minutes = number(clock, 0..2)? * 60 + number(clock, 3..5)? - ahead;
    let (year, month, day) = date_of(day + minutes.div_euclid(1440));
    let minutes = minutes.rem_euclid(1440);
    Some(format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{}", minutes / 60, minutes % 60, clock.get(6..)?))
}

/// Hours, minutes, seconds, without what says in which zone that is.
fn clock(text: &str) -> Option<String> {
    let lower = text.trim().to_ascii_lowercase();
    let (bare, half) =
        match lower.strip_suffix("am").map(|bare| (bare, 0)).or(lower.strip_suffix("pm").map(|bare| (bare, 12))) {
            Some((bare, half)) => (bare.trim_end(), Some(half)),
            None => (lower.as_str(), None),
        };
    let end = bare.find(['z', '+', '-', ' ']).unwrap_or(bare.len());
    let parts: Vec<&str> = bare[..end].split(':').collect();
    let seconds = parts.get(2).map_or("00", |seconds| seconds.split('.').next().unwrap_or("00"));
    let part = |text: &str, most: u32| text.parse::<u32>().ok().filter(|part| *part <= most && text.len() <= 2);
    let (hour, minute, second) = (part(parts[0], 23)?, part(parts.get(1)?, 59)?, part(seconds, 60)?);
    let hour = match half {
        Some(half) => (1..=12).contains(&hour).then_some(hour % 12 + half)?,
        None => hour,
    };
    (parts.len() <= 3).then(|| format!("{hour:02}:{minute:02}:{second:02}"))
}

fn date(text: &str, order: DayOrder) -> Option<String> {
    if let Some(date) = chinese(text) {
        return (order == DayOrder::Plain).then_some(date);
    }
    let parts: Vec<&str> =
        text.split(['-', '/', '.', ' ', ',']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let [first, second, third] = parts.as_slice() else { return None };
    let is_year = |text: &str| text.len() == 4;
    let signs = || text.chars().filter(|c| matches!(c, '-' | '/' | '.'));
    let is_one_sign = signs().collect::<std::collections::BTreeSet<_>>().len() == 1 && !text.contains([' ', ',']);
    let is_pointed = signs().all(|sign| sign == '.');
    match order {
        DayOrder::Plain if is_year(first) && is_one_sign => checked(first, number(second)?, third),
        // Points stand between the parts only where the day comes first.
        DayOrder::Plain if is_year(third) && is_one_sign && is_pointed => checked(third, number(second)?, first),
        DayOrder::Plain if is_year(third) => match (month(first), month(second)) {
            (Some(month), None) => checked(third, month, ordinal(second)),
            (None, Some(month)) => checked(third, month, ordinal(first)),
            _ => None,
        },
        DayOrder::DayFirst if is_year(third) && is_one_sign && !is_pointed => checked(third, number(second)?, first),
        DayOrder::MonthFirst if is_year(third) && is_one_sign && !is_pointed => checked(third, number(first)?, second),
        _ => None,
    }
}

/// `2023年4月17日`.
fn chinese(text: &str) -> Option<String> {
    let (year, rest) = text.split_once('年')?;
    let (month, rest) = rest.split_once('月')?;
    let day = rest.strip_suffix(['日', '号'])?;
    checked(year, number(month)?, day)
}

/// A day that there is, as ISO text.
fn checked(year: &str, month: u32, day: &str) -> Option<String> {
    let (year, day) = (year.parse::<u32>().ok().filter(|_| year.len() == 4)?, number(day)?);
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (1..=days).contains(&day).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

fn number(text: &str) -> Option<u32> {
    let is_short = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_short)
}

/// "17th" without its end.
fn ordinal(text: &str) -> &str {
    ["st", "nd", "rd", "th"].iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_in_every_form_that_can_be_but_one_day() {
        for (text, order, expected) in [
            ("2023-04-17", DayOrder::Plain, Some("2023-04-17")),
            ("2023/4/7", DayOrder::Plain, Some("2023-04-07")),
            ("17.4.2023", DayOrder::Plain, Some("2023-04-17")),
            ("17 Apr 2023", DayOrder::Plain, Some("2023-04-17")),
            ("05-Mar-2023", DayOrder::Plain, Some("2023-03-05")),
            ("April 17th, 2023", DayOrder::Plain, Some("2023-04-17")),
            ("2023年4月17日", DayOrder::Plain, Some("2023-04-17")),
            ("2023-04-17T08:05:01.5Z", DayOrder::Plain, Some("2023-04-17 08:05:01")),
            ("2024-03-31T23:30:00-05:00", DayOrder::Plain, Some("2024-04-01 04:30:00")),
            ("2024-01-01 00:30+0200", DayOrder::Plain, Some("2023-12-31 22:30:00")),
            ("2023-04-17 8:05", DayOrder::Plain, Some("2023-04-17 08:05:00")),
            ("4/17/2023 12:05 AM", DayOrder::MonthFirst, Some("2023-04-17 00:05:00")),
            ("17/04/2023", DayOrder::DayFirst, Some("2023-04-17")),
            ("17/04/2023", DayOrder::MonthFirst, None),
            ("03/04/2023", DayOrder::Plain, None),
            ("2023-02-30", DayOrder::Plain, None),
            ("17/04/23", DayOrder::DayFirst, None),
            ("1.2.3", DayOrder::Plain, None),
            ("2023", DayOrder::Plain, None),
            ("2023-04-17 25:00", DayOrder::Plain, None),
            ("", DayOrder::Plain, None),
            ("2023年", DayOrder::Plain, None),
        ] {
            assert_eq!(day(text, order).map(|(day, _)| day).as_deref(), expected, "{text}");
        }
    }
}
