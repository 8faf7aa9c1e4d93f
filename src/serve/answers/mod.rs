//! Answers as text within a budget: queries, readings, the state of an index.
//!
//! An answer is a head of a few lines, an empty line, and text of files. The head says what was left out, how to go on,
//! how fresh the answer is and how it was counted; nothing that stands below it is ours.
//!
//! - `call`: a call of a tool → its answer.
//! - `cursor`: where the next page of an answer begins, and the state of the index that it belongs to.
//! - `directory`: a directory → the names in it.
//! - `explore`: a question in words → the passages that answer it, found in several steps.
//! - `head`: the head of an answer: what it holds, what it left out, how to go on, how fresh it is, how it was counted.
//! - `meter`: the budget of an answer: what a client is sent, counted as it stands on the wire.
//! - `page`: as many hits as a budget holds, each with as much detail as it holds.
//! - `passages`: as many passages as a budget holds, the first ones with their text.
//! - `query`: a question in DocQL or in words → a page of hits.
//! - `read`: lines of a file, or what an id names.
//! - `resources`: documents as resources: a list, page by page, and the text of one, of a section, of lines.
//! - `row`: a hit as lines of an answer, with more or less detail.
//! - `status`: how fresh and complete the index of a root is.
//! - `withheld`: what stands in files that look like keys: named, and not shown.
//! - `within_budget`: an answer within `max_tokens`: what is left beside its head is filled, and filled with less where
//!   the whole costs more than its parts.

pub(super) mod call;
pub(super) mod cursor;
mod directory;
mod explore;
mod head;
pub(super) mod meter;
mod page;
mod passages;
pub(super) mod query;
pub(super) mod read;
#[cfg(feature = "mcp")]
pub(super) mod resources;
mod row;
pub(super) mod status;
pub(super) mod withheld;
mod within_budget;
