//! Pages → a document: its text, a node where each page begins, sections, lists, tables, code, links.

use super::extract::Extract;
use crate::document::{Document, Kind, LineIndex, Problem, Table};
use crate::formats::binary::pdf::layout::line::Line;
use crate::formats::binary::pdf::structure::blocks::{Block, mark};
use crate::formats::binary::pdf::structure::outline::Link;
use crate::formats::binary::pdf::structure::table::{columns, has_titles};
use crate::formats::binary::pdf::structure::text::Flow;
use crate::formats::draft::nodes::Draft;
use crate::formats::draft::sections::{Heading, Sections};
use std::ops::Range;

/// Rows that make a table.
const MIN_ROWS: usize = 2;

/// Writes what was read.
pub(super) fn write(extract: Extract) -> Document {
    let mut writer = Writer { draft: Draft::new(), sections: Sections::default(), out: String::new(), list: None };
    let has_headings = extract.pages.iter().flat_map(|page| &page.0).any(|block| matches!(block, Block::Heading(..)));
    for (number, (blocks, links)) in (1..).zip(&extract.pages) {
        writer.page(number, blocks, links, has_headings);
    }
    writer.end_list();
    writer.sections.close_depth(&mut writer.draft, 0, writer.out.len());
    let problems = extract.problems.into_iter().map(|message| Problem { line: 0, message });
    writer.draft.problems.extend(problems);
    writer.draft.title = title(&extract.title);
    let mut document = writer.draft.finish(writer.out);
    let lines = LineIndex::new(&document.text);
    document.tables.iter_mut().flat_map(|table| &mut table.row_lines).for_each(|at| *at = lines.line(*at));
    document.source_lines = Some((1..=lines.count()).collect());
    document
}

/// A title, unless it is one that a tool made of the name of a file.
fn title(title: &str) -> String {
    let is_name = title.contains("Microsoft Word")
        || title.ends_with(".dvi")
        || title.ends_with(".doc")
        || title.ends_with(".tex");
    if is_name || title.eq_ignore_ascii_case("untitled") { String::new() } else { title.chars().take(300).collect() }
}

struct Writer {
    draft: Draft,
    sections: Sections,
    out: String,
    /// Where the list that is open begins.
    list: Option<usize>,
}

impl Writer {
    fn page(&mut self, number: usize, blocks: &[Block], links: &[Link], has_headings: bool) {
        let start = self.out.len();
        if !has_headings {
            self.end_list();
        }
        // Sections go over the ends of pages: where there are any, a page is only the place where it begins.
        let place = if start == 0 { 0..0 } else { start - 1..start - 1 };
        let page = self.draft.named(Kind::Page, place, &number.to_string(), "");
        blocks.iter().for_each(|block| self.block(block, links));
        if !has_headings {
            let text = start.min(self.out.len());
            let node = self.draft.node(page);
            node.span = crate::document::Span::of_range(text..self.out.trim_end().len().max(text));
            node.body = node.span;
        }
    }

    fn block(&mut self, block: &Block, links: &[Link]) {
        if !matches!(block, Block::Item(_)) {
            self.end_list();
        }
        match block {
            Block::Heading(level, title, lines) => self.heading(*level, title, lines, links),
            Block::Paragraph(lines) => {
                let range = self.flow(Flow::of(lines, links), links);
                self.draft.push(Kind::Paragraph, range);
            }
            Block::Item(lines) => self.item(lines, links),
            Block::Code(lines) => {
                let start = self.out.len();
                for (indent, line) in lines {
                    self.out.extend(std::iter::repeat_n(' ', *indent));
                    self.words(&Flow::verbatim(line, links), links);
                    self.out.push('\n');
                }
                let handle = self.draft.push(Kind::CodeBlock, start..self.out.len() - 1);
                self.draft.node(handle).body = crate::document::Span::of_range(start..self.out.len() - 1);
                self.out.push('\n');
            }
            Block::Rows(lines) => self.rows(lines, links),
        }
    }

    /// Adds a text as a line of its own, with its links: where it stands.
    fn flow(&mut self, flow: Flow, links: &[Link]) -> Range<usize> {
        let range = self.words(&flow, links);
        self.out.push_str("\n\n");
        range
    }

