//! The filters of many files as a table of rows.

use super::filter::Sketcher;
use crate::library::rows::{RowTable, RowTableBuilder};

/// Collects the filters of files.
#[derive(Debug, Default)]
pub struct TrigramTableBuilder {
    rows: RowTableBuilder,
    sketcher: Sketcher,
}

impl TrigramTableBuilder {
    /// Appends the filter of `text`: the decoded text that is searched later. For a file that has no text
    /// push an empty one: nothing will be looked for in it.
    pub fn push(&mut self, text: &str) {
        self.rows.push(|bytes| self.sketcher.append(text, bytes));
    }

    /// The number of filters.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table.
    pub fn finish(self) -> RowTable {
        self.rows.finish()
    }
}
