//! Syntax tree → declarations, calls, docs.

mod declare;
pub(super) mod dialect;
mod gather;
mod mend;
pub(super) mod parse;
mod pending;
mod reparse;
mod state;
mod text;
mod trees;
mod walk;
