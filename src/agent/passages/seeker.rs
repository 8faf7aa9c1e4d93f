//! The lines of a text that hold most of what a question asks.

use crate::document::LineIndex;
use crate::search::AskedWords;
use std::ops::RangeInclusive;

/// Lines of a long node that are looked at.
const MAX_LOOKED_AT: u32 = 3_000;

/// A file's text, and the words that are looked for in it.
pub(super) struct Seeker<'t> {
    pub text: &'t str,
    pub index: &'t LineIndex,
    pub words: &'t mut AskedWords,
}

impl Seeker<'_> {
    /// The `most` lines of `around` that hold most of the words of the question, near `focus`; all if they are no more.
    pub(super) fn window(&mut self, around: RangeInclusive<u32>, focus: Option<u32>, most: u32) -> RangeInclusive<u32> {
        let (first, last) = (*around.start(), *around.end());
        if last - first < most {
            return around;
        }
        let focus = focus.filter(|line| around.contains(line));
        let first = focus.map_or(first, |line| first.max(line.saturating_sub(MAX_LOOKED_AT / 2)));
        let last = last.min(first + MAX_LOOKED_AT);
        let held: Vec<u64> = (first..=last).map(|line| self.words.held(self.index.text(self.text, line))).collect();
        let mut best = (f32::MIN, 0);
        for start in 0..held.len().saturating_sub(most as usize - 1).max(1) {
            let rows = held.iter().skip(start).take(most as usize);
            let together = rows.clone().fold(0, |all, line| all | line);
            let lines = rows.filter(|line| **line != 0).count() as f32;
            // The head says what it is; a match is what was found.
            let at = first + start as u32;
            let head = if start == 0 { 1.0 } else { 0.0 };
            let near = focus.filter(|line| (at..at + most).contains(line)).map_or(0.0, |_| 2.0);
            let worth = self.words.weight(together) + lines * 0.1 + head + near;
            if worth > best.0 {
                best = (worth, start as u32);
            }
        }
        let start = first + best.1;
        start..=(start + most - 1).min(last)
    }
}
