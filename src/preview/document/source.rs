//! Text as it is in the file, line by line.

use super::tabs::tab_cells;
use crate::document::{Document, Scope, Span};
use crate::languages::highlight::{HighlightBudget, Highlighter};
use crate::preview::canvas::source_mapped_text::split_by_scope;
use crate::preview::line::breaks::Breaks;
use crate::preview::line::flow::{Flow, FlowLine, MAX_LINE_CELLS, Piece};
use crate::preview::line::spans::{MIN_WIDTH, PreviewLine, PreviewSpan};

/// Bytes of a line that are looked at: enough for [`MAX_LINE_CELLS`] in any script.
const MAX_LINE_BYTES: u32 = 24_000;

/// `count` lines from line `first` of the document's text, without colours: what is painted first.
pub fn source_lines(document: &Document, first: u32, count: u32) -> Vec<PreviewLine> {
    source_lines_scoped(document, first, count, &[])
}

/// [`source_lines`] with the scopes that `highlighter` finds within `budget`.
pub fn source_lines_highlighted(
    document: &Document,
    highlighter: &mut Highlighter,
    first: u32,
    count: u32,
    budget: &HighlightBudget,
) -> Vec<PreviewLine> {
    let (start, end) = (document.lines.start(first), document.lines.start(first.saturating_add(count)));
    let scopes = highlighter.scopes(&document.text, &document.lines, Span::new(start, end), budget);
    source_lines_scoped(document, first, count, &scopes)
}

/// `count` lines from line `first` on, of each what follows its first `skipped` bytes: a window into lines too
/// long to be shown.
pub fn source_lines_behind(document: &Document, first: u32, count: u32, skipped: u32) -> Vec<PreviewLine> {
    let first = first.max(1);
    let end = first.saturating_add(count).min(document.lines.count() + 1);
    let tab = tab_cells(&document.text);
    let line = |line: u32| {
        let whole = document.lines.span(line);
        let number = document.source_line(whole.start);
        let mut spans = Vec::new();
        let rest =
            Span::new(whole.start.saturating_add(skipped).min(whole.end), whole.end).on_boundaries(&document.text);
        if !rest.of(&document.text).trim_end_matches(['\n', '\r']).is_empty() {
            spans.push(PreviewSpan::decoration("…", Scope::Comment));
            spans.extend(cut_line(&document.text, rest, &[], tab).spans);
        }
        PreviewLine { number: Some(number), source_line: number, spans, links: Vec::new() }
    };
    (first..end).map(line).collect()
}

/// [`source_lines`] with scopes that are known: in order, of the document's text.
pub fn source_lines_scoped(
    document: &Document,
    first: u32,
    count: u32,
    mut scopes: &[(Span, Scope)],
) -> Vec<PreviewLine> {
    let first = first.max(1);
    let end = first.saturating_add(count).min(document.lines.count() + 1);
    let tab = tab_cells(&document.text);
    let mut lines = Vec::with_capacity(end.saturating_sub(first) as usize);
    for line in first..end {
        let whole = document.lines.span(line);
        let passed = scopes.iter().take_while(|(span, _)| span.end <= whole.start).count();
        scopes = &scopes[passed..];
        let flow = cut_line(&document.text, whole, scopes, tab);
        let number = document.source_line(whole.start);
        lines.push(PreviewLine { number: Some(number), source_line: number, spans: flow.spans, links: Vec::new() });
    }
    lines
}

/// The printable beginning of the line at `whole`, with tab stops every `tab` cells.
fn cut_line(text: &str, whole: Span, scopes: &[(Span, Scope)], tab: usize) -> FlowLine {
    let looked_at = Span::new(whole.start, whole.end.min(whole.start.saturating_add(MAX_LINE_BYTES)));
    let shown = looked_at.of(text).trim_end_matches(['\n', '\r']);
    let span = Span::new(whole.start, whole.start + shown.len() as u32);
    let parts = split_by_scope(span, scopes, Scope::Text);
    if looked_at == whole
        && let Some(spans) = ascii_spans(text, &parts, tab)
    {
        return FlowLine { spans, ..FlowLine::default() };
    }
    let pieces: Vec<Piece> =
        parts.into_iter().map(|(part, scope)| Piece::new(part.of(text), scope, Some(part))).collect();
    let mut line = Flow::with_tabs(&pieces, MAX_LINE_CELLS + 1, tab).cut(MAX_LINE_CELLS);
    if looked_at != whole && line.spans.last().is_some_and(|last| last.source.is_some()) {
        line.append_decoration("…", Scope::Comment);
    }
    line
}

