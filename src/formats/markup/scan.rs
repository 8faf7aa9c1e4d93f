//! The common part of the line scanners: lines with their places, and the blocks made of them.

use crate::document::{Document, Kind, Span};
use crate::formats::draft::blocks::code_kind;
use crate::formats::draft::endpoints;
use crate::formats::draft::nodes::{Draft, trimmed_end};
use crate::formats::draft::sections::{Heading, Sections};
use crate::formats::draft::spans::MAX_REPEATED;
use regex::Regex;
use std::ops::Range;

/// A document that is read line by line.
pub(super) struct Scan<'t> {
    pub(super) text: &'t str,
    /// The bytes of each line, line breaks included.
    pub(super) lines: Vec<Range<usize>>,
    /// The number of the line that is read, from 0.
    pub(super) at: usize,
    pub(super) draft: Draft,
    /// A line in which text begins at another column than the line does: behind the mark of an item.
    pub(super) hanging: Option<(usize, usize)>,
    /// Tables that have begun and never ended.
    pub(super) unclosed: usize,
    /// Bytes that cells may still take in further rows and columns.
    pub(super) spans_room: usize,
    sections: Sections,
    code: Vec<(Range<usize>, bool)>,
    /// What is written for nobody.
    hidden: Vec<Range<usize>>,
}

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str) -> Scan<'t> {
        let mut at = 0;
        let lines = text.split_inclusive('\n').map(|line| {
            at += line.len();
            at - line.len()..at
        });
        let lines = lines.collect();
        Scan {
            text,
            lines,
            at: 0,
            draft: Draft::new(),
            hanging: None,
            unclosed: 0,
            spans_room: MAX_REPEATED,
            sections: Sections::default(),
            code: Vec::new(),
            hidden: Vec::new(),
        }
    }

    /// The text of a line without white space at its end; empty past the last.
    pub(super) fn line(&self, number: usize) -> &'t str {
        self.lines.get(number).map_or("", |range| self.text[range.clone()].trim_end())
    }

    pub(super) fn is_done(&self) -> bool {
        self.at >= self.lines.len() || self.draft.is_full()
    }

    pub(super) fn is_blank(&self, number: usize) -> bool {
        self.line(number).is_empty()
    }

    /// The columns by which a line is indented; a tab counts as eight.
    pub(super) fn indent(&self, number: usize) -> usize {
        if let Some((_, column)) = self.hanging.filter(|(line, _)| *line == number) {
            return column;
        }
        let columns = self.line(number).chars().map_while(|c| match c {
            ' ' => Some(1),
            '\t' => Some(8),
            _ => None,
        });
        columns.sum()
    }

    /// The bytes of the lines `first..end`, without white space at the end.
    pub(super) fn range(&self, first: usize, end: usize) -> Range<usize> {
        let start = self.lines.get(first).map_or(self.text.len(), |line| line.start);
        let end = end.checked_sub(1).and_then(|last| self.lines.get(last)).map_or(start, |line| line.end.max(start));
        start..trimmed_end(self.text, start..end)
    }

    /// The end of the block of indented lines that begins at `first`, blank lines inside it included.
    pub(super) fn indented_end(&self, first: usize, more_than: usize) -> usize {
        let mut end = first;
        let mut number = first;
        while number < self.lines.len() && (self.is_blank(number) || self.indent(number) > more_than) {
            number += 1;
            if !self.is_blank(number - 1) {
                end = number;
            }
        }
        end
    }

    pub(super) fn heading(&mut self, level: u8, title: &str, anchor: Option<&str>, first: usize, end: usize) {
        self.heading_as(level, (title, title), anchor, first, end);
    }

    /// A heading whose title is written otherwise than it is shown.
    pub(super) fn heading_as(
        &mut self,
        level: u8,
        (written, title): (&str, &str),
        anchor: Option<&str>,
        first: usize,
        end: usize,
    ) {
        let start = self.lines[first].start;
        let stop = self.lines[end - 1].end;
        let name =
            self.text[start..stop].find(written).map_or(start..start, |at| start + at..start + at + written.len());
        let heading = Heading { level, title, anchor, line: start..stop, name, depth: 0 };
        self.sections.start(&mut self.draft, heading);
    }

    pub(super) fn code(&mut self, language: &str, block: (usize, usize), body: (usize, usize)) {
        let range = self.range(block.0, block.1);
        let handle = self.draft.named(code_kind(language), range.clone(), "", language);
        self.draft.node(handle).body = Span::of_range(self.range(body.0, body.1));
        self.code.push((range, matches!(language, "" | "http" | "text")));
    }

    /// The lines `first..end` are a comment: nothing is read in them.
    pub(super) fn hide(&mut self, first: usize, end: usize) {
        let range = self.range(first, end);
        self.hidden.push(range.clone());
        self.code.push((range, false));
    }

    /// Whether `at` is in a comment. Comments come in the order of the text.
    pub(super) fn is_hidden(&self, at: usize) -> bool {
        let next = self.hidden.partition_point(|range| range.start <= at);
        next.checked_sub(1).is_some_and(|last| at < self.hidden[last].end)
    }

    /// A block of lines as a paragraph, a list or a quotation.
    pub(super) fn block(&mut self, kind: Kind, first: usize, end: usize) {
        let range = self.range(first, end);
        if !range.is_empty() {
            self.draft.push(kind, range);
        }
    }

    /// A note to the text, by its label.
    pub(super) fn footnote(&mut self, label: &str, first: usize, end: usize) {
        let range = self.range(first, end);
        self.draft.named(Kind::Footnote, range, label, "");
    }

    /// A block that is set off: a warning, a hint.
    pub(super) fn admonition(&mut self, name: &str, first: usize, end: usize) {
        let range = self.range(first, end);
        if !range.is_empty() {
            self.draft.named(Kind::Quote, range, name, "");
        }
    }

    /// A term with what is said about it; `detail` is what it describes, where it does that at length.
    pub(super) fn term(&mut self, name: &str, detail: &str, first: usize, end: usize) {
        let range = self.range(first, end);
        let at = self.text[range.clone()].find(name).map_or(range.start, |at| range.start + at);
        let handle = self.draft.named(Kind::Term, range.clone(), name, detail);
        let node = self.draft.node(handle);
        node.name_span = Span::of_range(at..at + name.len());
        node.body = Span::of_range(at + name.len()..range.end.max(at + name.len()));
    }

    /// Adds a link or image for every match of `pattern` outside code; groups `name` and `url`.
    pub(super) fn links(&mut self, kind: Kind, pattern: Option<&Regex>) {
        self.code.sort_by_key(|(range, _)| range.start);
        let Some(pattern) = pattern else { return };
        for found in pattern.captures_iter(self.text) {
            let (Some(whole), Some(at)) = (found.get(0), found.name("url")) else { continue };
            if in_code(&self.code, at.start()).0 {
                continue;
            }
            let url = at.as_str().trim_end_matches(['.', ',', ';', ':', ')']);
            match found.name("name").map(|name| name.as_str().trim()) {
                Some(name) => self.draft.named(kind, whole.range(), if name.is_empty() { url } else { name }, url),
                None => self.draft.named(kind, at.start()..at.start() + url.len(), url, url),
            };
        }
    }

    /// Sorts what [`Scan::outside_code`] looks through.
    pub(super) fn sort_code(&mut self) {
        self.code.sort_by_key(|(range, _)| range.start);
    }

    /// Whether `at` is in code, which has been sorted.
    pub(super) fn is_code(&self, at: usize) -> bool {
        in_code(&self.code, at).0
    }

    /// Adds a link or image, unless it stands in code, which has been sorted.
    pub(super) fn outside_code(&mut self, kind: Kind, range: Range<usize>, name: &str, address: &str) {
        if !in_code(&self.code, range.start).0 {
            self.draft.named(kind, range, name, address);
        }
    }

    pub(super) fn finish(mut self) -> Document {
        self.sections.close_depth(&mut self.draft, 0, self.text.len());
        self.code.sort_by_key(|(range, _)| range.start);
        let (text, code) = (self.text, &self.code);
        endpoints::mark(text, &mut self.draft, |at, line| match in_code(code, at) {
            (true, is_http) => is_http && endpoints::starts(line),
            (false, _) => endpoints::in_block(text, line, at),
        });
        self.draft.finish(text.to_owned())
    }
}

/// True if `at` is in a block of code, and whether that may show HTTP.
fn in_code(code: &[(Range<usize>, bool)], at: usize) -> (bool, bool) {
    let next = code.partition_point(|(range, _)| range.start <= at);
    match next.checked_sub(1).map(|last| &code[last]) {
        Some((range, is_http)) if at < range.end => (true, *is_http),
        _ => (false, false),
    }
}

/// The length of a bullet or number that begins a list item.
pub(super) fn list_mark(line: &str) -> Option<usize> {
    let indent = line.len() - line.trim_start().len();
    let rest = &line[indent..];
    if ["- ", "* ", "+ ", "• ", "#. "].iter().any(|mark| rest.starts_with(mark)) {
        return Some(indent + 2);
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = (1..=3).contains(&digits) && [". ", ") "].iter().any(|mark| rest[digits..].starts_with(mark));
    number.then_some(indent + digits + 2)
}
