//! Lua: tables, and what they have.

use crate::library::{FileId, NodeRef};

/// A table that a file declares under a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::docql::relations) struct Table {
    pub(in crate::docql::relations) file: FileId,
    pub(in crate::docql::relations) name: String,
}

/// Something that a table has.
#[derive(Clone, Debug)]
pub(in crate::docql::relations) struct Member {
    pub(super) node: NodeRef,
    pub(super) owner: String,
}

/// A table with those above it, nearest first.
#[derive(Debug)]
pub(in crate::docql::relations) struct Lineage {
    pub(in crate::docql::relations) tables: Vec<Table>,
    /// True if nothing above is unknown.
    pub(in crate::docql::relations) is_whole: bool,
}
