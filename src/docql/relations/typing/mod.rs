//! The types of values, as far as what is written near a call tells: parameters, annotations, constructions, results.

mod binding;
mod chain;
mod declared;
mod evaluate;
mod fixtures;
pub(super) mod known;
mod model;
mod names;
mod results;
pub(super) mod table;
mod tokens;
mod written;
