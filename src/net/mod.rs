//! HTTP to services that a user has configured, and to no other: JSON goes out, a whole body or a stream of events
//! comes back, within bounds of time and size, until nobody wants it any more.
//!
//! Every exchange runs on a thread of its own and owns its connection. Whoever waits looks at a [`Ticket`] all the
//! while; once that is stale, the connection is closed at once, so that a service stops working for nobody.
//!
//! [`Ticket`]: crate::stdx::Ticket

mod api_key;
mod circuit_breaker;
mod client;
mod error;
mod events;
mod exchange;
mod json_lines;
mod lines;
mod retry;
mod service;
mod stream;

pub use api_key::ApiKey;
pub use circuit_breaker::CircuitBreaker;
pub use client::{Client, Limits};
pub use error::{AddressError, AddressFault, Failure, Hint, RequestError};
pub use events::{Event, ServerSentEvents};
pub use json_lines::JsonLines;
pub use retry::{Jitter, Retry};
pub use service::{Auth, Service};
pub use stream::{Decode, DecodeError, Stream};
