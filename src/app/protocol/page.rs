//! Files made ready to be looked at: what a page is asked for with, and what it consists of.

use super::picture::{PagePicture, PictureSpace};
use crate::preview::{Fold, PreviewLine, RenderedTable};
use crate::stdx::Ticket;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewTarget {
    /// The file.
    pub path: Arc<str>,
    /// The line to show; 0 for the start.
    pub line: u32,
    /// The last line that belongs to it.
    pub end_line: u32,
    /// Whether it is a heading: what stands above it belongs to another section.
    pub heading: bool,
}

/// A preview to prepare.
#[derive(Debug)]
pub struct PreviewRequest {
    /// Permission to go on.
    pub ticket: Ticket,
    /// The file.
    pub path: Arc<str>,
    /// The line that will be looked at first; it is coloured first.
    pub line: u32,
    /// Whether the rendered form is wanted, where there is one.
    pub rendered: bool,
    /// Whether long lines of source are broken.
    pub wrap: bool,
    /// The width in cells of the pane.
    pub width: u16,
    /// The width in cells that prose is wrapped to, if the pane is wider.
    pub text_width: u16,
    /// How many columns of wide tables are scrolled away.
    pub skipped_columns: usize,
    /// So many bytes at the start of each line are left out: a window into very long lines.
    pub skipped_bytes: u64,
    /// The lines of the folds that are open.
    pub unfolded: BTreeSet<u32>,
    /// Whether all folds are open.
    pub unfold_all: bool,
    /// What it is compared with: the lines of a file.
    pub against: Option<PreviewTarget>,
    /// The last line that belongs to what is looked at.
    pub end_line: u32,
    /// What pictures are shown with; `None` where they are only named.
    pub pictures: Option<PictureSpace>,
}

impl PreviewRequest {
    /// The source of a file around a line, at a width, with nothing else asked.
    pub fn source(ticket: Ticket, path: Arc<str>, line: u32, width: u16) -> PreviewRequest {
        PreviewRequest {
            ticket,
            path,
            line,
            rendered: false,
            wrap: false,
            width,
            text_width: width,
            skipped_columns: 0,
            skipped_bytes: 0,
            unfolded: BTreeSet::new(),
            unfold_all: false,
            against: None,
            end_line: 0,
            pictures: None,
        }
    }
}

/// A scope whose first line stays visible while its inside is scrolled.
#[derive(Clone, Debug, PartialEq)]
pub struct StickyScope {
    /// The line that names it, 1-based, of the source.
    pub line: u32,
    /// Its last line, inclusive.
    pub end_line: u32,
    /// What to show.
    pub label: PreviewLine,
}

/// A file made ready to be looked at.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The file.
    pub path: Arc<str>,
    /// How the text is shown, in a word: `rust`, `rendered`, `source`.
    pub label: String,
    /// Whether this is the rendered form.
    pub rendered: bool,
    /// Whether the file has a rendered form at all.
    pub can_render: bool,
    /// The lines.
    pub lines: Vec<PreviewLine>,
    /// The first line of the source that is among them.
    pub first: u32,
    /// How many lines the source has; 0 where that says nothing.
    pub total: u32,
    /// Scopes whose first lines stay visible, outermost first, in source order.
    pub scopes: Vec<StickyScope>,
    /// Whether the lines have their colours; if not, a coloured page follows.
    pub coloured: bool,
    /// Tables among the lines.
    pub tables: Vec<RenderedTable>,
    /// Parts that can be folded.
    pub folds: Vec<Fold>,
    /// Names that links lead to, and their lines in the source.
    pub anchors: Vec<(String, u32)>,
    /// Rows that are left free for pictures.
    pub pictures: Vec<PagePicture>,
    /// Whether some lines are longer than what is shown of them.
    pub cut_lines: bool,
    /// So many bytes at the start of each line are left out.
    pub skipped_bytes: u64,
    /// Of lines that are cut, at least so many bytes are shown.
    pub shown_bytes: u64,
    /// Whether it shows the differences from what was pinned.
    pub compared: bool,
    /// Whether the file is gone.
    pub deleted: bool,
    /// Whether the file has changed since it was indexed.
    pub changed: bool,
}

/// Where something occurs in a file of which only a part is loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The file.
    pub path: Arc<str>,
    /// What was looked for.
    pub term: String,
    /// Where it is, in order: the line, and the byte of the line. Of a line that is not very long, the first.
    pub places: Vec<(u32, u64)>,
    /// Whether the whole file has been looked through.
    pub complete: bool,
}
