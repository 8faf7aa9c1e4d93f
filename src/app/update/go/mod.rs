//! Moves, each a query and a place in the history: relations, links, names, bookmarks, the last session.
//!
//! - `call_tree`: the call tree: opened from the selected row, unfolded a branch at a time.
//! - `links`: following the links of the document in the preview.
//! - `names`: from a name in the source that is read to its definition.
//! - `navigation`: down and up through the layers, along relations, back and forward.
//! - `places`: Going to a bookmark or a visited place, also after its file has changed.
//! - `session`: the session: what is kept of it when the explorer is left, and how it is taken up again.

pub(super) mod call_tree;
pub(super) mod links;
pub(super) mod names;
pub(super) mod navigation;
pub(super) mod places;
pub(in crate::app) mod session;
