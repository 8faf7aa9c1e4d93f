//! The lines that say where one is: the signatures, or the headings, around the first visible line.

use crate::document::{Document, Kind};
use crate::stdx::{clip, printable};

/// Longer signatures are cut.
const MAX_CELLS: usize = 500;
/// The bytes of a line that are looked at.
const MAX_BYTES: usize = 2_000;

/// One line that stays on top while its body scrolls by.
#[derive(Clone, Debug, PartialEq)]
pub struct StickyLine {
    /// The 1-based line of the document's text.
    pub line: u32,
    /// The line as written, safe to print.
    pub text: String,
    /// The node it belongs to.
    pub node: u32,
}

/// The symbols or headings around line `first_visible_line` of the document's text whose own first line is
/// above it: the innermost `limit` of them, from the outside in.
pub fn sticky(document: &Document, first_visible_line: u32, limit: usize) -> Vec<StickyLine> {
    let offset = document.lines.start(first_visible_line);
    let before = document.nodes.partition_point(|node| node.span.start <= offset);
    let mut at = before.checked_sub(1);
    let mut found: Vec<StickyLine> = Vec::new();
    while let Some(index) = at.filter(|_| found.len() < limit) {
        let node = &document.nodes[index];
        at = node.parent.map(|parent| parent as usize);
        let line = document.lines.line(node.name_span.start.max(node.span.start));
        let shown = node.kind.in_outline() || node.kind == Kind::Impl;
        let around = offset < node.span.end && line < first_visible_line;
        if shown && around && found.iter().all(|inner| inner.line != line) {
            let text = document.lines.text(&document.text, line);
            let end = (0..=text.len().min(MAX_BYTES)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
            found.push(StickyLine { line, text: clip(&printable(&text[..end]), MAX_CELLS), node: index as u32 });
        }
    }
    found.reverse();
    found
}
