//! The match of a hit: where in it stands what was looked for.

use crate::document::{LineIndex, Span};
use std::collections::BTreeMap;
use std::ops::Range;

/// The places in a hit that made it one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matched {
    /// The line of the first, from 1.
    pub line: u32,
    /// Its column, in bytes from 1; 1 where the text is not the file's own.
    pub column: u32,
    /// The places as line, column and length in bytes; none where the text is not the file's own.
    pub spans: Vec<[u32; 3]>,
    /// All places, also those that are not listed.
    pub count: u32,
    /// The line, trimmed and cut.
    pub text: String,
    /// Byte ranges of `text` that matched.
    pub marks: Vec<Range<usize>>,
    /// The further lines with a place, in the order of the text; a hit has them itself.
    pub others: Vec<MatchedLine>,
    /// True if each of these lines has what was typed, or makes it: it is a place of its own.
    pub is_typed: bool,
    /// True if the hit is a piece of text without a name: the line stands for it.
    pub names_hit: bool,
}

/// A line that holds a place of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchedLine {
    /// Its number, from 1.
    pub line: u32,
    /// The column of its first place, in bytes from 1; 1 where the text is not the file's own.
    pub column: u32,
    /// The line, trimmed and cut.
    pub text: String,
    /// Byte ranges of `text` that matched.
    pub marks: Vec<Range<usize>>,
}

/// Further lines that are listed.
const MAX_OTHERS: usize = 30;

impl Matched {
    /// The places `marks` in `text`, the best first; `source_lines` are the file's lines for those of the text, where
    /// they differ. Without marks there is no match.
    pub fn new(text: &str, marks: &[Span], count: u32, source_lines: Option<&[u32]>) -> Option<Matched> {
        let first = *marks.first()?;
        let lines = LineIndex::new(text);
        let place = |mark: &Span| [lines.line(mark.start), lines.column(mark.start), mark.len()];
        let line = lines.line(first.start);
        let (shown, shown_marks) = marked_line(text, first);
        Some(Matched {
            line: in_file(line, source_lines),
            column: if source_lines.is_some() { 1 } else { lines.column(first.start) },
            spans: if source_lines.is_some() { Vec::new() } else { marks.iter().map(place).collect() },
            count,
            text: shown,
            marks: shown_marks,
            others: other_lines(text, marks, source_lines, |offset| lines.line(offset)),
            is_typed: false,
            names_hit: false,
        })
    }

    /// Begins with the first line that is not `taken`, where its own is; false, and nothing is changed, if all are.
    pub fn begin_outside(&mut self, taken: impl Fn(u32) -> bool) -> bool {
        if !taken(self.line) {
            return true;
        }
        let Some(at) = self.others.iter().position(|other| !taken(other.line)) else { return false };
        let MatchedLine { line, column, text, marks } = self.others.remove(at);
        let before = MatchedLine {
            line: std::mem::replace(&mut self.line, line),
            column: std::mem::replace(&mut self.column, column),
            text: std::mem::replace(&mut self.text, text),
            marks: std::mem::replace(&mut self.marks, marks),
        };
        let place = self.others.partition_point(|other| other.line < before.line);
        self.others.insert(place, before);
        self.spans.sort_by_key(|span| span[0] != line);
        true
    }

    /// The match of a row that is a line: `length` bytes at `column`, from 1. The row shows it.
    pub fn in_line(line: u32, column: u32, length: u32) -> Matched {
        Matched {
            line,
            column,
            spans: vec![[line, column, length]],
            count: 1,
            text: String::new(),
            marks: Vec::new(),
            others: Vec::new(),
            is_typed: false,
            names_hit: false,
        }
    }
}

/// The lines of the places `marks` in `text` but that of the first; `source_lines` are the file's lines for those of the
/// text, where they differ. `line_of` tells the line of a byte of the text.
pub(in crate::docql) fn other_lines(
    text: &str,
    marks: &[Span],
    source_lines: Option<&[u32]>,
    line_of: impl Fn(u32) -> u32,
) -> Vec<MatchedLine> {
    let Some(first) = marks.first().map(|mark| line_of(mark.start)) else { return Vec::new() };
    let mut by_line: BTreeMap<u32, Span> = BTreeMap::new();
    for mark in marks {
        let line = line_of(mark.start);
        if line != first && (by_line.len() < MAX_OTHERS || by_line.contains_key(&line)) {
            by_line.entry(line).or_insert(*mark);
        }
    }
    let other = |(line, mark): (u32, Span)| {
        let (shown, marks) = marked_line(text, mark);
        let before = &text.as_bytes()[..(mark.start as usize).min(text.len())];
        let column = before.len() - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1) + 1;
        let column = if source_lines.is_some() { 1 } else { column as u32 };
        MatchedLine { line: in_file(line, source_lines), column, text: shown, marks }
    };
    by_line.into_iter().map(other).collect()
}

/// The file's line for a line of its text.
fn in_file(line: u32, source_lines: Option<&[u32]>) -> u32 {
    source_lines.and_then(|of_file| of_file.get(line.saturating_sub(1) as usize)).copied().unwrap_or(line)
}

/// The trimmed line around a mark, cut if it is very long, and the range of the mark in it. Takes time linear in the
/// line, not in the file: a file may have as many hits as lines.
pub(in crate::docql) fn marked_line(text: &str, mark: Span) -> (String, Vec<Range<usize>>) {
    let (head, tail) = text.as_bytes().split_at((mark.start as usize).min(text.len()));
    let start = memchr::memrchr(b'\n', head).map_or(0, |at| at + 1);
    let end = memchr::memchr(b'\n', tail).map_or(text.len(), |at| head.len() + at);
    let whole = Span::of_range(start..end).of(text).trim_end_matches('\r');
    let lead = whole.len() - whole.trim_start().len();
    let at = (mark.start as usize).saturating_sub(start).min(whole.len());
    let mut from = lead.min(at);
    if at.saturating_sub(from) > MAX_SNIPPET_BYTES / 2 {
        from = at - MAX_SNIPPET_BYTES / 4;
        while !whole.is_char_boundary(from) {
            from -= 1;
        }
    }
    let shown = cut(whole[from..].trim_end().to_owned());
    let begin = at - from;
    let end = (begin + mark.len() as usize).min(shown.len());
    let fits = begin < end && shown.is_char_boundary(begin) && shown.is_char_boundary(end);
    (shown, fits.then_some(begin..end).into_iter().collect())
}

pub(in crate::docql) fn cut(mut text: String) -> String {
    if text.len() > MAX_SNIPPET_BYTES {
        let mut end = MAX_SNIPPET_BYTES;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Bytes of a name or snippet, at most; screens cut further.
const MAX_SNIPPET_BYTES: usize = 400;
