//! In the place of what needs an HTTP library, in a program that was built without `online`.

use super::decode::Decode;
use super::error::{AddressError, AddressFault, RequestError};
use crate::stdx::{Stale, Ticket};
use serde_json::Value;
use std::borrow::Cow;
use std::convert::Infallible;
use std::marker::PhantomData;
use std::time::Duration;

/// A secret that a service would ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey(());

impl ApiKey {
    /// Nobody is given the key, so it is not kept.
    pub fn new(key: &str) -> Option<ApiKey> {
        (!key.trim().is_empty()).then_some(ApiKey(()))
    }
}

/// The header that would carry the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Auth {
    /// `Authorization: Bearer KEY`.
    Bearer,
    /// A header of this name.
    Header(&'static str),
}

/// A service below a base URL.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "as with `online`")]
pub struct Service {
    pub settings: &'static str,
    pub version: &'static str,
    pub path: Cow<'static, str>,
    pub auth: Auth,
    pub headers: &'static [(&'static str, &'static str)],
}

impl Service {
    /// A service as OpenAI names and guards them.
    pub fn openai(settings: &'static str, path: &'static str) -> Service {
        Service { settings, version: "v1", path: Cow::Borrowed(path), auth: Auth::Bearer, headers: &[] }
    }
}

/// Attempts of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry(());

impl Retry {
    /// One attempt.
    pub const NEVER: Retry = Retry(());

    /// Some attempts.
    pub const USUAL: Retry = Retry(());
}

/// Bounds of one request.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "as with `online`")]
pub struct RequestLimits {
    pub deadline: Duration,
    pub max_silence: Duration,
    pub max_bytes: u64,
    pub retry: Retry,
}

impl RequestLimits {
    /// One attempt.
    pub fn within(deadline: Duration) -> RequestLimits {
        RequestLimits { deadline, max_silence: deadline, max_bytes: 0, retry: Retry::NEVER }
    }
}

/// The items of an answer, of which there can be none.
#[derive(Debug)]
pub struct Stream<D>(Infallible, PhantomData<D>);

impl<D: Decode> Stream<D> {
    /// Waits for the next item.
    ///
    /// # Errors
    /// None: there is no stream.
    pub fn next(&mut self, _: &Ticket) -> Result<Result<Option<D::Item>, RequestError>, Stale> {
        match self.0 {}
    }
}

/// The client of one service, of which there can be none.
#[derive(Debug)]
pub struct Client(Infallible);

impl Client {
    /// No client comes about.
    ///
    /// # Errors
    /// Always.
    pub fn new(service: Service, _: &str, _: Option<ApiKey>, _: Duration) -> Result<Client, AddressError> {
        Err(AddressError { settings: service.settings, fault: AddressFault::NotBuilt })
    }

    /// The address of requests, as it is shown.
    pub fn address(&self) -> &str {
        match self.0 {}
    }

    /// The address of requests with its query.
    pub fn secret_address(&self) -> &str {
        match self.0 {}
    }

    /// Whether the service is on this machine.
    pub fn is_local(&self) -> bool {
        match self.0 {}
    }

    /// Sends `body` and waits for the whole answer.
    ///
    /// # Errors
    /// None: there is nobody to ask.
    pub fn post(&self, _: &Value, _: &RequestLimits, _: &Ticket) -> Result<Result<Vec<u8>, RequestError>, Stale> {
        match self.0 {}
    }

    /// Sends `body` and waits until the service accepts it.
    ///
    /// # Errors
    /// None: there is nobody to ask.
    pub fn stream<D: Decode>(
        &self,
        _: &Value,
        _: &RequestLimits,
        _: &Ticket,
    ) -> Result<Result<Stream<D>, RequestError>, Stale> {
        match self.0 {}
    }
}
