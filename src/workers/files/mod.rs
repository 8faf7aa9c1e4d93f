//! Settings, saved state, programs of the desktop, writing.

pub(super) mod desktop;
pub(super) mod settings;
pub(super) mod state;
pub(super) mod write;
