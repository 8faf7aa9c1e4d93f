//! Actions on rows: copying, editing, picking.

pub(super) mod actions;
pub(super) mod copying;
pub(super) mod editing;
pub(super) mod picking;
pub(super) mod viewing;
