//! A circuit breaker: a service that keeps failing is asked no more.

use std::time::{Duration, Instant};

/// Failures in a row after which the breaker opens.
const MAX_FAILURES: u32 = 3;

/// Counts failures in a row. Once open it stays so: only a new start of the program tries again.
#[derive(Debug, Default)]
pub struct CircuitBreaker {
    failures: u32,
    is_open: bool,
    not_before: Option<Instant>,
}

impl CircuitBreaker {
    /// True if the service is asked no more.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// The time from `now` until the service may be asked again.
    pub fn pause(&self, now: Instant) -> Duration {
        self.not_before.map_or(Duration::ZERO, |until| until.saturating_duration_since(now))
    }

    /// Notes an answer: the failures before it no longer count.
    pub fn succeeded(&mut self) {
        (self.failures, self.not_before) = (0, None);
    }

    /// Notes a failure, after which the service is left alone for `pause`. A final one opens the breaker at once.
    /// Whether the breaker has opened by it.
    pub fn failed(&mut self, is_final: bool, pause: Duration, now: Instant) -> bool {
        self.failures += 1;
        self.not_before = now.checked_add(pause);
        (is_final || self.failures >= MAX_FAILURES) && self.open()
    }

    /// Opens the breaker. Whether it was closed before.
    pub fn open(&mut self) -> bool {
        !std::mem::replace(&mut self.is_open, true)
    }
}
