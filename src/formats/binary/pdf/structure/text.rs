//! Lines → running text: spaces, hyphens at the ends of lines, links.

use super::outline::Link;
use crate::formats::binary::pdf::layout::line::Line;
use crate::formats::binary::pdf::layout::words::Word;
use std::ops::Range;

/// Text with the places of its links.
#[derive(Debug, Default)]
pub(in crate::formats::binary::pdf) struct Flow {
    pub(in crate::formats::binary::pdf) text: String,
    /// Where each link stands in the text, and which of the page's it is.
    pub(in crate::formats::binary::pdf) links: Vec<(Range<usize>, usize)>,
}

impl Flow {
    /// The text of some lines.
    pub(in crate::formats::binary::pdf) fn of(lines: &[Line], links: &[Link]) -> Flow {
        let mut flow = Flow::default();
        lines.iter().for_each(|line| flow.line(line, 0..line.words.len(), links));
        flow
    }

    /// Adds some words of a line.
    pub(in crate::formats::binary::pdf) fn line(&mut self, line: &Line, words: Range<usize>, links: &[Link]) {
        let from = words.start;
        for (at, word) in line.words.iter().enumerate().take(words.end).skip(from) {
            // Three dots say that something is left out.
            if is_leader(&word.text) && line.words.len() > 4 && dots(line, at) > 3 {
                continue;
            }
            if at == from {
                self.join(&word.text);
            } else if line.has_space(at) && !self.text.is_empty() {
                self.text.push(' ');
            }
            self.word(word, links);
        }
    }

    /// The text of a line as it stands, dots that lead to a number too.
    pub(in crate::formats::binary::pdf) fn verbatim(line: &Line, links: &[Link]) -> Flow {
        let mut flow = Flow::default();
        for (at, word) in line.words.iter().enumerate() {
            if at > 0 && line.has_space(at) {
                flow.text.push(' ');
            }
            flow.word(word, links);
        }
        flow
    }

    /// Adds a word, which belongs to the link that it begins in, or that its middle is in: a bracket or comma may be
    /// drawn as a part of it.
    fn word(&mut self, word: &Word, links: &[Link]) {
        let start = self.text.len();
        self.text.push_str(&word.text);
        let (x, y) = word.at;
        let holds = |x: f32| {
            move |link: &Link| {
                let [left, low, right, high] = link.bounds;
                (left - 1.0..=right).contains(&x) && (low - 1.0..=high).contains(&(y + 0.2 * word.size))
            }
        };
        let middle = || (word.turn == 0).then_some(x + 0.5 * (word.right - word.left));
        let begins = links.iter().position(holds(x + 0.3 * word.size));
        if let Some(link) = begins.or_else(|| links.iter().position(holds(middle()?))) {
            match self.links.last_mut() {
                Some((range, last)) if *last == link => range.end = self.text.len(),
                _ => self.links.push((start..self.text.len(), link)),
            }
        }
    }

    /// What stands between a line and the one before it: nothing where a word was divided.
    fn join(&mut self, next: &str) {
        let Some(last) = self.text.chars().last() else { return };
        let first = next.chars().next().unwrap_or(' ');
        let before = self.text.chars().rev().nth(1).unwrap_or(' ');
        if is_hyphen(last) && before.is_alphabetic() && first.is_alphabetic() {
            if first.is_lowercase() {
                self.text.pop();
                let end = self.text.len();
                self.links.iter_mut().for_each(|(range, _)| range.end = range.end.min(end));
            }
        } else if !(is_dense(last) && is_dense(first)) {
            self.text.push(' ');
        }
    }
}

/// What a word is divided with.
pub(super) fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '‐' | '\u{ad}')
}

/// A character of a script that is written without spaces.
fn is_dense(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
}

/// The dots that follow each other where a word of dots stands.
fn dots(line: &Line, at: usize) -> usize {
    let count = |text: &str| text.chars().map(|c| if c == '…' { 3 } else { 1 }).sum::<usize>();
    let near = line.words.get(at.saturating_sub(4)..(at + 5).min(line.words.len())).unwrap_or_default();
    let place = at.min(4);
    let before = near[..place].iter().rev().take_while(|word| is_leader(&word.text));
    let behind = near[place..].iter().take_while(|word| is_leader(&word.text));
    before.chain(behind).map(|word| count(&word.text)).sum()
}

/// Dots that lead the eye to a number.
fn is_leader(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '.' | '·' | '…' | '․'))
}
