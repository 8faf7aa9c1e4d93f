//! Byte offset ⇄ line number, by a table of line starts.

use super::Span;

/// The starts of the lines of a text. Lines end at `\n`; a `\r` before it belongs to the line's ending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
    len: u32,
}

impl LineIndex {
    /// Indexes the lines of `text`.
    pub fn new(text: &str) -> LineIndex {
        let mut starts = Vec::with_capacity(text.len() / 32 + 1);
        starts.push(0);
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1));
        if starts.len() > 1 && starts.last() == Some(&(text.len() as u32)) {
            starts.pop();
        }
        LineIndex { starts, len: text.len() as u32 }
    }

    /// The number of lines; a text without any character has one.
    pub fn count(&self) -> u32 {
        self.starts.len().max(1) as u32
    }

    /// The 1-based line of the byte at `offset`; offsets past the end are on the last line.
    pub fn line(&self, offset: u32) -> u32 {
        (self.starts.partition_point(|&start| start <= offset) as u32).max(1)
    }

    /// The 1-based column of `offset` in bytes from the start of its line.
    pub fn column(&self, offset: u32) -> u32 {
        offset - self.start(self.line(offset)) + 1
    }

    /// Start of the 1-based `line`; the end of the text for lines past the last.
    pub fn start(&self, line: u32) -> u32 {
        self.starts.get(line.saturating_sub(1) as usize).copied().unwrap_or(self.len)
    }

    /// The bytes of the 1-based `line`, its line ending included.
    pub fn span(&self, line: u32) -> Span {
        Span::new(self.start(line), self.start(line + 1))
    }

    /// The text of the 1-based `line` without its ending; empty past the last line.
    pub fn text<'t>(&self, text: &'t str, line: u32) -> &'t str {
        self.span(line).of(text).trim_end_matches(['\n', '\r'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_one_based_and_keep_crlf_out() {
        let text = "a\r\nbc\n\nd";
        let lines = LineIndex::new(text);
        assert_eq!(lines.count(), 4);
        assert_eq!((0..text.len() as u32).map(|o| lines.line(o)).collect::<Vec<_>>(), [1, 1, 1, 2, 2, 2, 3, 4]);
        assert_eq!((1..=4).map(|l| lines.text(text, l)).collect::<Vec<_>>(), ["a", "bc", "", "d"]);
        assert_eq!(LineIndex::new("a\n").count(), 1);
        assert_eq!(LineIndex::new("").count(), 1);
        assert_eq!(lines.column(4), 2);
    }
}
