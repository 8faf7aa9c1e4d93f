//! Cutting a file into what full-text search finds: sections, declarations, runs of lines.

use crate::document::{FormatFamily, Kind, Span};
use crate::library::Outline;

/// A run of plain lines, and a piece of a declaration that is too long to be one entry.
const CHUNK_LINES: usize = 40;

/// A declaration with more lines of its own is cut into pieces.
const MAX_DECLARATION_LINES: usize = 120;

/// A piece of prose ends with the paragraph in which it reaches this many bytes.
const PROSE_BYTES: usize = 700;

/// One entry of the full-text index.
#[derive(Debug)]
pub(super) struct Unit<'t> {
    /// The node it belongs to; `None` for text outside of all of them.
    pub node: Option<u32>,
    /// Where a hit points to.
    pub span: Span,
    /// The parts of its body that are prose.
    pub prose: Vec<&'t str>,
    /// The parts of its body that are code or data.
    pub code: Vec<&'t str>,
}

/// A node whose text is being collected, without what belongs to nodes inside it.
struct Open {
    node: Option<u32>,
    end: u32,
    pieces: Vec<Span>,
}

/// Cuts `text`; `each` gets the entries in no particular order. No byte is in two entries.
pub(super) fn cut<'t>(text: &'t str, outline: Outline<'_>, family: FormatFamily, each: &mut dyn FnMut(Unit<'t>)) {
    let cutter = Cutter { text, outline, family };
    let mut stack = vec![Open { node: None, end: text.len() as u32, pieces: Vec::new() }];
    let mut cursor = 0;
    for node in (0..outline.len()).filter(|&node| cutter.is_entry(outline.kind(node))) {
        let (span, doc) = (outline.span(node), outline.doc(node));
        let start = if doc.is_empty() { span.start } else { doc.start.min(span.start) };
        while stack.len() > 1 && stack.last().is_some_and(|top| top.end <= start) {
            cutter.close(&mut stack, &mut cursor, each);
        }
        let Some(top) = stack.last_mut() else { return };
        let (start, end) = (start.max(cursor), span.end.min(top.end));
        if cursor < start {
            top.pieces.push(Span::new(cursor, start));
        }
        cursor = start;
        stack.push(Open { node: Some(node), end, pieces: Vec::new() });
    }
    while !stack.is_empty() {
        cutter.close(&mut stack, &mut cursor, each);
    }
}

struct Cutter<'t, 'o> {
    text: &'t str,
    outline: Outline<'o>,
    family: FormatFamily,
}

