//! Pictures as requests and pages name them: the file they come from, and their size in cells.

use crate::pictures::Terminal;
use crate::stdx::Ticket;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A file that holds a picture, as it was at one time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PictureSource {
    /// Its path in the workspace.
    pub path: Arc<str>,
    /// How many bytes it had.
    pub bytes: u64,
    /// When it was changed, in nanoseconds since 1970.
    pub modified: u128,
}

/// A picture at a size in cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureKey {
    /// Its file.
    pub source: PictureSource,
    /// Its columns.
    pub columns: u16,
    /// Its rows.
    pub rows: u16,
}

/// A picture in a page: rows that are left free for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePicture {
    /// Which, and how large.
    pub key: PictureKey,
    /// The index of the first of its lines.
    pub at: usize,
    /// The cells to the left of it.
    pub left: u16,
}

/// Pictures to decode.
#[derive(Debug)]
pub struct PictureRequest {
    /// Permission to go on.
    pub ticket: Ticket,
    /// Which, and how large; what is looked at comes first.
    pub wanted: Vec<PictureKey>,
    /// For which terminal.
    pub terminal: Terminal,
}

/// What a page that shows pictures is made with.
#[derive(Clone, Debug)]
pub struct PictureSpace {
    /// The width and height of a cell in pixels.
    pub cell: (u16, u16),
    /// The rows of the pane.
    pub height: u16,
    /// Pictures that cannot be shown, and why.
    pub failed: BTreeMap<PictureSource, &'static str>,
}
