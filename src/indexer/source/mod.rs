//! Bytes of files → texts and documents.

pub(super) mod loader;
