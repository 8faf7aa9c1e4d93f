//! Endpoint lines in prose: `GET /users/{id}` in headings, lists, tables, inline code and HTTP examples.

use super::draft::Draft;
use crate::document::{Kind, Span};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A method, a little markup, and a path or address.
static ENDPOINT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let path = r"(?:https?://[A-Za-z0-9._:{}-]+)?(/[A-Za-z0-9_\-./{}:<>*~%@$=&+,;]*)";
    Regex::new(&format!(r"\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[`*_|: \t]{{1,12}}{path}")).ok()
});

/// Adds a node for every endpoint in `text` whose place `accepts` takes: it is given the offset of the
/// method and the line around it. A line names an endpoint at most once.
pub(super) fn mark(text: &str, draft: &mut Draft, accepts: impl Fn(usize, &str) -> bool) {
    let Some(pattern) = ENDPOINT.as_ref() else { return };
    let mut seen: Vec<String> = Vec::new();
    let mut line = 0..0;
    for found in pattern.captures_iter(text) {
        let (Some(method), Some(path)) = (found.get(1), found.get(2)) else { continue };
        if method.start() >= line.end {
            line = line_around(text, line.end, method.start());
            seen.clear();
        }
        let clean = clean_path(path.as_str(), &text[path.end()..]);
        let shown = window(text, &line, method.start());
        if path.end() > line.end || clean.is_empty() || seen.len() > 100 || !accepts(method.start(), shown) {
            continue;
        }
        let name = format!("{} {clean}", method.as_str());
        if seen.contains(&name) {
            continue;
        }
        let range = method.start()..path.start() + clean.len();
        let handle = draft.named(Kind::Api, range.clone(), &name, &name);
        draft.node(handle).name_span = Span::of_range(range);
        seen.push(name);
    }
}

/// The line around `at`; no line before `from` needs to be looked at.
fn line_around(text: &str, from: usize, at: usize) -> Range<usize> {
    let start = text[from..at].rfind('\n').map_or(from, |offset| from + offset + 1);
    let end = memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |offset| at + offset + 1);
    start..end
}

/// The line, or of an endless one the part around `at`.
fn window<'t>(text: &'t str, line: &Range<usize>, at: usize) -> &'t str {
    const LONGEST: usize = 2_000;
    if line.len() <= LONGEST {
        return text[line.clone()].trim_end();
    }
    let (mut start, mut end) = (at.saturating_sub(LONGEST / 2).max(line.start), (at + LONGEST / 2).min(line.end));
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    &text[start..end]
}

/// The path without the punctuation of the sentence around it; empty if it is none.
fn clean_path<'t>(path: &'t str, after: &str) -> &'t str {
    let path = path.trim_end_matches(['.', ',', ';', ':', '*', '_', '<']);
    // `GET /POST requests` speaks of methods.
    let is_method = ["/GET", "/POST", "/PUT", "/PATCH", "/DELETE", "/HEAD", "/OPTIONS"].contains(&path);
    // A lone slash is an endpoint only if it stands for itself.
    let lone = path == "/" && !after.starts_with(['`', ' ', '\n', '\r', '|', '*', '?']) && !after.is_empty();
    if is_method || lone || path.starts_with("//") { "" } else { path }
}

/// Whether the method at `at` is the first thing on its `line`.
pub(super) fn starts(line: &str) -> bool {
    let line = line.trim_start();
    ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].iter().any(|method| line.starts_with(method))
}

/// Whether a method in prose stands where endpoints are listed: in a heading, a list item, a table row, or
/// set off as code or bold text.
pub(super) fn in_block(text: &str, line: &str, at: usize) -> bool {
    if text[..at].ends_with(['`', '*']) {
        return true;
    }
    let line = line.trim_start_matches([' ', '\t', '>']);
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_item = line.starts_with(['#', '|', '•'])
        || ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
        || (after_number.len() < line.len() && after_number.starts_with(['.', ')']));
    is_item || (line.contains(" | ") && !line.ends_with('.'))
}
