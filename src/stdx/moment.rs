//! Moments as people write them: `7d`, `36 hours`, `2026-01-31`.

use super::calendar::day_number;

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
