//! Endpoint lines in prose: `GET /users/{id}` in headings, lists, tables, inline code and HTTP examples.

use super::draft::Draft;
use crate::document::{Kind, Span};
use regex::Regex;
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
    let mut seen: Vec<(usize, String)> = Vec::new();
    for found in pattern.captures_iter(text) {
        let (Some(method), Some(path)) = (found.get(1), found.get(2)) else { continue };
        let line_start = text[..method.start()].rfind('\n').map_or(0, |at| at + 1);
        let line_end = memchr::memchr(b'\n', &text.as_bytes()[method.end()..]).map_or(text.len(), |n| method.end() + n);
        let clean = clean_path(path.as_str(), &text[path.end()..]);
        if path.end() > line_end || clean.is_empty() || !accepts(method.start(), &text[line_start..line_end]) {
            continue;
        }
        let name = format!("{} {clean}", method.as_str());
        seen.retain(|(line, _)| *line == line_start);
        if seen.iter().any(|(_, other)| *other == name) {
            continue;
        }
        let range = method.start()..path.start() + clean.len();
        let handle = draft.named(Kind::Api, range.clone(), &name, &name);
        draft.node(handle).name_span = Span::of_range(range);
        seen.push((line_start, name));
    }
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
