//! Which repositories of a workspace a question is about, where there are many.
//!
//! - `profile`: what a repository says of itself: name, manifest, README, languages.
//! - `choose`: repositories → the few to look in.

mod choose;
mod profile;

pub use choose::{Chosen, MANY, choose};
