//! What is offered: candidates, how they fit what is typed, and their order.

pub(super) mod candidate;
pub(super) mod matching;
pub(super) mod rank;
