//! The list of files again: what came, what went, what changed.

mod draft;
pub(super) mod few_paths;
pub(super) mod whole;
