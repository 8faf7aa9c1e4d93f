//! Tables that are written as tags inside Markdown: their rows and cells, also over the blank lines that end a block of
//! HTML.

use super::state::Reader;
use crate::document::html_tags::Tag;
use crate::document::{Kind, Table};
use crate::formats::draft::nodes::trimmed_end;
use crate::formats::draft::spans::Spans;
use crate::formats::html::{CellTag, OpenTable};
use std::ops::Range;

/// The text of a cell, at most; the rest of a longer one is not in its row.
const LONGEST_CELL: usize = 64 << 10;

/// A table that is open.
pub(super) struct HtmlTable {
    start: usize,
    table: OpenTable,
    in_row: bool,
    /// The cell that is read, with its text.
    cell: Option<(CellTag, String)>,
    /// Tables that are open inside it.
    inner: usize,
    has_text: bool,
    /// The blocks inside it, which are paragraphs if it is no table in the end.
    blocks: Vec<Range<usize>>,
}

impl HtmlTable {
    pub(super) fn push_text(&mut self, text: &str) {
        if let Some((_, cell)) = self.cell.as_mut().filter(|(_, cell)| cell.len() < LONGEST_CELL) {
            cell.push_str(text);
            self.has_text |= !text.trim().is_empty();
        }
    }

    /// It arranges the page: it holds headings, code or other tables.
    pub(super) fn is_layout(&mut self) {
        self.table.is_layout = true;
    }

    /// A block of HTML stands in the table; it is a paragraph if the table is none in the end.
    pub(super) fn note_block(&mut self, range: Range<usize>) {
        self.blocks.push(range);
    }

    fn end_cell(&mut self) {
        if let Some((tag, text)) = self.cell.take() {
            self.table.cell(&text, tag);
        }
    }

    fn start_row(&mut self, at: usize) {
        self.end_cell();
        // An offset for now, as in the tables of Markdown.
        self.table.start_row(at as u32, at);
        self.in_row = true;
    }

    fn start_cell(&mut self, tag: &Tag, at: usize) {
        self.end_cell();
        if !self.in_row {
            self.start_row(at);
        }
        let span = |name: &str| tag.attribute(name).and_then(|count| count.trim().parse::<usize>().ok());
        let cell = CellTag::spanning(tag.is("th"), span("colspan"), span("rowspan"));
        self.cell = Some((cell, String::new()));
    }
}

impl Reader<'_> {
    /// Follows a tag of a table. False if it is none.
    pub(super) fn html_table_tag(&mut self, tag: &Tag, range: &Range<usize>) -> bool {
        let is_table = tag.is("table");
        let Some(open) = &mut self.html.table else {
            if is_table && !tag.closing && self.heading.is_none() {
                self.html.table = Some(Box::new(HtmlTable {
                    start: range.start,
                    table: OpenTable::new(false, Spans::within(std::mem::take(&mut self.html.spans_room))),
                    in_row: false,
                    cell: None,
                    inner: 0,
                    has_text: false,
                    blocks: Vec::new(),
                }));
            }
            return is_table;
        };
        let is_cell = tag.is("td") || tag.is("th");
        match tag.closing {
            true if is_table && open.inner == 0 => self.end_html_table(range.end),
            true if is_table => open.inner -= 1,
            false if is_table => {
                open.inner += 1;
                open.is_layout();
            }
            _ if open.inner > 0 => {}
            false if tag.is("tr") => open.start_row(range.start),
            false if is_cell => open.start_cell(tag, range.start),
            // A row ends where the next one begins.
            true if tag.is("tr") || is_cell => open.end_cell(),
            false if ["thead", "tbody", "tfoot"].iter().any(|part| tag.is(part)) => {
                open.end_cell();
                open.table.start_part();
                open.in_row = false;
            }
            // Words of different blocks are different words.
            _ => open.push_text(if tag.is("br") || tag.is("p") || tag.is("li") || tag.is("div") { " " } else { "" }),
        }
        is_table || is_cell || tag.is("tr")
    }

    fn end_html_table(&mut self, end: usize) {
        let Some(mut open) = self.html.table.take() else { return };
        open.end_cell();
        open.table.end_row();
        let range = open.start..trimmed_end(self.text, open.start..end);
        self.html.spans_room = open.table.spans.room;
        if !open.has_text || !open.table.is_table() {
            self.html.was_no_table = open.has_text;
            return self.are_paragraphs(*open);
        }
        let handle = self.draft.push(Kind::Table, range);
        if handle < usize::MAX {
            self.draft.tables.push(Table { node: handle as u32, ..open.table.table });
        }
    }

    /// A table that is never closed is none.
    pub(super) fn drop_html_table(&mut self) {
        if let Some(open) = self.html.table.take() {
            self.are_paragraphs(*open);
        }
    }

    fn are_paragraphs(&mut self, table: HtmlTable) {
        for range in table.blocks {
            self.draft.push(Kind::Paragraph, range);
        }
    }
}
