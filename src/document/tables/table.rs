//! Tables: their columns, their rows, the cells of a row, wherever these are kept.

use super::DelimitedRecords;
use crate::document::LineIndex;
use std::borrow::Cow;
use std::collections::HashSet;

/// The cells of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The node this table belongs to.
    pub node: u32,
    /// Column titles, clean text.
    pub headers: Vec<String>,
    /// Rows of cells, clean text; rows may be shorter than the headers.
    pub rows: Vec<Vec<String>>,
    /// The 1-based line of each row.
    pub row_lines: Vec<u32>,
    /// Cells that say again what a cell to the left or above says which reaches over them, in order: the row, where 0 is
    /// that of the titles, and the column.
    pub repeated: Vec<(u32, u32)>,
    /// Where the rows stand in the sheet that they are from.
    pub sheet: Option<SheetRows>,
    /// The rows of a delimited text, instead of the ones above: cut when they are asked for.
    pub records: Option<DelimitedRecords>,
}

/// Where the rows of a table stand in a sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SheetRows {
    /// The column of the first cells, from 0.
    pub column: usize,
    /// The number of each row, from 1.
    pub rows: Vec<u32>,
}

impl SheetRows {
    /// The address of a cell by its row in the table and its column there, both from 0: `B7`.
    pub fn address(&self, row: usize, column: usize) -> Option<String> {
        Some(format!("{}{}", column_letters(self.column + column), self.rows.get(row)?))
    }

    /// The row of the table, from 0, that has the cell at an address.
    pub fn row(&self, address: &str) -> Option<usize> {
        let (column, row) = cell_place(address)?;
        self.rows.iter().position(|number| *number == row).filter(|_| column >= self.column)
    }
}

/// The column, from 0, and the row, from 1, of an address such as `B7` or `$B$7`.
pub fn cell_place(address: &str) -> Option<(usize, u32)> {
    let address = address.replace('$', "");
    let digits = address.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = &address[..address.len() - digits.len()];
    let row = digits.parse().ok().filter(|row| *row > 0)?;
    let value = |letter: u8| usize::from(letter.to_ascii_uppercase() - b'A') + 1;
    let column = letters.bytes().take(4).fold(0, |number, letter| number * 26 + value(letter));
    (1..=4).contains(&letters.len()).then(|| (column - 1, row))
}

/// Rows that are looked at to find out how wide a table is.
const SAMPLED_ROWS: usize = 1_000;

/// The names of columns, each once: of those that are equal the second has a 2 behind it.
pub fn each_once(titles: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut taken: HashSet<String> = HashSet::new();
    for title in titles {
        let numbered = (2..).map(|number| format!("{title}_{number}"));
        let name = std::iter::once(title.clone()).chain(numbered).find(|name| !taken.contains(name));
        let name = name.unwrap_or(title);
        taken.insert(name.clone());
        names.push(name);
    }
    names
}

impl Table {
    /// Whether a cell of a row from 0, or of the titles, says again what one to its left or above says.
    pub fn is_repeated(&self, row: Option<usize>, column: usize) -> bool {
        let row = row.map_or(0, |row| row.saturating_add(1));
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.repeated.binary_search(&(place(row), place(column))).is_ok()
    }

    /// Remembers cells of the last row, or of the titles while there is none, that are repeated. Of the titles these are
    /// the ones that say what stands to their left after all rows of titles are one.
    pub fn repeat(&mut self, columns: Vec<u32>) {
        let row = self.rows.len() as u32;
        self.repeated.extend(columns.into_iter().map(|column| (row, column)));
        if row == 0 {
            let headers = &self.headers;
            let is_left = |at: usize| at > 0 && at < headers.len() && headers[at] == headers[at - 1];
            self.repeated.retain(|(_, column)| is_left(*column as usize));
            self.repeated.sort_unstable();
            self.repeated.dedup();
        }
    }

    /// The number of rows, without the one of the headers.
    pub fn row_count(&self) -> usize {
        self.records.as_ref().map_or(self.rows.len(), DelimitedRecords::len)
    }

    /// The names of the columns, each once: their titles, letters as sheets have them where there is none. `text` is that
    /// of the document that the table is in.
    pub fn columns(&self, text: &str) -> Vec<String> {
        let widths = (0..self.row_count().min(SAMPLED_ROWS)).map(|row| self.cells(text, row).count());
        let width = widths.max().unwrap_or(0).max(self.headers.len());
        each_once((0..width).map(|at| {
            let title = self.headers.get(at).map_or("", |title| title.trim());
            if title.is_empty() { column_letters(at) } else { title.to_owned() }
        }))
    }

    /// The cells of a row, from the left; `text` is that of the document that the table is in.
    pub fn cells<'d>(&'d self, text: &'d str, row: usize) -> impl Iterator<Item = Cow<'d, str>> + 'd {
        let records = self.records.as_ref().map(|records| records.fields(row, text));
        let written = match &records {
            Some(_) => None,
            None => self.rows.get(row),
        };
        let written = written.into_iter().flatten().map(|cell| Cow::Borrowed(cell.as_str()));
        records.into_iter().flatten().chain(written)
    }

    /// The first line of a row, from 1.
    pub fn line(&self, text: &str, lines: &LineIndex, row: usize) -> u32 {
        match &self.records {
            Some(records) => lines.line(records.span(row, text).start),
            None => self.row_lines.get(row).copied().unwrap_or(1),
        }
    }

    /// The last line of a row.
    pub fn end_line(&self, text: &str, lines: &LineIndex, row: usize) -> u32 {
        match &self.records {
            Some(records) => lines.line(records.span(row, text).end.saturating_sub(1)),
            None => self.line(text, lines, row),
        }
    }
}

/// The name of a column without title: A, B, … Z, AA.
pub fn column_letters(number: usize) -> String {
    let mut letters = Vec::new();
    let mut left = number + 1;
    while left > 0 {
        letters.push(b'A' + ((left - 1) % 26) as u8);
        left = (left - 1) / 26;
    }
    letters.iter().rev().map(|&letter| char::from(letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_a_name_of_its_own() {
        let headers = ["name", "", "name", " size "].map(str::to_owned).to_vec();
        let table = Table { headers, rows: vec![vec![String::new(); 5]], ..Table::default() };
        assert_eq!(table.columns(""), ["name", "B", "name_2", "size", "E"]);
        assert_eq!(cell_place("$AA$12"), Some((26, 12)));
        assert_eq!([cell_place("12"), cell_place("A"), cell_place("A0"), cell_place("ABCDE1")], [None; 4]);
        let sheet = SheetRows { column: 1, rows: vec![3, 7] };
        assert_eq!((sheet.address(1, 0).as_deref(), sheet.row("c7"), sheet.row("A7")), (Some("B7"), Some(1), None));
        assert_eq!([0, 25, 26, 701, 702].map(column_letters), ["A", "Z", "AA", "ZZ", "AAA"]);
    }
}
