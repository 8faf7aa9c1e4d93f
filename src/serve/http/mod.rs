//! The endpoints and the Model Context Protocol over HTTP: whom it answers, how much it takes at once, and for how long.
//!
//! Read the files in this order; each imports only those above it.
//!
//! - `limits`: how much and how long.
//! - `token`: the word that a client has to know.
//! - `gate`: who is let in: host, origin, token.
//! - `arguments`: an address or a body → arguments.
//! - `bodies`: bodies as they come, and as they go.
//! - `patience`: a connection that nobody reads any more ends.
//! - `site`: a request → its answer.
//! - `listener`: connections, from the first to the last.

mod arguments;
mod bodies;
mod gate;
mod limits;
mod listener;
mod patience;
mod site;
mod token;

pub use gate::Gate;
pub use limits::ServerLimits;
pub use listener::{Listener, Stop};
pub use token::{Token, WeakToken};
