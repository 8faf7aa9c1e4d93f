//! Files → structure: reading, parsing, reuse, publishing.

pub(super) mod batch;
pub(super) mod gate;
pub(super) mod locks;
pub(super) mod name_prefilter;
pub(super) mod order;
pub(super) mod published;
pub(super) mod reuse;
pub(super) mod structure;
