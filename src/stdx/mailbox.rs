//! A one-slot mailbox: the newest request replaces an unread older one.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

#[derive(Debug)]
struct Slot<T> {
    request: Option<T>,
    closed: bool,
}

/// Shared by one or more senders and one receiver.
#[derive(Debug)]
pub struct Mailbox<T> {
    inner: Arc<(Mutex<Slot<T>>, Condvar)>,
}

impl<T> Clone for Mailbox<T> {
    fn clone(&self) -> Self {
        Mailbox { inner: Arc::clone(&self.inner) }
    }
}

impl<T> Default for Mailbox<T> {
    fn default() -> Self {
        Mailbox { inner: Arc::new((Mutex::new(Slot { request: None, closed: false }), Condvar::new())) }
    }
}

impl<T> Mailbox<T> {
    /// Puts `request` into the slot and returns the unread one it replaced.
    pub fn put(&self, request: T) -> Option<T> {
        let (slot, bell) = &*self.inner;
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        let replaced = slot.request.replace(request);
        bell.notify_one();
        replaced
    }

    /// Waits for a request; `None` once the mailbox is closed and empty.
    pub fn take(&self) -> Option<T> {
        let (slot, bell) = &*self.inner;
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(request) = slot.request.take() {
                return Some(request);
            }
            if slot.closed {
                return None;
            }
            slot = bell.wait(slot).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the receiver's loop after what is in the slot.
    pub fn close(&self) {
        let (slot, bell) = &*self.inner;
        slot.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        bell.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_request_wins_and_closing_ends() {
        let mailbox = Mailbox::default();
        assert_eq!(mailbox.put(1), None);
        assert_eq!(mailbox.put(2), Some(1));
        let receiver = mailbox.clone();
        assert_eq!(receiver.take(), Some(2));
        mailbox.put(3);
        mailbox.close();
        assert_eq!((receiver.take(), receiver.take()), (Some(3), None));
    }
}
