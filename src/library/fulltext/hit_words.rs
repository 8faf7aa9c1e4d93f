//! The lines of an entry that hold words of the query it was found by.

use super::query::TextQuery;
use super::stems::Stems;
use super::words::{Word, words};
use crate::stdx::contains_ignoring_case;
use aho_corasick::AhoCorasick;
use memchr::{memchr, memrchr};
use std::ops::Range;

/// The words of a query, to be looked for in the lines of its entries.
#[derive(Debug)]
pub struct HitWords {
    /// Finds all words at once whose letters are ASCII or have no case.
    plain: Option<AhoCorasick>,
    /// The number of each word of `plain`.
    numbers: Vec<u32>,
    /// The other words, with their numbers.
    cased: Vec<(u32, String)>,
}

/// Words that are told apart, at most: a bit for each.
const MAX_NEEDLES: usize = 64;

impl HitWords {
    /// The words of a query and their parts, without the endings that its stems have lost.
    pub fn of(query: &TextQuery) -> HitWords {
        let mut stems = Stems::new();
        let written = query.terms.iter().chain(&query.phrases).chain(&query.fuzzy);
        let pieces = |word: Word| std::iter::once(word.whole).chain(word.parts);
        let mut needles: Vec<String> = written.flat_map(|term| words(term)).flat_map(pieces).collect();
        for needle in &mut needles {
            let stem = stems.stem(needle);
            if needle.starts_with(stem) {
                *needle = stem.to_owned();
            }
        }
        needles.sort();
        needles.dedup();
        needles.truncate(MAX_NEEDLES);
        let has_case = |needle: &str| needle.chars().any(|c| !c.is_ascii() && (c.is_lowercase() || c.is_uppercase()));
        let (cased, plain): (Vec<_>, Vec<_>) = (0..).zip(needles).partition(|(_, needle)| has_case(needle));
        let (numbers, plain): (Vec<u32>, Vec<String>) = plain.into_iter().unzip();
        // Too large an automaton cannot come from so few words; without one nothing of them is found.
        let plain = AhoCorasick::builder().ascii_case_insensitive(true).build(plain).ok();
        HitWords { plain, numbers, cased }
    }

    /// The lines that hold any of the words, with one bit for each word that it holds.
    pub(in crate::library) fn lines(&self, text: &str) -> Vec<(Range<usize>, u64)> {
        let mut lines = Vec::new();
        match &self.plain {
            Some(words) if self.numbers.len() == 1 => {
                words.find_iter(text).for_each(|found| push(&mut lines, text, found.start(), self.numbers[0]));
            }
            Some(words) if !self.numbers.is_empty() => words
                .find_overlapping_iter(text)
                .for_each(|found| push(&mut lines, text, found.start(), self.numbers[found.pattern().as_usize()])),
            _ => {}
        }
        if !self.cased.is_empty() {
            let mut at = 0;
            for line in text.split_inclusive('\n') {
                let held = self.cased.iter().filter(|(_, word)| contains_ignoring_case(line, word));
                held.for_each(|(number, _)| push(&mut lines, text, at, *number));
                at += line.len();
            }
            lines.sort_by_key(|(line, _)| line.start);
            lines.dedup_by(|later, earlier| {
                let is_same = later.0 == earlier.0;
                earlier.1 |= if is_same { later.1 } else { 0 };
                is_same
            });
        }
        lines
    }
}

/// Notes that the line around `at` holds a word. Words have no line breaks, so places come line by line.
fn push(lines: &mut Vec<(Range<usize>, u64)>, text: &str, at: usize, number: u32) {
    let bit = 1 << number;
    match lines.last_mut() {
        Some((line, held)) if line.contains(&at) => *held |= bit,
        _ => {
            let start = memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |before| before + 1);
            let end = memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |after| at + after + 1);
            lines.push((start..end, bit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(words: &[&str], text: &str) -> Vec<(usize, u32)> {
        let query = TextQuery { terms: words.iter().map(|word| (*word).to_owned()).collect(), ..TextQuery::default() };
        HitWords::of(&query).lines(text).into_iter().map(|(line, held)| (line.start, held.count_ones())).collect()
    }

    #[test]
    fn lines_with_words_are_found_in_any_script_and_case() {
        assert_eq!(lines(&["he", "header"], "the\nHEADER he\nno"), [(0, 1), (4, 2)], "one word within the other");
        assert_eq!(lines(&["straße", "ende"], "x\nSTRASSE Ende\nStraße\n"), [(2, 1), (15, 1)]);
        assert_eq!(lines(&["ÖL", "ab"], "ab\nöl AB\n"), [(0, 1), (3, 2)]);
        assert_eq!(lines(&["架构"], "系统\n系统架构").iter().map(|line| line.0).collect::<Vec<_>>(), [7]);
        assert_eq!(lines(&["a"], ""), []);
    }
}
