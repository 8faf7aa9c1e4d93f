//! Channels: where candidates come from, each with its evidence.

pub(super) mod channels;
mod exclude;
pub(super) mod fallbacks;
mod fuzzy;
pub(super) mod meaning;
mod name_prefilter;
mod names;
mod scan;
