//! Writes the text one reads, and remembers for each line where in the file it came from.

use crate::formats::draft::spans::MAX_COLUMNS;

/// Text in the making. Line breaks and spaces are owed until something visible follows.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) out: String,
    /// The line of the file for each line of `out`.
    pub(super) source: Vec<u32>,
    owed_breaks: usize,
    owed_space: bool,
    owed_separators: usize,
    /// A bullet or number, written before the first word of a list item.
    prefix: String,
    /// The place of the last bullet or separator; it belongs to no block that begins with it.
    mark: std::ops::Range<usize>,
}

impl Writer {
    /// The end of the text; what comes next starts here or, if breaks are owed, a little later.
    pub(super) fn at(&self) -> usize {
        self.out.len()
    }

    /// Ends the line; with 2, leaves a line blank.
    pub(super) fn break_line(&mut self, breaks: usize) {
        self.owed_breaks = self.owed_breaks.max(breaks);
        self.owed_separators = 0;
    }

    /// Goes on with the next cell on the same line; an empty one is seen if it `counts`.
    pub(super) fn separate(&mut self, counts: bool) {
        self.owed_breaks = 0;
        self.owed_separators = if counts { self.owed_separators + 1 } else { 1 };
    }

    /// Sets the text before the first word of a list item.
    pub(super) fn set_prefix(&mut self, prefix: String) {
        self.prefix = prefix;
    }

    /// The bytes written since `start`, without white space at the ends.
    pub(super) fn written(&self, start: usize) -> std::ops::Range<usize> {
        // What an element began behind may have been taken back since.
        let start = self.out.floor_char_boundary(start);
        let text = &self.out[start..];
        let start = start + (text.len() - text.trim_start().len());
        start..start + self.out[start..].trim_end().len()
    }

    /// The same without the bullet or separator in front.
    pub(super) fn content(&self, start: usize) -> std::ops::Range<usize> {
        let range = self.written(start);
        let start = if self.mark.contains(&range.start) { self.mark.end.min(self.out.len()) } else { range.start };
        start..range.end.max(start)
    }

    /// The bars that stand before what is written next.
    pub(super) fn bars(&self) -> usize {
        self.owed_separators.min(MAX_COLUMNS)
    }

    /// The same as [`Writer::content`] of a cell that began with so many bars, whatever marks came in it later.
    pub(super) fn content_behind(&self, start: usize, bars: usize) -> std::ops::Range<usize> {
        let has_bars = bars > 0 && self.out.get(start..).is_some_and(|text| text.starts_with(" |"));
        // ` | ` for one, three more bytes for each further one.
        let behind = if has_bars { (start + 3 * bars).min(self.out.len()) } else { start };
        self.content(if self.out.is_char_boundary(behind) { behind } else { start })
    }

    /// Pays all that is owed; `line` is the line of the file that is read.
    pub(super) fn settle(&mut self, line: u32) {
        if self.out.is_empty() {
            if self.source.is_empty() {
                self.source.push(line);
            }
        } else if self.owed_breaks > 0 {
            // Blank lines belong to what is above them.
            let above = self.source.last().copied().unwrap_or(line);
            for left in (0..self.owed_breaks).rev() {
                self.new_line(if left == 0 { line } else { above });
            }
        } else if self.owed_separators > 0 && !self.out.ends_with('\n') {
            let start = self.out.len();
            self.out.push_str(" |");
            self.out.push_str(&"  |".repeat(self.owed_separators.min(MAX_COLUMNS) - 1));
            self.out.push(' ');
            self.mark = start..self.out.len();
        } else if self.owed_space && !self.out.ends_with([' ', '\n']) {
            self.out.push(' ');
        }
        (self.owed_breaks, self.owed_space, self.owed_separators) = (0, false, 0);
        if !self.prefix.is_empty() {
            let start = self.out.len();
            self.out.push_str(&std::mem::take(&mut self.prefix));
            self.mark = start..self.out.len();
        }
    }

    fn new_line(&mut self, line: u32) {
        while self.out.ends_with(' ') {
            self.out.pop();
        }
        self.out.push('\n');
        self.source.push(line);
    }

    /// Words, with runs of white space made one space. `line` is the line of the file where `text` begins.
    pub(super) fn flow(&mut self, text: &str, line: u32) {
        for (number, piece) in text.split('\n').enumerate() {
            if number > 0 || piece.starts_with(char::is_whitespace) {
                self.owed_space = true;
            }
            for word in piece.split_whitespace() {
                self.settle(line + number as u32);
                self.out.push_str(word);
                self.owed_space = true;
            }
            if !piece.is_empty() && !piece.ends_with(char::is_whitespace) {
                self.owed_space = false;
            }
        }
    }

    /// Text as it is. `line` is the line of the file where `text` begins.
    pub(super) fn verbatim(&mut self, text: &str, line: u32) {
        for (number, piece) in text.split('\n').enumerate() {
            if number > 0 {
                self.out.push('\n');
                self.source.push(line + number as u32);
            }
            self.out.push_str(piece);
        }
    }

    /// Takes back what was written after `at`; there must be no line break in it.
    pub(super) fn take_back(&mut self, at: usize) {
        if self.out.is_char_boundary(at) && !self.out[at..].contains('\n') {
            self.out.truncate(at);
            self.owed_space = true;
        }
    }

    /// The text, and one line number per line of it.
    pub(super) fn finish(mut self) -> (String, Vec<u32>) {
        self.out.truncate(self.out.trim_end().len());
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        let lines = crate::document::LineIndex::new(&self.out).count() as usize;
        self.source.truncate(lines);
        let last = self.source.last().copied().unwrap_or(1);
        self.source.resize(lines, last);
        (self.out, self.source)
    }
}
