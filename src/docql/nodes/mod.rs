//! The results of queries: items, lists of them, the values of their fields.

pub(super) mod context;
pub(super) mod evidence;
pub(super) mod extent;
pub(super) mod fields;
pub(super) mod hit;
pub(super) mod id;
pub(super) mod item;
pub(super) mod items;
pub(super) mod list;
pub(super) mod locate;
pub(super) mod matched;
pub(super) mod name_op;
pub(super) mod outline;
pub(super) mod qualified;
pub(super) mod reference;
pub(super) mod signature;
pub(super) mod slices;
pub(super) mod structure;
pub(super) mod supertypes;
pub(super) mod value;
