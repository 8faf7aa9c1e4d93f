//! The health of an endpoint: it is asked until it has failed too often, and then given up with a notice.

use super::problem::EndpointProblem;
use crate::net::CircuitBreaker;
use std::time::{Duration, Instant};

/// The longest pause that an endpoint can ask for.
const MAX_PAUSE: Duration = Duration::from_secs(60);

/// A notice that an endpoint is asked no more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{role}: {problem}; {fallback}")]
pub struct GivenUp {
    role: &'static str,
    problem: EndpointProblem,
    fallback: &'static str,
}

/// Failures of one endpoint.
#[derive(Debug)]
pub(super) struct Health {
    role: &'static str,
    /// The fallback, as a clause for people.
    fallback: &'static str,
    breaker: CircuitBreaker,
    notice: Option<GivenUp>,
    /// The reason why it is asked no more.
    reason: Option<EndpointProblem>,
}

impl Health {
    pub(super) fn new(role: &'static str, fallback: &'static str) -> Health {
        Health { role, fallback, breaker: CircuitBreaker::default(), notice: None, reason: None }
    }

    /// True if the endpoint is still asked.
    pub(super) fn is_asked(&self) -> bool {
        !self.breaker.is_open()
    }

    /// The reason why it is asked no more.
    pub(super) fn reason(&self) -> Option<&EndpointProblem> {
        self.reason.as_ref()
    }

    /// The time for which it is still to be left alone.
    pub(super) fn pause(&self) -> Duration {
        self.breaker.pause(Instant::now())
    }

    /// Asks it no more, for this reason.
    pub(super) fn give_up(&mut self, problem: EndpointProblem) {
        self.breaker.open();
        self.reason = Some(problem.clone());
        self.notice = Some(GivenUp { role: self.role, problem, fallback: self.fallback });
    }

    /// Notes an answer or a failure. After a failure it is left alone for `pause`, or longer if it asks for that.
    pub(super) fn note<T>(&mut self, outcome: &Result<T, EndpointProblem>, pause: Duration) {
        match outcome {
            Ok(_) => self.breaker.succeeded(),
            Err(problem) => {
                let asked = problem.retry_after().unwrap_or_default().min(MAX_PAUSE);
                if self.breaker.failed(problem.is_final(), pause.max(asked), Instant::now()) {
                    self.give_up(problem.clone());
                }
            }
        }
    }

    /// The notice that it has been given up, once.
    pub(super) fn take_notice(&mut self) -> Option<GivenUp> {
        self.notice.take()
    }
}
