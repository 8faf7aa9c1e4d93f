//! The client of one service: requests within limits, retried where that can help.

use super::api_key::ApiKey;
use super::decode::Decode;
use super::error::{AddressError, RequestError};
use super::exchange::{Exchange, Halt, IdleAgents, LOOK, Outgoing};
use super::retry::Retry;
use super::service::{Service, is_local};
use super::stream::Stream;
use crate::stdx::{Stale, Ticket};
use serde_json::Value;
use std::sync::PoisonError;
use std::time::{Duration, Instant};
use ureq::Agent;
use ureq::http::{HeaderName, HeaderValue, header};
use ureq::tls::{RootCerts, TlsConfig};

/// The largest answer, in bytes, where nothing else is said.
const MAX_BYTES: u64 = 32 << 20;

/// Bounds of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestLimits {
    /// The time for everything: all attempts, the pauses between them, and the whole answer.
    pub deadline: Duration,
    /// The longest silence of the service before and in its answer.
    pub max_silence: Duration,
    /// The largest answer, in bytes.
    pub max_bytes: u64,
    /// Further attempts after a failure.
    pub retry: Retry,
}

impl RequestLimits {
    /// One attempt that takes `deadline` at most.
    pub fn within(deadline: Duration) -> RequestLimits {
        RequestLimits { deadline, max_silence: deadline, max_bytes: MAX_BYTES, retry: Retry::NEVER }
    }
}

/// The client of one service. It follows no redirects: what a user has configured is asked, and nobody else.
#[derive(Debug)]
pub struct Client {
    service: Service,
    address: String,
    key: Option<ApiKey>,
    connect_timeout: Duration,
    idle: IdleAgents,
}

impl Client {
    /// A client of `service` at the URL that a user has written. Nothing is sent by this.
    ///
    /// # Errors
    /// If `url` is no address of a service.
    pub fn new(
        service: Service,
        url: &str,
        key: Option<ApiKey>,
        connect_timeout: Duration,
    ) -> Result<Client, AddressError> {
        let address = service.address(url)?;
        Ok(Client { service, address, key, connect_timeout, idle: IdleAgents::default() })
    }

    /// The address of requests, as it is shown: its query is left out, for that may hold a secret.
    pub fn address(&self) -> &str {
        self.address.split('?').next().unwrap_or_default()
    }

    /// The address of requests with its query; never to be shown.
    pub fn secret_address(&self) -> &str {
        &self.address
    }

    /// True if the service is on this machine.
    pub fn is_local(&self) -> bool {
        is_local(&self.address)
    }

    /// Sends `body` and waits for the whole answer.
    ///
    /// # Errors
    /// [`Stale`] as soon as `ticket` is; [`RequestError`] if the last attempt fails.
    pub fn post(
        &self,
        body: &Value,
        limits: &RequestLimits,
        ticket: &Ticket,
    ) -> Result<Result<Vec<u8>, RequestError>, Stale> {
        self.attempts(limits, ticket, |timeout| {
            let mut exchange = self.start(body, "application/json", timeout, limits, ticket)?;
            let mut answer = Vec::new();
            while let Some(chunk) = exchange.next(ticket)? {
                answer.extend_from_slice(&chunk);
            }
            Ok(answer)
        })
    }

    /// Sends `body` and waits until the service accepts it; the answer is taken from the stream, item by item. Only
    /// what fails before that is tried again: items that were taken cannot be taken back.
    ///
    /// # Errors
    /// [`Stale`] as soon as `ticket` is; [`RequestError`] if the last attempt fails.
    pub fn stream<D: Decode>(
        &self,
        body: &Value,
        limits: &RequestLimits,
        ticket: &Ticket,
    ) -> Result<Result<Stream<D>, RequestError>, Stale> {
        self.attempts(limits, ticket, |timeout| {
            let exchange = self.start(body, D::MEDIA_TYPE, timeout, limits, ticket)?;
            Ok(Stream::new(exchange, self.address().to_owned(), self.service.settings))
        })
    }

    /// Calls `attempt` with the time that is left until it succeeds or no other can help.
    fn attempts<T>(
        &self,
        limits: &RequestLimits,
        ticket: &Ticket,
        mut attempt: impl FnMut(Duration) -> Result<T, Halt>,
    ) -> Result<Result<T, RequestError>, Stale> {
        let start = Instant::now();
        let remaining = || limits.deadline.saturating_sub(start.elapsed());
        let mut attempts = 0;
        loop {
            let failure = match attempt(remaining()) {
                Ok(answer) => return Ok(Ok(answer)),
                Err(halt) => halt.into_failure()?,
            };
            attempts += 1;
            let Some(pause) = limits.retry.pause(attempts, &failure, remaining()) else {
                let (address, settings) = (self.address().to_owned(), self.service.settings);
                return Ok(Err(RequestError { address, settings, failure }));
            };
            wait(pause, ticket)?;
        }
    }

    fn start(
        &self,
        body: &Value,
        media_type: &'static str,
        timeout: Duration,
        limits: &RequestLimits,
        ticket: &Ticket,
    ) -> Result<Exchange, Halt> {
        ticket.check()?;
        let mut headers = vec![
            (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
            (header::ACCEPT, HeaderValue::from_static(media_type)),
        ];
        let fixed = self.service.headers.iter();
        headers.extend(fixed.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))));
        headers.extend(self.key.as_ref().and_then(|key| key.header(self.service.auth)));
        let outgoing = Outgoing {
            address: self.address.clone(),
            headers,
            body: body.to_string(),
            key: self.key.clone(),
            timeout,
            max_silence: limits.max_silence,
            max_bytes: limits.max_bytes,
        };
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Exchange::start(idle.unwrap_or_else(|| self.agent()), IdleAgents::clone(&self.idle), outgoing, ticket)
    }

    fn agent(&self) -> Agent {
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let mut config = Agent::config_builder()
            .tls_config(tls)
            .user_agent(concat!("docql/", env!("CARGO_PKG_VERSION")))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_idle_connections(1)
            .timeout_connect(Some(self.connect_timeout));
        if self.is_local() {
            config = config.proxy(None);
        }
        config.build().new_agent()
    }
}

/// Sleeps for `pause`, looking at `ticket` all the while.
fn wait(pause: Duration, ticket: &Ticket) -> Result<(), Stale> {
    let start = Instant::now();
    loop {
        ticket.check()?;
        let left = pause.saturating_sub(start.elapsed());
        if left.is_zero() {
            return Ok(());
        }
        std::thread::sleep(left.min(LOOK));
    }
}
