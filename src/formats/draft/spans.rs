//! Cells that span rows and columns: their text stands in each of them.

/// Columns of a row that are kept.
pub(in crate::formats) const MAX_COLUMNS: usize = 256;

/// Bytes that the cells of a document may take more than once; beyond them a cell stands in its first place only.
pub(in crate::formats) const MAX_REPEATED: usize = 8 << 20;

/// What a repeated cell takes beside its text.
const CELL: usize = size_of::<String>();

/// The cells of a table that reach into the rows below, by their columns.
#[derive(Debug)]
pub(in crate::formats) struct Spans {
    /// The number of the first row that a cell does not reach, and its text.
    below: Vec<(usize, String)>,
    row: usize,
    /// The columns of the row whose cells are repeated.
    repeated: Vec<u32>,
    /// Bytes that may still be repeated.
    pub(in crate::formats) room: usize,
}

impl Spans {
    /// None yet, with so many bytes to repeat.
    pub(in crate::formats) fn within(room: usize) -> Spans {
        Spans { below: Vec::new(), row: 0, repeated: Vec::new(), room }
    }

    /// Adds a cell of so many columns and rows to a row, behind what reaches down to there.
    pub(in crate::formats) fn cell(&mut self, row: &mut Vec<String>, text: String, columns: usize, rows: usize) {
        self.fill(row);
        let columns = columns.clamp(1, MAX_COLUMNS.saturating_sub(row.len()).max(1));
        let first = row.len();
        for _ in 1..columns {
            if self.takes(&text) {
                row.push(text.clone());
                self.repeated.push(row.len() as u32);
            }
        }
        if rows > 1 && first + columns <= MAX_COLUMNS && self.takes(&text) {
            self.below.resize(self.below.len().max(first + columns), (0, String::new()));
            let until = self.row.saturating_add(rows);
            self.below.iter_mut().skip(first).take(columns).for_each(|below| *below = (until, text.clone()));
        }
        row.push(text);
    }

    /// Adds the cells from above that come next in a row.
    pub(in crate::formats) fn fill(&mut self, row: &mut Vec<String>) {
        while let Some((until, text)) = self.below.get(row.len())
            && *until > self.row
        {
            let text = text.clone();
            if !self.takes(&text) {
                return self.end();
            }
            self.repeated.push(row.len() as u32);
            row.push(text);
        }
    }

    /// Begins the next row; says which cells of the one before are repeated.
    pub(in crate::formats) fn next_row(&mut self) -> Vec<u32> {
        self.row += 1;
        std::mem::take(&mut self.repeated)
    }

    /// Lets no cell reach further down.
    pub(in crate::formats) fn end(&mut self) {
        self.below.clear();
    }

    /// Takes the room that a cell needs once more; false if there is none.
    pub(in crate::formats) fn takes(&mut self, text: &str) -> bool {
        let cost = CELL + text.len();
        let is_within = cost <= self.room;
        self.room = self.room.saturating_sub(cost);
        is_within
    }
}

impl Default for Spans {
    fn default() -> Spans {
        Spans::within(MAX_REPEATED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_stands_in_all_rows_and_columns_that_it_spans() {
        let mut spans = Spans::default();
        let rows = [vec![("a", 2, 2), ("b", 1, usize::MAX)], vec![("c", 1, 1)], vec![("d", 1, 1), ("e", 1, 1)]];
        let told = rows.map(|cells| {
            let mut row = Vec::new();
            cells.into_iter().for_each(|(text, columns, rows)| spans.cell(&mut row, text.to_owned(), columns, rows));
            spans.fill(&mut row);
            (row.concat(), spans.next_row())
        });
        let told = told.each_ref().map(|(row, repeated)| (row.as_str(), repeated.as_slice()));
        assert_eq!(told, [("aab", &[1][..]), ("aabc", &[0, 1, 2]), ("deb", &[2])]);
    }

    #[test]
    fn what_is_repeated_is_bounded() {
        let mut spans = Spans::within(1_000);
        let mut row = Vec::new();
        spans.cell(&mut row, "x".repeat(100), usize::MAX, usize::MAX);
        assert!(row.len() < 10 && row.concat().len() < 1_200, "{}", row.len());
        spans.next_row();
        row.clear();
        spans.cell(&mut row, "y".to_owned(), 1, 1);
        assert_eq!(row, ["y"]);
    }
}
