//! Tables of LaTeX: rows end with `\\`, cells with `&`; cells may span columns and rows.

use super::scan::Scan;
use super::tex::{argument, commented, plain};
use crate::document::{Kind, Table};
use crate::formats::draft::nodes::squeeze;
use crate::formats::draft::spans::MAX_COLUMNS;

/// Rows of titles that are joined, at most.
const MAX_TITLES: usize = 4;

/// Spans that may stand in each other.
const MAX_NESTED: usize = 3;

/// What a repeated cell takes beside its text.
const CELL: usize = size_of::<String>();

/// Lines that draw something between rows.
const RULES: &[&str] =
    &["\\hline", "\\toprule", "\\midrule", "\\bottomrule", "\\cline", "\\cmidrule", "\\caption", "\\label", "\\end"];

/// A cell as it is written.
#[derive(Clone, Debug, PartialEq)]
struct Cell {
    text: String,
    columns: usize,
    /// Rows that it reaches over, downwards, or upwards if there are fewer than none.
    rows: isize,
}

/// A row with the line that it begins on.
struct Row {
    line: u32,
    cells: Vec<Cell>,
}

/// A cell that reaches over rows: where it stands, over how many columns and rows.
struct Reach {
    row: usize,
    columns: std::ops::Range<usize>,
    rows: isize,
}

/// Reads the table in the lines from `first` to `end`.
pub(super) fn table(scan: &mut Scan<'_>, first: usize, end: usize) {
    let range = scan.range(first, end);
    let node = scan.draft.push(Kind::Table, range) as u32;
    let (rows, ruled) = rows(scan, first, end);
    if rows.is_empty() {
        return;
    }
    // Where a title spans others, those stand in the rows below it, above the first rule.
    let has_wide = rows[0].cells.iter().any(|cell| cell.columns > 1);
    let titles = if has_wide { ruled.filter(|at| (1..=MAX_TITLES).contains(at)).unwrap_or(1) } else { 1 };
    let row_lines: Vec<u32> = rows.iter().skip(titles).map(|row| row.line).collect();
    let (told, repeated) = spread(rows, &mut scan.spans_room);
    let mut told = told.into_iter();
    let headers = told.by_ref().take(titles).reduce(joined).unwrap_or_default();
    let mut table = Table { node, headers, row_lines, ..Table::default() };
    for (row, columns) in told.zip(repeated.into_iter().skip(titles)) {
        table.rows.push(row);
        table.repeat(columns);
    }
    scan.draft.tables.push(table);
}

/// The rows, and how many of them stand above the rule below the titles.
fn rows(scan: &Scan<'_>, first: usize, end: usize) -> (Vec<Row>, Option<usize>) {
    let (mut rows, mut ruled): (Vec<Row>, Option<usize>) = (Vec::new(), None);
    let mut row = String::new();
    let mut begins = first + 1;
    for number in first + 1..end.saturating_sub(1) {
        let line = commented(scan.line(number)).trim();
        if let Some((before, _)) = line.split_once("\\midrule") {
            // A rule at the end of a line stands below its row.
            ruled = ruled.or(Some(rows.len() + usize::from(!before.trim().is_empty())));
        }
        let is_rule = RULES.iter().any(|rule| line.starts_with(rule) && !line.contains('&'));
        if is_rule || line.is_empty() {
            continue;
        }
        if row.is_empty() {
            begins = number;
        }
        row.push_str(line);
        row.push(' ');
        if line.contains("\\\\") || line.contains("\\tabularnewline") {
            rows.push(Row { line: begins as u32 + 1, cells: cells(&std::mem::take(&mut row)) });
        }
    }
    if !row.trim().is_empty() {
        rows.push(Row { line: begins as u32 + 1, cells: cells(&row) });
    }
    (rows, ruled)
}

fn cells(row: &str) -> Vec<Cell> {
    let row = row.replace("\\&", "\u{1}");
    let row = ["\\hline", "\\toprule", "\\midrule", "\\bottomrule"].iter().fold(row, |row, rule| row.replace(rule, ""));
    let row = row.split("\\\\").next().unwrap_or_default();
    row.split('&').take(MAX_COLUMNS).map(|text| cell(&text.replace('\u{1}', "\\&"))).collect()
}

