//! Tables as they are drawn in text: columns of reStructuredText, bars of Org, and those that
//! directives make of lists and CSV.

use super::grid;
use super::scan::Scan;
use crate::document::{Kind, Table};
use crate::formats::draft::nodes::squeeze;
use crate::formats::draft::spans::MAX_COLUMNS;

/// Rows of a table that are kept.
const MAX_ROWS: usize = 50_000;

/// Tables that never end cost a look at what follows; after this many none is looked for any more.
const MAX_UNCLOSED: usize = 20;

/// A table in the making.
#[derive(Default)]
pub(super) struct Drawn {
    /// Rows with the number of their first line, from 0.
    rows: Vec<(usize, Vec<String>)>,
    /// So many of them are headers.
    headers: usize,
}

impl Drawn {
    /// A table whose first rows are headers.
    pub(super) fn with_headers(headers: usize) -> Drawn {
        Drawn { headers, ..Drawn::default() }
    }

    pub(super) fn push(&mut self, line: usize, cells: Vec<String>) {
        if self.rows.len() < MAX_ROWS && cells.iter().any(|cell| !cell.trim().is_empty()) {
            self.rows.push((line, cells));
        }
    }

    /// Adds the table over the lines `first..end`.
    pub(super) fn finish(mut self, scan: &mut Scan, first: usize, end: usize) {
        let clean = |cell: String| squeeze(&cell.replace("``", "").replace("**", "")).into_string();
        let mut rows = std::mem::take(&mut self.rows).into_iter();
        let titles = rows.by_ref().take(self.headers).map(|(_, cells)| cells);
        // Several rows of titles are one.
        let headers = titles.reduce(|above, below| {
            let longer = above.len().max(below.len());
            let of = |cells: &[String], at: usize| cells.get(at).cloned().unwrap_or_default();
            (0..longer).map(|at| format!("{} {}", of(&above, at), of(&below, at))).collect()
        });
        let (row_lines, rows) =
            rows.map(|(line, cells)| (line as u32 + 1, cells.into_iter().map(clean).collect())).unzip();
        let headers = headers.unwrap_or_default().into_iter().map(clean).collect();
        let range = scan.range(first, end);
        let handle = scan.draft.push(Kind::Table, range);
        scan.draft.tables.push(Table { node: handle as u32, headers, rows, row_lines, records: None });
    }
}

/// Reads the table that begins at the current line of reStructuredText; false if there is none.
pub(super) fn of_rst(scan: &mut Scan) -> bool {
    grid::read(scan) || columns(scan)
}

/// `=====  =====`: where the columns begin, in characters.
fn rules(line: &str) -> Option<Vec<usize>> {
    let is_rule = line.contains("= =") || line.contains("=  ");
    if !is_rule || !line.chars().all(|c| matches!(c, '=' | ' ')) {
        return None;
    }
    let chars: Vec<char> = line.chars().collect();
    let begins = |at: &usize| chars[*at] == '=' && (*at == 0 || chars[at - 1] == ' ');
    Some((0..chars.len()).filter(begins).collect())
}

fn columns(scan: &mut Scan) -> bool {
    let first = scan.at;
    let Some(starts) = rules(scan.line(first)) else { return false };
    let is_rule = |number: &usize| rules(scan.line(*number)).is_some();
    // The last rule before a blank line ends it.
    let ends = |number: &usize| is_rule(number) && scan.is_blank(number + 1);
    let stop = if scan.unclosed < MAX_UNCLOSED { scan.lines.len().min(first + MAX_ROWS) } else { first };
    let Some(last) = (first + 1..stop).find(ends) else {
        scan.unclosed += 1;
        return false;
    };
    let mut drawn = Drawn::default();
    for number in first + 1..last {
        if is_rule(&number) {
            drawn.headers = drawn.rows.len();
            continue;
        }
        let line: Vec<char> = scan.line(number).chars().collect();
        let is_underline = line.iter().all(|c| matches!(c, '-' | ' '));
        if scan.is_blank(number) || is_underline && line.len() > 2 {
            continue;
        }
        let cell = |at: usize| -> String {
            let end = starts.get(at + 1).copied().unwrap_or(line.len()).min(line.len());
            line.get(starts[at].min(end)..end).unwrap_or_default().iter().collect()
        };
        let cells: Vec<String> = (0..starts.len().min(MAX_COLUMNS)).map(cell).collect();
        let is_body = drawn.headers < drawn.rows.len();
        match drawn.rows.last_mut() {
            // A first column that is empty goes on with the row before.
            Some((_, row)) if cells[0].trim().is_empty() && is_body => {
                row.iter_mut().zip(cells).for_each(|(cell, more)| {
                    cell.push('\n');
                    cell.push_str(&more);
                });
            }
            _ => drawn.push(number, cells),
        }
    }
    drawn.finish(scan, first, last + 1);
    scan.at = last + 1;
    true
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
    let width = |drawn: &Drawn| drawn.rows.first().map_or(0, |(_, cells)| cells.len());
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
