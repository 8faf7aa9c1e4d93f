//! Reports: hits as items, their number, the reasons for them, notes beside them.

mod absent;
pub(super) mod count;
pub(super) mod explain;
pub(super) mod items;
mod misread;
pub(super) mod notes;
pub(super) mod seen;
