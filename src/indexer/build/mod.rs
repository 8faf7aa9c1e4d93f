//! Files → structure: reading, parsing, reuse, publishing.

pub(super) mod apply_changes;
pub(super) mod batch;
pub(super) mod gate;
pub(super) mod loader;
pub(super) mod name_prefilter;
pub(super) mod order;
pub(super) mod progress;
mod refresh;
pub(super) mod reuse;
