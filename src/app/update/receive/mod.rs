//! A message finds its handler.

mod answers;
mod keys;
mod mouse;
mod update;
mod workspace;

pub use update::{start, update};
