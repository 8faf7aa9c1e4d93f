//! A sheet: its cells → tables. Those that the file declares have the range and the titles that it says; without any, the
//! sheet is one, below the titles that stand over it.

use super::cells::{Cell, MAX_SPANNED, join_down};
use super::html::{Html, MAX_COLUMNS};
use super::inline::link;
use crate::document::{cell_place, column_letters};
use std::collections::BTreeSet;
use std::ops::Range;

/// Rows of a sheet that are kept.
pub(super) const MAX_ROWS: usize = 50_000;

/// Rows above the titles of the columns, at most.
const MAX_ABOVE: usize = 5;

/// Titles of columns that two tables have in common, at least.
const MIN_SAME: usize = 3;

/// Ranges of hidden rows, and of hidden columns, that are named.
const MAX_RANGES: usize = 12;

/// Tables of one sheet that are told apart.
const MAX_TABLES: usize = 100;

/// Columns without anything between two cells of a row, at most.
const MAX_GAP: usize = 256;

/// Merged ranges of a sheet that are read, and cells in them.
const MAX_MERGED: usize = 20_000;
const MAX_MERGED_CELLS: usize = 1_000_000;

/// What a cell takes beside its text.
const CELL: usize = size_of::<Cell>();

/// Row and column of a place such as `AB12`, from 0.
pub(super) fn place(place: &str) -> Option<(usize, usize)> {
    cell_place(place).map(|(column, row)| (row as usize - 1, column))
}

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

/// The rows of a sheet with their numbers, as far as there is room.
#[derive(Debug)]
pub(super) struct Sheet {
    rows: Vec<(usize, Vec<Cell>)>,
    room: usize,
    /// Rows beyond those that are kept.
    pub(super) left_out: usize,
    pub(super) is_cut: bool,
    /// What it is called.
    name: String,
    /// The furthest cell whose column is not kept.
    beyond: Option<usize>,
    /// Cells that stand for others, with these: rows and columns.
    merged: Vec<Declared>,
    /// Rows and columns that are not shown where the sheet is.
    hidden_rows: BTreeSet<usize>,
    hidden_columns: Vec<Range<usize>>,
}

