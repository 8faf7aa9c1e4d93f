//! Brackets of a broken text that do not match, mended by how its lines are indented: what is open and stands deeper
//! than the declaration that follows is closed before it, and a bracket that nothing has opened is opened or left out.

use super::branches::code;
use crate::document::Lexis;
use crate::languages::rules::model::Levels;
use std::ops::Range;
use tree_sitter::{InputEdit, Point, Tree};

/// A text that needs more is not indented by its brackets.
const MOST_CHANGES: usize = 100;

/// The columns of a tab.
const TAB: usize = 4;

/// A text whose brackets match.
#[derive(Debug)]
pub(super) struct Levelled {
    pub text: String,
    /// What was inserted into it, in order.
    pub inserted: Vec<Range<usize>>,
}

impl Levelled {
    /// Mends `text`; nothing if there is nothing to mend.
    pub(super) fn of(levels: &Levels, lexis: &'static Lexis, text: &str) -> Option<Levelled> {
        let mut reader = Reader::new(levels, lexis, text);
        reader.read();
        let changes = &mut reader.changes;
        if changes.is_empty() || changes.len() > MOST_CHANGES {
            return None;
        }
        changes.sort_by_key(|change| change.at);
        let mut levelled = Levelled { text: String::with_capacity(text.len() + 8), inserted: Vec::new() };
        let mut at = 0;
        for change in changes {
            levelled.text.push_str(text.get(at..change.at)?);
            let start = levelled.text.len();
            levelled.text.push_str(&change.insert);
            if !change.insert.is_empty() {
                levelled.inserted.push(start..levelled.text.len());
            }
            levelled.text.push_str(&" ".repeat(change.leave_out));
            at = change.at + change.leave_out;
        }
        levelled.text.push_str(text.get(at..)?);
        Some(levelled)
    }

    /// Makes of `tree`, which is one of this text, one of the text as it was: its nodes have the places that they have
    /// there.
    pub(super) fn take_back(&self, tree: &mut Option<Tree>) {
        let Some(tree) = tree else { return };
        for range in self.inserted.iter().rev() {
            let (start, end) = (self.point(range.start), self.point(range.end));
            tree.edit(&InputEdit {
                start_byte: range.start,
                old_end_byte: range.end,
                new_end_byte: range.start,
                start_position: start,
                old_end_position: end,
                new_end_position: start,
            });
        }
    }

    /// Where this text begins to differ from the text as it was.
    pub(super) fn first_change(&self, text: &str) -> usize {
        let same = self.text.bytes().zip(text.bytes()).take_while(|(here, there)| here == there).count();
        // What is inserted may begin like what follows.
        let first = self.inserted.first().map_or(same, |inserted| inserted.start.min(same));
        text.floor_char_boundary(first)
    }

    /// The place in the text as it was.
    pub(super) fn place(&self, at: usize) -> usize {
        let before = self.inserted.iter().take_while(|range| range.end <= at);
        at - before.map(|range| range.len()).sum::<usize>()
    }

    fn point(&self, at: usize) -> Point {
        let before = &self.text.as_bytes()[..at];
        let line = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        Point::new(memchr::memchr_iter(b'\n', before).count(), at - line)
    }
}

/// What the parser sees at a place.
#[derive(Debug)]
struct Change {
    at: usize,
    /// The number of bytes that it does not see.
    leave_out: usize,
    insert: String,
}

/// Something that is open.
#[derive(Debug)]
struct Open {
    close: String,
    /// The indentation of the line that opened it, or of the one which that line goes on with.
    indent: usize,
    /// What closes it may stand in this column, too.
    column: usize,
    /// The line that opened it.
    line: usize,
}

/// A line with code in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    number: usize,
    pub first: usize,
    pub code_end: usize,
    end: usize,
    pub indent: usize,
    /// The indentation of the line that it goes on with.
    level: usize,
    in_string: bool,
}

