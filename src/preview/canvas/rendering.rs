//! Options of rendering, and its results besides lines: tables, folds and places that links lead to.

use std::collections::BTreeSet;

use crate::pictures::Room;
use crate::preview::line::spans::PreviewLine;

/// Lines of a rendered document, at most; the rest is left out, and said to be.
pub const MAX_RENDERED_LINES: usize = 20_000;

/// Finds the facts of the picture at an address; `None` where nothing is known.
pub type PictureFacts<'o> = &'o dyn Fn(&str) -> Option<PictureFact>;

/// What is known of a picture before it is drawn: its size, and whether it can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureFact {
    /// Its width and height in pixels.
    pub size: (usize, usize),
    /// `Ok` if it can be shown, not only named; else the reason, as far as there is something to say.
    pub shown: Result<(), Option<&'static str>>,
}

impl PictureFact {
    /// Of a picture that is only named.
    pub fn named(size: (usize, usize)) -> PictureFact {
        PictureFact { size, shown: Err(None) }
    }
}

/// What a preview is drawn for: its width, its folds, what is scrolled away.
#[derive(Clone, Copy)]
pub struct RenderOptions<'o> {
    /// The width in cells of the whole.
    pub width: u16,
    /// The width in cells that prose is wrapped to, if there is more room: longer lines are hard to follow.
    pub text_width: u16,
    /// Columns of wide tables that are scrolled away; the first column stays.
    pub skipped_columns: usize,
    /// The lines of the folds that are open.
    pub unfolded: &'o BTreeSet<u32>,
    /// True if all folds are open.
    pub unfold_all: bool,
    /// The line that is looked at: a fold around it is open.
    pub line: u32,
    /// Finds the facts of pictures.
    pub picture: PictureFacts<'o>,
    /// The room for a picture; `None` where they are only named.
    pub picture_room: Option<Room>,
}

static NO_FOLDS: BTreeSet<u32> = BTreeSet::new();

impl RenderOptions<'_> {
    /// At a width, with nothing scrolled and all folds as they are at first.
    pub fn at_width(width: u16) -> RenderOptions<'static> {
        RenderOptions {
            width,
            text_width: 100,
            skipped_columns: 0,
            unfolded: &NO_FOLDS,
            unfold_all: false,
            line: 0,
            picture: &|_| None,
            picture_room: None,
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
    /// Rows that are left free for pictures, in order.
    pub pictures: Vec<RenderedPicture>,
}

/// Rows that are left free for a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderedPicture {
    /// Its address as written in the document.
    pub address: String,
    /// The index of the first of its lines.
    pub at: usize,
    /// The cells to the left of it.
    pub left: u16,
    /// Its width in cells.
    pub columns: u16,
    /// The lines that it takes.
    pub rows: u16,
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
    /// Columns that can be scrolled away before all that follow fit.
    pub most_skipped: usize,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RenderedRow {
    /// The index of its first line.
    pub at: usize,
    /// Its line in the source.
    pub source_line: u32,
    /// The texts of its cells.
    pub cells: Vec<String>,
}

/// A part that can be folded away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Its line in the source.
    pub source_line: u32,
    /// Its last line in the source.
    pub end_line: u32,
    /// The index of the line that stands for it.
    pub at: usize,
    /// True if its inside is shown.
    pub open: bool,
}

impl Fold {
    /// True if it leaves out what stands on these lines.
    pub fn hides(&self, line: u32, end_line: u32) -> bool {
        !self.open && (self.source_line..=self.end_line).contains(&line) && end_line <= self.end_line
    }
}
