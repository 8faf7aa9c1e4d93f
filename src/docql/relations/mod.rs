//! From one node to others: callers, callees, uses, supertypes, links, tests.

mod access;
mod ambiguity;
pub(super) mod blind_spots;
mod call_places;
mod call_site;
mod callees;
pub(super) mod caller_counts;
mod calls;
mod documents;
mod inheritance;
mod linkage;
mod lookup;
mod members;
mod memo;
mod modules;
mod name_resolution;
mod receiver_fit;
pub(super) mod steps;
mod typing;
mod uses;
