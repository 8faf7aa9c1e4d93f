//! Files made ready to be looked at: what a page is asked for with, and what it consists of.

use super::picture::{PagePicture, PictureSpace};
use crate::library::ChangedLines;
use crate::preview::{Fold, PreviewLine, RenderedTable};
use crate::stdx::Ticket;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The place that the preview shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewTarget {
    /// The file.
    pub path: Arc<str>,
    /// The line to show; 0 for the start.
    pub line: u32,
    /// The last line that belongs to it.
    pub end_line: u32,
    /// The column of a match in the line, in bytes from 1; 0 for none.
    pub column: u32,
    /// True for a heading: the lines above it belong to another section.
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
    /// True if the rendered form is wanted, where there is one.
    pub rendered: bool,
    /// True if long lines of source are broken.
    pub wrap: bool,
    /// True if it is prose, which is broken between words.
    pub prose: bool,
    /// The width in cells of the pane.
    pub width: u16,
    /// The width in cells that prose is wrapped to, if the pane is wider.
    pub text_width: u16,
    /// Columns of wide tables that are scrolled away.
    pub skipped_columns: usize,
    /// Bytes at the start of each line that are left out: a window into very long lines.
    pub skipped_bytes: u64,
    /// The lines of the folds that are open.
    pub unfolded: BTreeSet<u32>,
    /// True if all folds are open.
    pub unfold_all: bool,
    /// The lines of a file that it is compared with.
    pub against: Option<PreviewTarget>,
    /// The last line that belongs to what is looked at.
    pub end_line: u32,
    /// The line that was chosen, wherever the reader has scrolled; 0 for a file as a whole.
    pub chosen_line: u32,
    /// True if a file that differs from the commit is wanted as its changes.
    pub changes: bool,
    /// The terminal's way with pictures; `None` where they are only named.
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
            prose: false,
            width,
            text_width: width,
            skipped_columns: 0,
            skipped_bytes: 0,
            unfolded: BTreeSet::new(),
            unfold_all: false,
            against: None,
            end_line: 0,
            chosen_line: 0,
            changes: false,
            pictures: None,
        }
    }
}

/// The lines of a file whose names are looked up.
#[derive(Debug)]
pub struct NamesRequest {
    /// Permission to go on.
    pub ticket: Ticket,
    /// The file.
    pub path: Arc<str>,
    /// The first line and the last, from 1.
    pub lines: RangeInclusive<u32>,
    /// The line that is looked at; 0 for none.
    pub target: u32,
}

/// A scope whose first line stays visible while its inside is scrolled.
#[derive(Clone, Debug, PartialEq)]
pub struct StickyScope {
    /// The line that names it, 1-based, of the source.
    pub line: u32,
    /// Its last line, inclusive.
    pub end_line: u32,
    /// Its first line, as it is shown.
    pub label: PreviewLine,
}

/// A file made ready to be looked at.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The file.
    pub path: Arc<str>,
    /// The form of the text in a word: `rust`, `rendered`, `source`.
    pub label: String,
    /// True for the rendered form.
    pub rendered: bool,
    /// True if the file has a rendered form at all.
    pub can_render: bool,
    /// The lines.
    pub lines: Vec<PreviewLine>,
    /// The first line of the source that is among them.
    pub first: u32,
    /// The number of lines of the source; 0 where that says nothing.
    pub total: u32,
    /// Scopes whose first lines stay visible, outermost first, in source order.
    pub scopes: Vec<StickyScope>,
    /// True if the lines have their colours; if not, a coloured page follows.
    pub coloured: bool,
    /// Tables among the lines.
    pub tables: Vec<RenderedTable>,
    /// Parts that can be folded.
    pub folds: Vec<Fold>,
    /// Names that links lead to, and their lines in the source.
    pub anchors: Vec<(String, u32)>,
    /// Rows that are left free for pictures.
    pub pictures: Vec<PagePicture>,
    /// True if some lines are longer than their shown part.
    pub cut_lines: bool,
    /// Bytes at the start of each line that are left out.
    pub skipped_bytes: u64,
    /// Of lines that are cut, at least so many bytes are shown.
    pub shown_bytes: u64,
    /// True if it shows the differences from the pinned text.
    pub compared: bool,
    /// True if its long lines are broken.
    pub wrapped: bool,
    /// True if the file was wanted as its changes, whether there are any or not.
    pub as_changes: bool,
    /// Where its lines differ from the commit that is checked out.
    pub changes: Option<Arc<ChangedLines>>,
    /// True if the file is gone.
    pub deleted: bool,
    /// True if the file has changed since it was indexed.
    pub changed: bool,
}

/// The places of a text in a file of which only a part is loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextMatches {
    /// The file.
    pub path: Arc<str>,
    /// The text.
    pub term: String,
    /// The places in order: the line, and the byte of the line. Of a line that is not very long, the first.
    pub places: Vec<(u32, u64)>,
    /// True if the whole file has been looked through.
    pub complete: bool,
}
