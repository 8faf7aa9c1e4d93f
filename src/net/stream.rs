//! Answers that arrive item by item.

use super::decode::Decode;
use super::error::{Failure, RequestError};
use super::exchange::{Exchange, Halt};
use crate::stdx::{Stale, Ticket};
use std::collections::VecDeque;

/// The items of an answer while it arrives. Dropping it closes the connection.
#[derive(Debug)]
pub struct Stream<D: Decode> {
    /// `None` once the answer is over.
    exchange: Option<Exchange>,
    decoder: D,
    ready: VecDeque<D::Item>,
    address: String,
    settings: &'static str,
}

impl<D: Decode> Stream<D> {
    pub(super) fn new(exchange: Exchange, address: String, settings: &'static str) -> Stream<D> {
        Stream { exchange: Some(exchange), decoder: D::default(), ready: VecDeque::new(), address, settings }
    }

    /// Waits for the next item; `None` at the end of the answer. After an error or a stale ticket the stream is over.
    ///
    /// # Errors
    /// [`Stale`] as soon as `ticket` is; [`RequestError`] if the answer breaks off, takes too long, is too large, or is
    /// not in its format.
    pub fn next(&mut self, ticket: &Ticket) -> Result<Result<Option<D::Item>, RequestError>, Stale> {
        match self.advance(ticket) {
            Ok(item) => Ok(Ok(item)),
            Err(halt) => {
                self.exchange = None;
                self.ready.clear();
                let (address, settings) = (self.address.clone(), self.settings);
                halt.into_failure().map(|failure| Err(RequestError { address, settings, failure }))
            }
        }
    }

    fn advance(&mut self, ticket: &Ticket) -> Result<Option<D::Item>, Halt> {
        loop {
            ticket.check()?;
            if let Some(item) = self.ready.pop_front() {
                return Ok(Some(item));
            }
            let Some(exchange) = &mut self.exchange else { return Ok(None) };
            let ready = &mut self.ready;
            let mut out = |item| ready.push_back(item);
            match exchange.next(ticket)? {
                Some(chunk) => self.decoder.feed(&chunk, &mut out).map_err(Failure::Malformed)?,
                None => {
                    self.exchange = None;
                    self.decoder.finish(&mut out).map_err(Failure::Malformed)?;
                }
            }
        }
    }
}
