//! The types of values, as far as what is written near a call tells: parameters, annotations, constructions, results.

mod binding;
mod chain;
mod evaluate;
pub(super) mod known;
pub(super) mod table;
mod tokens;
mod written;
