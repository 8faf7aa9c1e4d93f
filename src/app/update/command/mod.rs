//! A command finds its handler, by key, by name or from a list.
//!
//! - `dispatch`: commands find their handlers.
//! - `line`: a line typed behind `:` is carried out: a command by its name, with an argument where it takes one.
//! - `opening`: lists over the panes: which command opens which, and what is said where there is nothing to list.
//! - `overlay`: keys and the mouse in a list over the panes, and the effect of a choice in it.
//! - `prompting`: commands that put a query into the prompt, or take it out again.
//! - `siblings`: one step forth or back among what stands beside the selected row.

pub(super) mod dispatch;
pub(super) mod line;
mod opening;
pub(super) mod overlay;
mod prompting;
mod siblings;
