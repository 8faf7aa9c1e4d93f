//! The explorer as a dialogue in lines, for screen readers, terminals without a cursor, and scripts.
//!
//! It shares the explorer's logic: lines become the messages that keys and palette send to `app::update`, and workers
//! perform the same effects. Changes of the model are printed once, as sentences; nothing is drawn.

mod beside;
mod dialogue;
mod listing;
mod reading;
mod session;
mod telling;

pub use dialogue::{Options, run};
