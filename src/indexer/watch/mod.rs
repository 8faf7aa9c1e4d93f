//! Changes on disk: events, coalesced.
//!
//! - `difference`: the difference that a look at the files has found.
//! - `coalesce`: many events about files become few changes: one after every short silence, one for a whole storm.
//! - `marks`: marks in the stream of events: a file of our own, whose event comes behind those of all that happened
//!   before.
//! - `system`: what this system can tell of changes, and why it cannot.
//! - `watcher`: hears from the system what changes below the walked directories, or looks now and then.

pub(super) mod coalesce;
pub(super) mod difference;
mod marks;
mod system;
pub(super) mod watcher;
