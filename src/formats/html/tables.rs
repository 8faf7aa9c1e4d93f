//! Tables: which cells are headers, and which tables only lay out a page.

use super::attributes::{CELL_VALUE, attribute};
use crate::document::{SheetRows, Table};
use crate::formats::draft::nodes::squeeze;
use crate::formats::draft::spans::Spans;
use html5ever::tokenizer::Tag;

/// What the tag of a cell says of it.
#[derive(Clone, Debug)]
pub(in crate::formats) struct CellTag {
    is_header: bool,
    columns: usize,
    rows: usize,
    /// What the cell holds, where that is not the text that it shows.
    value: Option<String>,
    /// The bars that stand before its text, as long as nothing breaks the line.
    pub(super) bars: usize,
}

impl CellTag {
    pub(in crate::formats) fn of(tag: &Tag) -> CellTag {
        let span = |name: &str| attribute(tag, name).and_then(|count| count.trim().parse::<usize>().ok());
        let value = attribute(tag, CELL_VALUE).map(str::to_owned);
        CellTag { value, ..CellTag::spanning(&*tag.name == "th", span("colspan"), span("rowspan")) }
    }

    /// The same with so many bars before its text.
    pub(super) fn behind(self, bars: usize) -> CellTag {
        CellTag { bars, ..self }
    }

    /// A cell of so many columns and rows; of one where nothing is said.
    pub(in crate::formats) fn spanning(is_header: bool, columns: Option<usize>, rows: Option<usize>) -> CellTag {
        // Of no rows: all that follow.
        let rows = rows.map_or(1, |count| if count == 0 { usize::MAX } else { count });
        CellTag { is_header, columns: columns.unwrap_or(1), rows, value: None, bars: 0 }
    }
}

/// A table whose rows are being read.
#[derive(Default)]
pub(in crate::formats) struct OpenTable {
    pub(in crate::formats) table: Table,
    row: Vec<String>,
    /// The place in the row of the cell that is read.
    cell_at: usize,
    row_line: u32,
    /// The column, from 0, and the row in its sheet where the row that is read begins.
    pub(super) place: Option<(usize, u32)>,
    /// The end of the text when the row began.
    row_at: usize,
    all_headers: bool,
    /// The cells that reach into rows below.
    pub(in crate::formats) spans: Spans,
    /// A title spans others: the row below it is one of titles, too.
    has_wide_titles: bool,
    /// It holds headings or other tables.
    pub(in crate::formats) is_layout: bool,
    /// It is one for sure, also of a single row or column.
    pub(in crate::formats) is_certain: bool,
}

impl OpenTable {
    pub(in crate::formats) fn new(is_certain: bool, spans: Spans) -> OpenTable {
        OpenTable { is_certain, spans, ..OpenTable::default() }
    }

    /// Begins a part of the table: no cell reaches from one into another.
    pub(in crate::formats) fn start_part(&mut self) {
        self.end_row();
        self.spans.end();
    }

    pub(in crate::formats) fn start_row(&mut self, line: u32, at: usize) {
        self.end_row();
        (self.row_line, self.row_at) = (line, at);
        self.all_headers = true;
    }

    /// True if the row that is read has cells already that have left something in the text, which ends at `at`.
    pub(in crate::formats) fn has_text(&self, at: usize) -> bool {
        !self.row.is_empty() && at > self.row_at
    }

    /// Goes to the next cell of the row, past the places that cells before and above it reach over: how many places on.
    pub(in crate::formats) fn go_to_cell(&mut self) -> usize {
        if self.is_certain {
            self.spans.fill(&mut self.row);
        }
        let further = self.row.len().saturating_sub(self.cell_at);
        self.cell_at = self.row.len();
        further.max(1)
    }

    pub(in crate::formats) fn cell(&mut self, text: &str, tag: CellTag) {
        // Without a `tr` around it the first cell begins the row.
        self.all_headers = tag.is_header && (self.all_headers || self.row.is_empty());
        self.has_wide_titles |= tag.is_header && tag.columns > 1 && self.table.rows.is_empty();
        let text = squeeze(tag.value.as_deref().unwrap_or(text)).into_string();
        self.spans.cell(&mut self.row, text, tag.columns, tag.rows);
    }

    pub(in crate::formats) fn end_row(&mut self) {
        let mut row = std::mem::take(&mut self.row);
        self.cell_at = 0;
        let is_some = !row.is_empty();
        if is_some {
            self.spans.fill(&mut row);
            self.add(row);
        }
        let repeated = self.spans.next_row();
        if is_some {
            self.table.repeat(repeated);
        }
        self.row_line = 0;
    }

    fn add(&mut self, row: Vec<String>) {
        let is_first = self.table.headers.is_empty();
        if self.all_headers && self.table.rows.is_empty() && (is_first || self.has_wide_titles) {
            // One title over all columns is that of the table.
            if self.table.headers.windows(2).all(|pair| pair[0] == pair[1]) {
                self.table.headers.clear();
            }
            let further = row.iter().skip(self.table.headers.len()).cloned().collect::<Vec<_>>();
            for (title, more) in self.table.headers.iter_mut().zip(row) {
                // A title that reaches down says no more.
                if *title != more && !more.is_empty() {
                    *title = squeeze(&format!("{title} {more}")).into_string();
                }
            }
            self.table.headers.extend(further);
        } else {
            self.table.rows.push(row);
            self.table.row_lines.push(self.row_line.max(1));
            if let Some((column, row)) = self.place {
                let sheet = self.table.sheet.get_or_insert_with(|| SheetRows { column, rows: Vec::new() });
                sheet.rows.push(row);
            }
        }
    }

    /// Whether it arranges the page and is no data: it holds headings or other tables, and nothing names its columns.
    pub(in crate::formats) fn arranges(&self) -> bool {
        self.is_layout && self.table.headers.is_empty()
    }

    /// True if there is anything a reader would call a table.
    pub(in crate::formats) fn is_table(&self) -> bool {
        let widest = self.table.rows.iter().map(Vec::len).max().unwrap_or(0).max(self.table.headers.len());
        let is_some = !self.table.rows.is_empty() || !self.table.headers.is_empty();
        self.is_certain && is_some || !self.arranges() && !self.table.rows.is_empty() && widest >= 2
    }
}
