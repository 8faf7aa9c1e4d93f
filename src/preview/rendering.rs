//! What rendering is asked for, and what it tells besides lines: tables, folds and places that links lead to.

use std::collections::BTreeSet;

use super::line::PreviewLine;

/// The width and height of the picture at an address, in pixels; `None` where it is not known.
pub type PictureSizes<'o> = &'o dyn Fn(&str) -> Option<(usize, usize)>;

/// How a document is rendered.
#[derive(Clone, Copy)]
pub struct RenderOptions<'o> {
    /// The width in cells that text is wrapped to.
    pub width: u16,
    /// How many columns of wide tables are scrolled away; the first column stays.
    pub skipped_columns: usize,
    /// The lines of the folds that are open.
    pub unfolded: &'o BTreeSet<u32>,
    /// Whether all folds are open.
    pub unfold_all: bool,
    /// The line that is looked at: a fold around it is open.
    pub line: u32,
    /// How large pictures are.
    pub picture_size: PictureSizes<'o>,
}

static NO_FOLDS: BTreeSet<u32> = BTreeSet::new();

impl RenderOptions<'_> {
    /// At a width, with nothing scrolled and all folds as they are at first.
    pub fn at_width(width: u16) -> RenderOptions<'static> {
        RenderOptions {
            width,
            skipped_columns: 0,
            unfolded: &NO_FOLDS,
            unfold_all: false,
            line: 0,
            picture_size: &|_| None,
        }
    }
}

impl std::fmt::Debug for RenderOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RenderOptions").field("width", &self.width).field("line", &self.line).finish_non_exhaustive()
    }
}

/// A rendered document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rendering {
    /// The lines.
    pub lines: Vec<PreviewLine>,
    /// The tables among them, in order.
    pub tables: Vec<RenderedTable>,
    /// The folds among them, in order.
    pub folds: Vec<Fold>,
    /// Names that links can lead to, and the source lines they stand for.
    pub anchors: Vec<(String, u32)>,
}

/// A table as it was drawn, and what its cells say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RenderedTable {
    /// The index of its first line.
    pub start: usize,
    /// One past the index of its last line.
    pub end: usize,
    /// Titles of the columns; empty if it has none.
    pub headers: Vec<String>,
    /// Its rows, without the headers.
    pub rows: Vec<RenderedRow>,
    /// How many columns can be scrolled away before all that follow fit.
    pub most_skipped: usize,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RenderedRow {
    /// The index of its first line.
    pub at: usize,
    /// Its line in the source.
    pub source_line: u32,
    /// What its cells say.
    pub cells: Vec<String>,
}

/// A part that can be folded away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Its line in the source.
    pub source_line: u32,
    /// The index of the line that stands for it.
    pub at: usize,
    /// Whether its inside is shown.
    pub open: bool,
}
