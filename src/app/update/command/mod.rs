//! A command finds its handler, by key, by name or from a list.

pub(super) mod dispatch;
pub(super) mod line;
mod opening;
pub(super) mod overlay;
mod prompting;
mod siblings;
