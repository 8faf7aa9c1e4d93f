//! What a query passes along its steps: items, lists of them, and the part of a document that each is.
//!
//! - `extent`: the extent of an item: the part of its document that a step searches.
//! - `item`: the items a query passes along its steps: nodes, files, directories, excerpts, values.
//! - `items`: the items of an answer, stored compactly: plain nodes and lines as numbers by file.
//! - `list`: the lists that steps pass to each other, and the outcome of a plan.
//! - `slices`: indices and slices of lists, as RFC 9535 section 2.3.4 defines them.

pub(in crate::docql) mod extent;
pub(in crate::docql) mod item;
pub(in crate::docql) mod items;
pub(in crate::docql) mod list;
pub(in crate::docql) mod slices;
