//! A sheet: its cells → tables. Those that the file declares have the range and the titles that it says; without any, the
//! sheet is one, below the titles that stand over it.

use super::html::{Cell, Html};
use std::ops::Range;

/// Rows of a sheet that are kept.
pub(super) const MAX_ROWS: usize = 50_000;

/// Rows above the titles of the columns, at most.
const MAX_ABOVE: usize = 5;

/// Tables of one sheet that are told apart.
const MAX_TABLES: usize = 100;

/// What a cell takes beside its text.
const CELL: usize = size_of::<Cell>();

/// A table that a file declares: its rows and columns, from 0.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) rows: Range<usize>,
    pub(super) columns: Range<usize>,
    pub(super) has_titles: bool,
}

impl Declared {
    /// The table over a range such as `B2:F14`.
    pub(super) fn of(range: &str, has_titles: bool) -> Option<Declared> {
        let range = range.replace('$', "");
        let (first, last) = range.split_once(':').unwrap_or((&range, &range));
        let ((top, left), (bottom, right)) = (place(first)?, place(last)?);
        (top <= bottom && left <= right).then_some(Declared {
            rows: top..bottom + 1,
            columns: left..right + 1,
            has_titles,
        })
    }
}

/// Row and column of a place such as `AB12`, from 0.
pub(super) fn place(place: &str) -> Option<(usize, usize)> {
    let digits = place.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    Some((digits.parse::<usize>().ok()?.checked_sub(1)?, column(place)?))
}

/// The column of a place, from 0.
pub(super) fn column(place: &str) -> Option<usize> {
    let letters = place.bytes().take_while(u8::is_ascii_alphabetic);
    let number =
        letters.take(4).fold(0, |number, letter| number * 26 + usize::from(letter.to_ascii_uppercase() - b'A') + 1);
    number.checked_sub(1)
}

/// The rows of a sheet with their numbers, as far as there is room.
#[derive(Debug)]
pub(super) struct Sheet {
    rows: Vec<(usize, Vec<Cell>)>,
    room: usize,
    /// Rows beyond those that are kept.
    pub(super) left_out: usize,
    pub(super) is_cut: bool,
}

impl Sheet {
    /// An empty sheet of a document.
    pub(super) fn of(out: &Html) -> Sheet {
        Sheet { rows: Vec::new(), room: out.room(), left_out: 0, is_cut: false }
    }

    /// Adds a row; one of nothing is none.
    pub(super) fn push(&mut self, number: usize, row: Vec<Cell>) {
        if row.iter().all(Cell::is_empty) || self.is_cut {
            return;
        }
        let bytes: usize = row.iter().map(|cell| CELL + cell.inline.len()).sum();
        // A row that is written takes less than one that waits for it.
        match self.rows.len() >= MAX_ROWS {
            true => self.left_out += 1,
            false if bytes / 4 > self.room => self.is_cut = true,
            false => {
                self.room -= bytes / 4;
                self.rows.push((number, row));
            }
        }
    }

    /// Writes the sheet.
    pub(super) fn write(mut self, declared: &[Declared], out: &mut Html) {
        out.is_cut |= self.is_cut;
        let mut declared: Vec<&Declared> = declared.iter().take(MAX_TABLES).collect();
        declared.sort_by_key(|table| (table.rows.start, table.columns.start));
        if declared.is_empty() {
            free(&self.rows, out);
        }
        let mut from = 0;
        for table in &declared {
            let end = self.rows.partition_point(|(number, _)| *number < table.rows.start).max(from);
            free(&self.rows[from..end], out);
            from = end;
            let mut own: Vec<Vec<Cell>> = Vec::new();
            for (_, row) in self.rows.iter_mut().filter(|(number, _)| table.rows.contains(number)) {
                let columns = table.columns.start.min(row.len())..table.columns.end.min(row.len());
                own.push(row[columns].iter_mut().map(std::mem::take).collect());
            }
            own.retain(|row| !row.iter().all(Cell::is_empty));
            table_of(&own, table.has_titles, out);
        }
        if !declared.is_empty() {
            free(&self.rows[from..], out);
        }
        if self.left_out > 0 {
            out.paragraph(&format!("… {} more rows", self.left_out));
        }
    }
}

/// Writes rows that no table claims: what stands alone as text, the rest as a table.
fn free(rows: &[(usize, Vec<Cell>)], out: &mut Html) {
    let rows: Vec<&(usize, Vec<Cell>)> = rows.iter().filter(|(_, row)| !row.iter().all(Cell::is_empty)).collect();
    let filled = |row: &[Cell]| row.iter().filter(|cell| !cell.is_empty()).count();
    let above = rows.iter().take(MAX_ABOVE).take_while(|(_, row)| filled(row) == 1).count();
    let is_full = |at: usize| {
        let Some((_, row)) = rows.get(at) else { return false };
        let below = rows.get(at + 1).map_or(0, |(_, row)| filled(row));
        filled(row) >= below.max(2) && row.iter().all(|cell| cell.is_empty() || cell.value.is_none())
    };
    let above = if above > 0 && is_full(above) && rows.len() > above + 1 { above } else { 0 };
    for (_, row) in rows.iter().take(above) {
        row.iter().for_each(|cell| out.paragraph(&cell.inline));
    }
    let rest: Vec<&[Cell]> = rows.iter().skip(above).map(|(_, row)| row.as_slice()).collect();
    table_of(&rest, true, out);
}

fn table_of<R: AsRef<[Cell]>>(rows: &[R], has_titles: bool, out: &mut Html) {
    if rows.is_empty() {
        return;
    }
    out.open_table();
    for (at, row) in rows.iter().enumerate() {
        out.row(row.as_ref(), at == 0 && has_titles);
    }
    out.close_table();
}
