//! One request and its answer, on a thread of its own.

use super::api_key::ApiKey;
use super::error::{Failure, Hint};
use super::retry_after::retry_after;
use crate::stdx::{Stale, Ticket, clip, printable};
use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use ureq::http::{HeaderName, HeaderValue, Response, header};
use ureq::{Agent, Body, Error};

/// The time between two looks at a ticket.
pub(super) const LOOK: Duration = Duration::from_millis(20);

/// Bytes that are read at once.
const CHUNK_BYTES: usize = 16 << 10;

/// Chunks that may wait to be taken; then the service has to wait.
const MAX_WAITING: usize = 8;

/// Bytes of a refusal that are searched for its reason.
const REASON_BYTES: u64 = 4 << 10;

/// Columns of the reason that are shown.
const REASON_WIDTH: usize = 160;

/// An end before the end.
#[derive(Debug)]
pub(super) enum Halt {
    /// Nobody wants the answer any more.
    Stale,
    /// There is none.
    Failed(Failure),
}

impl Halt {
    /// The failure, or the error that takes precedence over it.
    pub(super) fn into_failure(self) -> Result<Failure, Stale> {
        match self {
            Halt::Stale => Err(Stale),
            Halt::Failed(failure) => Ok(failure),
        }
    }
}

impl From<Stale> for Halt {
    fn from(_: Stale) -> Halt {
        Halt::Stale
    }
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Halt {
        Halt::Failed(failure)
    }
}

/// A request that is ready to be sent.
#[derive(Debug)]
pub(super) struct Outgoing {
    pub address: String,
    pub headers: Vec<(HeaderName, HeaderValue)>,
    pub body: String,
    /// It is kept out of everything that the service says.
    pub key: Option<ApiKey>,
    /// The time for the whole exchange.
    pub timeout: Duration,
    /// The longest silence.
    pub max_silence: Duration,
    /// The largest answer, in bytes.
    pub max_bytes: u64,
}

/// Agents that nobody uses, each with its open connection.
pub(super) type IdleAgents = Arc<Mutex<Vec<Agent>>>;

/// An exchange under way. It owns an agent, since only a whole agent can be interrupted; the agent becomes idle again
/// with the end of the answer, and is shut down if the exchange is dropped before.
#[derive(Debug)]
pub(super) struct Exchange {
    agent: Option<Agent>,
    idle: IdleAgents,
    parts: Receiver<Part>,
}

/// Parts of an answer, in their order.
#[derive(Debug)]
enum Part {
    Head,
    Chunk(Vec<u8>),
    End,
    Failed(Failure),
}

impl Drop for Exchange {
    fn drop(&mut self) {
        if let Some(agent) = self.agent.take() {
            agent.shutdown();
        }
    }
}

impl Exchange {
    /// Sends a request and waits until the service accepts it.
    pub(super) fn start(agent: Agent, idle: IdleAgents, outgoing: Outgoing, ticket: &Ticket) -> Result<Exchange, Halt> {
        let (sender, parts) = mpsc::sync_channel(MAX_WAITING);
        let worker = agent.clone();
        let mut exchange = Exchange { agent: Some(agent), idle, parts };
        let carry = move || {
            let last = match carry(&worker, outgoing, &sender) {
                Ok(()) => Part::End,
                Err(failure) => Part::Failed(failure),
            };
            // Nobody may be left to take it.
            drop(sender.send(last));
        };
        if let Err(error) = std::thread::Builder::new().name("http".to_owned()).spawn(carry) {
            return Err(Failure::NoThread { cause: error.to_string() }.into());
        }
        match exchange.part(ticket)? {
            Part::Failed(failure) => Err(failure.into()),
            Part::Head | Part::Chunk(_) | Part::End => Ok(exchange),
        }
    }

    /// Waits for the next chunk of the answer; `None` at its end.
    pub(super) fn next(&mut self, ticket: &Ticket) -> Result<Option<Vec<u8>>, Halt> {
        loop {
            match self.part(ticket)? {
                Part::Head => {}
                Part::Chunk(bytes) => return Ok(Some(bytes)),
                Part::End => {
                    if let Some(agent) = self.agent.take() {
                        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(agent);
                    }
                    return Ok(None);
                }
                Part::Failed(failure) => return Err(failure.into()),
            }
        }
    }

