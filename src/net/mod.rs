//! HTTP to services that a user has configured, and to no other: JSON goes out, a whole body or a stream of events
//! comes back, within bounds of time and size, until nobody wants it any more.
//!
//! Every exchange runs on a thread of its own and owns its connection. Whoever waits looks at a [`Ticket`] all the
//! while; once that is stale, the connection is closed at once, so that a service stops working for nobody.
//!
//! Without the feature `online` there is no HTTP library, and `without.rs` stands in: no client comes about.
//!
//! [`Ticket`]: crate::stdx::Ticket
//!
//! The files, in reading order:
//!
//! - `circuit_breaker`: a circuit breaker: a service that keeps failing is asked no more.
//! - `decode`: decoders of streams: chunks of bytes → items.
//! - `error`: errors of requests: each says what happened, where, and what to do about it.
//! - `lines`: lines of a stream that arrives in chunks, cut anywhere.
//! - `events`: server-sent events, as the HTML standard defines them.
//! - `json_lines`: JSON values, one a line (`application/x-ndjson`).
//! - `retry`: retries: exponential backoff, unless the service says how long to wait.
//! - `retry_after`: the `Retry-After` header.
//! - `service`: services and their addresses: a base URL that a user has written becomes the address of one service.
//! - `api_key`: keys of services: sent in one header, never shown.
//! - `exchange`: one request and its answer, on a thread of its own.
//! - `stream`: answers that arrive item by item.
//! - `client`: the client of one service: requests within limits, retried where that can help.
//! - `without`: in the place of what needs an HTTP library, in a program that was built without `online`.

#[cfg(feature = "online")]
mod api_key;
mod circuit_breaker;
#[cfg(feature = "online")]
mod client;
mod decode;
mod error;
mod events;
#[cfg(feature = "online")]
mod exchange;
mod json_lines;
mod lines;
#[cfg(feature = "online")]
mod retry;
#[cfg(feature = "online")]
mod retry_after;
#[cfg(feature = "online")]
mod service;
#[cfg(feature = "online")]
mod stream;
#[cfg(not(feature = "online"))]
mod without;

pub use circuit_breaker::CircuitBreaker;
pub use decode::{Decode, DecodeError};
pub use error::{AddressError, AddressFault, Failure, Hint, RequestError};
pub use events::{ServerSentEvent, ServerSentEvents};
pub use json_lines::JsonLines;
#[cfg(not(feature = "online"))]
pub use without::{ApiKey, Auth, Client, RequestLimits, Retry, Service, Stream};
#[cfg(feature = "online")]
pub use {
    api_key::ApiKey,
    client::{Client, RequestLimits},
    retry::{Jitter, Retry},
    service::{Auth, Service},
    stream::Stream,
};
