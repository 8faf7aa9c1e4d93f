//! The dialect of a text: C++ in a file that is called a C header, and words that only the preprocessor reads.

use crate::document::beside_scripts;
use crate::languages::rules::model::Unseen;
use crate::languages::table::{Language, by_id};
use std::borrow::Cow;
use std::ops::Range;
use tree_sitter::Point;

/// The id of the language that `text` is written in, a text of a file that is taken for one of language `id`.
pub fn as_written<'i>(id: &'i str, text: &str) -> &'i str {
    let dialect = by_id(id).and_then(|language| language.info.lexis?.dialect);
    dialect.filter(|dialect| dialect.is_of(text)).map_or(id, |dialect| dialect.id)
}

impl Language {
    /// The language that `text` is written in where its file is taken for one of this.
    pub(in crate::languages) fn as_written(&'static self, text: &str) -> &'static Language {
        by_id(as_written(self.info.id, text)).unwrap_or(self)
    }
}

/// The parts of a text that a parser is to read: all but `unseen`, which is sorted. Nothing if that is all of it.
pub(in crate::languages) fn seen(text: &str, unseen: &[Range<usize>]) -> Vec<tree_sitter::Range> {
    if unseen.is_empty() {
        return Vec::new();
    }
    let bytes = text.as_bytes();
    let mut place = (0, Point::new(0, 0));
    // Places come in order: each is counted on from the one before it.
    let mut point = |at: usize| {
        let (from, start) = place;
        let between = &bytes[from..at];
        let column = match memchr::memrchr(b'\n', between) {
            Some(last) => Point::new(start.row + memchr::memchr_iter(b'\n', between).count(), between.len() - last - 1),
            None => Point::new(start.row, start.column + between.len()),
        };
        place = (at, column);
        column
    };
    let mut ranges = Vec::with_capacity(unseen.len() + 1);
    let mut start = (0, Point::new(0, 0));
    for gap in unseen {
        if gap.start > start.0 {
            let end = point(gap.start);
            ranges.push(range(start, (gap.start, end)));
        }
        start = (gap.end, point(gap.end));
    }
    if start.0 < bytes.len() {
        let end = point(bytes.len());
        ranges.push(range(start, (bytes.len(), end)));
    }
    ranges
}

fn range((start_byte, start_point): (usize, Point), (end_byte, end_point): (usize, Point)) -> tree_sitter::Range {
    tree_sitter::Range { start_byte, end_byte, start_point, end_point }
}

impl Language {
    /// What of `text` the grammar must not see: words that are the preprocessor's, or the elements that scripts stand
    /// among.
    pub(in crate::languages) fn unseen(&'static self, text: &str) -> Vec<Range<usize>> {
        match self.info.lexis.and_then(|lexis| lexis.forms.page) {
            Some(page) => beside_scripts(text, page),
            None => self.table().map_or_else(Vec::new, |table| unseen(&table.unseen, text)),
        }
    }

    /// Whether files are programs from their first line to their last: those of others have elements around their scripts,
    /// and their colours come from another tree than their outline.
    pub fn is_all(&self) -> bool {
        self.info.lexis.is_none_or(|lexis| lexis.forms.page.is_none())
    }
}

/// What the groups `unseen` of `patterns` find in `text`, in order.
pub(super) fn unseen(patterns: &Unseen, text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for pattern in patterns.any.matches(text).into_iter().map(|at| &patterns.each[at]) {
        found.extend(pattern.captures_iter(text).filter_map(|captures| Some(captures.name("unseen")?.range())));
    }
    found.sort_unstable_by_key(|range| range.start);
    found.dedup_by(|later, earlier| later.start < earlier.end);
    found
}

/// The text with blanks in place of `gaps`, which are sorted; lines stay where they are.
pub(super) fn blanked<'t>(text: &'t str, gaps: &[Range<usize>]) -> Cow<'t, str> {
    if gaps.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for gap in gaps {
        let (Some(before), Some(inside)) = (text.get(at..gap.start), text.get(gap.clone())) else { continue };
        out.push_str(before);
        out.extend(inside.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        at = gap.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_are_the_parts_between_with_their_places() {
        let text = "ab\ncd EF gh\nij";
        let parts = seen(text, &[6..8, 11..12]);
        let shown: Vec<_> = parts
            .iter()
            .map(|part| (&text[part.start_byte..part.end_byte], part.start_point, part.end_point))
            .collect();
        assert_eq!(
            shown,
            [
                ("ab\ncd ", Point::new(0, 0), Point::new(1, 3)),
                (" gh", Point::new(1, 5), Point::new(1, 8)),
                ("ij", Point::new(2, 0), Point::new(2, 2)),
            ]
        );
        assert!(seen(text, &[]).is_empty());
    }
}
