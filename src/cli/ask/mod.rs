//! Subcommands that answer: query, search, ask, show, toc, pick, complete, explain.

mod asking;
pub(super) mod complete;
mod data;
pub(super) mod explain;
mod like;
mod output;
pub(super) mod pick;
pub(super) mod places;
pub(super) mod query;
pub(super) mod research;
pub(super) mod search;
pub(super) mod show;
pub(super) mod sql;
pub(super) mod toc;
