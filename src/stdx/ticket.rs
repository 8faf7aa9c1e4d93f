//! The only cancellation in the program: work holds a ticket, a newer ticket makes it stale.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The ticket went stale: newer work has been asked for. What was done until then may be kept.
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

/// Permission to go on working. Long work asks [`Ticket::check`] every few hundred steps.
#[derive(Clone, Debug)]
pub struct Ticket {
    number: u64,
    newest: Arc<AtomicU64>,
    /// How often it has been looked at, and after how many looks it is stale.
    looks: Option<(Arc<AtomicU64>, u64)>,
}

impl Ticket {
    /// A ticket that never goes stale, for work nobody can overtake.
    pub fn forever() -> Ticket {
        Tickets::default().issue()
    }

    /// A ticket that is stale after so many looks, and the number of looks so far: by it a test knows how
    /// often work looks, and that it ends, without a clock.
    pub fn counted(looks: u64) -> (Ticket, Arc<AtomicU64>) {
        let counter = Arc::new(AtomicU64::new(0));
        (Ticket { looks: Some((Arc::clone(&counter), looks)), ..Ticket::forever() }, counter)
    }

    /// Whether newer work has been asked for.
    pub fn is_stale(&self) -> bool {
        if let Some((counter, looks)) = &self.looks
            && counter.fetch_add(1, Ordering::AcqRel) >= *looks
        {
            return true;
        }
        self.newest.load(Ordering::Acquire) != self.number
    }

    /// Goes on while nothing newer has been asked for.
    pub fn check(&self) -> Result<(), Stale> {
        if self.is_stale() { Err(Stale) } else { Ok(()) }
    }

    /// Its number; answers carry it so that late ones can be dropped on arrival.
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
