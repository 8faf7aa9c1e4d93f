//! A request of which only the newest answer counts.

use crate::stdx::{Ticket, Tickets};

/// The newest request of its kind, while its answer is waited for.
#[derive(Debug, Default)]
pub struct Awaited {
    tickets: Tickets,
    /// The number of the ticket; 0 where nothing is waited for.
    number: u64,
}

impl Awaited {
    /// A ticket for a new request; answers to older ones do not count any more.
    pub(in crate::app) fn ask(&mut self) -> Ticket {
        let ticket = self.tickets.issue();
        self.number = ticket.number();
        ticket
    }

    /// A ticket that a newer request makes stale, for a request whose answer is waited for elsewhere.
    pub(in crate::app) fn ask_beside(&self) -> Ticket {
        self.tickets.issue()
    }

    /// Nobody waits for an answer any more.
    pub(in crate::app) fn cancel(&mut self) {
        self.tickets.cancel();
        self.number = 0;
    }

    /// The answer is there.
    pub(in crate::app) fn answered(&mut self) {
        self.number = 0;
    }

    /// True if an answer is the one that is waited for.
    pub(in crate::app) fn is(&self, ticket: u64) -> bool {
        self.number != 0 && self.number == ticket
    }

    /// The number of the ticket whose answer is waited for; 0 for none.
    pub fn number(&self) -> u64 {
        self.number
    }
}
