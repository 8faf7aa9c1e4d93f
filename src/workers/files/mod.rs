//! Settings, saved state, programs of the user: editors and actions; writing.

pub(super) mod actions;
pub(super) mod editors;
pub(super) mod host_editor;
pub(super) mod settings;
pub(super) mod state;
pub(super) mod write;
