//! From an entry of the full text to the sections or symbols in it that hold the words.

use crate::document::{FormatFamily, Kind, NodeFlags};
use crate::library::files::entries::FileId;
use crate::library::fulltext::{HitWords, TextHit};
use crate::library::segment::outline::Outline;
use crate::library::snapshot::library::Library;
use crate::stdx::Ticket;
use rayon::prelude::*;
use std::cell::LazyCell;
use std::ops::Deref;
use std::sync::Arc;

/// The place that an entry stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HitPlace {
    /// A section or symbol of the entry's file.
    Node(u32),
    /// The file as a whole: what it says of itself at its top.
    File,
    /// Text outside of all of them, or in a file whose structure is not known.
    Text,
}

/// An entry of the full text, and the places that it stands for, each with its share.
pub type PlacedHit = (TextHit, Vec<(HitPlace, f32)>);

/// Files in which one thread looks up hits in a row.
const IN_A_ROW: usize = 8;

impl Library {
    /// The hits, in their order, each with the places that it stands for: of the innermost types, functions and sections
    /// around its lines those whose lines hold most of the words and for which `wanted` holds, in document order, each
    /// with its share of the lines that hold any. A doc comment belongs to what it is about. Each file is read once; with
    /// a stale ticket hits are missing.
    pub fn places_of(
        &self,
        hits: Vec<TextHit>,
        words: &HitWords,
        wanted: impl Fn(Kind, NodeFlags) -> bool + Sync,
        ticket: &Ticket,
    ) -> Vec<PlacedHit> {
        let mut ranked: Vec<(usize, TextHit)> = hits.into_iter().enumerate().collect();
        ranked.sort_by_key(|(rank, hit)| (hit.file, *rank));
        let in_file = |hits: &[(usize, TextHit)]| -> Vec<(usize, PlacedHit)> {
            let text = LazyCell::new(|| hits.first().and_then(|(_, hit)| self.node_text(hit.file).ok()));
            let looked_at = hits.iter().filter(|_| !ticket.is_stale());
            looked_at.map(|(rank, hit)| (*rank, (*hit, self.places_of_one(hit, words, &text, &wanted)))).collect()
        };
        let files: Vec<&[(usize, TextHit)]> = ranked.chunk_by(|(_, a), (_, b)| a.file == b.file).collect();
        let mut placed: Vec<(usize, PlacedHit)> =
            files.into_par_iter().with_min_len(IN_A_ROW).flat_map_iter(in_file).collect();
        placed.sort_by_key(|(rank, _)| *rank);
        placed.into_iter().map(|(_, placed)| placed).collect()
    }

    fn places_of_one(
        &self,
        hit: &TextHit,
        words: &HitWords,
        text: &impl Deref<Target = Option<Arc<str>>>,
        wanted: &impl Fn(Kind, NodeFlags) -> bool,
    ) -> Vec<(HitPlace, f32)> {
        let Some(outline) = self.outline(hit.file) else { return vec![(HitPlace::Text, 1.0)] };
        let family = self.file(hit.file).format.family;
        // The first line of a picture is what it is called.
        if family == FormatFamily::Picture && hit.span.start == 0 {
            return wanted(Kind::File, NodeFlags::default()).then_some((HitPlace::File, 1.0)).into_iter().collect();
        }
        // A piece of prose is of one section.
        let is_prose = family == FormatFamily::Prose;
        let text = if is_prose { None } else { text.as_deref() };
        let mut held = text.map(|text| self.held(hit, outline, (text, words))).unwrap_or_default();
        if held.is_empty() {
            let place = around(outline, hit.span.start).map_or(HitPlace::Text, HitPlace::Node);
            held.push(Held { place, words: 0, lines: 1 });
        }
        let most = held.iter().map(|held| held.words.count_ones()).max().unwrap_or(0);
        let lines: u32 = held.iter().map(|held| held.lines).sum();
        let place = |held: &Held| {
            let is_wanted = match held.place {
                HitPlace::Text => true,
                HitPlace::File => wanted(Kind::File, NodeFlags::default()),
                HitPlace::Node(node) => wanted(outline.kind(node), outline.flags(node)),
            };
            is_wanted.then(|| (held.place, held.lines as f32 / lines as f32))
        };
        held.iter().filter(|held| held.words.count_ones() == most).filter_map(place).collect()
    }

    /// The place at `offset` of a file whose node text is `text`; `None` if it is of a kind that is not wanted.
    pub fn place_at(
        &self,
        file: FileId,
        text: &str,
        offset: u32,
        wanted: impl Fn(Kind, NodeFlags) -> bool,
    ) -> Option<HitPlace> {
        let Some(outline) = self.outline(file) else { return Some(HitPlace::Text) };
        if let Some(node) = around(outline, offset) {
            return wanted(outline.kind(node), outline.flags(node)).then_some(HitPlace::Node(node));
        }
        let top = self.cache.top(file, || self.file(file).format.file_doc(text).unwrap_or_default());
        match top.contains(offset) {
            true => wanted(Kind::File, NodeFlags::default()).then_some(HitPlace::File),
            false => Some(HitPlace::Text),
        }
    }

    /// The nodes around the lines of the entry that hold any of the words, in the order of the lines.
    fn held(&self, hit: &TextHit, outline: Outline<'_>, (text, words): (&str, &HitWords)) -> Vec<Held> {
        let mut nodes: Vec<Held> = Vec::new();
        let entry = hit.span.of(text);
        let top = || self.file(hit.file).format.file_doc(text).unwrap_or_default();
        let at_top = LazyCell::new(|| self.cache.top(hit.file, top));
        for (line, held) in words.lines(entry) {
            let indent = entry[line.clone()].len() - entry[line.clone()].trim_start().len();
            let offset = hit.span.start + (line.start + indent) as u32;
            let place = match around(outline, offset) {
                Some(node) => HitPlace::Node(node),
                None if at_top.contains(offset) => HitPlace::File,
                None => HitPlace::Text,
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
    place: HitPlace,
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
    let outlined = || outline.enclosing(offset, |kind| kind.in_outline() && kind != Kind::Module);
    // Data files have endpoints alone.
    documented.or(inside).or_else(outlined).or_else(|| outline.enclosing(offset, |kind| kind == Kind::Api))
}
