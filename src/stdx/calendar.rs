//! The Gregorian calendar: days since 1970 and dates, without time zones.
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
}