impl Sheet {
    /// An empty sheet of a document.
    pub(super) fn of(out: &Html, name: &str) -> Sheet {
        Sheet {
            rows: Vec::new(),
            room: out.room(),
            left_out: 0,
            is_cut: false,
            name: name.to_owned(),
            beyond: None,
            merged: Vec::new(),
            hidden_rows: BTreeSet::new(),
            hidden_columns: Vec::new(),
        }
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

    /// Puts a cell into the row in the making, at its column, if that is kept: nothing for nothing else, and for a cell
    /// that stands alone far to the right of all others.
    pub(super) fn put(&mut self, row: &mut Vec<Cell>, column: usize, cell: Cell) {
        if cell.is_empty() {
            return;
        }
        if column >= MAX_COLUMNS || column > row.len() + MAX_GAP {
            self.beyond = self.beyond.max(Some(column));
            return;
        }
        row.resize(row.len().max(column + 1), Cell::default());
        row[column] = cell;
    }

    /// Notes that cells are one.
    pub(super) fn merge(&mut self, range: &str) {
        if self.merged.len() < MAX_MERGED {
            self.merged.extend(Declared::of(range, false));
        }
    }

    /// Notes that so many cells from a row and column on are one.
    pub(super) fn merge_from(&mut self, (row, column): (usize, usize), rows: usize, columns: usize) {
        if self.merged.len() < MAX_MERGED {
            let rows = row..row.saturating_add(rows.max(1));
            let columns = column..column.saturating_add(columns.max(1));
            self.merged.push(Declared { rows, columns, has_titles: false });
        }
    }

    /// Whether no further row is kept.
    pub(super) fn is_full(&self) -> bool {
        self.is_cut || self.left_out > 0
    }

    /// Makes the cell that is the first of a range a link.
    pub(super) fn link(&mut self, place: &str, address: &str) {
        let first = place.split(':').next().unwrap_or(place);
        let Some((row, column)) = self::place(first) else { return };
        let Ok(at) = self.rows.binary_search_by_key(&row, |(number, _)| *number) else { return };
        if let Some(cell) = self.rows[at].1.get_mut(column)
            && !cell.inline.contains("<a ")
        {
            cell.inline = link(Some(address), &cell.inline);
        }
    }

    /// Lets the first of merged cells reach over the others, which hold nothing.
    fn merge_cells(&mut self) {
        let mut left = MAX_MERGED_CELLS;
        for range in std::mem::take(&mut self.merged) {
            let from = self.rows.partition_point(|(number, _)| *number < range.rows.start);
            let to = self.rows.partition_point(|(number, _)| *number < range.rows.end);
            let columns = range.columns.clone();
            let cost = to.saturating_sub(from).saturating_mul(columns.len());
            let is_first = self.rows.get(from).is_some_and(|(number, row)| {
                *number == range.rows.start && row.get(columns.start).is_some_and(|cell| !cell.is_empty())
            });
            if !is_first || cost > left || columns.end > MAX_SPANNED {
                continue;
            }
            left -= cost;
            for (at, (_, row)) in self.rows[from..to].iter_mut().enumerate() {
                row.resize(row.len().max(columns.end), Cell::default());
                let cells = &mut row[columns.clone()];
                // What a program has left in cells that are covered is not shown.
                let (first, rest) = cells.split_at_mut(1);
                rest.iter_mut().for_each(|cell| *cell = Cell::default());
                if at > 0 {
                    first[0] = Cell { goes_on: true, ..Cell::default() };
                }
                first[0].columns = columns.len();
            }
        }
    }

    /// Says what is not read.
    fn tell_lost(&self, out: &mut Html) {
        if let Some(column) = self.beyond {
            out.lose(format!("columns of the sheet {:?} as far as {}", self.name, column_letters(column)));
        }
        if self.left_out > 0 {
            out.lose(format!("{} rows of the sheet {:?}, beyond {MAX_ROWS}", self.left_out, self.name));
        }
        if self.is_cut {
            out.lose(format!("the end of the sheet {:?}", self.name));
        }
    }

    /// Notes that a row is hidden.
    pub(super) fn hide_row(&mut self, number: usize) {
        if self.hidden_rows.len() < MAX_ROWS {
            self.hidden_rows.insert(number);
        }
    }

    /// Notes that columns are hidden.
    pub(super) fn hide_columns(&mut self, columns: Range<usize>) {
        if self.hidden_columns.len() < MAX_TABLES {
            self.hidden_columns.push(columns);
        }
    }

    /// Says which rows and columns that hold something are hidden.
    fn write_hidden(&self, out: &mut Html) {
        let rows: BTreeSet<usize> =
            self.rows.iter().map(|(number, _)| *number).filter(|number| self.hidden_rows.contains(number)).collect();
        let is_hidden = |column: &usize| self.hidden_columns.iter().any(|hidden| hidden.contains(column));
        let holds =
            |column: &usize| self.rows.iter().any(|(_, row)| row.get(*column).is_some_and(|cell| !cell.is_empty()));
        let width = self.rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
        let columns: BTreeSet<usize> = (0..width).filter(is_hidden).filter(holds).collect();
        let rows = ranges(&rows, &|row| (row + 1).to_string());
        let columns = ranges(&columns, &column_letters);
        let told = [("rows", rows), ("columns", columns)].into_iter().filter(|(_, told)| !told.is_empty());
        let told: Vec<String> = told.map(|(what, told)| format!("{what} {told}")).collect();
        if !told.is_empty() {
            out.paragraph(&format!("Hidden in the sheet: {}", told.join("; ")));
        }
    }

    /// Writes the sheet.
    pub(super) fn write(mut self, declared: &[Declared], out: &mut Html) {
        self.tell_lost(out);
        self.merge_cells();
        self.write_hidden(out);
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
            let mut own: Vec<Row> = Vec::new();
            for (number, row) in self.rows.iter_mut().filter(|(number, _)| table.rows.contains(number)) {
                let columns = table.columns.start.min(row.len())..table.columns.end.min(row.len());
                own.push((*number, row[columns].iter_mut().map(std::mem::take).collect()));
            }
            own.retain(|(_, row)| !row.iter().all(Cell::is_empty));
            table_of(&own.iter().collect::<Vec<_>>(), table.columns.start, table.has_titles, out);
        }
        if !declared.is_empty() {
            free(&self.rows[from..], out);
        }
        if self.left_out > 0 {
            out.paragraph(&format!("… {} more rows", self.left_out));
        }
    }
}

type Row = (usize, Vec<Cell>);

/// Writes rows that no table claims: what stands over titles of columns as text, the rest as tables.
fn free(rows: &[Row], out: &mut Html) {
    let rows: Vec<&Row> = rows.iter().filter(|(_, row)| !row.iter().all(Cell::is_empty)).collect();
    let mut rest = rows.as_slice();
    while !rest.is_empty() {
        let above = above(rest);
        for (_, row) in &rest[..above] {
            row.iter().for_each(|cell| out.paragraph(&cell.inline));
        }
        rest = &rest[above..];
        let count = next_table(rest).unwrap_or(rest.len());
        let own = &rest[..count];
        // What stands alone is no title of anything, and numbers are none.
        table_of(own, 0, own.len() > 1 && !are_values(&own[0].1), out);
        rest = &rest[count..];
    }
}

