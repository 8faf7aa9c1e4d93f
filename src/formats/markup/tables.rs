//! Tables as they are drawn in text: bars of Org, and those that directives make of lists and CSV.

use super::columns;
use super::grid;
use super::scan::Scan;
use crate::document::{Kind, Table};
use crate::formats::draft::nodes::squeeze;
use crate::formats::draft::spans::MAX_COLUMNS;

/// Rows of a table that are kept.
pub(super) const MAX_ROWS: usize = 50_000;

/// Tables that never end cost a look at what follows; after this many none is looked for any more.
pub(super) const MAX_UNCLOSED: usize = 20;

/// A row, the number of its first line, from 0, and the columns whose cells say again what others say that reach over them.
pub(super) type DrawnRow = (usize, Vec<String>, Vec<u32>);

/// A table in the making.
#[derive(Default)]
pub(super) struct Drawn {
    /// Rows with the number of their first line, from 0, and the columns whose cells are repeated.
    rows: Vec<DrawnRow>,
    /// So many of them are headers.
    headers: usize,
}

impl Drawn {
    /// A table whose first rows are headers.
    pub(super) fn with_headers(headers: usize) -> Drawn {
        Drawn { headers, ..Drawn::default() }
    }

    pub(super) fn push(&mut self, line: usize, cells: Vec<String>) {
        self.push_repeating(line, cells, Vec::new());
    }

    /// Adds a row some cells of which are repeated.
    pub(super) fn push_repeating(&mut self, line: usize, cells: Vec<String>, repeated: Vec<u32>) {
        if self.rows.len() < MAX_ROWS && cells.iter().any(|cell| !cell.trim().is_empty()) {
            self.rows.push((line, cells, repeated));
        }
    }

    /// Makes titles of all rows so far.
    pub(super) fn end_titles(&mut self) {
        self.headers = self.rows.len();
    }

    /// Makes titles of all rows so far, unless some are titles.
    pub(super) fn end_titles_once(&mut self) {
        if self.headers == 0 {
            self.end_titles();
        }
    }

    /// Adds the table over the lines `first..end`.
    pub(super) fn finish(mut self, scan: &mut Scan, first: usize, end: usize) {
        let clean = |cell: String| squeeze(&cell.replace("``", "").replace("**", "")).into_string();
        let mut rows = std::mem::take(&mut self.rows).into_iter();
        let mut table = Table::default();
        for (at, (_, cells, repeated)) in rows.by_ref().take(self.headers).enumerate() {
            let cells: Vec<String> = cells.into_iter().map(clean).collect();
            // Several rows of titles are one.
            table.headers = if at == 0 { cells } else { joined(&table.headers, &cells) };
            table.repeat(repeated);
        }
        for (line, cells, repeated) in rows {
            table.rows.push(cells.into_iter().map(clean).collect());
            table.row_lines.push(line as u32 + 1);
            table.repeat(repeated);
        }
        let range = scan.range(first, end);
        table.node = scan.draft.push(Kind::Table, range) as u32;
        scan.draft.tables.push(table);
    }
}

/// Two rows of titles as one.
fn joined(above: &[String], below: &[String]) -> Vec<String> {
    let of = |cells: &[String], at: usize| cells.get(at).cloned().unwrap_or_default();
    let title = |at: usize| match (of(above, at), of(below, at)) {
        // A title that reaches down says no more.
        (above, below) if above == below => above,
        (above, below) => squeeze(&format!("{above} {below}")).into_string(),
    };
    (0..above.len().max(below.len())).map(title).collect()
}

/// Reads the table that begins at the current line of reStructuredText; false if there is none.
pub(super) fn of_rst(scan: &mut Scan) -> bool {
    grid::read(scan) || columns::read(scan)
}

/// The table that a directive makes of the lines `body..end`: `list-table` of a list of lists, `csv-table` of CSV.
/// `option` knows the directive's options.
pub(super) fn of_directive<'t>(
    scan: &mut Scan<'t>,
    name: &str,
    (first, body, end): (usize, usize, usize),
    option: &dyn Fn(&Scan<'t>, &str) -> Option<&'t str>,
) {
    let mut drawn = Drawn::default();
    let titles = option(scan, "header-rows").and_then(|count| count.parse::<usize>().ok()).unwrap_or(0);
    let width = |drawn: &Drawn| drawn.rows.first().map_or(0, |(_, cells, _)| cells.len());
    if name == "csv-table" {
        let named = option(scan, "header").map(|line| (first, fields(line)));
        drawn.headers = titles + usize::from(named.is_some());
        named.into_iter().for_each(|(line, cells)| drawn.push(line, cells));
        for number in body..end {
            drawn.push(number, fields(scan.line(number).trim()));
        }
    } else {
        drawn.headers = titles;
        let mut row: Option<(usize, Vec<String>)> = None;
        for number in body..end {
            let line = scan.line(number).trim_start();
            let (starts_row, rest) = match line.strip_prefix("* ") {
                Some(rest) => (true, rest.trim_start()),
                None => (false, line),
            };
            if starts_row && let Some((line, cells)) = row.replace((number, Vec::new())) {
                drawn.push(line, cells);
            }
            let Some((_, cells)) = &mut row else { continue };
            match rest.strip_prefix("- ").or_else(|| (rest == "-").then_some("")) {
                Some(cell) if cells.len() < MAX_COLUMNS => cells.push(cell.to_owned()),
                _ => cells.last_mut().into_iter().for_each(|cell| {
                    cell.push('\n');
                    cell.push_str(rest);
                }),
            }
        }
        row.into_iter().for_each(|(line, cells)| drawn.push(line, cells));
    }
    if width(&drawn) > 0 {
        drawn.finish(scan, first, end);
    }
}

/// The fields of a line of CSV.
pub(super) fn fields(line: &str) -> Vec<String> {
    // A space before a quoted field is none of it.
    let line = line.replace(", \"", ",\"");
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(line.as_bytes());
    let record = reader.records().next().and_then(Result::ok);
    record.map(|record| record.iter().take(MAX_COLUMNS).map(str::to_owned).collect()).unwrap_or_default()
}

/// Reads the table of Org that begins at the current line; false if there is none.
pub(super) fn of_org(scan: &mut Scan) -> bool {
    let first = scan.at;
    let is_row = |number: usize| scan.line(number).trim_start().starts_with('|');
    if !is_row(first) {
        return false;
    }
    let end = (first..scan.lines.len()).find(|&number| !is_row(number)).unwrap_or(scan.lines.len());
    let mut drawn = Drawn::default();
    for number in first..end {
        let line = scan.line(number).trim().trim_start_matches('|');
        if line.starts_with('-') {
            if drawn.headers == 0 {
                drawn.headers = drawn.rows.len();
            }
            continue;
        }
        let cells: Vec<String> =
            line.trim_end_matches('|').split('|').take(MAX_COLUMNS).map(|cell| cell.trim().to_owned()).collect();
        let is_width =
            |cell: &String| cell.is_empty() || cell.starts_with('<') && cell.ends_with('>') && cell.len() < 6;
        if !cells.iter().all(is_width) {
            drawn.push(number, cells);
        }
    }
    // A table of titles alone has none.
    drawn.headers = if drawn.headers < drawn.rows.len() { drawn.headers } else { 0 };
    drawn.finish(scan, first, end);
    scan.at = end;
    true
}
