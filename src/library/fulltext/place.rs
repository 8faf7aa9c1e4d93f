//! From an entry of the index to the sections or symbols in it that hold the words.

use super::query::TextQuery;
use super::search::TextHit;
use super::stems::Stems;
use super::words::{Word, words};
use crate::document::{FormatFamily, Kind};
use crate::library::{Library, Outline};
use crate::stdx::contains_ignoring_case;

/// What an entry stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A section or symbol of the entry's file.
    Node(u32),
    /// Text outside of all of them, or in a file whose structure is not known.
    Text,
}

/// What the lines of an entry are searched for, to know which of them it was found by.
#[derive(Debug)]
pub struct HitWords {
    needles: Vec<String>,
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
        HitWords { needles }
    }

    /// One bit for each word that the line holds.
    fn held(&self, line: &str) -> u64 {
        let bit = |(number, needle): (usize, &String)| u64::from(contains_ignoring_case(line, needle)) << number;
        self.needles.iter().enumerate().map(bit).sum()
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
            held.push(Held { node: around(outline, hit.span.start), words: 0, lines: 1 });
        }
        let most = held.iter().map(|held| held.words.count_ones()).max().unwrap_or(0);
        let lines: u32 = held.iter().map(|held| held.lines).sum();
        let place = |held: &Held| {
            let place = match held.node {
                None => Place::Text,
                Some(node) if wanted(outline.kind(node)) => Place::Node(node),
                Some(_) => return None,
            };
            Some((place, held.lines as f32 / lines as f32))
        };
        held.iter().filter(|held| held.words.count_ones() == most).filter_map(place).collect()
    }

    /// The nodes around the lines of the entry that hold any of the words, in the order of the lines.
    fn held(&self, hit: &TextHit, outline: Outline<'_>, words: &HitWords) -> Vec<Held> {
        let mut nodes: Vec<Held> = Vec::new();
        let Ok(text) = self.node_text(hit.file) else { return nodes };
        let mut at = hit.span.start;
        for line in hit.span.of(&text).split_inclusive('\n') {
            let held = words.held(line);
            if held != 0 {
                let node = around(outline, at + (line.len() - line.trim_start().len()) as u32);
                match nodes.iter_mut().find(|other| other.node == node) {
                    Some(other) => {
                        other.words |= held;
                        other.lines += 1;
                    }
                    None => nodes.push(Held { node, words: held, lines: 1 }),
                }
            }
            at += line.len() as u32;
        }
        nodes
    }
}

/// A node, or what is outside of all of them, with the words that its own lines of an entry hold.
struct Held {
    node: Option<u32>,
    /// One bit for each word.
    words: u64,
    lines: u32,
}

/// The type, function or section at `offset`, else whatever of the outline is there.
fn around(outline: Outline<'_>, offset: u32) -> Option<u32> {
    let is_whole = |kind: Kind| {
        kind.is_class() || kind.is_function() || matches!(kind, Kind::Heading | Kind::Page | Kind::Test | Kind::Impl)
    };
    let inside = outline.enclosing(offset, is_whole);
    // A doc comment stands before what it is about, and may stand inside of something else.
    let after = outline.starting_after(offset);
    let documented = (after..outline.len()).take(1).find(|&node| outline.doc(node).contains(offset));
    documented.or(inside).or_else(|| outline.enclosing(offset, |kind| kind.in_outline() && kind != Kind::Module))
}
