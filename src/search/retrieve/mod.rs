//! Channels: where candidates come from, each with its evidence, level by level.

mod channel_query;
mod channels;
mod described;
mod exclude;
pub(super) mod fallbacks;
mod full_text;
mod fuzzy;
mod level_query;
pub(super) mod meaning;
mod name_prefilter;
mod name_query;
mod name_scan;
mod paths;
pub(super) mod pictured;
pub(super) mod to_the_letter;