fn filled(row: &[Cell]) -> usize {
    row.iter().filter(|cell| !cell.is_empty()).count()
}

/// Rows that stand over the titles of the columns: they fill few of these.
fn above(rows: &[&Row]) -> usize {
    let few = |at: usize| filled(&rows[at].1);
    let is_title = |at: &usize| {
        let (cells, most) = (few(*at), (0..*at).map(few).max().unwrap_or(0));
        are_titles(&rows[*at].1) && (most == 1 || 2 * most <= cells)
    };
    let below = |at: usize| rows.get(at + 1).map_or(0, |(_, row)| filled(row));
    let last = MAX_ABOVE.min(rows.len().saturating_sub(2));
    (1..=last).find(|at| is_title(at) && few(*at) >= below(*at).max(2)).unwrap_or(0)
}

/// Whether cells can be titles of columns: texts, years.
fn are_titles(row: &[Cell]) -> bool {
    let cells = || row.iter().filter(|cell| !cell.is_empty());
    cells().all(|cell| cell.value.is_none() || is_year(&cell.inline)) && cells().any(|cell| cell.value.is_none())
}

/// Whether cells are numbers and days only, so that they name no columns; years may.
fn are_values(row: &[Cell]) -> bool {
    let cells = || row.iter().filter(|cell| !cell.is_empty());
    cells().all(|cell| cell.value.is_some()) && !cells().all(|cell| is_year(&cell.inline))
}

fn is_year(text: &str) -> bool {
    text.parse::<u32>().is_ok_and(|year| (1900..2100).contains(&year))
}

/// Where another table begins whose columns have the titles of this one: below a row that stands over them.
fn next_table(rows: &[&Row]) -> Option<usize> {
    let titles = &rows.first()?.1;
    let is_same = |row: &[Cell]| {
        let mut cells = row.iter().enumerate().filter(|(_, cell)| !cell.is_empty());
        cells.all(|(at, cell)| titles.get(at).is_some_and(|title| title.inline == cell.inline))
    };
    let begins = |pair: &[&Row]| match pair {
        [(_, over), (_, row)] => {
            filled(row) >= MIN_SAME && 2 * filled(over) <= filled(row) && are_titles(over) && is_same(row)
        }
        _ => false,
    };
    rows.windows(2).skip(1).position(begins).map(|at| at + 1)
}

/// Numbers that follow each other as ranges, each as `name` writes it.
fn ranges(numbers: &BTreeSet<usize>, name: &dyn Fn(usize) -> String) -> String {
    let mut told: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match told.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => told.push((*number, *number)),
        }
    }
    let more = if told.len() > MAX_RANGES { ", …" } else { "" };
    let shown = told.iter().take(MAX_RANGES).map(|(first, last)| match first == last {
        true => name(*first),
        false => format!("{}–{}", name(*first), name(*last)),
    });
    shown.collect::<Vec<_>>().join(", ") + more
}

/// Writes rows as a table that begins in a column.
fn table_of(rows: &[&Row], column: usize, has_titles: bool, out: &mut Html) {
    if rows.is_empty() {
        return;
    }
    out.open_table();
    let place = |at: usize| format!("{}{}", column_letters(column), rows[at].0 + 1);
    if rows.iter().any(|(_, row)| row.iter().any(|cell| cell.columns > 0)) {
        let mut spanned: Vec<Vec<Cell>> = rows.iter().map(|(_, row)| without_covered(row)).collect();
        // Below another table, or above one, only what stands in this one is one cell.
        let first = spanned.first_mut().into_iter().flatten();
        first.for_each(|cell| cell.goes_on = false);
        join_down(&mut spanned);
        for (at, row) in spanned.iter().enumerate() {
            out.row_at(row, at == 0 && has_titles, &place(at));
        }
    } else {
        for (at, (_, row)) in rows.iter().enumerate() {
            out.row_at(row, at == 0 && has_titles, &place(at));
        }
    }
    out.close_table();
}

/// A row without the cells that those to their left reach over.
fn without_covered(row: &[Cell]) -> Vec<Cell> {
    let mut told = Vec::with_capacity(row.len());
    let mut at = 0;
    while let Some(cell) = row.get(at) {
        told.push(cell.clone());
        at += cell.columns.max(1);
    }
    told
}
