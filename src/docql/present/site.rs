//! The line of a hit that stands for a place in another node: of a call, a reference; cut to what a row can show.

use crate::docql::nodes::hit::{CALL, CALL_BY_NAME, DISPATCHED, Hit};
use crate::docql::nodes::lists::item::Found;
use crate::docql::nodes::matched::{marked_line, other_lines};
use crate::document::Span;
use crate::library::{FileId, Library};

/// The name of the type above that a call goes through; empty if none.
pub(super) fn through(library: &Library, found: &Found) -> String {
    let above = found.through().and_then(|of| Some(library.outline(of.file)?.name(of.node).to_owned()));
    above.unwrap_or_default()
}

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
    hit.role = match found.doubt() {
        0 => CALL,
        1 => DISPATCHED,
        _ => CALL_BY_NAME,
    };
    hit.through = through(library, found);
    hit.more = found.further.len() as u32;
    if hit.more > 0 {
        let sites: Vec<Span> = std::iter::once(site).chain(found.further.iter().copied()).collect();
        // They stand behind the first: only the lines between are counted.
        let below = |offset: u32| text.as_bytes().get(before.len()..offset as usize).unwrap_or_default();
        hit.others = other_lines(&text, &sites, None, |at| line + memchr::memchr_iter(b'\n', below(at)).count() as u32);
    }
}