/// `\multicolumn{2}{c}{text}`, `\multirow{2}{*}{text}`, one in the other, or a text.
fn cell(text: &str) -> Cell {
    let mut told = Cell { text: String::new(), columns: 1, rows: 1 };
    let mut rest = text.trim().to_owned();
    for _ in 0..MAX_NESTED {
        let Some((inner, count, is_columns)) = spanned(&rest) else { break };
        match is_columns {
            true => told.columns = count.unsigned_abs().clamp(1, MAX_COLUMNS),
            false => told.rows = count,
        }
        rest = inner.trim().to_owned();
    }
    told.text = plain(&rest);
    told
}

/// The text of a cell that spans, with what follows it; how many, and whether these are columns.
fn spanned(text: &str) -> Option<(String, isize, bool)> {
    let (rest, is_columns) = match text.strip_prefix("\\multicolumn") {
        Some(rest) => (rest, true),
        None => (text.strip_prefix("\\multirow")?, false),
    };
    let (count, rest) = argument(rest)?;
    let count = count.trim().parse().ok()?;
    // How wide it is, or a star: as wide as its text.
    let rest = rest.trim_start();
    let rest = rest.strip_prefix('*').or_else(|| argument(rest).map(|(_, rest)| rest))?;
    let (inner, after) = argument(rest)?;
    Some((format!("{inner} {after}"), count, is_columns))
}

/// A row of titles with those below.
fn joined(mut titles: Vec<String>, below: Vec<String>) -> Vec<String> {
    titles.resize(titles.len().max(below.len()), String::new());
    for (title, more) in titles.iter_mut().zip(below) {
        if *title != more && !more.is_empty() {
            *title = squeeze(&format!("{title} {more}")).into_string();
        }
    }
    titles
}

/// The texts of rows, each in all the columns and rows that it spans, as far as there is room; and which of each row are
/// repeated. A cell below one that reaches down is written, and empty.
fn spread(rows: Vec<Row>, room: &mut usize) -> (Vec<Vec<String>>, Vec<Vec<u32>>) {
    let mut told: Vec<Vec<String>> = Vec::with_capacity(rows.len());
    let mut repeated: Vec<Vec<u32>> = vec![Vec::new(); rows.len()];
    let mut reaching: Vec<Reach> = Vec::new();
    for (row, Row { cells, .. }) in rows.into_iter().enumerate() {
        let mut texts: Vec<String> = Vec::with_capacity(cells.len());
        for cell in cells {
            let first = texts.len();
            let columns = first..(first + cell.columns).min(MAX_COLUMNS).max(first);
            if !matches!(cell.rows, -1..=1) {
                reaching.push(Reach { row, columns: columns.clone(), rows: cell.rows });
            }
            for at in columns {
                let is_first = at == first;
                let text = if is_first || take(room, &cell.text) { cell.text.clone() } else { String::new() };
                repeated[row].extend((!is_first).then_some(at as u32));
                texts.push(text);
            }
        }
        told.push(texts);
    }
    for Reach { row, columns, rows } in reaching {
        let others = match usize::try_from(rows) {
            Ok(rows) => row + 1..row.saturating_add(rows).min(told.len()),
            Err(_) => (row + 1).saturating_sub(rows.unsigned_abs())..row,
        };
        for (other, column) in others.flat_map(|other| columns.clone().map(move |column| (other, column))) {
            let text = told[row].get(column).cloned().unwrap_or_default();
            if !take(room, &text) {
                break;
            }
            if let Some(place) = told[other].get_mut(column).filter(|place| place.is_empty()) {
                *place = text;
                repeated[other].push(column as u32);
            }
        }
    }
    repeated.iter_mut().for_each(|columns| columns.sort_unstable());
    (told, repeated)
}

/// Takes the room that a text needs once more; false if there is none.
fn take(room: &mut usize, text: &str) -> bool {
    let cost = CELL + text.len();
    let is_within = cost <= *room;
    *room = room.saturating_sub(cost);
    is_within
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_counts_and_no_text() {
        let is = |text: &str, told: &str, columns: usize, rows: isize| {
            assert_eq!(cell(text), Cell { text: told.to_owned(), columns, rows }, "{text}");
        };
        is(" \\multicolumn{2}{c}{Accuracy} ", "Accuracy", 2, 1);
        is("\\multirow{2}{*}{GPT}", "GPT", 1, 2);
        is("\\multirow[t]{-3}{2cm}{\\textbf{up}}", "up", 1, -3);
        is("\\multirow{2}*{short}", "short", 1, 2);
        is("\\multicolumn{3}{|c|}{\\multirow{2}{*}{both}}", "both", 3, 2);
        is("\\multirow{-9223372036854775808}{*}{x}", "x", 1, isize::MIN);
    }
}
