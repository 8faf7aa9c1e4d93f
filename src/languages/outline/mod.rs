//! Syntax tree → declarations, calls, docs.

mod declare;
mod gather;
pub(super) mod parse;
mod pending;
pub(super) mod reparse;
mod text;
mod walk;
pub(super) mod written;
