//! Explanations of empty results, and what to ask instead.
//!
//! - `absent`: explanations of patterns that no name meets, and of languages without declarations.
//! - `data`: explanations of keys and conditions that data does not meet, and of files without data.
//! - `explain`: explanations of empty results: the nearest names, or the condition that removed the last rows.
//! - `filters`: explanations of conditions that nothing meets: which of them removed the last rows.
//! - `members`: explanations of members that types do not have in the way they were asked for.
//! - `near_names`: names like one that nothing has.
//! - `patterns`: patterns that were given where a text is compared as it is.
//! - `suggested`: names of declarations, owners, tables and files to ask for instead.
//! - `values`: suggestions for a condition that no row meets: the nearest existing values, with counts.

mod absent;
mod data;
mod explain;
mod filters;
mod members;
mod near_names;
mod patterns;
mod suggested;
mod values;

pub(in crate::docql) use explain::explain;
pub(in crate::docql::present) use explain::{deeper, steps_text};
