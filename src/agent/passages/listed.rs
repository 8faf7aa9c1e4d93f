//! Passages of what a list holds: things that stand together are one passage; and lists of words, which say nothing.

use super::lines::text_lines::lines_of;
use super::passage::Passage;
use super::reading::{MAX_LINES, Passages};
use crate::docql::{Found, Hit};

/// Lines between two things of a list that are shown as one, at most: an empty one, a heading.
const GAP: u32 = 3;

/// Lines of a list of words, at least.
const WORDS_OF_LIST: usize = 3;

/// True if most lines of a text are nothing but words in quotes.
pub(super) fn is_list(text: &str) -> bool {
    let is_quoted = |word: &str| {
        let word = word.trim_end_matches([',', ')', ']', ';']);
        word.len() > 1 && ['"', '\''].iter().any(|quote| word.starts_with(*quote) && word.ends_with(*quote))
    };
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (mut all, mut quoted) = (0, 0);
    for line in lines {
        all += 1;
        quoted += usize::from(line.split_whitespace().all(is_quoted));
    }
    quoted >= WORDS_OF_LIST && quoted * 2 > all
}

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
