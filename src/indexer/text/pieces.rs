//! Cutting a file into what gets a vector: what it says of itself, declarations with their documentation, paragraphs
//! of sections.

use super::{row_pieces, units};
use crate::document::{FormatFamily, FormatInfo, Kind, Span};
use crate::library::{FileId, Library, Outline};

/// A declaration is cut into pieces of about so many bytes: the mean of a longer text says nothing.
const PIECE_BYTES: usize = 1600;

/// So many pieces of one declaration get a vector.
const MAX_PIECES: usize = 2;

/// The bytes of a type that count, with its documentation: what its methods do is theirs.
const TYPE_BYTES: usize = 1200;

/// In a file without declarations so many runs of lines get a vector.
const MAX_RUNS: usize = 16;

/// Of settings that are explained so many.
const MAX_EXPLAINED: usize = 500;

/// The letters of an explanation have so many bytes, or it says as little as a mark does.
const BYTES_OF_EXPLANATION: usize = 32;

/// Plain text beyond this is a log or a dump.
const MAX_PLAIN: usize = 256 << 10;

/// More pieces of one file are not told apart: it is generated.
const MAX_OF_FILE: usize = 20_000;

/// Calls `each` with the node, the bytes, and the words that stand for them, of every piece of a file. `words` is
/// memory to work in.
///
/// False if the file is not as it was found – gone, or being written at this moment: it may come back as it was, and
/// nothing is known of it until then.
pub(super) fn texts(
    library: &Library,
    id: FileId,
    words: &mut String,
    each: &mut dyn FnMut(Option<u32>, Span, &str),
) -> bool {
    let entry = library.file(id);
    // Of a file that is only searched nothing is taken: it may be larger than the memory that is left.
    let text = match entry.text_only {
        true => Ok("".into()),
        false if entry.format.derived_text => library.node_text(id),
        false => library.peek_text(id),
    };
    if !library.is_current(id) {
        return false;
    }
    let Ok(text) = text else { return true };
    let text: &str = &text;
    pieces(text, &library.path_in_roots(id), library.outline(id), entry.format, &mut |node, span, context| {
        words.clear();
        words.push_str(context);
        words.push('\n');
        words.push_str(span.of(text));
        each(node, span, words);
    });
    true
}

/// Calls `each` with the node, the bytes and the words around of every piece of a file, in the order of its nodes.
fn pieces(
    text: &str,
    path: &str,
    outline: Option<Outline<'_>>,
    format: &FormatInfo,
    each: &mut dyn FnMut(Option<u32>, Span, &str),
) {
    let mut left = MAX_OF_FILE;
    let mut each = |node: Option<u32>, span: Span, context: &str| {
        if left > 0 && !span.of(text).trim().is_empty() {
            left -= 1;
            each(node, span, context);
        }
    };
    match (format.family, outline) {
        (FormatFamily::Code, Some(outline)) => {
            let mut found = false;
            if let Some(doc) = format.file_doc(text) {
                each(None, cut(text, doc.start, doc.end, TYPE_BYTES), &called(path));
            }
            for node in 0..outline.len() {
                found |= declaration(text, outline, node, &mut each);
            }
            if !found {
                runs(text, &mut each);
            }
        }
        (FormatFamily::Prose, Some(outline)) => {
            let headings =
                (0..outline.len()).filter(|&node| outline.is_section(node)).map(|node| (node, outline.span(node)));
            units::sections(text, headings, &mut |node, span| {
                let mut around = node.map(|node| titles(outline, node)).unwrap_or_default();
                if let Some(node) = node.filter(|_| row_pieces::has_rows(format)) {
                    around.push('\n');
                    around.push_str(&row_pieces::beside(text, outline.span(node), span));
                }
                each(node, span, &around);
            });
        }
        (FormatFamily::Plain | FormatFamily::Data, _) if text.len() <= MAX_PLAIN => {
            let comments = units::comments(text, format);
            if units::are_explained(text, format, &comments) {
                explained(text, &comments, &mut each);
            } else if format.family == FormatFamily::Plain {
                runs(text, &mut each);
            }
        }
        _ => {}
    }
}

