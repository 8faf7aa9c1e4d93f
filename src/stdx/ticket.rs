//! Cancellation: work holds a ticket, and a newer ticket makes it stale. There is no other mechanism in the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The ticket went stale because newer work was requested. Partial work may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("overtaken by newer work")]
pub struct Stale;

/// Hands out tickets; each new one makes all older ones stale.
#[derive(Clone, Debug, Default)]
pub struct Tickets {
    newest: Arc<AtomicU64>,
}

impl Tickets {
    /// A new ticket.
    pub fn issue(&self) -> Ticket {
        let number = self.newest.fetch_add(1, Ordering::AcqRel) + 1;
        Ticket { number, newest: Arc::clone(&self.newest), looks: None }
    }

    /// Makes every ticket stale without issuing a new one.
    pub fn cancel(&self) {
        self.newest.fetch_add(1, Ordering::AcqRel);
    }
}

/// Permission to continue. Long work calls [`Ticket::check`] every few hundred steps.
#[derive(Clone, Debug)]
pub struct Ticket {
    number: u64,
    newest: Arc<AtomicU64>,
    /// The number of checks so far, and the number after which it is stale.
    looks: Option<(Arc<AtomicU64>, u64)>,
}

impl Ticket {
    /// A ticket that never goes stale, for work that cannot be cancelled.
    pub fn forever() -> Ticket {
        Tickets::default().issue()
    }

    /// A ticket that goes stale after `looks` checks, and the number of checks so far. It lets tests verify without a
    /// clock how often work checks its ticket, and that it stops.
    pub fn counted(looks: u64) -> (Ticket, Arc<AtomicU64>) {
        let counter = Arc::new(AtomicU64::new(0));
        (Ticket { looks: Some((Arc::clone(&counter), looks)), ..Ticket::forever() }, counter)
    }

    /// True if newer work was requested.
    pub fn is_stale(&self) -> bool {
        if let Some((counter, looks)) = &self.looks
            && counter.fetch_add(1, Ordering::AcqRel) >= *looks
        {
            return true;
        }
        self.newest.load(Ordering::Acquire) != self.number
    }

    /// Checks that the ticket is fresh.
    ///
    /// # Errors
    /// If newer work was requested.
    pub fn check(&self) -> Result<(), Stale> {
        if self.is_stale() { Err(Stale) } else { Ok(()) }
    }

    /// Its number; answers carry it, so that late ones can be dropped on arrival.
    pub fn number(&self) -> u64 {
        self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_ticket_is_fresh() {
        let tickets = Tickets::default();
        let first = tickets.issue();
        assert!(!first.is_stale());
        let second = tickets.issue();
        assert!(first.is_stale() && !second.is_stale());
        assert_eq!((first.check(), second.check()), (Err(Stale), Ok(())));
        tickets.cancel();
        assert!(second.is_stale());
        assert!(!Ticket::forever().is_stale());
    }

    #[test]
    fn a_counted_ticket_lasts_for_its_looks() {
        let (ticket, looks) = Ticket::counted(2);
        assert_eq!([ticket.check(), ticket.check(), ticket.check()], [Ok(()), Ok(()), Err(Stale)]);
        assert_eq!(looks.load(Ordering::Acquire), 3);
    }
}
