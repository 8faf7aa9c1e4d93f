//! A row of a table as a record, and what else Enter can act upon.

use crate::app::protocol::page::Page;
use std::sync::Arc;

/// A row of a table, shown as a record.
#[derive(Clone, Debug)]
pub struct Record {
    /// The number of the table in the page.
    pub table: usize,
    /// The number of the row in the table.
    pub row: usize,
    /// The page it was chosen from, and where that was scrolled to.
    pub under: Arc<Page>,
    pub(super) top: usize,
}

/// What Tab stops at in a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopKind {
    /// A row of a table: it is shown as a record.
    Row,
    /// A part that can be folded away.
    Fold,
}
