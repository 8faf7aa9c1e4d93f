//! The list of files again: what came, what went, what changed.
//!
//! - `draft`: the next snapshot where a few files are different.
//! - `few_paths`: looking again at a few paths: what was saved, made or deleted, without walking the whole workspace.
//! - `touched`: files that were touched and hold what they held: they are read once more, and keep what is known of
//!   them.
//! - `whole`: walking again: what changed is read again, what is gone leaves, everything else keeps its rows.

mod draft;
pub(super) mod few_paths;
mod touched;
pub(super) mod whole;
