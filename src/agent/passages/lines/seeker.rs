//! The lines of a text that hold most of what a question asks.

use super::statements::goes_on;
use crate::document::LineIndex;
use crate::search::AskedWords;
use std::ops::RangeInclusive;

/// Lines of a long node that are looked at.
const MAX_LOOKED_AT: u32 = 3_000;

/// A file's text, and the words that are looked for in it.
pub(in crate::agent::passages) struct Seeker<'t> {
    pub text: &'t str,
    pub index: &'t LineIndex,
    pub words: &'t mut AskedWords,
}

/// Of the lines of a window that hold nothing one of so many stands above those that do.
const ABOVE: u32 = 3;

/// Lines that a quotation goes on for, at most, where its last one opens what is done.
const MAX_FINISHED: u32 = 3;

/// Beginnings of lines that say what comes of those before them.
const OUTCOMES: &[&str] =
    &["throw ", "return", "raise ", "panic", "bail!", "Err(", "exit(", "abort", "continue", "break"];

impl Seeker<'_> {
    /// The `most` lines of `around` that hold most of the words of the question, near `focus`; all if they are no more.
    pub(in crate::agent::passages) fn window(
        &mut self,
        around: RangeInclusive<u32>,
        focus: Option<u32>,
        most: u32,
    ) -> RangeInclusive<u32> {
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
        let start = first + self.moved_down(&held, best.1, most, focus.map(|line| line - first));
        start..=(start + most - 1).min(last)
    }

    /// The line of `lines` that holds most of the words of the question, the first of equals.
    pub(in crate::agent::passages) fn telling(&mut self, lines: RangeInclusive<u32>) -> u32 {
        let mut best = (0.0, *lines.start());
        for line in lines {
            let held = self.words.held(self.index.text(self.text, line));
            let weight = self.words.weight(held);
            if weight > best.0 {
                best = (weight, line);
            }
        }
        best.1
    }

    /// The start of `most` lines moved towards what they hold: of windows that hold the same the first ends with the line
    /// that counts, and what follows from it would not be shown. A third of the lines that hold nothing stay above.
    fn moved_down(&self, held: &[u64], start: u32, most: u32, focus: Option<u32>) -> u32 {
        let says = |at: &u32| held[*at as usize] != 0 || Some(*at) == focus;
        let end = (start + most).min(held.len() as u32);
        // The head says what it is, and stays.
        let (Some(first), Some(last)) = ((start..end).find(says), (start..end).rev().find(says)) else { return start };
        let free = most - (last - first + 1);
        let moved = first.saturating_sub(free / ABOVE).max(start);
        if start == 0 { start } else { moved.min((held.len() as u32).saturating_sub(most)).max(start) }
    }
}

/// Lines with those behind them, of `within`, that a last line opens, or that say what comes of it: who asks what
/// happens is told no condition alone.
pub(in crate::agent::passages) fn finished(
    quote: RangeInclusive<u32>,
    within: &RangeInclusive<u32>,
    (text, index): (&str, &LineIndex),
) -> RangeInclusive<u32> {
    let line = |number: u32| index.text(text, number).trim();
    let (first, mut last) = quote.into_inner();
    let end = (last + MAX_FINISHED).min(*within.end());
    let opens = |number: u32| line(number).ends_with('{') || goes_on(line(number));
    let is_outcome = |number: u32| OUTCOMES.iter().any(|outcome| line(number).starts_with(outcome));
    match opens(last) {
        // What a condition opens is read to its end, or as far as it goes.
        true => last = (last..=end).find(|number| line(*number).starts_with('}')).unwrap_or(end),
        false if last < end && is_outcome(last + 1) => last += 1,
        false => {}
    }
    first..=last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_quoted_with_what_it_opens() {
        let text = "a();\nif (b) {\n  warn();\n}\nlog(c);\nthrow c;\nd();\ne(\n  f,\n  g,\n  h,\n  i);\n";
        let index = LineIndex::new(text);
        let end = |last: u32, within: u32| *finished(1..=last, &(1..=within), (text, &index)).end();
        assert_eq!([end(1, 12), end(2, 12), end(5, 12), end(7, 12)], [1, 4, 6, 7]);
        assert_eq!(
            [end(8, 12), end(2, 3), end(5, 5)],
            [11, 3, 5],
            "no further than a few lines, and than what is shown"
        );
    }
}