/// The spans of parts that are nothing but printable ASCII and tabs, and not long: what [`Flow`] makes of them,
/// without a look at each cell. Nearly all lines of programs are so.
fn ascii_spans(text: &str, parts: &[(Span, Scope)], tab_cells: usize) -> Option<Vec<PreviewSpan>> {
    let bytes: usize = parts.iter().map(|(part, _)| part.len() as usize).sum();
    let is_plain = |part: &Span| part.of(text).bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
    if bytes * tab_cells > MAX_LINE_CELLS || !parts.iter().all(|(part, _)| is_plain(part)) {
        return None;
    }
    let mut spans = Vec::with_capacity(parts.len());
    let mut column = 0;
    for &(part, scope) in parts {
        let mut at = part.start;
        for run in part.of(text).split_inclusive('\t') {
            let shown = run.strip_suffix('\t').unwrap_or(run);
            let source = Span::new(at, at + shown.len() as u32);
            if !shown.is_empty() {
                let source = Some(source);
                spans.push(PreviewSpan { text: shown.to_owned(), scope, source, exact: true, matched: false });
            }
            column += shown.len();
            if shown.len() < run.len() {
                let tab = tab_cells - column % tab_cells;
                let source = Some(Span::new(source.end, source.end + 1));
                spans.push(PreviewSpan { text: " ".repeat(tab), scope, source, exact: false, matched: false });
                column += tab;
            }
            at += run.len() as u32;
        }
    }
    Some(spans)
}

/// Breaks lines that are wider than `width`; what continues a line has no number.
pub fn wrap_lines(lines: Vec<PreviewLine>, width: u16) -> Vec<PreviewLine> {
    lines.into_iter().flat_map(|line| wrap_line(line, width, Breaks::Cells)).collect()
}

/// The same between words, without the blanks there.
pub fn wrap_words(lines: Vec<PreviewLine>, width: u16) -> Vec<PreviewLine> {
    lines.into_iter().flat_map(|line| wrap_line(line, width, Breaks::Words)).collect()
}

/// `line` cut to `width` cells, with a mark where something is left out.
pub fn clip_line(line: PreviewLine, width: usize) -> PreviewLine {
    if line.width() <= width {
        return line;
    }
    let piece =
        |span: &PreviewSpan| Piece { exact: span.exact, ..Piece::new(span.text.clone(), span.scope, span.source) };
    let pieces: Vec<Piece> = line.spans.iter().map(piece).collect();
    PreviewLine { spans: Flow::new(&pieces, usize::MAX).cut(width).spans, links: Vec::new(), ..line }
}

/// The rows that `line` takes at a width of `width` cells.
pub(super) fn wrap_line(line: PreviewLine, width: u16, breaks: Breaks) -> Vec<PreviewLine> {
    let width = (width as usize).max(MIN_WIDTH);
    if line.width() <= width {
        return vec![line];
    }
    let piece =
        |span: &PreviewSpan| Piece { exact: span.exact, ..Piece::new(span.text.clone(), span.scope, span.source) };
    let pieces: Vec<Piece> = line.spans.iter().map(piece).collect();
    let rows = Flow::new(&pieces, usize::MAX).wrap(width, breaks);
    let row = |(index, row): (usize, FlowLine)| PreviewLine {
        number: line.number.filter(|_| index == 0),
        source_line: line.source_line,
        spans: row.spans,
        links: Vec::new(),
    };
    rows.into_iter().enumerate().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lines_of_ascii_are_what_a_look_at_each_cell_makes_of_them(text in "[ -~\t]{0,60}", cuts: [u8; 4], tab in 1..=16usize) {
            let mut ends: Vec<u32> = cuts.iter().map(|&cut| u32::from(cut).min(text.len() as u32)).collect();
            ends.extend([0, text.len() as u32]);
            ends.sort_unstable();
            let scopes = [Scope::Text, Scope::Keyword, Scope::Comment];
            let parts = ends.windows(2).zip(scopes.into_iter().cycle());
            let parts: Vec<_> = parts.map(|(ends, scope)| (Span::new(ends[0], ends[1]), scope)).collect();
            let parts: Vec<_> = parts.into_iter().filter(|(part, _)| !part.is_empty()).collect();
            let pieces: Vec<Piece> =
                parts.iter().map(|&(part, scope)| Piece::new(part.of(&text), scope, Some(part))).collect();
            let slowly = Flow::with_tabs(&pieces, MAX_LINE_CELLS + 1, tab).cut(MAX_LINE_CELLS).spans;
            prop_assert_eq!(ascii_spans(&text, &parts, tab), Some(slowly));
        }
    }
}
