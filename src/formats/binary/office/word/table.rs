//! Tables of word documents in the making: rows, cells, and how far these reach.

use crate::formats::binary::office::cells::{Cell, join_down};
use crate::formats::binary::office::xml::Tag;

/// A table in the making.
#[derive(Debug, Default)]
pub(in crate::formats::binary::office) struct TableRows {
    rows: Vec<Vec<Cell>>,
    /// Whether the row that is open was deleted.
    is_deleted: bool,
    /// What is in the open cell, and how far that reaches.
    cell: Vec<String>,
    reach: Cell,
}

impl TableRows {
    /// What a tag says of the table: a row or a cell begins, or reaches further than its own place.
    pub(in crate::formats::binary::office) fn start(&mut self, tag: &Tag<'_>) {
        match tag.name {
            "tr" => {
                self.drop_deleted();
                self.rows.push(Vec::new());
            }
            "tc" => self.reach = Cell::default(),
            "gridSpan" => self.reach.columns = tag.number("val").unwrap_or(1),
            // The row begins further to the right.
            "gridBefore" => {
                let columns = tag.number("val").filter(|columns| *columns > 0);
                let cell = columns.map(|columns| Cell { columns, ..Cell::default() });
                self.rows.last_mut().into_iter().for_each(|row| row.extend(cell.clone()));
            }
            "vMerge" => self.reach.goes_on = tag.get("val").is_none_or(|kind| kind != "restart"),
            _ => {}
        }
    }

    /// The row that is open was deleted.
    pub(in crate::formats::binary::office) fn delete_row(&mut self) {
        self.is_deleted = true;
    }

    fn drop_deleted(&mut self) {
        if std::mem::take(&mut self.is_deleted) {
            self.rows.pop();
        }
    }

    /// Adds a paragraph to the open cell.
    pub(in crate::formats::binary::office) fn say(&mut self, inline: &str) {
        let inline = inline.trim();
        if !inline.is_empty() {
            self.cell.push(inline.to_owned());
        }
    }

    pub(in crate::formats::binary::office) fn end_cell(&mut self) {
        let inline = std::mem::take(&mut self.cell).join("<br>");
        let cell = Cell { inline, ..std::mem::take(&mut self.reach) };
        self.rows.last_mut().into_iter().for_each(|row| row.push(cell.clone()));
    }

    /// Takes a table in the open cell as the text of that.
    pub(in crate::formats::binary::office) fn take(&mut self, mut inner: TableRows) {
        inner.drop_deleted();
        let cells = inner.rows.into_iter().flatten().map(|cell| cell.inline);
        self.cell.extend(cells.filter(|cell| !cell.is_empty()));
    }

    /// The rows, with cells that go on below joined.
    pub(in crate::formats::binary::office) fn finished(mut self) -> Vec<Vec<Cell>> {
        self.drop_deleted();
        join_down(&mut self.rows);
        self.rows
    }
}
