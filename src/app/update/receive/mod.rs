//! A message finds its handler.

mod answers;
mod keys;
mod mouse;
mod tutorial;
mod update;
mod workspace;

pub use update::{start, update};
