//! How long somebody is asked who does not answer: three times in a row, with a pause after each.

use super::http::EndpointProblem;
use std::time::{Duration, Instant};

/// After so many failures in a row nobody is asked any more.
const MOST: u32 = 3;

/// Failures, and what was to be told of them.
#[derive(Debug, Default)]
pub(super) struct Patience {
    failures: u32,
    is_over: bool,
    /// When may be asked again.
    not_before: Option<Instant>,
    notices: Vec<String>,
}

impl Patience {
    /// Whether nobody is asked any more.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// How long is to be waited until the next question.
    pub(super) fn pause(&self) -> Duration {
        self.not_before.map_or(Duration::ZERO, |until| until.saturating_duration_since(Instant::now()))
    }

    /// What was to be told since this was asked last.
    pub(super) fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// There was an answer.
    pub(super) fn answered(&mut self) {
        (self.failures, self.not_before) = (0, None);
    }

    /// There was none; `notice` makes what is told of it if that was once too often.
    pub(super) fn failed(
        &mut self,
        problem: &EndpointProblem,
        pause: Duration,
        notice: impl FnOnce(&EndpointProblem) -> String,
    ) {
        self.failures += 1;
        self.not_before = Some(Instant::now() + pause);
        if (problem.is_final || self.failures >= MOST) && !self.is_over {
            self.end(notice(problem));
        }
    }

    /// Nobody is asked any more, for this reason.
    pub(super) fn end(&mut self, notice: String) {
        self.is_over = true;
        self.notices.push(notice);
    }
}
