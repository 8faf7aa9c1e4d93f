//! Lines to show: spans, wrapping, links, search marks.

pub(super) mod breaks;
pub(super) mod flow;
pub(super) mod links;
pub(super) mod matches;
pub(super) mod spans;
