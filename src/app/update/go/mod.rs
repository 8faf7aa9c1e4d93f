//! Moves, each a query and a place in the history: relations, links, names, bookmarks, the last session.

pub(super) mod call_tree;
pub(super) mod links;
pub(super) mod names;
pub(super) mod navigation;
pub(super) mod places;
pub(in crate::app) mod session;
