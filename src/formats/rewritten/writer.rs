//! Markdown in the making, each line with its line in the file.

use crate::document::Document;
use crate::formats::draft::nodes::make_lines;
use crate::formats::markdown;

/// Markdown with the line in the file of each of its lines.
#[derive(Default)]
pub(super) struct MarkdownWriter {
    text: String,
    lines: Vec<u32>,
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

    /// The document, whose lines are told as those of the file.
    pub(super) fn finish(self) -> Document {
        let mut document = markdown::parse(self.text);
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
