//! Tables of Typst: `#table(columns: 3, table.header[..], [a], [b], …)`. Their cells flow into rows, behind what reaches
//! over several of these.

use super::scan::Scan;
use super::tables::{Drawn, MAX_UNCLOSED};
use crate::formats::draft::nodes::squeeze;
use crate::formats::draft::spans::{MAX_COLUMNS, Spans};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

static CALL: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?:^|[#\s(,])table\(").ok());
static MANY: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\([^()]*\)\s*\*\s*(?<count>\d{1,3})$").ok());
static WORD: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"#[\w.]+(?:\([^()\[\]]*\))?\[").ok());

/// Bytes of a table that are read.
const MAX_BYTES: usize = 4 << 20;

/// Cells of a table.
const MAX_CELLS: usize = 1_000_000;

/// A cell: its text, the columns and rows that it reaches over, where it stands.
struct Cell {
    text: String,
    columns: usize,
    rows: usize,
    at: usize,
}

/// What a table says.
#[derive(Default)]
struct Told {
    columns: usize,
    /// So many of the cells are titles.
    titles: usize,
    cells: Vec<Cell>,
}

/// Reads all tables of a text, whose code is sorted.
pub(super) fn tables(scan: &mut Scan<'_>) {
    let text = scan.text;
    let mut from = 0;
    for call in CALL.iter().flat_map(|pattern| pattern.find_iter(text)) {
        if call.start() < from || scan.is_code(call.start()) || scan.unclosed > MAX_UNCLOSED {
            continue;
        }
        let Some(inner) = inside(text, call.end() - 1) else {
            scan.unclosed += 1;
            continue;
        };
        // Cells may stand behind the brackets, too.
        let mut end = inner.end + 1;
        let mut told = Told { columns: 1, ..Told::default() };
        arguments(text, inner, &mut told, false);
        while text[end..].starts_with('[')
            && let Some(content) = inside(text, end)
        {
            end = content.end + 1;
            told.cells.push(cell(text, content, 1, 1));
        }
        from = end;
        write(scan, call.start()..end, told);
    }
}

/// What stands between the bracket at `open` and the one that closes it.
pub(super) fn inside(text: &str, open: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut stack = vec![*bytes.get(open)?];
    let mut at = open + 1;
    let last = bytes.len().min(open + MAX_BYTES);
    while at < last {
        let in_content = stack.last() == Some(&b'[');
        match bytes[at] {
            b'\\' => at += 1,
            b'[' => stack.push(b'['),
            b']' if in_content => drop(stack.pop()),
            b'`' => at += memchr::memchr(b'`', &bytes[at + 1..last])? + 1,
            // In content these are signs of the text, unless they are those of a call.
            b'(' if !in_content || is_called(bytes, at) => stack.push(b'('),
            b')' if !in_content => drop(stack.pop()),
            b'{' if !in_content => stack.push(b'{'),
            b'}' if !in_content => drop(stack.pop()),
            b'"' if !in_content => at = text_end(bytes, at, last)?,
            b'$' if !in_content => at += memchr::memchr(b'$', &bytes[at + 1..last])? + 1,
            b'/' if !in_content && bytes.get(at + 1) == Some(&b'/') => at += memchr::memchr(b'\n', &bytes[at..last])?,
            _ => {}
        }
        if stack.is_empty() {
            return Some(open + 1..at);
        }
        at += 1;
    }
    None
}

/// Whether a bracket in content opens the arguments of a call: `#strong(`.
fn is_called(bytes: &[u8], at: usize) -> bool {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let length = bytes[..at].iter().rev().take_while(is_name).count();
    length > 0 && at.checked_sub(length + 1).is_some_and(|before| bytes[before] == b'#')
}

/// The quote that closes the one at `at`.
fn text_end(bytes: &[u8], at: usize, last: usize) -> Option<usize> {
    let mut end = at + 1;
    while end < last {
        match bytes[end] {
            b'\\' => end += 2,
            b'"' => return Some(end),
            _ => end += 1,
        }
    }
    None
}

