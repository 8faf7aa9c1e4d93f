//! Looks at the list of files, shared: whoever asks is served by a look that began after they asked, and those who ask
//! meanwhile share the next one. However many ask, no more than one looks at a time.

use crate::serve::workspaces::refusal::Refusal;
use crate::stdx::Ticket;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How often one who waits looks whether its client has gone.
const PATIENCE: Duration = Duration::from_millis(50);

/// Looks that are under way and over.
#[derive(Debug, Default)]
pub(super) struct Looks {
    state: Mutex<State>,
    over: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Looks that have begun.
    begun: u64,
    /// The last one that ended well.
    done: u64,
    is_looking: bool,
}

impl Looks {
    /// Returns after a look that began after this call; looks itself if nobody else does.
    pub(super) fn join(&self, ticket: &Ticket, look: impl FnOnce() -> Result<(), Refusal>) -> Result<(), Refusal> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = state.begun + 1;
        while state.is_looking && state.done < wanted {
            ticket.check()?;
            state = self.over.wait_timeout(state, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
        }
        if state.done >= wanted {
            return Ok(());
        }
        state.begun += 1;
        state.is_looking = true;
        let number = state.begun;
        drop(state);
        let end = End { looks: self };
        let looked = look();
        if looked.is_ok() {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.done = state.done.max(number);
        }
        drop(end);
        looked
    }
}

/// Ends a look, also one that broke down.
struct End<'l> {
    looks: &'l Looks,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.looks.state.lock().unwrap_or_else(PoisonError::into_inner).is_looking = false;
        self.looks.over.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;

    /// A look that is under way, and ends when it is told to.
    fn under_way(looks: &Arc<Looks>, result: Result<(), Refusal>) -> impl FnOnce() {
        let (began, begun) = channel();
        let (end, ended) = channel::<()>();
        let own = Arc::clone(looks);
        let thread = std::thread::spawn(move || {
            own.join(&Ticket::forever(), || {
                began.send(()).expect("somebody listens");
                ended.recv().expect("told to end");
                result
            })
        });
        begun.recv().expect("a look");
        move || {
            end.send(()).expect("a look");
            let _ = thread.join().expect("no panic");
        }
    }

    #[test]
    fn those_who_ask_during_a_look_share_the_next_one() {
        let looks = Arc::new(Looks::default());
        let end = under_way(&looks, Ok(()));
        let count = Arc::new(AtomicUsize::new(0));
        let asked: Vec<_> = (0..8)
            .map(|_| {
                let (looks, count) = (Arc::clone(&looks), Arc::clone(&count));
                std::thread::spawn(move || {
                    looks.join(&Ticket::forever(), || {
                        count.fetch_add(1, Ordering::SeqCst);
                        Ok(())
                    })
                })
            })
            .collect();
        assert_eq!(count.load(Ordering::SeqCst), 0, "the look under way began before they asked, and is not over");
        end();
        asked.into_iter().for_each(|asked| assert_eq!(asked.join().expect("no panic"), Ok(())));
        let looked = count.load(Ordering::SeqCst);
        assert!((1..=8).contains(&looked), "{looked}");
        let state = looks.state.lock().expect("no panic");
        assert_eq!(state.begun, 1 + looked as u64);
    }

    #[test]
    fn a_look_that_failed_serves_nobody() {
        let looks = Arc::new(Looks::default());
        let end = under_way(&looks, Err(Refusal::cancelled()));
        end();
        let mut has_looked = false;
        assert_eq!(
            looks.join(&Ticket::forever(), || {
                has_looked = true;
                Ok(())
            }),
            Ok(())
        );
        assert!(has_looked);
    }

    #[test]
    fn one_whose_client_has_gone_waits_no_longer() {
        let looks = Arc::new(Looks::default());
        let end = under_way(&looks, Ok(()));
        let tickets = crate::stdx::Tickets::default();
        let ticket = tickets.issue();
        tickets.cancel();
        assert_eq!(looks.join(&ticket, || panic!("nobody waits for it")), Err(Refusal::cancelled()));
        end();
    }
}
