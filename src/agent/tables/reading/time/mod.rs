//! What a question says of time.
//!
//! - `times`: times, and of which column they are.
//! - `years`: years that are no dates.
//! - `periods`: groups of time.
//! - `ages`: how long ago something was.
//! - `currents`: what is so now.
//! - `overdue`: what is due and not done.

pub(in crate::agent::tables) mod ages;
pub(in crate::agent::tables) mod currents;
pub(in crate::agent::tables) mod overdue;
pub(in crate::agent::tables) mod periods;
pub(in crate::agent::tables) mod times;
pub(in crate::agent::tables) mod years;
