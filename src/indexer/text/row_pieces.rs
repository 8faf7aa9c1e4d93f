//! What stands beside the further pieces of a long row: its other columns, which are written above the first piece alone, and
//! the sentence before. Neither is text of the piece, so that no hit and no line is there twice.

use crate::document::{FormatInfo, Span};

/// Bytes of the other columns beside a piece, and of the sentence before it, at most.
const FIELDS_BYTES: usize = 400;
const SENTENCE_BYTES: usize = 240;

/// Whether the sections of a format are rows.
pub(super) fn has_rows(format: &FormatInfo) -> bool {
    matches!(format.id, "sqlite" | "rows")
}

/// What stands beside a piece of a row; empty for the first one, which has its columns itself.
pub(super) fn beside(text: &str, row: Span, piece: Span) -> String {
    let Some(before) = text.get(row.start as usize..piece.start as usize) else { return String::new() };
    let mut parts = before.splitn(3, "\n\n");
    let (_, fields, rest) = (parts.next(), parts.next().unwrap_or_default(), parts.next());
    let Some(rest) = rest.map(str::trim_end).filter(|rest| !rest.is_empty()) else { return String::new() };
    let are_fields = fields.lines().all(|line| line.contains(": "));
    let fields = if are_fields { &fields[..fields.floor_char_boundary(FIELDS_BYTES)] } else { "" };
    format!("{fields}\n{}", last_sentence(rest))
}

/// The sentence by which a text ends, or the end of it.
fn last_sentence(text: &str) -> &str {
    let near = &text[text.ceil_char_boundary(text.len().saturating_sub(SENTENCE_BYTES))..];
    let inner = near.trim_end_matches(['.', '!', '?', '。', '！', '？', '"', '”']);
    let end = inner
        .rfind(['\n', '。', '！', '？'])
        .into_iter()
        .chain([". ", "! ", "? "].iter().filter_map(|end| inner.rfind(end)));
    let start = end.max().unwrap_or_else(|| near.find(' ').filter(|_| near.len() < text.len()).unwrap_or(0));
    near[start..].trim_start_matches(['.', '!', '?', '。', '！', '？', '\n', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_further_piece_has_the_columns_and_the_sentence_before_it() {
        let text = "Title\n\nid: 7\nauthor: Quill\n\nOne is here. Two is there.\n\nThree.\n";
        let at = |word: &str| text.find(word).unwrap_or_default();
        let row = Span::of_range(0..text.len());
        let piece = |word: &str| Span::of_range(at(word)..text.len());
        assert_eq!(beside(text, row, piece("Three")), "id: 7\nauthor: Quill\nTwo is there.");
        assert_eq!(beside(text, row, piece("One")), "");
        assert_eq!(beside(text, row, row), "");
        assert_eq!(last_sentence("一二三。四五六。"), "四五六。");
        let long = "word ".repeat(200);
        assert!(last_sentence(long.trim_end()).len() <= SENTENCE_BYTES);
    }
}