pub(super) struct Reader<'t> {
    levels: &'t Levels,
    text: &'t str,
    /// The text with blanks in place of comments and quotes in place of strings.
    code: Vec<u8>,
    /// Strings of several lines.
    strings: Vec<Range<usize>>,
    open: Vec<Open>,
    /// The lines above that are less and less indented: where the code of each ends.
    heads: Vec<(usize, usize)>,
    /// The indentation of the line above, if the next line goes on with it.
    goes_on: Option<usize>,
    /// The end of the last line that belongs to nothing below it.
    last_end: usize,
    changes: Vec<Change>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(levels: &'t Levels, lexis: &'static Lexis, text: &'t str) -> Reader<'t> {
        let (code, strings) = code(lexis, text);
        let (open, heads, changes, goes_on) = (Vec::new(), Vec::new(), Vec::new(), None);
        Reader { levels, text, code, strings, open, heads, goes_on, last_end: 0, changes }
    }

    /// The text with blanks in place of comments and quotes in place of strings.
    pub(super) fn code(&self) -> &[u8] {
        &self.code
    }

    fn read(&mut self) {
        for mut line in self.lines() {
            line.level = self.goes_on.map_or(line.indent, |above| above.min(line.indent));
            if !line.in_string {
                self.begin(line);
            }
            let level = self.go_through(line);
            self.finish(line, level);
        }
        self.close(0);
    }

    /// The lines with code in them.
    pub(super) fn lines(&self) -> Vec<Line> {
        let (mut start, mut number, mut string) = (0, 0, 0);
        let mut lines = Vec::new();
        while start < self.code.len() {
            let end = memchr::memchr(b'\n', &self.code[start..]).map_or(self.code.len(), |length| start + length);
            while self.strings.get(string).is_some_and(|range| range.end <= start) {
                string += 1;
            }
            let in_string = self.strings.get(string).is_some_and(|range| range.start < start);
            lines.extend(self.line(number, start, end).map(|line| Line { in_string, ..line }));
            (start, number) = (end + 1, number + 1);
        }
        lines
    }

    fn line(&self, number: usize, start: usize, end: usize) -> Option<Line> {
        let bytes = &self.code[start..end];
        let first = start + bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let blanks = self.text.as_bytes()[start..end].iter().take_while(|byte| byte.is_ascii_whitespace());
        let indent = blanks.map(|blank| if *blank == b'\t' { TAB } else { 1 }).sum();
        let code_end = start + bytes.trim_ascii_end().len();
        (first < code_end).then_some(Line { number, first, code_end, end, indent, level: indent, in_string: false })
    }

    /// True if a line begins a declaration.
    pub(super) fn declares(&self, line: Line) -> bool {
        !line.in_string && self.levels.declares.is_match(&self.text(line))
    }

    /// True if a line belongs to the declaration below.
    pub(super) fn is_above(&self, line: Line) -> bool {
        self.levels.above.as_ref().is_some_and(|above| above.is_match(&self.text(line)))
    }

    /// True if something in braces begins behind a line.
    pub(super) fn opens(&self, line: Line) -> bool {
        self.code[line.first..line.code_end].ends_with(b"{")
    }

    /// True if a line closes something and opens nothing.
    pub(super) fn is_closing(&self, line: Line) -> bool {
        self.code[line.first..line.code_end].ends_with(b"}") && self.closes(&self.text(line)).is_some()
    }

    /// True if a line is the rest of what is above it, as deep as it stands.
    pub(super) fn goes_on_with(&self, line: Line) -> bool {
        let text = self.text(line);
        line.in_string || text.starts_with('{') || self.closes(&text).is_some()
    }

    /// Compares the indentation of a line with what is open.
    fn begin(&mut self, line: Line) {
        let text = self.text(line);
        if let Some(close) = self.closes(&text) {
            // A bracket is taken where the brackets of the line are read.
            if self.begin_close(line, &close)
                && self.levels.end.as_ref() == Some(&close)
                && self.open.last().is_some_and(|open| open.close == close)
            {
                self.open.pop();
            }
            return;
        }
        if self.levels.declares.is_match(&text) {
            if let Some(first) = self.open.iter().position(|open| open.indent >= line.indent) {
                self.close(first);
            }
        } else if !text.starts_with(['.', '?', ':', ',', '+', '-', '|', '&', '=', '*', '/', '<', '>', '%', '{']) {
            // The arguments of a call stand deeper than it.
            let is_left = |open: &Open| matches!(&*open.close, ")" | "]") && open.indent >= line.indent;
            let left = self.open.iter().rev().take_while(|open| is_left(open)).count();
            if left > 0 {
                self.close(self.open.len() - left);
            }
        }
    }

    /// What the first sign or word of a line closes.
    fn closes(&self, text: &str) -> Option<String> {
        let word = |end: &str| text.strip_prefix(end).is_some_and(|rest| !rest.starts_with(is_word));
        match (&self.levels.end, text.as_bytes().first()) {
            (Some(end), _) if word(end) => Some(end.clone()),
            (_, Some(b')' | b']' | b'}')) => text.get(..1).map(str::to_owned),
            _ => None,
        }
    }

    /// A line that begins with what closes something. False if it closes nothing.
    fn begin_close(&mut self, line: Line, close: &str) -> bool {
        let is_at = |open: &Open| open.indent == line.indent || open.column == line.indent;
        let opened = self.open.iter().rposition(|open| open.close == close && is_at(open));
        if let Some(opened) = opened {
            self.close(opened + 1);
            return true;
        }
        if matches!(close, ")" | "]") || self.open.last().is_some_and(|open| open.indent > line.indent) {
            return true;
        }
        while self.heads.last().is_some_and(|(indent, _)| *indent > line.indent) {
            self.heads.pop();
        }
        match self.heads.last() {
            // The line above that is as deep has lost what opens it.
            Some(&(indent, end)) if indent == line.indent && close == "}" => {
                self.change(end, 0, " {".to_owned());
                self.push("}", line, line.indent, line.indent);
                true
            }
            _ => {
                self.code[line.first..line.first + close.len()].fill(b' ');
                self.change(line.first, close.len(), String::new());
                false
            }
        }
    }

    /// Reads the brackets of a line, and the words that open and close something.
    fn go_through(&mut self, line: Line) -> usize {
        let mut level = line.level;
        let begun = self.levels.end.as_ref().and_then(|end| self.begun(line, end));
        if let Some((0, column)) = begun {
            self.push_end(line, level, column);
        }
        for at in line.first..line.code_end {
            let close = match self.code[at] {
                b'(' => ")",
                b'[' => "]",
                b'{' => "}",
                b')' | b']' | b'}' => {
                    level = self.pop(at, line).unwrap_or(level);
                    continue;
                }
                _ => continue,
            };
            self.push(close, line, level, line.indent);
        }
        if let Some((1.., column)) = begun {
            self.push_end(line, level, column);
        }
        level
    }

    /// Where in a line a block begins that a word ends, and the column of the word that begins it; nothing if it ends in
    /// the same line.
    fn begun(&self, line: Line, end: &str) -> Option<(usize, usize)> {
        let text = self.text(line);
        let rest = text.strip_prefix(end).filter(|rest| !rest.starts_with(is_word)).unwrap_or(&text);
        let before = text.len() - rest.len();
        let found = self.levels.begins.as_ref()?.find(rest)?;
        let ends = rest
            .match_indices(end)
            .any(|(at, _)| !rest[..at].ends_with(is_word) && !rest[at + end.len()..].starts_with(is_word));
        let word = found.as_str().rsplit(|c| !is_word(c)).next().map_or(0, str::len);
        (!ends).then_some((before + found.start(), line.indent + before + found.end() - word))
    }

    fn push_end(&mut self, line: Line, level: usize, column: usize) {
        if let Some(end) = self.levels.end.clone() {
            self.push(&end, line, level, column);
        }
    }

    fn text(&self, line: Line) -> String {
        String::from_utf8_lossy(&self.code[line.first..line.code_end]).into_owned()
    }

    /// Closes what the bracket at `at` closes. Returns the indentation of the line that opened it.
    fn pop(&mut self, at: usize, line: Line) -> Option<usize> {
        let close = char::from(self.code[at]);
        let opened = self.open.iter().rposition(|open| open.close.starts_with(close))?;
        // Of an earlier line only what is open last is closed in the middle of this one.
        if opened + 1 < self.open.len() {
            if self.open[opened].line != line.number && self.open[opened + 1].line != line.number {
                return None;
            }
            let left: String =
                self.open.drain(opened + 1..).rev().flat_map(|open| [" ".to_owned(), open.close]).collect();
            self.change(at, 0, left);
        }
        self.open.pop().filter(|open| open.line != line.number).map(|open| open.indent)
    }

    /// Keeps what the lines below need to know of a line.
    fn finish(&mut self, line: Line, level: usize) {
        let text = self.text(line);
        let goes_on = text.ends_with(',') || text.ends_with(':') && self.levels.declares.is_match(&text);
        self.goes_on = goes_on.then_some(level);
        if line.in_string {
            self.last_end = line.end;
            return;
        }
        while self.heads.last().is_some_and(|(indent, _)| *indent >= line.indent) {
            self.heads.pop();
        }
        self.heads.push((line.indent, line.code_end));
        if !self.levels.above.as_ref().is_some_and(|above| above.is_match(&text)) {
            self.last_end = line.end;
        }
    }

    fn push(&mut self, close: &str, line: Line, indent: usize, column: usize) {
        self.open.push(Open { close: close.to_owned(), indent, column, line: line.number });
    }

    /// Closes all but the first `kept` behind the last line.
    fn close(&mut self, kept: usize) {
        let insert: String =
            self.open.drain(kept.min(self.open.len())..).rev().flat_map(|open| ["\n".to_owned(), open.close]).collect();
        if !insert.is_empty() {
            self.change(self.last_end, 0, insert);
        }
    }

    fn change(&mut self, at: usize, leave_out: usize, insert: String) {
        self.changes.push(Change { at, leave_out, insert });
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '?' | '!' | ':')
}