    fn part(&mut self, ticket: &Ticket) -> Result<Part, Stale> {
        loop {
            ticket.check()?;
            match self.parts.recv_timeout(LOOK) {
                Ok(part) => return Ok(part),
                Err(RecvTimeoutError::Timeout) => {}
                // Only a panic ends the thread without a last part.
                Err(RecvTimeoutError::Disconnected) => {
                    return Ok(Part::Failed(Failure::BrokenOff { cause: "its thread has ended".to_owned() }));
                }
            }
        }
    }
}

/// Sends the request and passes the answer on, part by part, until nobody takes it.
fn carry(agent: &Agent, outgoing: Outgoing, parts: &SyncSender<Part>) -> Result<(), Failure> {
    let words = |error: &Error| outgoing.words(&error.to_string());
    let mut request = agent
        .post(&outgoing.address)
        .config()
        .timeout_global(Some(outgoing.timeout))
        .timeout_per_read(Some(outgoing.max_silence))
        .build();
    for (name, value) in &outgoing.headers {
        request = request.header(name, value);
    }
    let response = match request.send(&outgoing.body) {
        Ok(response) if response.status().is_success() => response,
        Ok(response) => return Err(refusal(response, &outgoing)),
        Err(Error::Timeout(_)) => return Err(Failure::Timeout),
        Err(error) => {
            return Err(Failure::Unreachable { cause: words(&error), hint: hint(&error, &outgoing.address) });
        }
    };
    if parts.send(Part::Head).is_err() {
        return Ok(());
    }
    let mut reader = response.into_body().into_reader();
    let mut count = 0;
    let mut buffer = [0; CHUNK_BYTES];
    loop {
        let length = match reader.read(&mut buffer).map_err(Error::from) {
            Ok(0) => return Ok(()),
            Ok(length) => length,
            Err(Error::Timeout(_)) => return Err(Failure::Timeout),
            Err(error) => return Err(Failure::BrokenOff { cause: words(&error) }),
        };
        count += length as u64;
        if count > outgoing.max_bytes {
            return Err(Failure::TooLarge { limit: outgoing.max_bytes });
        }
        if parts.send(Part::Chunk(buffer[..length].to_vec())).is_err() {
            return Ok(());
        }
    }
}

fn refusal(response: Response<Body>, outgoing: &Outgoing) -> Failure {
    let status = response.status();
    let wait = response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()).and_then(retry_after);
    let mut body = Vec::new();
    // A reason that breaks off says as much as it says.
    let _: io::Result<usize> = response.into_body().into_reader().take(REASON_BYTES).read_to_end(&mut body);
    Failure::Refused {
        status: status.as_u16(),
        name: status.canonical_reason().unwrap_or_default(),
        reason: outgoing.reason(&body),
        has_key: outgoing.key.is_some(),
        retry_after: wait,
    }
}

impl Outgoing {
    /// The reason of a refusal in the words of the service, which may hold anything.
    fn reason(&self, body: &[u8]) -> String {
        let answer: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
        let places = [&answer["error"]["message"], &answer["error"], &answer["message"], &answer["detail"]];
        let reason = places.iter().find_map(|place| place.as_str()).unwrap_or_default();
        let line = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        clip(&self.words(&line), REASON_WIDTH)
    }

    /// Words that somebody else has chosen, without secrets and without terminal escapes.
    fn words(&self, words: &str) -> String {
        let mut words = match &self.key {
            Some(key) => key.redact(words),
            None => words.to_owned(),
        };
        if let Some((_, query)) = self.address.split_once('?') {
            words = words.replace(query, "…");
        }
        printable(&words).into_owned()
    }
}

/// The likely cause of a connection that fails.
fn hint(error: &Error, address: &str) -> Hint {
    match error {
        // TLS reports everything that it does not like about the other side as invalid data.
        Error::Io(io) if io.kind() == ErrorKind::InvalidData && address.starts_with("https:") => {
            if io.to_string().contains("certificate") { Hint::Certificate } else { Hint::NotTls }
        }
        _ => Hint::NotRunning,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_tls_are_told_apart_from_silence() {
        let hint = |address: &str, kind, text: &str| super::hint(&Error::Io(io::Error::new(kind, text)), address);
        let (tls, refused) = (ErrorKind::InvalidData, ErrorKind::ConnectionRefused);
        let certificate = "invalid peer certificate: UnknownIssuer";
        assert_eq!(hint("https://h.example", tls, certificate), Hint::Certificate);
        assert_eq!(hint("https://h.example", tls, "received corrupt message"), Hint::NotTls);
        assert_eq!(hint("http://h.example", tls, "nonsense"), Hint::NotRunning);
        assert_eq!(hint("https://h.example", refused, "refused"), Hint::NotRunning);
    }
}
