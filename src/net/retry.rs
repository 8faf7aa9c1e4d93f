//! Retries: exponential backoff, unless the service says how long to wait.

use super::error::Failure;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Attempts of one request, and the pauses between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// Attempts at most; at least one is made.
    pub max_attempts: u32,
    /// The pause after the first attempt. Every further one is twice as long.
    pub first_pause: Duration,
    /// The longest pause that is chosen here; a service may ask for a longer one.
    pub max_pause: Duration,
    /// Randomness of the pauses.
    pub jitter: Jitter,
}

/// Randomness of pauses. It keeps many clients from coming back at the same moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jitter {
    /// None: the same pauses every time.
    None,
    /// Between half of the pause and all of it.
    Half,
}

impl Retry {
    /// One attempt.
    pub const NEVER: Retry =
        Retry { max_attempts: 1, first_pause: Duration::ZERO, max_pause: Duration::ZERO, jitter: Jitter::None };

    /// Four attempts within about four seconds.
    pub const USUAL: Retry = Retry {
        max_attempts: 4,
        first_pause: Duration::from_millis(500),
        max_pause: Duration::from_secs(8),
        jitter: Jitter::Half,
    };

    /// The pause before the next attempt after `attempts` of them. `None` if there is to be no other: it could not
    /// help, there were enough, or `remaining` would be over.
    pub(super) fn pause(&self, attempts: u32, failure: &Failure, remaining: Duration) -> Option<Duration> {
        if attempts >= self.max_attempts || !failure.is_transient() {
            return None;
        }
        let pause = failure.retry_after().unwrap_or_else(|| self.backoff(attempts));
        (pause < remaining).then_some(pause)
    }

    fn backoff(&self, attempts: u32) -> Duration {
        let factor = 1u32.checked_shl(attempts.saturating_sub(1)).unwrap_or(u32::MAX);
        let pause = self.first_pause.saturating_mul(factor).min(self.max_pause);
        match self.jitter {
            Jitter::None => pause,
            Jitter::Half => pause.mul_f64(0.5 + 0.5 * random()),
        }
    }
}

/// A number between 0 and 1: the standard library seeds every hasher anew.
fn random() -> f64 {
    RandomState::new().build_hasher().finish() as f64 / u64::MAX as f64
}

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
    let month = (month.len() == 3).then(|| MONTHS.find(month)).flatten()? as u64 / 3;
    let clock: Vec<u64> = time.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [hours, minutes, seconds] = clock[..] else { return None };
    let (day, year) = (day.parse::<u64>().ok()?, year.parse::<u64>().ok()?);
    if !(1970..=9999).contains(&year) || !(1..=31).contains(&day) || hours > 23 || minutes > 59 || seconds > 60 {
        return None;
    }
    // Years that begin in March have the leap day at their end, and months of 153 days in every five.
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let leap_days = year / 4 - year / 100 + year / 400;
    const DAYS_UNTIL_1970: u64 = 719_468;
    let days = (365 * year + leap_days + (153 * month + 2) / 5 + day - 1).checked_sub(DAYS_UNTIL_1970)?;
    Some(Duration::from_secs(((days * 24 + hours) * 60 + minutes) * 60 + seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, retry_after: Option<Duration>) -> Failure {
        Failure::Refused { status, name: "", reason: String::new(), has_key: false, retry_after }
    }

    #[test]
    fn pauses_double_up_to_their_limit_and_end_with_the_attempts() {
        let retry = Retry { max_attempts: 6, jitter: Jitter::None, ..Retry::USUAL };
        let pauses = |remaining| -> Vec<Option<u128>> {
            (1..=6)
                .map(|attempts| retry.pause(attempts, &refused(503, None), remaining).map(|pause| pause.as_millis()))
                .collect()
        };
        let minute = Duration::from_secs(60);
        assert_eq!(pauses(minute), [Some(500), Some(1000), Some(2000), Some(4000), Some(8000), None]);
        assert_eq!(pauses(Duration::from_secs(2)), [Some(500), Some(1000), None, None, None, None]);
        let random = Retry { jitter: Jitter::Half, ..retry };
        for attempts in 1..=40 {
            let pause = random.backoff(attempts);
            assert!(pause * 2 >= retry.backoff(attempts) && pause <= retry.backoff(attempts), "{pause:?}");
        }
    }

    #[test]
    fn services_say_how_long_to_wait_and_what_cannot_help_is_not_tried() {
        let (second, minute) = (Duration::from_secs(1), Duration::from_secs(60));
        let retry = Retry { max_attempts: 3, ..Retry::USUAL };
        assert_eq!(retry.pause(1, &refused(429, Some(20 * second)), minute), Some(20 * second));
        assert_eq!(retry.pause(1, &refused(429, Some(20 * second)), 10 * second), None);
        for status in [400, 401, 404, 422, 501] {
            assert_eq!(retry.pause(1, &refused(status, None), minute), None, "{status}");
        }
        assert_eq!(Retry::NEVER.pause(1, &Failure::Timeout, minute), None);
    }

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
