//! Items → hits and records, and explanations of empty results.

pub(super) mod hits;
mod no_results;
mod no_results_values;
mod node_hit;
pub(super) mod record;
pub(super) mod results;
pub(super) mod retrace;
mod snippets;
mod unnamed_calls;