    /// Adds a text to the line, with its links.
    fn words(&mut self, flow: &Flow, links: &[Link]) -> Range<usize> {
        let start = self.out.len();
        self.out.push_str(&flow.text);
        for (at, link) in &flow.links {
            if let Some(link) = links.get(*link)
                && let Some(text) = flow.text.get(at.clone())
            {
                self.draft.named(Kind::Link, start + at.start..start + at.end, text, &link.target);
            }
        }
        start..self.out.len()
    }

    fn heading(&mut self, level: u8, title: &str, lines: &[Line], links: &[Link]) {
        let at = self.out.len();
        let flow =
            if lines.is_empty() { Flow { text: title.to_owned(), links: Vec::new() } } else { Flow::of(lines, links) };
        let name = self.flow(flow, links);
        let line = at..name.end + 1;
        self.sections.start(&mut self.draft, Heading { level, title, anchor: None, line, name, depth: 0 });
    }

    fn item(&mut self, lines: &[Line], links: &[Link]) {
        let start = self.out.len();
        let Some((from, is_number)) = lines.first().and_then(mark) else { return };
        match lines.first().and_then(|line| line.words.first()) {
            Some(word) if is_number => self.out.push_str(&word.text),
            _ => self.out.push('-'),
        }
        self.out.push(' ');
        let mut flow = Flow::default();
        for (at, line) in lines.iter().enumerate() {
            flow.line(line, if at == 0 { from } else { 0 }..line.words.len(), links);
        }
        self.flow(flow, links);
        // Items follow each other line by line.
        self.out.pop();
        self.list.get_or_insert(start);
    }

    fn end_list(&mut self) {
        if let Some(start) = self.list.take() {
            self.draft.push(Kind::List, start..self.out.trim_end().len());
            self.out.push('\n');
        }
    }

    fn rows(&mut self, lines: &[Line], links: &[Link]) {
        let start = self.out.len();
        let drawn: Vec<Vec<Range<usize>>> = lines.iter().map(cells).collect();
        let width = drawn.iter().map(Vec::len).max().unwrap_or(0);
        let even = drawn.iter().filter(|cells| cells.len() == width).count();
        let is_even = lines.len() >= MIN_ROWS && 2 * even >= lines.len();
        // Where rows differ in their cells, columns of white space may say which these are.
        let divided = if is_even { None } else { columns(lines) };
        let is_table = is_even || divided.is_some();
        let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
        for (line, cells) in lines.iter().zip(divided.unwrap_or(drawn)) {
            let at = self.out.len();
            let mut told: Vec<String> = Vec::with_capacity(cells.len());
            for words in cells {
                let mut flow = Flow::default();
                flow.line(line, words, links);
                if !flow.text.is_empty() {
                    self.out.push_str(if self.out.len() > at { " | " } else { "" });
                    self.words(&flow, links);
                }
                told.push(flow.text);
            }
            self.out.push('\n');
            rows.push((at, told));
        }
        let range = start..self.out.len() - 1;
        self.out.push('\n');
        if is_table {
            self.table(range, rows);
        } else {
            self.draft.push(Kind::Paragraph, range);
        }
    }

    fn table(&mut self, range: Range<usize>, rows: Vec<(usize, Vec<String>)>) {
        let handle = self.draft.push(Kind::Table, range);
        let first = rows.first().map_or(&[][..], |(_, cells)| cells);
        let titles = usize::from(has_titles(first, rows.get(1).map(|(_, cells)| cells)));
        // Lines are counted once all is written; until then a row has the place where it begins.
        let row_lines: Vec<u32> =
            rows.iter().skip(titles).map(|(at, _)| u32::try_from(*at).unwrap_or(u32::MAX)).collect();
        let mut told = rows.into_iter().map(|(_, cells)| cells);
        let headers = told.by_ref().take(titles).next().unwrap_or_default();
        let rows: Vec<Vec<String>> = told.collect();
        if handle < usize::MAX {
            self.draft.tables.push(Table { node: handle as u32, headers, rows, row_lines, ..Table::default() });
        }
    }
}

/// The words of each cell of a line.
fn cells(line: &Line) -> Vec<Range<usize>> {
    let starts = std::iter::once(0).chain(line.cells.iter().copied());
    let ends = line.cells.iter().copied().chain(std::iter::once(line.words.len()));
    starts.zip(ends).map(|(start, end)| start..end).filter(|cell| !cell.is_empty()).collect()
}
