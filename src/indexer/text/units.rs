//! Cutting a text into what full-text search finds: sections of prose, runs of lines of everything else.

use crate::document::{Document, FormatFamily, FormatInfo, LexemeKind, Node, Span, lexemes, opens_section};
use crate::library::{FileId, Library};

/// A run of lines may end at a blank line from here on, if what follows is not indented deeper than its start.
const LEAST_LINES: usize = 24;

/// The same where settings are explained: what a blank line ends is about one of them.
const LEAST_EXPLAINED: usize = 6;

/// Settings are explained in a file that is comments by so many percent.
const EXPLAINED_PERCENT: usize = 35;

/// From here on it ends at any blank line.
const MANY_LINES: usize = 60;

/// It is never longer.
const MAX_LINES: usize = 90;

/// Nor has it more bytes: some files are one huge line.
const MAX_BYTES: usize = 8 << 10;

/// So many bytes of a title stand for it in each piece of its section. The rest of it is in the text all the same.
const MAX_TITLE: usize = 2 << 10;

/// A piece of prose ends with the paragraph in which it reaches this many bytes.
const PROSE_BYTES: usize = 700;

/// The entries that full-text search has of `file`, as ranges of its node text; for benchmarks against other
/// engines on the same entries.
pub fn units(library: &Library, file: FileId) -> Vec<Span> {
    let mut spans = Vec::new();
    if library.file(file).format.family == FormatFamily::Prose {
        if let Ok(document) = library.document(file) {
            sections(&document.text, sections_of(&document), &mut |_, span| spans.push(span));
        }
    } else if let Ok(text) = library.node_text(file) {
        let format = library.file(file).format;
        runs(&text, are_explained(&text, format, &comments(&text, format)), &mut |span| spans.push(span));
    }
    spans
}

/// The comments of a file that is no prose.
pub(super) fn comments(text: &str, format: &FormatInfo) -> Vec<Span> {
    let Some(lexis) = format.lexis.filter(|_| format.family != FormatFamily::Prose) else { return Vec::new() };
    let comments = lexemes(text, lexis).filter(|lexeme| lexeme.kind == LexemeKind::Comment);
    comments.map(|comment| comment.span).collect()
}

/// True for settings with comments that say what each is for: `redis.conf`, `php.ini`.
pub(super) fn are_explained(text: &str, format: &FormatInfo, comments: &[Span]) -> bool {
    let bytes: usize = comments.iter().map(|comment| comment.len() as usize).sum();
    format.family != FormatFamily::Code && bytes * 100 >= text.len() * EXPLAINED_PERCENT
}

/// Runs of lines, language by language the same: what is indented or stands together stays together as long
/// as it is not too long. Blank lines around a run and runs without a word are left out. Where settings are explained a
/// run is shorter.
pub(super) fn runs(text: &str, are_explained: bool, each: &mut dyn FnMut(Span)) {
    let least = if are_explained { LEAST_EXPLAINED } else { LEAST_LINES };
    let bytes = text.as_bytes();
    let mut run: Option<Run> = None;
    let mut after_blank = false;
    let mut at = 0;
    while at < bytes.len() {
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length + 1);
        let Some(indent) = indent(&bytes[at..end]) else {
            after_blank = true;
            at = end;
            continue;
        };
        if let Some(open) = run.as_mut() {
            let closes = matches!(bytes[at..end].trim_ascii_start(), [b'}' | b')' | b']', ..]);
            let is_gap = open.lines >= MANY_LINES || open.lines >= least && indent <= open.indent;
            let at_a_gap = after_blank && !closes && is_gap;
            if at_a_gap || open.lines >= MAX_LINES || end - open.start > MAX_BYTES {
                emit(text, open.start, open.end, each);
                run = None;
            }
        }
        let open = run.get_or_insert(Run { start: at, end, lines: 0, indent });
        open.lines += 1 + usize::from(after_blank && open.lines > 0);
        open.end = end;
        after_blank = false;
        at = end;
    }
    if let Some(open) = run {
        emit(text, open.start, open.end, each);
    }
}

/// Lines that are being collected.
struct Run {
    start: usize,
    end: usize,
    /// Runs of blank lines count as one.
    lines: usize,
    indent: usize,
}

/// The indentation of a line, a tab being eight columns; `None` if it is blank.
fn indent(line: &[u8]) -> Option<usize> {
    let mut columns = 0;
    for &byte in line {
        match byte {
            b' ' => columns += 1,
            b'\t' => columns = (columns | 7) + 1,
            b'\r' | b'\n' | 0x0c => {}
            _ => return Some(columns),
        }
    }
    None
}

/// Hands on `start..end`, in pieces if it is too long; pieces end between words if they can.
fn emit(text: &str, mut start: usize, end: usize, each: &mut dyn FnMut(Span)) {
    let bytes = text.as_bytes();
    while start < end {
        let mut cut = end;
        if end - start > MAX_BYTES {
            cut = start + MAX_BYTES;
            let is_gap = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric() && *byte != b'_';
            match bytes[start..cut].iter().rposition(is_gap) {
                Some(gap) if gap > 0 => cut = start + gap + 1,
                _ => cut = text.floor_char_boundary(cut),
            }
        }
        if has_word(&text[start..cut]) {
            each(Span::of_range(start..cut));
        }
        start = cut;
    }
}

/// A title as it stands beside the pieces of its section.
pub(super) fn title(name: &str) -> &str {
    &name[..name.floor_char_boundary(MAX_TITLE)]
}

fn has_word(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_alphanumeric()) || text.chars().any(char::is_alphanumeric)
}

