//! From one node to others: callers, callees, uses, supertypes, links, tests.

mod ambiguity;
mod call_site;
mod callees;
pub(super) mod caller_counts;
mod calls;
mod documents;
mod inheritance;
mod lookup;
mod members;
mod name_resolution;
pub(super) mod steps;
mod uses;
