//! Subcommands that tell: help and the manual, manual page, completions, keys of shells, tutorial.

mod browse;
pub(super) mod completions;
pub(super) mod help;
pub(super) mod keys;
pub(super) mod man;
pub(super) mod pages;
pub(super) mod shell;
pub(super) mod tutorial;
mod unpacked;
