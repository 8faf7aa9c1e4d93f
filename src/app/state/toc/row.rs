//! One row of the tree, and how it is sentence.

use crate::document::{Kind, NodeKey};
use crate::stdx::printable;
use std::sync::Arc;

/// The fold of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folding {
    /// Nothing is inside.
    Leaf,
    /// Its inside is hidden.
    Folded,
    /// Its inside is shown below.
    Unfolded,
}

/// One row of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TocRow {
    /// Its identity: a path, or a node key.
    pub key: NodeKey,
    /// Its depth.
    pub depth: u16,
    /// Its kind.
    pub kind: Kind,
    /// Its text.
    pub name: String,
    /// The file it belongs to; for a directory its path.
    pub path: Arc<str>,
    /// Its line; 0 for files and directories.
    pub line: u32,
    /// Its last line.
    pub end_line: u32,
    /// The number of files of a directory, of rows of a file.
    pub count: u32,
    /// Its fold.
    pub folding: Folding,
    /// A query that yields it.
    pub query: String,
    /// Why a file has no outline; empty otherwise.
    pub problem: String,
}

/// A tree that is narrower than this needs its columns for names.
const NARROW: u16 = 32;

impl TocRow {
    /// The columns in front of the row in a tree of this width.
    pub fn indent(&self, width: u16) -> u16 {
        let step = if width < NARROW { 1 } else { 2 };
        (self.depth * step).min(width / 3)
    }

    /// The row as a sentence, for a screen reader; `number` is its place among all rows, from 1.
    pub(in crate::app) fn spoken(&self, number: usize) -> String {
        let mut sentence = format!("{number}. {} {}", self.kind.id(), self.name);
        if self.line > 0 {
            sentence.push_str(&format!(", line {}", self.line));
        }
        if self.count > 0 {
            sentence.push_str(&format!(", {} inside", self.count));
        }
        if self.depth > 0 {
            sentence.push_str(&format!(", level {}", self.depth + 1));
        }
        if self.folding == Folding::Unfolded {
            sentence.push_str(", unfolded");
        }
        if !self.problem.is_empty() {
            sentence.push_str(&format!(", no outline: {}", self.problem));
        }
        printable(&sentence).into_owned()
    }
}
