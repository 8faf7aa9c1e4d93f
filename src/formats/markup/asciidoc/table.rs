//! Tables of `|===`, `,===`, `:===`.

use crate::formats::draft::spans::{MAX_COLUMNS, Spans};
use crate::formats::markup::scan::Scan;
use crate::formats::markup::tables::{Drawn, DrawnRow, fields};

/// Reads the table whose delimiters are the lines `first` and `end`; `after` follows it. `attributes` stand in brackets
/// before it; `mark` is the first sign of the delimiter.
pub(super) fn read(scan: &mut Scan, (first, end, after): (usize, usize, usize), mark: char, attributes: &str) {
    let separator = separator(mark, attributes);
    let (rows, has_titles) = match separator {
        ',' | ';' | '\t' | ':' => {
            let rows = separated(scan, (first, end), separator);
            let has_titles = rows.len() > 1 && !scan.is_blank(first + 1) && scan.is_blank(rows[0].0 + 1);
            (rows, has_titles)
        }
        _ => piped(scan, (first, end), separator, attributes),
    };
    let is_asked = attributes.contains("header") && !attributes.contains("noheader");
    let has_titles = is_asked || has_titles && !attributes.contains("noheader");
    let mut drawn = Drawn::with_headers(usize::from(has_titles));
    for (line, cells, repeated) in rows {
        drawn.push_repeating(line, cells, repeated);
    }
    drawn.finish(scan, first, after);
    scan.at = after;
}

/// What stands between the cells: by the delimiter, unless the attributes name it.
fn separator(mark: char, attributes: &str) -> char {
    let value = |name: &str| {
        let rest = attributes.split_once(name)?.1.trim_start_matches('"');
        rest.split(['"', ',']).next().filter(|value| !value.is_empty())
    };
    let format = match value("format=") {
        Some("csv") => ',',
        Some("tsv") => '\t',
        Some("dsv") => ':',
        _ => mark,
    };
    match value("separator=") {
        Some("\\t") => '\t',
        Some(written) => written.chars().next().unwrap_or(format),
        None => format,
    }
}

/// Rows that are lines.
fn separated(scan: &Scan, (first, end): (usize, usize), separator: char) -> Vec<DrawnRow> {
    let row = |line: usize| {
        let text = scan.line(line);
        let cells = match separator {
            ',' => fields(text),
            other => text.split(other).take(MAX_COLUMNS).map(|cell| cell.trim().to_owned()).collect(),
        };
        (line, cells, Vec::new())
    };
    (first + 1..end).filter(|line| !scan.is_blank(*line)).map(row).collect()
}

/// A cell, and the places that it takes: so many columns and rows, so many times.
struct Piped {
    line: usize,
    text: String,
    columns: usize,
    rows: usize,
    times: usize,
}

/// Rows of cells that a sign begins, and whether the first is one of titles.
fn piped(scan: &mut Scan, (first, end): (usize, usize), separator: char, attributes: &str) -> (Vec<DrawnRow>, bool) {
    let mut cells: Vec<Piped> = Vec::new();
    let mut first_row = None;
    let places = |cells: &[Piped]| cells.iter().map(|cell| cell.columns * cell.times).sum::<usize>();
    for number in first + 1..end {
        let line = scan.line(number);
        if line.is_empty() {
            if first_row.is_none() && !cells.is_empty() {
                first_row = Some((places(&cells), number));
            }
            continue;
        }
        let mut parts = split_cells(line, separator).into_iter();
        let count = parts.len() - 1;
        let before = parts.next().unwrap_or_default();
        let (text, mut takes) = if count > 0 { specified(&before) } else { (&*before, "") };
        if let Some(cell) = cells.last_mut().filter(|_| !text.trim().is_empty()) {
            cell.text.push('\n');
            cell.text.push_str(text);
        }
        let parts: Vec<String> = parts.collect();
        for (at, part) in parts.iter().enumerate() {
            let (text, next) = if at + 1 < count { specified(part) } else { (&**part, "") };
            let (columns, rows, times) = places_of(takes);
            cells.push(Piped { line: number, text: text.to_owned(), columns, rows, times });
            takes = next;
        }
        if first_row.is_none() && count > 1 && column_count(attributes).is_none() {
            first_row = Some((places(&cells), number));
        }
    }
    let by_line = first_row.map_or_else(|| places(&cells), |(count, _)| count);
    let width = column_count(attributes).unwrap_or(by_line).clamp(1, MAX_COLUMNS);
    let has_titles =
        first_row.is_some_and(|(count, line)| count == width && (scan.is_blank(line + 1) || scan.is_blank(line)));
    (placed(cells, width, &mut scan.spans_room), has_titles)
}

