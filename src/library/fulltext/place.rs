//! From an entry of the index to the sections or symbols in it that hold the words.

use super::query::TextQuery;
use super::search::TextHit;
use super::stems::Stems;
use super::words::{Word, words};
use crate::document::{FormatFamily, Kind};
use crate::library::segment::outline::Outline;
use crate::library::snapshot::library::Library;
use crate::stdx::contains_ignoring_case;
use aho_corasick::AhoCorasick;
use memchr::{memchr, memrchr};
use std::cell::LazyCell;
use std::ops::Range;

/// What an entry stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A section or symbol of the entry's file.
    Node(u32),
    /// The file as a whole: what it says of itself at its top.
    File,
    /// Text outside of all of them, or in a file whose structure is not known.
    Text,
}

/// What the lines of an entry are searched for, to know which of them it was found by.
#[derive(Debug)]
pub struct HitWords {
    /// Finds all words at once whose letters are ASCII or have no case.
    plain: Option<AhoCorasick>,
    /// The number of each word of `plain`.
    numbers: Vec<u32>,
    /// The other words, with their numbers.
    cased: Vec<(u32, String)>,
}

/// More words than this are not told apart.
const MOST_NEEDLES: usize = 64;

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
        needles.truncate(MOST_NEEDLES);
        let has_case = |needle: &str| needle.chars().any(|c| !c.is_ascii() && (c.is_lowercase() || c.is_uppercase()));
        let (cased, plain): (Vec<_>, Vec<_>) = (0..).zip(needles).partition(|(_, needle)| has_case(needle));
        let (numbers, plain): (Vec<u32>, Vec<String>) = plain.into_iter().unzip();
        // Too large an automaton cannot come from so few words; without one nothing of them is found.
        let plain = AhoCorasick::builder().ascii_case_insensitive(true).build(plain).ok();
        HitWords { plain, numbers, cased }
    }

    /// The lines that hold any of the words: where each starts, and one bit for each word that it holds.
    fn lines(&self, text: &str) -> Vec<(Range<usize>, u64)> {
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

impl Library {
    /// What `hit` stands for: of the innermost types, functions and sections around its lines those whose
    /// lines hold most of the words and for which `wanted` holds, in document order, each with its share of
    /// the lines that hold any. A doc comment belongs to what it is about.
    pub fn places_of(&self, hit: &TextHit, words: &HitWords, wanted: impl Fn(Kind) -> bool) -> Vec<(Place, f32)> {
        let Some(outline) = self.outline(hit.file) else { return vec![(Place::Text, 1.0)] };
        // A piece of prose is of one section.
        let is_prose = self.file(hit.file).format.family == FormatFamily::Prose;
        let mut held = if is_prose { Vec::new() } else { self.held(hit, outline, words) };
        if held.is_empty() {
            let place = around(outline, hit.span.start).map_or(Place::Text, Place::Node);
            held.push(Held { place, words: 0, lines: 1 });
        }
        let most = held.iter().map(|held| held.words.count_ones()).max().unwrap_or(0);
        let lines: u32 = held.iter().map(|held| held.lines).sum();
        let place = |held: &Held| {
            let is_wanted = match held.place {
                Place::Text => true,
                Place::File => wanted(Kind::File),
                Place::Node(node) => wanted(outline.kind(node)),
            };
            is_wanted.then(|| (held.place, held.lines as f32 / lines as f32))
        };
        held.iter().filter(|held| held.words.count_ones() == most).filter_map(place).collect()
    }

    /// The nodes around the lines of the entry that hold any of the words, in the order of the lines.
    fn held(&self, hit: &TextHit, outline: Outline<'_>, words: &HitWords) -> Vec<Held> {
        let mut nodes: Vec<Held> = Vec::new();
        let Ok(text) = self.node_text(hit.file) else { return nodes };
        let entry = hit.span.of(&text);
        let top = || self.file(hit.file).format.file_doc(&text).unwrap_or_default();
        let at_top = LazyCell::new(|| self.cache.top(hit.file, top));
        for (line, held) in words.lines(entry) {
            let indent = entry[line.clone()].len() - entry[line.clone()].trim_start().len();
            let offset = hit.span.start + (line.start + indent) as u32;
            let place = match around(outline, offset) {
                Some(node) => Place::Node(node),
                None if at_top.contains(offset) => Place::File,
                None => Place::Text,
            };
            match nodes.iter_mut().find(|other| other.place == place) {
                Some(other) => {
                    other.words |= held;
                    other.lines += 1;
                }
                None => nodes.push(Held { place, words: held, lines: 1 }),
            }
        }
        nodes
    }
}

/// A place with the words that its own lines of an entry hold.
struct Held {
    place: Place,
    /// One bit for each word.
    words: u64,
    lines: u32,
}

/// The type, function or section at `offset`, else whatever of the outline is there.
fn around(outline: Outline<'_>, offset: u32) -> Option<u32> {
    let is_whole = |node: u32| {
        let kind = outline.kind(node);
        kind.is_class() || kind.is_function() || matches!(kind, Kind::Test | Kind::Impl) || outline.is_section(node)
    };
    let inside = outline.innermost(offset, is_whole);
    // A doc comment stands before what it is about, and may stand inside of something else.
    let after = outline.starting_after(offset);
    let documented = (after..outline.len()).take(1).find(|&node| outline.doc(node).contains(offset));
    documented.or(inside).or_else(|| outline.enclosing(offset, |kind| kind.in_outline() && kind != Kind::Module))
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
