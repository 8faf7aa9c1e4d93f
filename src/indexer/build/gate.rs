//! One pass at a time: who waits goes on checking its ticket, so that a stale request never queues.

use crate::stdx::{Stale, Ticket};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The time between two checks of the ticket of a waiting pass.
const POLL: Duration = Duration::from_millis(5);

/// Lets one pass in at a time.
#[derive(Debug, Default)]
pub(in crate::indexer) struct Gate {
    busy: Mutex<bool>,
    bell: Condvar,
}

/// The right to run; dropping it lets the next one in.
pub(in crate::indexer) struct Pass<'g>(&'g Gate);

impl Gate {
    /// Blocks until the gate is free; `Err(Stale)` if cancelled.
    pub(in crate::indexer) fn enter(&self, ticket: &Ticket) -> Result<Pass<'_>, Stale> {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        while *busy {
            ticket.check()?;
            busy = self.bell.wait_timeout(busy, POLL).unwrap_or_else(PoisonError::into_inner).0;
        }
        *busy = true;
        Ok(Pass(self))
    }

    /// Blocks until the gate is free, without entering; `Err(Stale)` if cancelled.
    pub(in crate::indexer) fn wait(&self, ticket: &Ticket) -> Result<(), Stale> {
        self.enter(ticket).map(drop)
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        *self.0.busy.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.0.bell.notify_one();
    }
}
