//! Queries, completion and what is offered before one is typed.

pub(super) mod answer;
pub(super) mod complete;
pub(super) mod progress;
pub(super) mod research;
pub(super) mod starters;
pub(super) mod warm;
