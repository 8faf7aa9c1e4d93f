//! The outline table of a language, compiled: kinds, captures, conditions.
//!
//! - `compile`: from the words of an `outline.toml` to the numbers of the grammar.
//! - `model`: the outline table of one language, as numbers of its grammar.
//! - `path`: ways from a node to others.
//! - `patterns`: the patterns of a table.
//! - `rule_error`: what is wrong with a table.
//! - `schema`: the schema of an `outline.toml`, exactly as written.

mod compile;
pub(super) mod model;
pub(super) mod path;
mod patterns;
pub(super) mod rule_error;
mod schema;
