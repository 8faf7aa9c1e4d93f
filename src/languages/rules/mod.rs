//! The outline table of a language, compiled: kinds, captures, conditions.

mod compile;
pub(super) mod model;
pub(super) mod path;
pub(super) mod rule_error;
mod schema;