/// The arguments in a range: those between commas.
fn split(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut parts, mut from, mut at) = (Vec::new(), range.start, range.start);
    while at < range.end {
        match bytes[at] {
            b'(' | b'[' | b'{' => match inside(text, at) {
                Some(inner) => at = inner.end,
                None => break,
            },
            b'"' => at = text_end(bytes, at, range.end).unwrap_or(range.end),
            b'$' => at += memchr::memchr(b'$', &bytes[at + 1..range.end]).map_or(0, |length| length + 1),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                // A comment is no part of what follows.
                let end = memchr::memchr(b'\n', &bytes[at..range.end]).map_or(range.end, |length| at + length);
                from = if text[from..at].trim().is_empty() { end } else { from };
                at = end;
            }
            b',' => {
                parts.push(from..at);
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(from..range.end);
    let trimmed = |part: Range<usize>| {
        let written = text.get(part.clone())?;
        let start = part.start + (written.len() - written.trim_start().len());
        let part = start..start + written.trim().len();
        (!part.is_empty()).then_some(part)
    };
    parts.into_iter().filter_map(trimmed).collect()
}

/// Reads arguments: the columns, the cells.
fn arguments(text: &str, range: Range<usize>, told: &mut Told, in_header: bool) {
    for part in split(text, range) {
        let written = &text[part.clone()];
        if told.cells.len() > MAX_CELLS {
            return;
        }
        if let Some((name, value)) = named(written) {
            if name == "columns" && !in_header {
                told.columns = columns(value).clamp(1, MAX_COLUMNS);
            }
            continue;
        }
        let call = |name: &str| written.strip_prefix(name).filter(|rest| rest.starts_with(['(', '[']));
        let is_title = !in_header && call("table.header").is_some();
        if is_title || !in_header && call("table.footer").is_some() {
            let mut at = part.start + "table.header".len();
            while at < part.end
                && let Some(inner) = inside(text, at)
            {
                at = inner.end + 1;
                match text.as_bytes()[inner.start - 1] {
                    b'[' => told.cells.push(cell(text, inner, 1, 1)),
                    _ => arguments(text, inner, told, true),
                }
            }
            if is_title {
                told.titles = told.cells.len();
            }
        } else if call("table.cell").is_some() {
            told.cells.extend(spanning(text, part.start + "table.cell".len()..part.end));
        } else if !["table.hline", "table.vline", ".."].iter().any(|word| written.starts_with(word)) {
            let is_content = written.starts_with('[') && written.ends_with(']');
            let inner = if is_content { part.start + 1..part.end - 1 } else { part };
            told.cells.push(cell(text, inner, 1, 1));
        }
    }
}

/// `name: value`
fn named(written: &str) -> Option<(&str, &str)> {
    let (name, value) = written.split_once(':')?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.trim_end().chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_name.then(|| (name.trim_end(), value.trim()))
}

/// `3`, `(1fr, auto)`, `(auto,) * 4`
fn columns(value: &str) -> usize {
    if let Ok(count) = value.parse() {
        return count;
    }
    if let Some(many) = MANY.as_ref().and_then(|pattern| pattern.captures(value)) {
        return many.name("count").and_then(|count| count.as_str().parse().ok()).unwrap_or(1);
    }
    match inside(value, 0).filter(|_| value.starts_with('(')) {
        Some(inner) => split(value, inner).len(),
        None => 1,
    }
}

/// `(colspan: 2)[text]`, `(rowspan: 2, [text])`
fn spanning(text: &str, range: Range<usize>) -> Option<Cell> {
    let (mut columns, mut rows, mut content) = (1, 1, None);
    let mut at = range.start;
    while at < range.end
        && let Some(inner) = inside(text, at)
    {
        at = inner.end + 1;
        if text.as_bytes()[inner.start - 1] == b'[' {
            content = Some(inner);
            continue;
        }
        for part in split(text, inner) {
            match named(&text[part.clone()]) {
                Some(("colspan", count)) => columns = count.parse().unwrap_or(1),
                Some(("rowspan", count)) => rows = count.parse().unwrap_or(1),
                Some(_) => {}
                None => content = Some(part),
            }
        }
    }
    Some(cell(text, content?, columns, rows))
}

fn cell(text: &str, range: Range<usize>, columns: usize, rows: usize) -> Cell {
    let text = text.get(range.clone()).unwrap_or_default();
    Cell { text: plain(text), columns: columns.clamp(1, MAX_COLUMNS), rows: rows.max(1), at: range.start }
}

/// The words of a piece of content, without marks and calls.
fn plain(written: &str) -> String {
    let told = WORD.as_ref().map_or(written.into(), |pattern| pattern.replace_all(written, ""));
    let mut out = String::new();
    let mut before = ' ';
    let mut signs = told.chars().peekable();
    while let Some(c) = signs.next() {
        let is_border = !before.is_alphanumeric() || !signs.peek().is_some_and(|next| next.is_alphanumeric());
        before = c;
        match c {
            '\\' => match signs.next() {
                Some(kept) if !kept.is_whitespace() => out.push(kept),
                _ => out.push(' '),
            },
            '~' => out.push(' '),
            '[' | ']' | '`' | '$' | '"' => {}
            '*' | '_' if is_border => {}
            c => out.push(c),
        }
    }
    squeeze(&out).into_string()
}

/// Lets the cells flow into rows.
fn write(scan: &mut Scan<'_>, range: Range<usize>, told: Told) {
    let line_of = |scan: &Scan<'_>, at: usize| scan.lines.partition_point(|line| line.end <= at);
    let (first, end) = (line_of(scan, range.start + 1), line_of(scan, range.end.saturating_sub(1)) + 1);
    let mut drawn = Drawn::default();
    let mut spans = Spans::within(std::mem::take(&mut scan.spans_room));
    let (mut row, mut begins) = (Vec::new(), first);
    let is_number = |text: &str| text.chars().any(|c| c.is_ascii_digit()) && !text.chars().any(char::is_alphabetic);
    // Without a header the first row names the columns, unless it has numbers.
    let has_names =
        || told.cells.len() > told.columns && !told.cells.iter().take(told.columns).any(|cell| is_number(&cell.text));
    let titles = if told.titles > 0 { told.titles } else { usize::from(has_names()) };
    let count = told.cells.len();
    for (at, cell) in told.cells.into_iter().enumerate() {
        if row.is_empty() {
            begins = line_of(scan, cell.at);
            // Rows that cells from above fill have none of their own.
            spans.fill(&mut row);
        }
        spans.cell(&mut row, cell.text, cell.columns.min(told.columns), cell.rows);
        let is_last = at + 1 == count;
        if is_full(&mut spans, &mut row, told.columns) || is_last {
            drawn.push_repeating(begins, std::mem::take(&mut row), spans.next_row());
            if at + 1 >= titles && titles > 0 {
                drawn.end_titles_once();
            }
        }
    }
    scan.spans_room = spans.room;
    drawn.finish(scan, first, end);
}

/// Whether a row has all of its columns, with the cells from above that come next.
fn is_full(spans: &mut Spans, row: &mut Vec<String>, columns: usize) -> bool {
    spans.fill(row);
    row.len() >= columns
}
