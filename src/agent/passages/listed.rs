//! Passages of what a list holds: things that stand together are one passage.

use super::passage::Passage;
use super::reading::{MAX_LINES, Passages, lines_of};
use crate::docql::{Found, Hit};

/// Lines between two things of a list that are shown as one, at most: an empty one, a heading.
const GAP: u32 = 3;

impl Passage {
    /// True if a hit stands right behind its lines.
    pub(in crate::agent) fn is_followed_by(&self, hit: &Hit) -> bool {
        let is_near = hit.line >= self.line && hit.line <= self.end_line + GAP;
        self.path == hit.path && is_near && hit.end_line.max(hit.line) < self.line + MAX_LINES
    }
}

impl Passages<'_> {
    /// Takes the lines of a hit into a passage that stands before it.
    pub(in crate::agent) fn widen(&mut self, passage: &mut Passage, found: &Found, hit: &Hit) {
        let Some(read) = found.item.file().and_then(|file| self.text(file)) else { return };
        let end = read.line_of(hit.end_line.max(hit.line)).max(passage.end_line).min(read.index.count().max(1));
        let lines = passage.line..=end;
        passage.show(lines_of(&read.text, &read.index, &lines), lines.clone());
        passage.quote = lines;
    }
}
