//! Tables of `|===`, `,===`, `:===`.

use crate::formats::markup::scan::Scan;
use crate::formats::markup::tables::{Drawn, MAX_COLUMNS, fields};

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
    for (line, cells) in rows {
        drawn.push(line, cells);
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
fn separated(scan: &Scan, (first, end): (usize, usize), separator: char) -> Vec<(usize, Vec<String>)> {
    let row = |line: usize| {
        let text = scan.line(line);
        let cells = match separator {
            ',' => fields(text),
            other => text.split(other).take(MAX_COLUMNS).map(|cell| cell.trim().to_owned()).collect(),
        };
        (line, cells)
    };
    (first + 1..end).filter(|line| !scan.is_blank(*line)).map(row).collect()
}

/// Rows of cells that a sign begins, and whether the first is one of titles.
fn piped(
    scan: &Scan,
    (first, end): (usize, usize),
    separator: char,
    attributes: &str,
) -> (Vec<(usize, Vec<String>)>, bool) {
    let mut cells: Vec<(usize, String)> = Vec::new();
    let mut first_row = None;
    for number in first + 1..end {
        let line = scan.line(number);
        if line.is_empty() {
            if first_row.is_none() && !cells.is_empty() {
                first_row = Some((cells.len(), number));
            }
            continue;
        }
        let mut parts = split_cells(line, separator).into_iter();
        let count = parts.len() - 1;
        let before = parts.next().unwrap_or_default();
        let text = if count > 0 { without_specifier(&before) } else { &before };
        if let Some((_, cell)) = cells.last_mut().filter(|_| !text.trim().is_empty()) {
            cell.push('\n');
            cell.push_str(text);
        }
        for (at, part) in parts.enumerate() {
            let text = if at + 1 < count { without_specifier(&part) } else { &part };
            cells.push((number, text.to_owned()));
        }
        if first_row.is_none() && count > 1 && column_count(attributes).is_none() {
            first_row = Some((cells.len(), number));
        }
    }
    let by_line = first_row.map_or(cells.len(), |(count, _)| count);
    let width = column_count(attributes).unwrap_or(by_line).clamp(1, MAX_COLUMNS);
    let has_titles =
        first_row.is_some_and(|(count, line)| count == width && (scan.is_blank(line + 1) || scan.is_blank(line)));
    let row = |row: &[(usize, String)]| (row[0].0, row.iter().map(|(_, cell)| cell.clone()).collect());
    (cells.chunks(width).map(row).collect(), has_titles)
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

/// What stands before a bar, without what it says about the cell behind it: `2+^`, `a`.
fn without_specifier(text: &str) -> &str {
    let trimmed = text.trim_end();
    let last = trimmed.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_specifier = !last.is_empty()
        && text.len() == trimmed.len()
        && last.len() <= 8
        && last.chars().all(|c| c.is_ascii_digit() || "+*.<>^aehlmdsv".contains(c));
    if is_specifier { &trimmed[..trimmed.len() - last.len()] } else { text }
}
