//! Snippets: lines of text, cut to what a row can show.

use crate::docql::nodes::hit::{CALL, CALL_BY_NAME, Hit};
use crate::docql::nodes::item::Found;
use crate::docql::nodes::matched::marked_line;
use crate::library::{FileId, Library};

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
    hit.role = if found.by_name() { CALL_BY_NAME } else { CALL };
    hit.more = found.calls.saturating_sub(1);
}
