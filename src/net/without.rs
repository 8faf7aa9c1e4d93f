//! In the place of what needs an HTTP library, in a program that was built without `online`.

use super::error::{AddressError, AddressFault, RequestError};
use crate::stdx::{Stale, Ticket};
use serde_json::Value;
use std::convert::Infallible;
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

/// A service below a base URL.
#[derive(Clone, Debug)]
pub struct Service {
    settings: &'static str,
}

impl Service {
    /// A service as OpenAI names and guards them.
    pub fn openai(settings: &'static str, _path: &'static str) -> Service {
        Service { settings }
    }
}

/// Bounds of one request.
#[derive(Clone, Copy, Debug)]
pub struct Limits(());

impl Limits {
    /// One attempt.
    pub fn within(_: Duration) -> Limits {
        Limits(())
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
    pub fn post(&self, _: &Value, _: &Limits, _: &Ticket) -> Result<Result<Vec<u8>, RequestError>, Stale> {
        match self.0 {}
    }
}
