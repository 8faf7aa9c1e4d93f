//! Budgets: the time that colours are worth.

use std::time::{Duration, Instant};

use crate::stdx::Ticket;

/// Limits of one request for colours; whatever does not fit stays plain text.
#[derive(Clone, Debug)]
pub struct HighlightBudget {
    /// Longer texts are not parsed.
    pub max_bytes: usize,
    /// The time after which work stops.
    pub time: Duration,
    /// Work stops as soon as it is stale.
    pub ticket: Ticket,
}

impl Default for HighlightBudget {
    fn default() -> HighlightBudget {
        HighlightBudget { max_bytes: 8 << 20, time: Duration::from_secs(2), ticket: Ticket::forever() }
    }
}

impl HighlightBudget {
    /// The default limits, for work that the holder of `ticket` may overtake.
    pub fn until_stale(ticket: Ticket) -> HighlightBudget {
        HighlightBudget { ticket, ..HighlightBudget::default() }
    }

    /// Starts the clock.
    pub(super) fn start(&self) -> Clock<'_> {
        Clock { until: Instant::now() + self.time, ticket: &self.ticket }
    }
}

/// A budget whose time is running.
pub(super) struct Clock<'b> {
    until: Instant,
    ticket: &'b Ticket,
}

impl Clock<'_> {
    /// True if work must stop now.
    pub(super) fn is_over(&self) -> bool {
        self.ticket.is_stale() || Instant::now() >= self.until
    }
}
