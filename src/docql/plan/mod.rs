//! Syntax tree → plan: names resolved against the catalog, patterns compiled, needs derived.

pub(super) mod columns;
pub(super) mod compile;
mod conditions;
pub(super) mod describe;
mod explain;
pub(super) mod line_pattern;
pub(super) mod name_pattern;
mod needs;
pub(super) mod patterns;
pub(super) mod resolve;
mod resolve_arguments;
mod resolve_root;
pub(super) mod steps;
mod unknown_function;
mod unknown_step;
