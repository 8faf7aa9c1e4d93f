//! Syntax tree → declarations, calls, docs.

mod declare;
pub(super) mod dialect;
mod gather;
pub(super) mod parse;
mod pending;
mod reparse;
mod state;
mod text;
mod trees;
mod walk;
