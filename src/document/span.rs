//! Spans: ranges of bytes of a text.

/// A range of bytes of a document's text: the one truth about place, all else is derived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to, not including, `end`.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end: end.max(start) }
    }

    /// The same range given as `usize`; offsets past 4 GiB are cut.
    pub fn of_range(range: std::ops::Range<usize>) -> Span {
        let cut = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span::new(cut(range.start), cut(range.end))
    }

    /// Its length in bytes.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// True if no byte is in it.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// True if the byte at `offset` is in it.
    pub fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }

    /// True if all of `other` is in it.
    pub fn covers(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The text at this span. A span that does not fit (the file changed) yields what can be read of it.
    pub fn of(self, text: &str) -> &str {
        let (mut start, mut end) = ((self.start as usize).min(text.len()), (self.end as usize).min(text.len()));
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        while !text.is_char_boundary(end) {
            end += 1;
        }
        &text[start..end]
    }

    /// The smallest span on character boundaries of `text` that holds this one.
    pub fn on_boundaries(self, text: &str) -> Span {
        let taken = self.of(text);
        let start = taken.as_ptr() as usize - text.as_ptr() as usize;
        Span::of_range(start..start + taken.len())
    }

    /// The same span as a `usize` range, for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
