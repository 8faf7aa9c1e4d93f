//! The Gregorian calendar: days since 1970 and dates, without time zones; moments as people write them.
//!
//! Years are counted from March, so that a leap day is the last of its year and every five months have 153 days
//! (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").

/// Days from 1 March of the year 0 to 1 January 1970.
const DAYS_UNTIL_1970: i64 = 719_468;

/// Days in 400 years.
const DAYS_OF_ERA: i64 = 146_097;

/// Days from 1970-01-01 to a date: its year, its month (1 to 12), its day of the month (from 1).
pub fn day_number(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (153 * month + 2) / 5 + day - 1 - DAYS_UNTIL_1970
}

/// The year, the month and the day of the month that are `days` days after 1970-01-01.
pub fn date_of(days: i64) -> (i64, i64, i64) {
    let (era, day) =
        ((days + DAYS_UNTIL_1970).div_euclid(DAYS_OF_ERA), (days + DAYS_UNTIL_1970).rem_euclid(DAYS_OF_ERA));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// Seconds since 1970 as an RFC 3339 time in UTC.
pub fn timestamp(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date_of(days);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// Seconds of a day.
const DAY: i64 = 86_400;

/// A point in time of `after:` and its like, in seconds since 1970 UTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// As it was written.
    text: String,
    when: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// Seconds before now.
    Ago(i64),
    /// Seconds since 1970.
    At(i64),
}

impl Moment {
    /// Reads `7d` (hours, days, weeks, months, years: `h d w m y`), `today`, `yesterday`, `2026`, `2026-01`, or
    /// `2026-01-31` in UTC.
    pub fn read(text: &str) -> Option<Moment> {
        let text = text.trim().to_ascii_lowercase();
        Some(Moment { when: When::read(&text)?, text })
    }

    /// Seconds since 1970, where it is `now`.
    pub fn seconds(&self, now: i64) -> i64 {
        match self.when {
            When::Ago(seconds) => now - seconds,
            When::At(seconds) => seconds,
        }
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.text)
    }
}

impl When {
    fn read(text: &str) -> Option<When> {
        match text {
            "today" => return Some(When::Ago(DAY)),
            "yesterday" => return Some(When::Ago(2 * DAY)),
            _ => {}
        }
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let unit = match text[digits..].trim() {
            "h" | "hour" | "hours" => Some(3_600),
            "d" | "day" | "days" => Some(DAY),
            "w" | "week" | "weeks" => Some(7 * DAY),
            "m" | "month" | "months" => Some(30 * DAY),
            "y" | "year" | "years" => Some(365 * DAY),
            _ => None,
        };
        if let Some(unit) = unit {
            let count: i64 = text[..digits].parse().ok().filter(|count| (0..100_000).contains(count))?;
            return Some(When::Ago(count * unit));
        }
        let mut parts = text.split('-');
        let year: i64 = parts.next()?.parse().ok().filter(|year| (1970..10_000).contains(year))?;
        let mut next = |most: i64| match parts.next() {
            None => Some(1),
            Some(part) => part.parse().ok().filter(|part| (1..=most).contains(part)),
        };
        let (month, day) = (next(12)?, next(31)?);
        parts.next().is_none().then(|| When::At(day_number(year, month, day) * DAY))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_utc() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(1_795_253_400), "2026-11-21T09:30:00Z");
        assert_eq!(timestamp(951_782_399), "2000-02-28T23:59:59Z");
    }

    #[test]
    fn days_and_dates_name_each_other() {
        assert_eq!((day_number(1970, 1, 1), date_of(0)), (0, (1970, 1, 1)));
        assert_eq!((day_number(2024, 2, 29), date_of(19_782)), (19_782, (2024, 2, 29)));
        assert_eq!((day_number(1899, 12, 30), date_of(-25_569)), (-25_569, (1899, 12, 30)));
        let mut before = date_of(-800_001);
        for days in -800_000..800_000 {
            let date @ (year, month, day) = date_of(days);
            assert!(date > before && (1..=12).contains(&month) && (1..=31).contains(&day), "{days}: {date:?}");
            assert_eq!(day_number(year, month, day), days);
            before = date;
        }
    }

    #[test]
    fn moments_are_read_as_people_write_them() {
        assert_eq!(When::read("7d"), Some(When::Ago(7 * DAY)));
        assert_eq!(When::read("36h"), Some(When::Ago(36 * 3_600)));
        assert_eq!((When::read("2 weeks"), When::read("1 day")), (When::read("2w"), When::read("1d")));
        assert_eq!(When::read("1970-01-02"), Some(When::At(DAY)));
        assert_eq!(When::read("2024-03-01"), Some(When::At(1_709_251_200)));
        assert_eq!(When::read("2026"), When::read("2026-01-01"));
        for nonsense in ["", "d", "soon", "2026-13", "2026-01-01-01", "7x", "-3d", "12:30", "日"] {
            assert_eq!(Moment::read(nonsense), None, "{nonsense}");
        }
        assert_eq!(Moment::read("1D").map(|day| day.seconds(100_000)), Some(100_000 - DAY));
    }
}
