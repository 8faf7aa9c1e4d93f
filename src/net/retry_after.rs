//! The `Retry-After` header.

use crate::stdx::day_number;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The pause that a `Retry-After` header asks for: seconds, or a date.
pub(super) fn retry_after(value: &str) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Some(http_date(value)?.saturating_sub(now))
}

/// The time since 1970 of a date as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
fn http_date(text: &str) -> Option<Duration> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let words: Vec<&str> = text.strip_suffix(" GMT")?.split_ascii_whitespace().collect();
    let [_, day, month, year, time] = words[..] else { return None };
    let month = MONTHS.as_bytes().chunks(3).position(|name| name == month.as_bytes())? as i64;
    let clock: Vec<i64> = time.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [hours, minutes, seconds] = clock[..] else { return None };
    let (day, year) = (day.parse::<i64>().ok()?, year.parse::<i64>().ok()?);
    if !(1970..=9999).contains(&year)
        || !(1..=31).contains(&day)
        || !(0..24).contains(&hours)
        || !(0..60).contains(&minutes)
        || !(0..61).contains(&seconds)
    {
        return None;
    }
    let days = day_number(year, month + 1, day);
    u64::try_from(((days * 24 + hours) * 60 + minutes) * 60 + seconds).ok().map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_http_writes_them() {
        for (text, seconds) in [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
            ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
        ] {
            assert_eq!(http_date(text), Some(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "soon", "-1", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 ovD 1994 08:49:37 GMT", "1e9 GMT"] {
            assert_eq!(http_date(text), None, "{text}");
        }
        assert_eq!(retry_after(" 7 "), Some(Duration::from_secs(7)));
        assert_eq!(retry_after("Sun, 06 Nov 1994 08:49:37 GMT"), Some(Duration::ZERO));
        assert_eq!(retry_after("soon"), None);
    }
}
