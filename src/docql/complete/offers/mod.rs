//! What fits at the caret: steps, fields, conditions, values.
//!
//! - `conditions`: candidates in filters: operands, operators, values, connectives, closing characters.
//! - `expected`: the candidates for each expectation of the parser.
//! - `fields`: the fields that make sense for the items of a list.
//! - `likely`: the likeliest next steps: the order of candidates before anything is typed.
//! - `steps`: candidates along a path: roots, steps, selectors, fields.
//! - `values`: values of fields: distinct values with counts, ranges of numbers, coverage of fields.

pub(super) mod conditions;
pub(super) mod expected;
pub(super) mod fields;
pub(super) mod likely;
pub(super) mod steps;
pub(super) mod values;
