//! Asking on another thread: who has stopped waiting is not held up.

use super::http::EndpointProblem;
use crate::stdx::{Stale, Ticket};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often somebody who waits looks whether the answer is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// What `ask` answers on a thread called `name`; `Stale` as soon as nobody wants it any more.
pub(super) fn aside<T: Send + 'static>(
    name: &str,
    ticket: &Ticket,
    ask: impl FnOnce() -> Result<T, EndpointProblem> + Send + 'static,
) -> Result<Result<T, EndpointProblem>, Stale> {
    let (sender, receiver) = mpsc::channel();
    let asking = std::thread::Builder::new().name(name.to_owned());
    if let Err(error) = asking.spawn(move || drop(sender.send(ask()))) {
        return Ok(Err(EndpointProblem::last(format!("no thread to ask with ({error})"))));
    }
    loop {
        ticket.check()?;
        match receiver.recv_timeout(LOOK) {
            Ok(outcome) => return Ok(outcome),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Ok(Err(EndpointProblem::last("asking has ended without an answer")));
            }
        }
    }
}
