//! Queries, completion and what is offered before one is typed.
//!
//! - `answer`: questions of the explorer, answered by the engine, and what is shown beside them.
//! - `complete`: completions that know the workspace, and examples of them.
//! - `progress`: progress of indexing, as the app is told of it.
//! - `research`: questions that are followed: by rules alone, or with the models that the user has configured.
//! - `starters`: queries worth trying on this workspace, made from what is in it.
//! - `warm`: what the first question would have to wait for, done before it is asked: pages of a saved index that
//!   nobody has read since the start, and what colours need that is made once.

pub(super) mod answer;
pub(super) mod complete;
pub(super) mod progress;
pub(super) mod research;
pub(super) mod starters;
pub(super) mod warm;
