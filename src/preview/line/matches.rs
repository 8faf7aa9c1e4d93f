//! Marking what a query matched.

use unicode_segmentation::UnicodeSegmentation;

use super::spans::{PreviewLine, PreviewSpan};
use crate::document::Span;

/// Marks every part of `lines` that stands for text in one of `matches`, cutting spans where matches begin and
/// end. Text that is not shown as written (a tab, an entity) is marked as a whole.
pub fn highlight_matches(lines: &mut [PreviewLine], matches: &[Span]) {
    let matches = disjoint(matches);
    if matches.is_empty() {
        return;
    }
    for line in lines {
        let touched = |span: &PreviewSpan| span.source.is_some_and(|source| !overlapping(&matches, source).is_empty());
        if line.spans.iter().any(touched) {
            let spans = std::mem::take(&mut line.spans);
            line.spans = spans.into_iter().flat_map(|span| mark(span, &matches)).collect();
        }
    }
}

/// The matches in order, those that overlap made one.
fn disjoint(matches: &[Span]) -> Vec<Span> {
    let mut sorted: Vec<Span> = matches.iter().copied().filter(|span| !span.is_empty()).collect();
    sorted.sort_unstable();
    sorted.dedup_by(|next, kept| {
        let overlap = next.start < kept.end;
        if overlap {
            kept.end = kept.end.max(next.end);
        }
        overlap
    });
    sorted
}

/// The matches that overlap `source`.
fn overlapping(matches: &[Span], source: Span) -> &[Span] {
    let first = matches.partition_point(|span| span.end <= source.start);
    let last = matches.partition_point(|span| span.start < source.end);
    matches.get(first..last).unwrap_or_default()
}

fn mark(span: PreviewSpan, matches: &[Span]) -> Vec<PreviewSpan> {
    let Some(source) = span.source else { return vec![span] };
    let hits = overlapping(matches, source);
    if hits.is_empty() {
        return vec![span];
    }
    if !span.exact {
        return vec![PreviewSpan { matched: true, ..span }];
    }
    let mut parts = Vec::new();
    let mut at = source.start;
    for hit in hits {
        let (start, end) = (hit.start.max(at), hit.end.min(source.end));
        if start < end {
            parts.push(part(&span, source, Span::new(at, start), false));
            parts.push(part(&span, source, Span::new(start, end), true));
            at = end;
        }
    }
    parts.push(part(&span, source, Span::new(at, source.end), false));
    parts.retain(|part| !part.text.is_empty());
    parts
}

/// The part of `span`, which stands for `source`, at `cut`. A cut inside a grapheme is made behind it.
fn part(span: &PreviewSpan, source: Span, cut: Span, matched: bool) -> PreviewSpan {
    let inner = |offset: u32| {
        let at = (offset - source.start) as usize;
        if span.text.is_ascii() {
            return at;
        }
        span.text.grapheme_indices(true).map(|(start, _)| start).find(|start| *start >= at).unwrap_or(span.text.len())
    };
    let (start, end) = (inner(cut.start), inner(cut.end));
    let source = Span::new(source.start + start as u32, source.start + end as u32);
    PreviewSpan {
        text: span.text[start..end].to_owned(),
        scope: span.scope,
        source: Some(source),
        exact: true,
        matched,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Scope;

    #[test]
    fn spans_are_cut_where_matches_begin_and_end() {
        let span = |text: &str, start: u32, end: u32| PreviewSpan {
            text: text.to_owned(),
            scope: Scope::Text,
            source: Some(Span::new(start, end)),
            exact: text.len() as u32 == end - start,
            matched: false,
        };
        let spans = vec![span("hello 中文", 10, 22), span("    ", 22, 23), PreviewSpan::decoration("x", Scope::Text)];
        let mut lines = [PreviewLine { spans, ..PreviewLine::default() }];
        highlight_matches(&mut lines, &[Span::new(12, 14), Span::new(11, 13), Span::new(19, 23)]);
        let shown: Vec<(&str, bool)> = lines[0].spans.iter().map(|span| (span.text.as_str(), span.matched)).collect();
        assert_eq!(shown, [("h", false), ("ell", true), ("o 中", false), ("文", true), ("    ", true), ("x", false)]);
    }
}
