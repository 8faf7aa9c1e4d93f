//! The route that an address leads to: `/issues/12/quoted` is declared as `/issues/:id/quoted`.
//!
//! - `address`: what was typed as an address: a path, with a server before it, or the line of a request.
//! - `bound`: routers that a program gives a name, and what stands before their routes.
//! - `placed`: routes that the place of a file says.
//! - `segments`: a route as it is declared, segment by segment, and how well an address goes through it.
//! - `strings`: the routes that strings of a program declare.
//! - `find`: the lines whose routes fit an address best.

mod address;
mod bound;
mod find;
mod placed;
mod segments;
mod strings;

pub(super) use find::of_address;
