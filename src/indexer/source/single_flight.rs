//! What several threads want at once is made by one: the others wait until it is there.
//!
//! **Invariant:** what makes it takes no part in a pool of threads: a thread that waits for others there may be given what
//! waits for itself.

use super::kept_documents::Key;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What is being made now.
#[derive(Default)]
pub(super) struct SingleFlight {
    keys: Mutex<Vec<Key>>,
    ended: Condvar,
}

/// The right to make something; while it lives nobody else gets it.
pub(super) struct Flight<'f> {
    of: &'f SingleFlight,
    key: &'f Key,
}

impl SingleFlight {
    fn keys(&self) -> MutexGuard<'_, Vec<Key>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The right to make what `key` stands for; `None` after somebody else has made it, or could not.
    pub(super) fn take<'f>(&'f self, key: &'f Key) -> Option<Flight<'f>> {
        let mut keys = self.keys();
        if !keys.contains(key) {
            keys.push(key.clone());
            return Some(Flight { of: self, key });
        }
        while keys.contains(key) {
            keys = self.ended.wait(keys).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        self.of.keys().retain(|key| key != self.key);
        self.of.ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn one_makes_it_and_the_others_wait() {
        let (flights, key) = (SingleFlight::default(), Key::of_number(1));
        let first = flights.take(&key);
        assert!(first.is_some() && flights.take(&Key::of_number(2)).is_some(), "another one is not held up");
        let (told, heard) = mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                told.send("waits").expect("somebody hears it");
                let nothing = flights.take(&key).is_none();
                told.send(if nothing { "it is there" } else { "makes it again" }).expect("somebody hears it");
            });
            assert_eq!(heard.recv(), Ok("waits"));
            assert!(heard.try_recv().is_err(), "it is not there yet");
            drop(first);
            assert!(["it is there", "makes it again"].contains(&heard.recv().expect("an end")));
        });
        assert!(flights.take(&key).is_some(), "whoever comes later may make it again");
    }
}
