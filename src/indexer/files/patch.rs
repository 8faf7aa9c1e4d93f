//! The difference that a look at a few paths makes.

use super::places::Places;
use super::walked_files::WalkedFile;
use crate::library::{FileId, Skipped};
use std::collections::BTreeSet;

/// The difference of the next snapshot.
#[derive(Default)]
pub(in crate::indexer) struct Patch {
    /// Files that leave, or come back changed.
    pub gone: BTreeSet<FileId>,
    /// Files that come, or come back changed; not sorted.
    pub found: Vec<WalkedFile>,
    /// The new list of what was left out, sorted.
    pub skipped: Vec<Skipped>,
    /// The places to watch from now on; `None` for those that were watched before.
    pub places: Option<Places>,
}