/// The cells in rows of so many columns.
fn placed(cells: Vec<Piped>, width: usize, room: &mut usize) -> Vec<DrawnRow> {
    let mut spans = Spans::within(std::mem::take(room));
    let mut rows: Vec<DrawnRow> = Vec::new();
    let (mut row, mut line) = (Vec::new(), None);
    for cell in cells {
        for time in 0..cell.times {
            if time > 0 && !spans.takes(&cell.text) {
                break;
            }
            spans.fill(&mut row);
            // Cells that reach down over the whole width leave no place for others.
            if row.len() >= width {
                row.clear();
                spans.end();
            }
            let first = *line.get_or_insert(cell.line);
            let columns = cell.columns.min(width - row.len().min(width - 1));
            spans.cell(&mut row, cell.text.clone(), columns, cell.rows);
            spans.fill(&mut row);
            if row.len() >= width {
                rows.push((first, std::mem::take(&mut row), spans.next_row()));
                line = None;
            }
        }
    }
    if let Some(line) = line {
        rows.push((line, row, spans.next_row()));
    }
    *room = spans.room;
    rows
}

/// A line at its separators; one behind a backslash is text.
fn split_cells(line: &str, separator: char) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in line.split(separator) {
        match parts.last_mut().filter(|last| last.ends_with('\\')) {
            Some(last) => {
                last.pop();
                last.push(separator);
                last.push_str(part);
            }
            None => parts.push(part.to_owned()),
        }
    }
    parts
}

/// `cols="1,2*,3"`
fn column_count(attributes: &str) -> Option<usize> {
    let rest = attributes.split_once("cols=")?.1;
    let list = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => rest.split(',').next()?,
    };
    let times = |column: &str| column.split_once('*').and_then(|(count, _)| count.trim().parse().ok()).unwrap_or(1);
    Some(list.split([',', ';']).map(times).sum::<usize>()).filter(|count| *count > 0)
}

/// What stands before a bar, and what it says about the cell behind it: `2+^`, `a`.
fn specified(text: &str) -> (&str, &str) {
    let trimmed = text.trim_end();
    let last = trimmed.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_specifier = !last.is_empty()
        && text.len() == trimmed.len()
        && last.len() <= 8
        && last.chars().all(|c| c.is_ascii_digit() || "+*.<>^aehlmdsv".contains(c));
    if is_specifier { trimmed.split_at(trimmed.len() - last.len()) } else { (text, "") }
}

/// Columns and rows that a cell takes, and how often it stands there: `2+`, `.3+`, `2.3+`, `3*`.
fn places_of(specifier: &str) -> (usize, usize, usize) {
    let digits = |part: &str| part.parse::<usize>().ok().filter(|count| *count > 0).unwrap_or(1);
    match specifier.split_once(['+', '*']) {
        Some((count, _)) if specifier[count.len()..].starts_with('*') => (1, 1, digits(count).min(MAX_COLUMNS)),
        Some((factor, _)) => {
            let (columns, rows) = factor.split_once('.').unwrap_or((factor, ""));
            (digits(columns).min(MAX_COLUMNS), digits(rows), 1)
        }
        None => (1, 1, 1),
    }
}
