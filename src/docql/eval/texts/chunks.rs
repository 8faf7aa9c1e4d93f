//! Chunks, pieces of retrieval size: sections cut at paragraphs, code cut at declarations.

use crate::docql::nodes::lists::extent::Extent;
use crate::docql::nodes::lists::item::{Excerpt, Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::document::{FormatFamily, Kind, LineIndex, Span};
use crate::library::{Library, Outline};

/// Bytes of a chunk of prose after which the next block starts a new one.
const MAX_PROSE_BYTES: u32 = 700;
/// Lines of a chunk of unstructured text.
const MAX_PLAIN_LINES: u32 = 40;

/// The chunks of `scope`, in document order.
pub(in crate::docql::eval) fn chunks(library: &Library, scope: &Extent<'_>) -> List {
    let Ok(source) = library.node_text(scope.file) else { return Vec::new() };
    let whole = match (scope.outline, scope.node) {
        (Some(outline), Some(node)) => outline.span(node),
        _ => Span::new(0, source.len() as u32),
    };
    let lines = LineIndex::new(&source);
    let spans = match (scope.outline, library.file(scope.file).format.family) {
        (Some(outline), FormatFamily::Code) => declarations(&outline, scope),
        (Some(outline), FormatFamily::Prose) => prose(&outline, scope, whole),
        (Some(outline), FormatFamily::Data) => endpoints(&outline, scope, whole, &lines),
        _ => Vec::new(),
    };
    let spans = if spans.is_empty() { plain(&lines, whole) } else { spans };
    let document = if library.file(scope.file).format.derived_text {
        crate::docql::nodes::fields::document(library, scope.file)
    } else {
        None
    };
    let line_of =
        |offset: u32| document.as_ref().map_or_else(|| lines.line(offset), |document| document.source_line(offset));
    spans
        .into_iter()
        .filter(|span| !span.of(&source).trim().is_empty())
        .map(|span| Excerpt {
            file: scope.file,
            span,
            kind: Kind::Chunk,
            line: line_of(span.start),
            end_line: line_of(span.end.saturating_sub(1).max(span.start)),
            mark: Span::new(span.start, span.start),
        })
        .map(|excerpt| Found::plain(Item::Excerpt(excerpt)))
        .collect()
}

/// One chunk per declaration: functions whole, types as a head and one for each member.
fn declarations(outline: &Outline<'_>, scope: &Extent<'_>) -> Vec<Span> {
    let with_doc = |at: u32| {
        let doc = outline.doc(at);
        let span = outline.span(at);
        if doc.is_empty() || doc.start > span.start { span } else { Span::new(doc.start, span.end) }
    };
    let mut out = Vec::new();
    let mut at = scope.nodes.start;
    while at < scope.nodes.end {
        let kind = outline.kind(at);
        let holds_functions = (at + 1..outline.end(at)).any(|inner| outline.kind(inner).is_function());
        if kind.is_function() || (kind.is_symbol() && !holds_functions) {
            out.push(with_doc(at));
            at = outline.end(at).max(at + 1);
            continue;
        }
        if (kind.is_symbol() || kind == Kind::Impl) && holds_functions {
            let first = (at + 1..outline.end(at)).find(|&inner| outline.kind(inner).is_symbol());
            let head = with_doc(at);
            out.push(Span::new(head.start, first.map_or(head.end, |inner| with_doc(inner).start.max(head.start))));
        }
        at += 1;
    }
    out
}

/// Blocks of a section joined until the chunk is large enough; a heading starts a new one.
fn prose(outline: &Outline<'_>, scope: &Extent<'_>, whole: Span) -> Vec<Span> {
    let mut cuts: Vec<(u32, bool)> = Vec::new();
    for at in scope.nodes.clone() {
        let kind = outline.kind(at);
        let nested = outline
            .parent(at)
            .is_some_and(|parent| outline.kind(parent) != Kind::Heading && Some(parent) != scope.node);
        if kind == Kind::Heading || (!nested && !matches!(kind, Kind::Link | Kind::Image | Kind::Term | Kind::Api)) {
            cuts.push((outline.span(at).start, kind == Kind::Heading));
        }
    }
    let mut out = Vec::new();
    let mut start = whole.start;
    let mut last = whole.start;
    for (cut, heading) in cuts {
        if cut > start && (heading || cut - start > MAX_PROSE_BYTES) {
            let end = if heading || last <= start { cut } else { last };
            out.push(Span::new(start, end));
            start = end;
        }
        last = cut;
    }
    out.push(Span::new(start, whole.end));
    out
}

/// One chunk per endpoint, and what stands around them.
fn endpoints(outline: &Outline<'_>, scope: &Extent<'_>, whole: Span, lines: &LineIndex) -> Vec<Span> {
    let mut out = Vec::new();
    let mut at = whole.start;
    for node in scope.nodes.clone().filter(|node| outline.kind(*node) == Kind::Api) {
        let span = outline.span(node);
        if span.start >= at {
            out.extend(plain(lines, Span::new(at, span.start)));
            out.push(span);
            at = span.end;
        }
    }
    if at > whole.start {
        out.extend(plain(lines, Span::new(at, whole.end)));
    }
    out
}

fn plain(lines: &LineIndex, whole: Span) -> Vec<Span> {
    let (mut line, last) = (lines.line(whole.start), lines.line(whole.end.saturating_sub(1).max(whole.start)));
    let mut out = Vec::new();
    while line <= last {
        out.push(Span::new(lines.start(line).max(whole.start), lines.start(line + MAX_PLAIN_LINES).min(whole.end)));
        line += MAX_PLAIN_LINES;
    }
    out
}
