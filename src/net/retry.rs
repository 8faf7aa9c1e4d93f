//! Retries: exponential backoff, unless the service says how long to wait.

use super::error::Failure;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

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
}
