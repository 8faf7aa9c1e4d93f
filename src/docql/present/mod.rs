//! Items → hits for people and programs, and why there are none.

pub(super) mod hits;
mod no_results;
mod no_results_values;
mod node_hit;
pub(super) mod record;
pub(super) mod results;
pub(super) mod retrace;
mod snippets;
