//! Parts that pages have in common.

use crate::app::{Page, PreviewRequest};
use crate::preview::{self, MAX_LINE_CELLS, PreviewLine};
use std::sync::Arc;

/// A page without lines.
pub(super) fn blank(request: &PreviewRequest) -> Page {
    Page { path: Arc::clone(&request.path), wrapped: request.wrap, ..Page::default() }
}

/// Lines of source, wrapped if that is wanted.
pub(super) fn wrapped(lines: Vec<PreviewLine>, request: &PreviewRequest) -> Vec<PreviewLine> {
    let width = request.width.saturating_sub(6);
    match (request.wrap, request.prose) {
        (false, _) => lines,
        (true, false) => preview::wrap_lines(lines, width),
        (true, true) => preview::wrap_words(lines, width),
    }
}

/// True if some of the lines are cut, and the bytes that are shown of each of those, at least.
pub(super) fn cut(lines: &[PreviewLine]) -> (bool, u64) {
    let cut = lines.iter().filter(|line| line.width() >= MAX_LINE_CELLS);
    let shown = cut.filter_map(|line| {
        let start = line.spans.iter().find_map(|span| span.source)?.start;
        let end = line.spans.iter().rev().find_map(|span| span.source)?.end;
        Some(u64::from(end.saturating_sub(start)))
    });
    let least = shown.min();
    (least.is_some(), least.unwrap_or(0))
}

/// The label of a page of source.
pub(super) fn label(language: &str) -> String {
    if language == "plain" { String::new() } else { language.to_owned() }
}
