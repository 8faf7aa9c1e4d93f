//! Snippets: lines of text, cut to what a row can show.

use crate::docql::nodes::hit::{CALL, CALL_BY_NAME, Hit};
use crate::docql::nodes::item::Found;
use crate::document::Span;
use crate::library::{FileId, Library};
use std::ops::Range;

/// Sets the snippet of a hit to the line of its site, such as a call.
pub(super) fn show_site(library: &Library, file: FileId, found: &Found, hit: &mut Hit) {
    let (Some(site), Ok(text)) = (found.site, library.text(file)) else { return };
    // Counting is cheaper than a line index that is used once.
    let before = &text.as_bytes()[..(site.start as usize).min(text.len())];
    let line = memchr::memchr_iter(b'\n', before).count() as u32 + 1;
    let (snippet, marks) = marked_line(&text, site);
    hit.snippet = snippet;
    hit.snippet_marks = marks;
    hit.line = line;
    hit.end_line = line;
    hit.span = site;
    hit.role = if found.by_name { CALL_BY_NAME } else { CALL };
    hit.more = found.calls.saturating_sub(1);
}

/// The trimmed line around a mark, cut if it is very long, and the range of the mark in it. Takes time linear in the
/// line, not in the file: a file may have as many hits as lines.
pub(super) fn marked_line(text: &str, mark: Span) -> (String, Vec<Range<usize>>) {
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
pub(super) const MAX_SNIPPET_BYTES: usize = 400;
