//! The walk of the machine through a workspace.
//!
//! - `given`: what says what a setting is where nobody has set it.
//! - `looked`: what a step looked for to the letter.
//! - `carry`: carries a step out.
//! - `walking`: a first search, then step by step until the machine has enough.

mod carry;
mod given;
mod looked;
mod walking;

pub use carry::ResearchEvent;
pub(super) use carry::{HITS, answer};
pub(super) use walking::{Ground, Walk};
