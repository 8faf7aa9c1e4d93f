//! Cells of tables: what they show, what they hold, how far they reach.

/// Columns of a table in which cells may span others.
pub(super) const MAX_SPANNED: usize = 256;

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    /// What it shows, in HTML.
    pub(super) inline: String,
    /// What it holds where that is no text: a number, a day.
    pub(super) value: Option<String>,
    /// The columns and rows that it spans; 0 for one.
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Whether it goes on with the cell above it.
    pub(super) goes_on: bool,
}

impl From<String> for Cell {
    fn from(inline: String) -> Cell {
        Cell { inline, ..Cell::default() }
    }
}

impl Cell {
    pub(super) fn is_empty(&self) -> bool {
        self.inline.is_empty()
    }
}

/// Counts, for every cell that others below go on with, the rows that it spans, and takes those others away.
pub(super) fn join_down(rows: &mut [Vec<Cell>]) {
    // The row and place of the cell that is above, by columns.
    let mut above: Vec<Option<(usize, usize)>> = Vec::new();
    for at in 0..rows.len() {
        let mut column = 0;
        for place in 0..rows[at].len() {
            let columns = rows[at][place].columns.clamp(1, MAX_SPANNED);
            if column + columns > MAX_SPANNED {
                break;
            }
            above.resize(above.len().max(column + columns), None);
            match above[column].filter(|_| rows[at][place].goes_on) {
                Some((row, place)) => rows[row][place].rows = at - row + 1,
                None => above[column..column + columns].fill(Some((at, place))),
            }
            column += columns;
        }
    }
    rows.iter_mut().for_each(|row| row.retain(|cell| !cell.goes_on));
}
