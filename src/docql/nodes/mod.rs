//! The results of queries: items, lists of them, the values of their fields.

pub(super) mod called;
pub(super) mod context;
pub(super) mod evidence;
pub(super) mod extent;
pub(super) mod fields;
pub(super) mod hit;
pub(super) mod item;
pub(super) mod items;
pub(super) mod lacks;
pub(super) mod list;
pub(super) mod matched;
pub(super) mod names;
pub(super) mod outline;
pub(super) mod pages;
pub(super) mod rows;
pub(super) mod signature;
pub(super) mod slices;
pub(super) mod structure;
pub(super) mod supertypes;
pub(super) mod value;
mod written;
