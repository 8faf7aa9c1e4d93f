//! Markdown in the making, each line with its line in the file.

use crate::document::{Document, Table};
use crate::formats::draft::nodes::make_lines;
use crate::formats::draft::spans::Spans;
use crate::formats::markdown;

/// Markdown with the line in the file of each of its lines.
#[derive(Default)]
pub(super) struct MarkdownWriter {
    text: String,
    lines: Vec<u32>,
    /// The line of the Markdown in which each table begins, and its cells that others reach over.
    tables: Vec<(u32, Vec<Again>)>,
}

/// A cell of a table that says again what the one to its left, or the one above it, says.
pub(super) struct Again {
    /// From 1; 0 is the row of the titles.
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) is_left: bool,
}

impl MarkdownWriter {
    /// Adds a line; `source` is its line in the file.
    pub(super) fn line(&mut self, line: &str, source: u32) {
        self.text.push_str(line);
        self.text.push('\n');
        self.lines.push(source);
    }

    /// A fenced block; the fence is longer than any in it.
    pub(super) fn fenced(&mut self, lines: &[(String, u32)], language: &str, at: u32) {
        let longest = lines.iter().map(|(line, _)| line.trim_start().chars().take_while(|&c| c == '`').count()).max();
        let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
        let last = lines.last().map_or(at, |(_, line)| *line);
        self.line(&format!("{fence}{language}"), at);
        lines.iter().for_each(|(line, source)| self.line(line, *source));
        self.line(&fence, last);
        self.line("", last);
    }

    /// A table of cells in Markdown, each row with its line in the file; `titles` may be none. What `again` names is left
    /// empty in the text and has its text as a cell.
    pub(super) fn table(&mut self, titles: &[String], rows: &[(Vec<String>, u32)], again: Vec<Again>, at: u32) {
        let width = rows.iter().map(|(cells, _)| cells.len()).chain([titles.len(), 1]).max().unwrap_or(1);
        let row = |cells: &[String]| format!("|{}", cells.iter().map(|cell| format!(" {cell} |")).collect::<String>());
        self.tables.push((self.lines.len() as u32 + 1, again));
        let missing = "  |".repeat(width - titles.len());
        self.line(&format!("{}{missing}", row(titles)), at);
        self.line(&format!("|{}", "---|".repeat(width)), at);
        // A row that ends early is one all the same.
        rows.iter().for_each(|(cells, line)| self.line(&row(cells), *line));
        self.line("", rows.last().map_or(at, |(_, line)| *line));
    }

    /// The document, whose lines are told as those of the file.
    pub(super) fn finish(self) -> Document {
        let mut document = markdown::parse(self.text);
        let mut written = self.tables.into_iter().peekable();
        let mut spans = Spans::default();
        for table in &mut document.tables {
            let line = document.nodes.get(table.node as usize).map_or(0, |node| node.line);
            while written.next_if(|(at, _)| *at < line).is_some() {}
            if let Some((_, again)) = written.next_if(|(at, _)| *at == line) {
                say_again(table, again, &mut spans);
            }
        }
        let mut lines = self.lines;
        // An empty last line counts as one.
        lines.resize(document.lines.count() as usize, lines.last().copied().unwrap_or(1));
        make_lines(&mut document.nodes, &lines);
        let of = |line: &mut u32| *line = lines.get((*line as usize).saturating_sub(1)).copied().unwrap_or(1);
        document.tables.iter_mut().flat_map(|table| &mut table.row_lines).for_each(of);
        document.problems.iter_mut().filter(|problem| problem.line > 0).for_each(|problem| of(&mut problem.line));
        document.source_lines = Some(lines);
        document
    }
}

/// Fills the cells of a table that others reach over.
fn say_again(table: &mut Table, again: Vec<Again>, spans: &mut Spans) {
    for Again { row, column, is_left } in again {
        table.repeated.push((row as u32, column as u32));
        let row = match row.checked_sub(1) {
            // The titles say it already.
            None => continue,
            Some(row) => row,
        };
        let cells = |row: Option<usize>| row.map_or(Some(&table.headers), |row| table.rows.get(row));
        let from = if is_left { (Some(row), column.checked_sub(1)) } else { (row.checked_sub(1), Some(column)) };
        let text = cells(from.0).zip(from.1).and_then(|(cells, column)| cells.get(column)).cloned();
        let text = text.filter(|text| spans.takes(text)).unwrap_or_default();
        if let Some(cell) = table.rows.get_mut(row).and_then(|cells| cells.get_mut(column)) {
            *cell = text;
        }
    }
    if table.headers.iter().all(String::is_empty) {
        table.headers.clear();
    }
}

/// `text` as it is written in Markdown to be read as itself.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '&' | '!' | '~' | '|' | '$' | '{' | '}') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
