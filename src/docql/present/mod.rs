//! Items → hits and records, and explanations of empty results.
//!
//! - `hits`: item → hit.
//! - `left_open`: what the callers and tests that a plan ends with leave open.
//! - `letter_case`: relations that were asked of what is called otherwise: names ignore case, languages mostly do not.
//! - `near_names`: names like one that nothing has.
//! - `no_results`: explanations of empty results: the nearest names, or the condition that removed the last rows.
//! - `no_results_absent`: explanations of patterns that no name meets, and of languages without declarations.
//! - `no_results_data`: explanations of keys and conditions that data does not meet, and of files without data.
//! - `no_results_filters`: explanations of conditions that nothing meets: which of them removed the last rows.
//! - `no_results_members`: explanations of members that types do not have in the way they were asked for.
//! - `no_results_patterns`: patterns that were given where a text is compared as it is.
//! - `no_results_values`: suggestions for a condition that no row meets: the nearest existing values, with counts.
//! - `node_hit`: node → hit: its text, a key that is unique in its file, and a query that yields it.
//! - `prototypes`: functions of C that a list or a count holds twice: as a prototype, and where they are defined.
//! - `record`: item → record: the fields of a result as JSON, in the documented order.
//! - `removed`: declarations that files have lost since the commit they are compared with.
//! - `results`: outcome → results: the plain data that screens and reports show.
//! - `retrace`: hit → item, for callers that kept only the hit.
//! - `site`: the line of a hit that stands for a place in another one: of a call, a reference.
//! - `unnamed_calls`: what a condition on callers or tests counts that is reached without a call that names it:
//!   overrides and properties.

pub(super) mod hits;
mod left_open;
mod letter_case;
mod near_names;
mod no_results;
mod no_results_absent;
mod no_results_data;
mod no_results_filters;
mod no_results_members;
mod no_results_patterns;
mod no_results_values;
mod node_hit;
mod prototypes;
pub(super) mod record;
mod removed;
pub(super) mod results;
pub(super) mod retrace;
mod site;
mod unnamed_calls;
