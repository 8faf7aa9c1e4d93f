//! Lines of a document, rendered or as its source: which of the two, its caller says.

use super::nodes;
use super::source::{source_lines, source_lines_highlighted, wrap_line, wrap_lines};
use crate::document::{Document, Scope, ShownAs};
use crate::languages::highlight::{HighlightBudget, Highlighter};
use crate::preview::canvas::rendering::{MAX_RENDERED_LINES, RenderOptions, Rendering};
use crate::preview::line::breaks::Breaks;
use crate::preview::line::spans::{PreviewLine, PreviewMode, PreviewPart, PreviewSpan};
use crate::preview::markdown;

/// Bytes of a document that are rendered, at most.
pub const MAX_RENDERED_BYTES: usize = 2 << 20;
/// Lines of plain text that are read at a time.
const PLAIN_CHUNK: u32 = 500;

/// The lines that `request` asks for. With a `highlighter` the source has colours; without one it is ready at once.
pub fn preview(
    document: &Document,
    shown_as: ShownAs,
    request: &PreviewPart,
    highlighter: Option<&mut Highlighter>,
    budget: &HighlightBudget,
) -> Vec<PreviewLine> {
    if request.mode == PreviewMode::Rendered {
        return rendered(document, shown_as, request.width, budget);
    }
    let lines = match highlighter {
        // Text taken out of a file is not in the language of the file.
        Some(highlighter) if document.source_lines.is_none() => {
            source_lines_highlighted(document, highlighter, request.first_line, request.lines, budget)
        }
        _ => source_lines(document, request.first_line, request.lines),
    };
    if request.wrap { wrap_lines(lines, request.width) } else { lines }
}

/// The whole document for reading, wrapped to `width`; `budget` limits the colours of its code blocks.
pub fn rendered(document: &Document, shown_as: ShownAs, width: u16, budget: &HighlightBudget) -> Vec<PreviewLine> {
    render(document, shown_as, RenderOptions::at_width(width), budget).lines
}

/// The whole document for reading; `budget` limits the colours of its code blocks.
pub fn render(
    document: &Document,
    shown_as: ShownAs,
    options: RenderOptions<'_>,
    budget: &HighlightBudget,
) -> Rendering {
    let mut length = document.text.len().min(MAX_RENDERED_BYTES);
    while !document.text.is_char_boundary(length) {
        length -= 1;
    }
    let mut rendering = match shown_as {
        ShownAs::Markdown => markdown::render(document, length, options, budget),
        ShownAs::Nodes => nodes::render(document, length, options, budget),
        ShownAs::Source | ShownAs::Table => {
            Rendering { lines: plain(document, length, options.width, budget), ..Rendering::default() }
        }
    };
    rendering.lines.truncate(MAX_RENDERED_LINES);
    let shown = rendering.lines.len();
    rendering.pictures.retain(|picture| picture.at + usize::from(picture.rows) <= shown);
    if length < document.text.len() || rendering.lines.len() >= MAX_RENDERED_LINES {
        let source_line = rendering.lines.last().map_or(1, |line| line.source_line);
        let text = "… more in the source";
        let spans = vec![PreviewSpan::decoration(
            crate::stdx::clip(text, crate::preview::line::spans::MIN_WIDTH.max(options.width as usize)),
            Scope::Comment,
        )];
        rendering.lines.push(PreviewLine { number: None, source_line, spans, links: Vec::new() });
    }
    rendering
}

/// Text of which nothing is known, its lines wrapped between words.
fn plain(document: &Document, length: usize, width: u16, budget: &HighlightBudget) -> Vec<PreviewLine> {
    let last = document.lines.line(length.saturating_sub(1) as u32);
    let mut lines: Vec<PreviewLine> = Vec::new();
    let mut first = 1;
    while first <= last && lines.len() < MAX_RENDERED_LINES && !budget.ticket.is_stale() {
        let chunk = source_lines(document, first, PLAIN_CHUNK.min(last + 1 - first));
        lines.extend(chunk.into_iter().flat_map(|line| wrap_line(line, width, Breaks::Words)));
        first += PLAIN_CHUNK;
    }
    lines
}
