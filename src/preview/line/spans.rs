//! The result of a preview: lines of spans, each with its meaning and where it came from.

use crate::document::{Scope, Span};
use crate::stdx::display_width;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Narrower previews are made as if they were this wide; the view cuts them.
pub const MIN_WIDTH: usize = 12;

/// One run of text with a meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewSpan {
    /// The text to print: safe for a terminal, without tabs and line breaks.
    pub text: String,
    /// Its meaning.
    pub scope: Scope,
    /// The bytes of the document's text it stands for; `None` for decoration.
    pub source: Option<Span>,
    /// True if `text` is the very text at `source`, so that a part of one is a part of the other.
    pub exact: bool,
    /// True if a match covers it; set by [`super::matches::highlight_matches`].
    pub matched: bool,
}

impl PreviewSpan {
    /// A span that stands for no text of the document.
    pub fn decoration(text: impl Into<String>, scope: Scope) -> PreviewSpan {
        PreviewSpan { text: text.into(), scope, source: None, exact: false, matched: false }
    }
}

/// A place in a line that leads elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewLink {
    /// The cells of the line it takes.
    pub columns: Range<u16>,
    /// The address as written in the document.
    pub target: String,
}

/// One row of a preview.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreviewLine {
    /// The 1-based line of the file for the gutter; `None` for continued lines and decoration.
    pub number: Option<u32>,
    /// The 1-based line of the file that this row belongs to.
    pub source_line: u32,
    /// Its spans, from left to right.
    pub spans: Vec<PreviewSpan>,
    /// The links in it.
    pub links: Vec<PreviewLink>,
}

impl PreviewLine {
    /// The characters of the line, without their styles.
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    /// Its width in cells, counted as terminals draw: grapheme by grapheme, without ligatures.
    pub fn width(&self) -> usize {
        self.spans.iter().map(|span| cells(&span.text)).sum()
    }
}

/// The row that shows line `source_line` of the file, or the first one after it: keeps the place when the mode
/// or the width changes.
pub fn row_of_source_line(lines: &[PreviewLine], source_line: u32) -> usize {
    let exact = lines.iter().position(|line| line.source_line == source_line);
    let near = || lines.iter().rposition(|line| line.source_line <= source_line);
    exact.or_else(near).unwrap_or(0)
}

/// Modes of a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewMode {
    /// For reading: headings, tables, wrapped text.
    Rendered,
    /// As it is in the file, line by line.
    Source,
}

/// The part of a document to show, and the mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreviewPart {
    /// The width in cells, for wrapping.
    pub width: u16,
    /// The mode.
    pub mode: PreviewMode,
    /// True if long lines of the source continue on the next row.
    pub wrap: bool,
    /// In source mode the first line, 1-based.
    pub first_line: u32,
    /// In source mode the number of lines.
    pub lines: u32,
}

/// The cells that `text` takes when drawn grapheme by grapheme.
pub(in crate::preview) fn cells(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.graphemes(true).map(display_width).sum() }
}
