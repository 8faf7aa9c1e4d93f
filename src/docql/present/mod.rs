//! Items → hits and records, and explanations of empty results.
//!
//! - `hits`: item → hit.
//! - `left_open`: what the callers and tests that a plan ends with leave open.
//! - `letter_case`: relations that were asked of what is called otherwise: names ignore case, languages mostly do not.
//! - `no_results`: explanations of empty results, and what to ask instead.
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
mod no_results;
mod node_hit;
mod prototypes;
pub(super) mod record;
mod removed;
pub(super) mod results;
pub(super) mod retrace;
mod site;
mod unnamed_calls;