impl<'t> Cutter<'t, '_> {
    /// Whether nodes of this kind are entries of their own.
    fn is_entry(&self, kind: Kind) -> bool {
        match self.family {
            FormatFamily::Prose => matches!(kind, Kind::Heading | Kind::Page),
            FormatFamily::Code => kind.is_class() || kind.is_function() || matches!(kind, Kind::Test | Kind::Impl),
            FormatFamily::Data | FormatFamily::Plain => false,
        }
    }

    fn close(&self, stack: &mut Vec<Open>, cursor: &mut u32, each: &mut dyn FnMut(Unit<'t>)) {
        let Some(mut open) = stack.pop() else { return };
        if *cursor < open.end {
            open.pieces.push(Span::new(*cursor, open.end));
            *cursor = open.end;
        }
        match (self.family, open.node) {
            (FormatFamily::Code, Some(node)) => self.declaration(node, &open.pieces, each),
            (FormatFamily::Prose, node) => {
                for piece in &open.pieces {
                    for span in paragraphs(self.text, *piece) {
                        self.emit(node, span, true, each);
                    }
                }
            }
            (_, node) => {
                for piece in &open.pieces {
                    for span in runs(self.text, *piece) {
                        self.emit(node, span, false, each);
                    }
                }
            }
        }
    }

    fn declaration(&self, node: u32, pieces: &[Span], each: &mut dyn FnMut(Unit<'t>)) {
        let lines: usize = pieces.iter().map(|piece| lines_of(piece.of(self.text))).sum();
        if lines > MAX_DECLARATION_LINES {
            for span in pieces.iter().flat_map(|piece| runs(self.text, *piece)) {
                self.emit(Some(node), span, false, each);
            }
            return;
        }
        let doc = self.outline.doc(node);
        let (mut prose, mut code) = (Vec::new(), Vec::new());
        for piece in pieces {
            if piece.covers(doc) && !doc.is_empty() {
                code.push(Span::new(piece.start, doc.start).of(self.text));
                prose.push(doc.of(self.text));
                code.push(Span::new(doc.end, piece.end).of(self.text));
            } else {
                code.push(piece.of(self.text));
            }
        }
        each(Unit { node: Some(node), span: self.outline.span(node), prose, code });
    }

    fn emit(&self, node: Option<u32>, span: Span, is_prose: bool, each: &mut dyn FnMut(Unit<'t>)) {
        let body = span.of(self.text);
        let start = span.start + (body.len() - body.trim_start().len()) as u32;
        if !body.chars().any(char::is_alphanumeric) {
            return;
        }
        let span = Span::new(start, span.end);
        let (prose, code) = if is_prose { (vec![body], Vec::new()) } else { (Vec::new(), vec![body]) };
        each(Unit { node, span, prose, code });
    }
}

fn lines_of(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}

/// Runs of at most [`CHUNK_LINES`] lines.
fn runs(text: &str, piece: Span) -> Vec<Span> {
    let body = piece.of(text);
    let ends = memchr::memchr_iter(b'\n', body.as_bytes()).skip(CHUNK_LINES - 1).step_by(CHUNK_LINES);
    split(piece, ends.map(|at| at + 1))
}

/// Whole paragraphs, as many as make up about [`PROSE_BYTES`].
fn paragraphs(text: &str, piece: Span) -> Vec<Span> {
    let body = piece.of(text).as_bytes();
    let mut last = 0;
    let blank = memchr::memchr_iter(b'\n', body).filter(move |&at| {
        let is_end = matches!(body[at + 1..], [b'\n', ..] | [b'\r', b'\n', ..]) && at + 1 - last >= PROSE_BYTES;
        if is_end {
            last = at + 1;
        }
        is_end
    });
    split(piece, blank.map(|at| at + 1))
}

/// Cuts `piece` at offsets relative to its start.
fn split(piece: Span, cuts: impl Iterator<Item = usize>) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut start = piece.start;
    for cut in cuts {
        let end = piece.start + cut as u32;
        spans.push(Span::new(start, end));
        start = end;
    }
    if start < piece.end {
        spans.push(Span::new(start, piece.end));
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, LineIndex, Node};
    use crate::library::{ContentKey, Segment, SegmentBuilder};

    fn outline_of(text: &str, nodes: &[(Kind, std::ops::Range<usize>)]) -> Segment {
        let lines = LineIndex::new(text);
        let mut document = Document { text: text.to_owned(), ..Document::default() };
        for (kind, range) in nodes {
            document.nodes.push(Node::new(*kind, Span::of_range(range.clone()), &lines));
        }
        document.lines = lines;
        document.nest();
        let mut builder = SegmentBuilder::default();
        builder.push(&document, ContentKey::default(), []);
        builder.finish()
    }

    fn bodies(text: &str, family: FormatFamily, nodes: &[(Kind, std::ops::Range<usize>)]) -> Vec<String> {
        let segment = outline_of(text, nodes);
        let mut out = Vec::new();
        cut(text, segment.outline(0), family, &mut |unit| {
            out.push(format!("{:?} {}{}", unit.node, unit.prose.concat(), unit.code.concat()).trim().to_owned())
        });
        out.sort();
        out
    }

    #[test]
    fn every_node_has_its_own_text_once() {
        let text = "import a\nclass A { x; fn f() {} y }\nend";
        let nodes = [(Kind::Class, 9..35), (Kind::Method, 22..31)];
        assert_eq!(
            bodies(text, FormatFamily::Code, &nodes),
            ["None \nend", "None import a", "Some(0) class A { x;  y }", "Some(1) fn f() {}"]
        );
    }

    #[test]
    fn sections_have_their_own_text_and_long_ones_are_cut_between_paragraphs() {
        let long = "words and words. ".repeat(50);
        let text = format!("intro\n\n# A\n\n{long}\n\n{long}\n\n## B\n\nb\n");
        let b = text.find("## B").unwrap_or_default();
        let nodes = [(Kind::Heading, 7..text.len()), (Kind::Heading, b..text.len())];
        let found = bodies(&text, FormatFamily::Prose, &nodes);
        assert_eq!(found.len(), 4, "{found:?}");
        assert_eq!(found[0], "None intro");
        assert!(found[3].starts_with("Some(1) ## B"));
    }

    #[test]
    fn plain_text_is_cut_into_runs_of_lines() {
        let text = "line\n".repeat(CHUNK_LINES * 2 + 1);
        assert_eq!(bodies(&text, FormatFamily::Plain, &[]).len(), 3);
        assert!(bodies("---\n", FormatFamily::Plain, &[]).is_empty());
    }
}
