//! Subcommands that tell: help, manual, completions, tutorial.

pub(super) mod completions;
pub(super) mod help;
pub(super) mod man;
pub(super) mod tutorial;
