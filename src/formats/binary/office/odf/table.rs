//! Tables of OpenDocument on their way: cells that are repeated, that span, that are hidden; those of sheets at their
//! places.

use crate::document::column_letters;
use crate::formats::binary::office::cells::{Cell, MAX_SPANNED};
use crate::formats::binary::office::number_format::rounded;
use crate::formats::binary::office::sheet::{MAX_ROWS, Sheet};
use crate::formats::binary::office::xml::Tag;

/// Times that a cell or row which says that it is repeated counts.
const MAX_REPEATED: usize = 64;

/// A table in the making.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) rows: Vec<Vec<Cell>>,
    /// The sheet that the table is, and the number of the row that is open.
    pub(super) sheet: Option<(Sheet, usize)>,
    pub(super) row: Vec<Cell>,
    /// The column of the cell that is open.
    pub(super) column: usize,
    /// What is in the open cell, and what its tag says of it.
    pub(super) cell: Vec<String>,
    pub(super) tag: Cell,
    pub(super) is_covered: bool,
    pub(super) cell_times: usize,
    pub(super) row_times: usize,
    /// Whether the row that is open is hidden.
    pub(super) is_hidden: bool,
}

impl Table {
    /// The cell of a sheet that is open.
    pub(super) fn place(&self) -> Option<String> {
        let (_, row) = self.sheet.as_ref()?;
        Some(format!("{}{}", column_letters(self.column), row + 1))
    }

    pub(super) fn start_cell(&mut self, tag: &Tag<'_>) {
        self.cell_times = tag.number("number-columns-repeated").unwrap_or(1).max(1);
        self.is_covered = tag.name == "covered-table-cell";
        let span = |name: &str| tag.number(name).unwrap_or(1);
        let value = match tag.get("value-type").as_deref() {
            Some("float" | "percentage" | "currency") => tag.get("value").map(|value| rounded(&value)),
            // Programs write midnight behind a day that has no time.
            Some("date") => tag.get("date-value").map(|day| day.trim_end_matches("T00:00:00").replace('T', " ")),
            Some("boolean") => tag.get("boolean-value").map(|is| is.to_uppercase()),
            _ => None,
        };
        let (columns, rows) = (span("number-columns-spanned"), span("number-rows-spanned"));
        let column = self.column;
        match &mut self.sheet {
            Some((sheet, row)) => {
                if columns > 1 || rows > 1 {
                    sheet.merge_from((*row, column), rows, columns);
                }
                self.tag = Cell { value, ..Cell::default() };
            }
            None => self.tag = Cell { value, columns, rows, ..Cell::default() },
        }
    }

    pub(super) fn end_cell(&mut self) {
        let inline = std::mem::take(&mut self.cell).join("<br>");
        // A cell that another reaches over has its place in a sheet only.
        if self.is_covered && self.sheet.is_none() {
            return;
        }
        let mut cell = Cell { inline, ..std::mem::take(&mut self.tag) };
        // Days are written alike in all documents.
        if let Some(day) = cell.value.as_ref().filter(|value| value.contains('-') && value.len() >= 10)
            && !cell.is_empty()
        {
            cell.inline.clone_from(day);
        }
        let first = self.column;
        self.column = first.saturating_add(self.cell_times);
        match &mut self.sheet {
            // Rows that are not kept are counted only.
            Some((sheet, _)) if sheet.is_full() => {
                if self.row.is_empty() && !cell.is_empty() {
                    self.row.push(cell);
                }
            }
            Some((sheet, _)) => {
                let columns = first..self.column.min(first.saturating_add(MAX_REPEATED));
                columns.filter(|_| !cell.is_empty()).for_each(|column| sheet.put(&mut self.row, column, cell.clone()));
            }
            None => {
                let times = self.cell_times.min(if cell.is_empty() { MAX_SPANNED } else { MAX_REPEATED });
                let left = MAX_SPANNED.saturating_sub(self.row.len());
                self.row.extend(std::iter::repeat_n(cell, times.min(left)));
            }
        }
    }

    /// Ends a row. Rows of nothing at the end of a sheet are repeated a million times.
    pub(super) fn end_row(&mut self) {
        self.column = 0;
        let mut row = std::mem::take(&mut self.row);
        while row.last().is_some_and(Cell::is_empty) {
            row.pop();
        }
        let times = if row.is_empty() { 1 } else { self.row_times.min(MAX_REPEATED) };
        match &mut self.sheet {
            Some((sheet, number)) => {
                for time in 0..times {
                    if self.is_hidden && !row.is_empty() {
                        sheet.hide_row(*number + time);
                    }
                    sheet.push(*number + time, row.clone());
                }
                *number = number.saturating_add(self.row_times);
            }
            None if self.rows.len() + times <= MAX_ROWS => self.rows.extend(std::iter::repeat_n(row, times)),
            None => {}
        }
    }
}

/// Whether a row or column is not shown.
pub(super) fn is_hidden(tag: &Tag<'_>) -> bool {
    tag.get("visibility").is_some_and(|is| is != "visible")
}
