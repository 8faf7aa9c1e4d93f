//! Tables: which cells are headers, and which tables only lay out a page.

use crate::document::Table;

/// A table whose rows are being read.
#[derive(Default)]
pub(super) struct OpenTable {
    pub(super) table: Table,
    row: Vec<String>,
    row_line: u32,
    /// The end of the text when the row began.
    row_at: usize,
    all_headers: bool,
    /// It holds headings or other tables: it arranges the page and is no data.
    pub(super) is_layout: bool,
    /// It is one for sure, also of a single row or column.
    pub(super) is_certain: bool,
}

impl OpenTable {
    pub(super) fn new(is_certain: bool) -> OpenTable {
        OpenTable { is_certain, ..OpenTable::default() }
    }

    pub(super) fn start_row(&mut self, line: u32, at: usize) {
        self.end_row();
        (self.row_line, self.row_at) = (line, at);
        self.all_headers = true;
    }

    /// True if the row that is read has cells already that have left something in the text, which ends at `at`.
    pub(super) fn has_text(&self, at: usize) -> bool {
        !self.row.is_empty() && at > self.row_at
    }

    pub(super) fn cell(&mut self, text: &str, is_header: bool) {
        // Without a `tr` around it the first cell begins the row.
        self.all_headers = is_header && (self.all_headers || self.row.is_empty());
        self.row.push(crate::formats::draft::nodes::squeeze(text).into_string());
    }

    pub(super) fn end_row(&mut self) {
        let row = std::mem::take(&mut self.row);
        if row.is_empty() {
            return;
        }
        if self.all_headers && self.table.headers.is_empty() && self.table.rows.is_empty() {
            self.table.headers = row;
        } else {
            self.table.rows.push(row);
            self.table.row_lines.push(self.row_line.max(1));
        }
        self.row_line = 0;
    }

    /// True if there is anything a reader would call a table.
    pub(super) fn is_table(&self) -> bool {
        let widest = self.table.rows.iter().map(Vec::len).max().unwrap_or(0).max(self.table.headers.len());
        let is_some = !self.table.rows.is_empty() || !self.table.headers.is_empty();
        self.is_certain && is_some || !self.is_layout && !self.table.rows.is_empty() && widest >= 2
    }
}
