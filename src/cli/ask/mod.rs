//! Subcommands that answer: query, search, toc, pick, complete, explain.

pub(super) mod complete;
pub(super) mod explain;
mod options;
mod output;
pub(super) mod pick;
pub(super) mod query;
pub(super) mod search;
pub(super) mod toc;
