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
    /// Its size.
    pub bytes: u64,
    /// The time of its last change, in nanoseconds since 1970.
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
    /// Its file and size.
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
    /// Their files and sizes; those on the screen come first.
    pub wanted: Vec<PictureKey>,
    /// For which terminal.
    pub terminal: Terminal,
}

/// The room for pictures in a page.
#[derive(Clone, Debug)]
pub struct PictureSpace {
    /// The width and height of a cell in pixels.
    pub cell: (u16, u16),
    /// The rows of the pane.
    pub height: u16,
    /// Pictures that cannot be shown, and why.
    pub failed: BTreeMap<PictureSource, &'static str>,
}
