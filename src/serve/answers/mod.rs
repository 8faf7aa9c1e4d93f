//! Answers as text within a budget: queries, readings, the state of an index.
//!
//! An answer is a head of a few lines, an empty line, and text of files. The head says what was left out, how to go on,
//! how fresh the answer is and how it was counted; nothing that stands below it is ours.

pub(super) mod call;
pub(super) mod cursor;
mod explore;
mod head;
pub(super) mod meter;
mod page;
pub(super) mod query;
pub(super) mod read;
#[cfg(feature = "mcp")]
pub(super) mod resources;
mod row;
pub(super) mod status;