/// The sections of a document: their nodes and spans.
pub(super) fn sections_of(document: &Document) -> impl Iterator<Item = (u32, Span)> {
    let is_section = |node: &Node| opens_section(node.kind, !node.detail.is_empty());
    (0..).zip(&document.nodes).filter(move |(_, node)| is_section(node)).map(|(number, node)| (number, node.span))
}

/// Sections of prose: the text that belongs to a heading and not to one below it, in pieces of whole
/// paragraphs. `each` gets the heading's node, `None` for what stands before the first one.
pub(super) fn sections(
    text: &str,
    headings: impl Iterator<Item = (u32, Span)>,
    each: &mut dyn FnMut(Option<u32>, Span),
) {
    let mut open: Vec<(Option<u32>, u32)> = vec![(None, text.len() as u32)];
    let mut cursor = 0;
    let mut close = |until: u32, open: &mut Vec<(Option<u32>, u32)>, cursor: &mut u32| {
        while let Some(&(node, end)) = open.last() {
            let end = end.min(until);
            if *cursor < end {
                paragraphs(text, Span::new(*cursor, end), &mut |span| each(node, span));
                *cursor = end;
            }
            if until < open.last().map_or(0, |top| top.1) || open.len() == 1 {
                break;
            }
            open.pop();
        }
    };
    for (node, span) in headings {
        close(span.start, &mut open, &mut cursor);
        let end = open.last().map_or(span.end, |top| top.1.min(span.end));
        open.push((Some(node), end));
    }
    close(text.len() as u32, &mut open, &mut cursor);
}

/// Whole paragraphs, as many as make up about [`PROSE_BYTES`], without the white space before them.
fn paragraphs(text: &str, piece: Span, each: &mut dyn FnMut(Span)) {
    let body = piece.of(text);
    let bytes = body.as_bytes();
    let mut start = 0;
    for at in memchr::memchr_iter(b'\n', bytes) {
        let ends = matches!(bytes[at + 1..], [b'\n', ..] | [b'\r', b'\n', ..]) && at + 1 - start >= PROSE_BYTES;
        if ends {
            trimmed(text, piece.start as usize + start, piece.start as usize + at + 1, each);
            start = at + 1;
        }
    }
    trimmed(text, piece.start as usize + start, piece.start as usize + body.len(), each);
}

fn trimmed(text: &str, start: usize, end: usize, each: &mut dyn FnMut(Span)) {
    let body = &text[start..end];
    emit(text, start + (body.len() - body.trim_start().len()), end, each);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Kind, LineIndex};
    use crate::formats;

    fn lines(text: &str) -> Vec<(u32, usize)> {
        let index = LineIndex::new(text);
        let mut out = Vec::new();
        runs(text, false, &mut |span| out.push((index.line(span.start), span.of(text).lines().count())));
        out
    }

    #[test]
    fn runs_end_where_the_indentation_ends() {
        let function = |lines: usize| format!("fn f() {{\n{}}}\n\n", "    work();\n\n".repeat(lines));
        let text = function(3) + &function(3) + &function(3) + &function(30) + &function(3);
        assert_eq!(lines(&text), [(1, 26), (28, 62), (91, 8)], "small ones together, a long one alone");
        assert!(lines("---\n\n").is_empty());
    }

    #[test]
    fn settings_that_are_explained_stand_apart() {
        let setting = |name: &str| format!("{}{name} yes\n\n", "# what this setting is for\n".repeat(6));
        let text = setting("first") + &setting("second") + "third no\n";
        let format = formats::by_id("ini").expect("a format").info;
        let found = comments(&text, format);
        assert!(are_explained(&text, format, &found));
        let mut starts = Vec::new();
        runs(&text, true, &mut |span| starts.push(LineIndex::new(&text).line(span.start)));
        assert_eq!(starts, [1, 9, 17]);
        let bare = "key = value\n# why\n\n".repeat(20);
        assert!(!are_explained(&bare, format, &comments(&bare, format)));
    }

    #[test]
    fn no_run_is_too_long_and_no_byte_is_in_two() {
        let text = "line\n".repeat(MAX_LINES * 2 + 1);
        assert_eq!(lines(&text).len(), 3);
        for text in ["word, ".repeat(4000), "x".repeat(40_000), "é".repeat(20_000)] {
            let mut end = 0;
            runs(&text, false, &mut |span| {
                assert!(span.start == end && span.len() as usize <= MAX_BYTES);
                end = span.end;
            });
            assert_eq!(end as usize, text.len());
        }
    }

    #[test]
    fn sections_have_their_own_text_and_long_ones_are_cut_between_paragraphs() {
        let long = "words and words. ".repeat(50);
        let text = format!("intro\n\n# A\n\n{long}\n\n{long}\n\n## B\n\nb\n\n# C\n\nc\n");
        let index = LineIndex::new(&text);
        let at = |needle: &str| text.find(needle).unwrap_or_default();
        let heading = |from: usize, to: usize| Node::new(Kind::Heading, Span::of_range(from..to), &index);
        let nodes = vec![heading(at("# A"), at("# C")), heading(at("## B"), at("# C")), heading(at("# C"), text.len())];
        let document = Document { text: text.clone(), nodes, ..Document::default() };
        let mut found = Vec::new();
        sections(&document.text, sections_of(&document), &mut |node, span| {
            found.push((node, span.of(&text).trim().len()))
        });
        let own = long.trim().len();
        assert_eq!(found, [(None, 5), (Some(0), 5 + own), (Some(0), own), (Some(1), 7), (Some(2), 6)]);
    }
}
