//! The block that is being written: a paragraph, or a table in HTML.

use super::inline::Inline;
use crate::document::{Scope, Span};
use crate::preview::canvas::table::{TableBlock, write_table};
use crate::preview::canvas::writer::Canvas;
use crate::preview::line::flow::Piece;

/// Badges stand in the first lines of a document.
const TOP_LINES: u32 = 40;

/// A canvas, and what has been read of a block and is still to be written there.
pub(super) struct BlockWriter<'d> {
    pub canvas: Canvas<'d>,
    pub inline: Inline<'d>,
    pub table: TableBlock<'d>,
    pub row: Vec<Vec<Piece<'d>>>,
    /// The mark of a fold whose title is still to come.
    pub fold_mark: Option<&'static str>,
    /// Open HTML tables; what stands in one becomes its cells.
    pub html_tables: usize,
    /// The start of the current block.
    pub offset: u32,
}

impl<'d> BlockWriter<'d> {
    pub(super) fn new(canvas: Canvas<'d>) -> BlockWriter<'d> {
        BlockWriter {
            canvas,
            inline: Inline::default(),
            table: TableBlock::default(),
            row: Vec::new(),
            fold_mark: None,
            html_tables: 0,
            offset: 0,
        }
    }

    /// Writes what has been read of a paragraph.
    pub fn flush(&mut self) {
        if self.html_tables > 0 {
            // Paragraphs in a cell of an HTML table stay in it.
            if !self.inline.is_empty() {
                self.inline.soft_break(Span::new(self.offset, self.offset));
            }
            return;
        }
        if let Some(badges) = self.inline.badges().filter(|_| self.is_top() && self.fold_mark.is_none()) {
            return self.fold_badges(badges);
        }
        self.write_inline();
    }

    /// True where documents have their badges.
    fn is_top(&self) -> bool {
        self.canvas.document.source_line(self.offset) <= TOP_LINES
    }

    /// Badges are told in one line, which unfolds; pictures above them are shown.
    fn fold_badges(&mut self, badges: usize) {
        let (above, pictures) = self.inline.take_above_badges();
        if !above.is_empty() {
            self.canvas.text(&above, self.offset);
        }
        for (address, size) in pictures {
            self.canvas.picture(address, size, self.offset);
        }
        let mark = self.canvas.begin_fold(self.offset, self.offset);
        let title = Piece::decoration(format!("{mark}{badges} badges"), Scope::Label);
        self.canvas.text(&[title], self.offset);
        self.canvas.enter_fold();
        self.write_inline();
        self.canvas.end_fold();
    }

    fn write_inline(&mut self) {
        if !self.inline.is_empty() {
            let pictures = std::mem::take(&mut self.inline.pictures);
            let pieces = self.inline.take();
            self.canvas.text(&pieces, self.offset);
            for (address, size) in pictures {
                self.canvas.picture(address, size, self.offset);
            }
        }
    }

    /// Ends a cell of an HTML table.
    pub fn end_html_cell(&mut self) {
        let cell = self.inline.take();
        if !cell.is_empty() {
            self.row.push(cell);
        }
    }

    /// Ends a row of an HTML table.
    pub fn end_html_row(&mut self) {
        self.end_html_cell();
        if !self.row.is_empty() {
            self.table.rows.push((std::mem::take(&mut self.row), self.offset));
        }
    }

    /// Ends an HTML table, if one is open.
    pub fn end_html_table(&mut self) {
        if self.html_tables > 0 {
            self.end_html_row();
            self.html_tables = 0;
            write_table(&mut self.canvas, &std::mem::take(&mut self.table));
        }
    }

    /// Begins an HTML table.
    pub fn start_html_table(&mut self) {
        self.flush();
        self.html_tables += 1;
        if self.html_tables == 1 {
            self.table = TableBlock::default();
            self.canvas.want_blank();
        }
    }

    /// Notes that the first row of the HTML table has headers.
    pub fn mark_html_header(&mut self) {
        self.table.has_header |= self.table.rows.is_empty();
    }
}
