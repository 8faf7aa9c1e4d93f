//! Grids of reStructuredText: cells between drawn borders, over several rows and columns too.

use super::scan::Scan;
use super::tables::{Drawn, DrawnRow};
use crate::formats::draft::spans::MAX_COLUMNS;

/// A grid on its way down its lines.
struct Grid {
    /// Where the columns are divided, in characters.
    edges: Vec<usize>,
    cells: Vec<String>,
    /// The cell that is open in each column.
    open: Vec<usize>,
    /// The first line of each row, and its cells.
    rows: Vec<(usize, Vec<usize>)>,
    /// So many of them are titles.
    titles: usize,
}

/// Reads the grid that begins at the current line; false if there is none.
pub(super) fn read(scan: &mut Scan) -> bool {
    let (first, indent) = (scan.at, scan.line(scan.at).len() - scan.line(scan.at).trim_start().len());
    if !is_border(scan.line(first).trim_start()) {
        return false;
    }
    let inner = |number: usize| scan.line(number).get(indent..).unwrap_or_default();
    let mut end = first + 1;
    while inner(end).starts_with(['|', '+']) {
        end += 1;
    }
    let lines: Vec<Vec<char>> = (first..end).map(|number| inner(number).chars().collect()).collect();
    let edges = edges(&lines);
    let mut grid =
        Grid { open: vec![0; edges.len() - 1], edges, cells: vec![String::new()], rows: Vec::new(), titles: 0 };
    grid.open_cells(|_| true);
    let mut row_line = first + 1;
    for (number, line) in (first + 1..end).zip(lines.iter().skip(1)) {
        if grid.take(line, row_line) {
            row_line = number + 1;
        }
    }
    let titles = grid.titles;
    let rows = grid.told(&mut scan.spans_room);
    let is_some = |row: &&DrawnRow| row.1.iter().any(|cell| !cell.trim().is_empty());
    let mut drawn = Drawn::with_headers(rows.iter().take(titles).filter(is_some).count());
    rows.into_iter().for_each(|(line, cells, repeated)| drawn.push_repeating(line, cells, repeated));
    drawn.finish(scan, first, end);
    scan.at = end;
    true
}

/// `+---+---+`
fn is_border(line: &str) -> bool {
    line.len() > 2 && line.starts_with('+') && line.ends_with('+') && line.chars().all(|c| matches!(c, '+' | '-' | '='))
}

/// Where the columns are divided: at the crossings of all borders, also of those that cross a part of the grid.
fn edges(lines: &[Vec<char>]) -> Vec<usize> {
    let at = |line: usize, column: usize| lines.get(line).and_then(|line| line.get(column)).copied().unwrap_or(' ');
    let is_drawn = |line: usize, column: usize| matches!(at(line, column), '-' | '=');
    let is_bar = |line: usize, column: usize| matches!(at(line, column), '|' | '+');
    let mut edges: Vec<usize> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let is_crossing = |column: &usize| {
            let beside = is_drawn(number, column + 1) || *column > 0 && is_drawn(number, column - 1);
            let across = is_bar(number + 1, *column) || number > 0 && is_bar(number - 1, *column);
            line[*column] == '+' && beside && across
        };
        edges.extend((0..line.len()).filter(is_crossing));
        // Of a long grid most lines cross where those above do.
        edges.sort_unstable();
        edges.dedup();
    }
    let last = lines.first().map_or(1, |line| line.len().saturating_sub(1)).max(1);
    edges.extend([0, last]);
    edges.sort_unstable();
    edges.dedup();
    edges.truncate(MAX_COLUMNS + 1);
    edges
}

impl Grid {
    /// Begins new cells in some columns.
    fn open_cells(&mut self, is_new: impl Fn(usize) -> bool) {
        for column in (0..self.open.len()).filter(|column| is_new(*column)) {
            self.open[column] = self.cells.len();
            self.cells.push(String::new());
        }
    }

    /// Takes a line of the grid; true if it ends the row that began at the line `row_line`.
    fn take(&mut self, line: &[char], row_line: usize) -> bool {
        let is_whole = self.edges.last().is_some_and(|last| line.len() > *last);
        let border = |at: usize| line.get(self.edges[at] + 1..self.edges[at + 1]).unwrap_or_default();
        let is_border = |sign: char, at: usize| is_whole && border(at).iter().all(|c| *c == sign);
        let ended: Vec<bool> =
            (0..self.open.len()).map(|column| is_border('-', column) || is_border('=', column)).collect();
        let ends_titles = ended.iter().all(|ended| *ended) && is_border('=', 0);
        let ends_row = ended.contains(&true);
        if ends_row {
            self.rows.push((row_line, self.open.clone()));
            self.open_cells(|column| ended[column]);
        }
        if ends_titles {
            self.titles = self.rows.len();
        }
        for column in (0..self.open.len()).filter(|column| !ended[*column]) {
            let (start, end) = (self.edges[column], self.edges[column + 1].min(line.len()));
            // Where no bar divides them, a cell goes on over the next column.
            let goes_on = column > 0 && !ended[column - 1] && !matches!(line.get(start), Some('|' | '+'));
            if goes_on {
                self.open[column] = self.open[column - 1];
            }
            let text = line.get(if goes_on { start } else { start + 1 }..end).unwrap_or_default();
            let cell = &mut self.cells[self.open[column]];
            cell.push_str(if goes_on { "" } else { "\n" });
            cell.extend(text);
        }
        ends_row
    }

    /// The rows, with the text of a cell in each of its places as far as there is room.
    fn told(mut self, room: &mut usize) -> Vec<DrawnRow> {
        let mut seen = vec![false; self.cells.len()];
        let rows = std::mem::take(&mut self.rows);
        let mut told = Vec::with_capacity(rows.len());
        for (line, places) in rows {
            let (mut texts, mut repeated) = (Vec::with_capacity(places.len()), Vec::new());
            for (column, cell) in places.into_iter().enumerate() {
                let text = self.cells[cell].trim();
                let mut is_within = true;
                if std::mem::replace(&mut seen[cell], true) {
                    is_within = text.len() <= *room;
                    *room = room.saturating_sub(text.len());
                    repeated.push(column as u32);
                }
                texts.push(if is_within { text.to_owned() } else { String::new() });
            }
            told.push((line, texts, repeated));
        }
        told
    }
}
