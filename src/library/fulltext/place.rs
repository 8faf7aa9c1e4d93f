//! From an entry of the index to the section or symbol that it is about: the one around its best line.

use super::query::TextQuery;
use super::search::TextHit;
use super::stems::Stems;
use super::words::fold_words;
use crate::document::{FormatFamily, Kind};
use crate::library::{Library, Outline};
use crate::stdx::contains_ignoring_case;

/// What an entry stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A section or symbol of the entry's file.
    Node(u32),
    /// Text outside of all of them, or in a file whose structure is not known.
    Text,
    /// Only nodes that are not wanted.
    Unwanted,
}

/// What the lines of an entry are searched for, to know which of them it was found by.
#[derive(Debug)]
pub struct HitWords {
    needles: Vec<String>,
}

impl HitWords {
    /// The words of a query, without the endings that its stems have lost.
    pub fn of(query: &TextQuery) -> HitWords {
        let mut stems = Stems::new();
        let written = query.terms.iter().chain(&query.phrases).chain(&query.fuzzy);
        let mut needles: Vec<String> = written.flat_map(|term| fold_words(term)).collect();
        for needle in &mut needles {
            let stem = stems.stem(needle);
            if needle.starts_with(stem) {
                *needle = stem.to_owned();
            }
        }
        needles.sort();
        needles.dedup();
        HitWords { needles }
    }

    fn count(&self, line: &str) -> usize {
        self.needles.iter().filter(|needle| contains_ignoring_case(line, needle)).count()
    }
}

impl Library {
    /// What `hit` stands for: the innermost type, function or section around the line that holds most of
    /// the words, of those for which `wanted` holds; a doc comment belongs to what it is about.
    pub fn place_of(&self, hit: &TextHit, words: &HitWords, wanted: impl Fn(Kind) -> bool) -> Place {
        let Some(outline) = self.outline(hit.file) else { return Place::Text };
        let family = self.file(hit.file).format.family;
        let mut lines = match self.node_text(hit.file) {
            // A piece of prose is of one section.
            Ok(text) if family != FormatFamily::Prose => lines(hit, &text, words),
            _ => Vec::new(),
        };
        if lines.is_empty() {
            lines.push((0, hit.span.start));
        }
        let mut place = None;
        for (_, offset) in lines {
            match around(outline, offset) {
                Some(node) if wanted(outline.kind(node)) => return Place::Node(node),
                Some(_) => place = place.or(Some(Place::Unwanted)),
                None if place.is_none() => return Place::Text,
                None => {}
            }
        }
        place.unwrap_or(Place::Text)
    }
}

/// The lines of the entry that hold any of the words: how many, and where the line's text starts; most first.
fn lines(hit: &TextHit, text: &str, words: &HitWords) -> Vec<(usize, u32)> {
    let body = hit.span.of(text);
    let mut lines: Vec<(usize, u32)> = Vec::new();
    let mut at = hit.span.start;
    for line in body.split_inclusive('\n') {
        let held = words.count(line);
        if held > 0 {
            lines.push((held, at + (line.len() - line.trim_start().len()) as u32));
        }
        at += line.len() as u32;
    }
    lines.sort_by_key(|&(held, at)| (std::cmp::Reverse(held), at));
    lines
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
