//! The explorer as a dialogue in lines, for screen readers, terminals without a cursor, and scripts.
//!
//! It is no second program: lines become the messages that keys and palette give to `app::update`, workers
//! carry out the same effects, and what has changed in the model is said once, in sentences. Nothing is drawn.

mod beside;
mod dialogue;
mod listing;
mod reading;
mod session;
mod telling;

pub use dialogue::{Options, run};
