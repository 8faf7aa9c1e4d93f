//! What the tools are called, take and say of themselves; arguments as they come.

pub(super) mod arguments;
pub(super) mod forms;
pub(super) mod table;
