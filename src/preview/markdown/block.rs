//! Blocks that are written as a whole: code and diagrams, front matter.

use crate::document::{LineIndex, Scope, Span};
use crate::preview::canvas::source_mapped_text::Gathered;
use crate::preview::canvas::writer::Canvas;
use crate::preview::line::flow::Piece;
use crate::stdx::display_width;

/// Languages that describe pictures.
const DIAGRAMS: &[&str] = &["mermaid", "plantuml", "puml", "dot", "graphviz", "d2", "ditaa", "svgbob"];
/// Keys of front matter are padded up to this width.
const MAX_KEY_CELLS: usize = 16;

/// The language in the info string of a code block: `rust,ignore`, `{python}`, `js title="x"`.
pub(super) fn language(info: &str) -> &str {
    let info = info.trim().trim_start_matches(['{', '.']);
    info.split([' ', '\t', ',', '{', '}', ':']).next().unwrap_or_default()
}

/// Writes a code block; a diagram is announced first.
pub(super) fn code(canvas: &mut Canvas, language: &str, code: &Gathered, offset: u32) {
    if DIAGRAMS.iter().any(|diagram| diagram.eq_ignore_ascii_case(language)) {
        let first = code.text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let first: String = first.chars().take(200).collect();
        canvas.text(&[Piece::decoration(format!("⟨{language} diagram: {first}⟩"), Scope::Link)], offset);
    }
    canvas.code(language, code, offset);
}

/// Writes front matter as a small table of keys and values.
pub(super) fn metadata(canvas: &mut Canvas, text: &Gathered, offset: u32) {
    let lines = LineIndex::new(&text.text);
    let keys = (1..=lines.count()).filter_map(|number| key(lines.text(&text.text, number)));
    let width = keys.map(|(end, _)| end).filter(|end| *end <= MAX_KEY_CELLS).max().unwrap_or(0);
    canvas.open("│ ", "│ ", Scope::Rule);
    for number in 1..=lines.count() {
        let line = lines.text(&text.text, number);
        let start = lines.start(number);
        let at = |from: usize, to: usize| Span::of_range(start as usize + from..start as usize + to);
        let mut pieces = Vec::new();
        match key(line) {
            Some((end, value)) => {
                let gap = (width + 2).saturating_sub(display_width(&line[..end])).max(2);
                pieces.push(text.piece(at(0, end), Scope::Property));
                pieces.push(Piece::decoration(" ".repeat(gap), Scope::Text));
                pieces.push(text.piece(at(value, line.len()), Scope::Text));
            }
            None if line.trim_start().starts_with('#') => pieces.push(text.piece(at(0, line.len()), Scope::Comment)),
            None => pieces.push(text.piece(at(0, line.len()), Scope::Text)),
        }
        canvas.text(&pieces, text.source(start).unwrap_or(offset));
    }
    canvas.close(offset);
    canvas.want_blank();
}

/// Where the key of a top-level `key: value` or `key = value` ends and its value starts.
fn key(line: &str) -> Option<(usize, usize)> {
    if line.starts_with([' ', '\t', '-', '#', '[', '"']) {
        return None;
    }
    let mark = line.find([':', '='])?;
    let value = line[mark + 1..].trim_start();
    (mark > 0).then(|| (line[..mark].trim_end().len(), line.len() - value.len()))
}