/// Settings with comments that say what they are for.
fn explained(text: &str, comments: &[Span], each: &mut dyn FnMut(Option<u32>, Span, &str)) {
    let mut left = MAX_EXPLAINED;
    units::runs(text, true, &mut |span| {
        let first = comments.partition_point(|comment| comment.end <= span.start);
        let own = comments[first..].iter().take_while(|comment| comment.start < span.end);
        let letters = own.flat_map(|comment| comment.of(text).chars()).filter(|c| c.is_alphabetic());
        let bytes: usize = letters.map(char::len_utf8).take(BYTES_OF_EXPLANATION).sum();
        if left > 0 && bytes >= BYTES_OF_EXPLANATION {
            left -= 1;
            each(None, span, "");
        }
    });
}

/// The title of a section after those above it.
fn titles(outline: Outline<'_>, node: u32) -> String {
    let mut titles: Vec<&str> = outline.ancestors(node).map(|above| units::title(outline.name(above))).collect();
    titles.reverse();
    titles.push(units::title(outline.name(node)));
    titles.join(" ")
}

fn runs(text: &str, each: &mut dyn FnMut(Option<u32>, Span, &str)) {
    let mut left = MAX_RUNS;
    units::runs(text, false, &mut |span| {
        if left > 0 {
            left -= 1;
            each(None, span, "");
        }
    });
}

/// The pieces of a function or a type; false for every other node.
fn declaration(text: &str, outline: Outline<'_>, node: u32, each: &mut dyn FnMut(Option<u32>, Span, &str)) -> bool {
    let kind = outline.kind(node);
    let (whole, doc) = (outline.span(node), outline.doc(node));
    let start = if doc.is_empty() { whole.start } else { doc.start.min(whole.start) };
    if kind.is_class() {
        let first = (node + 1..outline.end(node)).find(|&inner| outline.kind(inner).is_function());
        let end = first.map_or(whole.end, |inner| outline.span(inner).start).max(whole.start).min(whole.end);
        each(Some(node), cut(text, start, end, TYPE_BYTES), outline.name(node));
        return true;
    }
    if !kind.is_function() && kind != Kind::Test {
        return false;
    }
    // What is only declared says nothing that its definition does not say.
    if outline.body(node).is_empty() && doc.is_empty() && outline.line(node) == outline.end_line(node) {
        return true;
    }
    let parent = outline.parent(node).map_or("", |above| outline.name(above));
    let first = cut(text, start, whole.end, PIECE_BYTES);
    each(Some(node), first, parent);
    // What follows stands under the name alone: without it nobody knows what it is a part of.
    let mut at = first.end;
    for _ in 1..MAX_PIECES {
        if at >= whole.end {
            break;
        }
        let piece = cut(text, at, whole.end, PIECE_BYTES);
        each(Some(node), piece, outline.name(node));
        at = piece.end;
    }
    true
}

/// The words of a file's name, and of its directory's: many files are called like others.
fn called(path: &str) -> String {
    let mut parts: Vec<&str> = path.rsplit('/').take(2).collect();
    parts[0] = parts[0].split('.').next().unwrap_or(parts[0]);
    parts.reverse();
    parts.join(" ")
}

/// From `start` on at most `max` bytes of what ends at `end`; it ends with a line if it can.
fn cut(text: &str, start: u32, end: u32, max: usize) -> Span {
    let (start, end) = (start as usize, (end as usize).min(text.len()));
    let start = text.floor_char_boundary(start.min(end));
    if end - start <= max {
        return Span::of_range(start..text.floor_char_boundary(end).max(start));
    }
    let limit = text.floor_char_boundary(start + max);
    let line = memchr::memrchr(b'\n', &text.as_bytes()[start..limit]).filter(|&at| at > max / 2);
    Span::of_range(start..line.map_or(limit, |at| start + at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::LineIndex;
    use crate::formats;
    use std::path::Path;

    fn lines(path: &str, text: &str) -> Vec<u32> {
        let (index, mut found) = (LineIndex::new(text), Vec::new());
        let format = formats::detect(Path::new(path), text.as_bytes());
        pieces(text, path, None, format.info, &mut |_, span, _| found.push(index.line(span.start)));
        found
    }

    #[test]
    fn settings_that_are_explained_are_pieces_of_their_own() {
        let setting = |name: &str, comment: &str| format!("{}\n{name} yes\n\n", [comment; 6].join("\n"));
        let long = "# what this setting is for, in a sentence";
        let text = setting("first", long) + &setting("second", "# -") + &setting("third", long);
        assert_eq!(lines("server.conf", &text), [1, 17], "marks explain nothing");
        assert_eq!(lines("server.conf", &"key = value\n\n".repeat(80)), Vec::<u32>::new(), "nothing is explained");
    }
}
