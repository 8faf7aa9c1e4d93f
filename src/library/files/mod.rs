//! Files, roots, what was left out, and how their texts are had.

pub(super) mod changes;
pub(super) mod entries;
pub(super) mod listing;
pub(super) mod loader;
pub(super) mod locate_error;
pub(super) mod needs;
pub(super) mod read_error;
pub(super) mod roles;
