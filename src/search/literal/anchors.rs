//! Where two words of a message stand side by side: there a program may have made it, however frequent each word is.

use super::beside::is_own_code;
use super::entries::{candidate_at, text_of};
use super::messages::fits::Fit;
use super::typed::Typed;
use crate::document::Span;
use crate::library::{FileId, TrigramQuery};
use crate::search::model::evidence::ChannelEntry;
use crate::search::model::target::Target;
use crate::search::words::question::Question;
use crate::stdx::AsciiFinder;
use rayon::prelude::*;
use std::ops::Range;

/// Pairs of words of a message, at most: a bit each.
const MAX_PAIRS: usize = 32;

/// Bytes of a pair, at least.
const MIN_PAIR_BYTES: usize = 6;

/// Files that are read, those first that may hold most of the pairs, rare ones counting more.
const MAX_FILES: usize = 120;

/// Places of a pair in a file that are looked at.
const MAX_IN_FILE: usize = 64;

/// Lines around a place that are looked at: strings are put together over several.
const LINES_AROUND: usize = 4;

/// Two words side by side.
struct Pair {
    finder: AsciiFinder,
    trigrams: TrigramQuery,
}

/// The strings that a message may be made of, in own code that has two of its words side by side.
pub(super) fn strings(question: &Question<'_>, typed: &Typed) -> Vec<(ChannelEntry, Fit)> {
    let pairs: Vec<Pair> =
        typed.pairs().into_iter().filter(|pair| pair.len() >= MIN_PAIR_BYTES).map(Pair::of).collect();
    let pairs = &pairs[..pairs.len().min(MAX_PAIRS)];
    let files = files(question, pairs);
    let in_file = |(file, held): &(FileId, u32)| -> Vec<(ChannelEntry, Fit)> {
        if question.ticket.is_stale() {
            return Vec::new();
        }
        let Some(text) = text_of(question, *file) else { return Vec::new() };
        let mut found: Vec<(ChannelEntry, Fit)> = Vec::new();
        for part in parts(&text, pairs, *held) {
            let start = part.start;
            for mut fit in typed.fits(&text[part]) {
                fit.place = start + fit.place.start..start + fit.place.end;
                let offset = fit.place.start as u32;
                let outside = || {
                    let line = 1 + text[..fit.place.start].matches('\n').count() as u32;
                    Target::Text { file: *file, span: line_around(&text, fit.place.start), line }
                };
                let Some(candidate) = candidate_at(question, (*file, &text), offset, outside) else { continue };
                found.push((candidate, fit));
            }
        }
        found
    };
    files.par_iter().flat_map_iter(in_file).collect()
}

impl Pair {
    fn of(words: String) -> Pair {
        Pair { trigrams: TrigramQuery::of_literals([words.as_str()]), finder: AsciiFinder::new(&words) }
    }
}

/// The files that may hold most of the pairs, and which.
fn files(question: &Question<'_>, pairs: &[Pair]) -> Vec<(FileId, u32)> {
    let library = question.library;
    let held = |file: FileId| -> Option<(FileId, u32)> {
        let entry = library.file(file);
        if entry.text_only || !is_own_code(entry) || !question.filter.accepts_file(file) {
            return None;
        }
        let row = library.trigrams(file)?;
        let bits = pairs.iter().enumerate().filter(|(_, pair)| pair.trigrams.may_match(row));
        Some((file, bits.fold(0, |bits, (at, _)| bits | 1 << at))).filter(|(_, bits)| *bits != 0)
    };
    let mut files: Vec<(FileId, u32)> = library.file_ids().filter_map(held).collect();
    let all = files.len() as f32;
    let weights: Vec<f32> = (0..pairs.len())
        .map(|at| (1.0 + all / files.iter().filter(|(_, bits)| bits >> at & 1 == 1).count().max(1) as f32).ln())
        .collect();
    let weight = |bits: u32| -> f32 { (0..pairs.len()).filter(|at| bits >> at & 1 == 1).map(|at| weights[at]).sum() };
    files.sort_by(|a, b| weight(b.1).total_cmp(&weight(a.1)).then(a.0.cmp(&b.0)));
    files.truncate(MAX_FILES);
    files
}

/// The lines around the pairs, in order, each once.
fn parts(text: &str, pairs: &[Pair], held: u32) -> Vec<Range<usize>> {
    let mut places: Vec<usize> = Vec::new();
    for pair in pairs.iter().enumerate().filter(|(at, _)| held >> at & 1 == 1).map(|(_, pair)| pair) {
        let mut from = 0;
        for _ in 0..MAX_IN_FILE {
            let Some(place) = pair.finder.find(text.as_bytes(), from) else { break };
            places.push(place);
            from = place + 1;
        }
    }
    places.sort_unstable();
    let bytes = text.as_bytes();
    let mut parts: Vec<Range<usize>> = Vec::new();
    for place in places {
        // Lines around places that stand close together are walked over once.
        let from = parts.last().map_or(0, |last| last.start.min(place));
        let before = memchr::memrchr_iter(b'\n', &bytes[from..place]);
        let start = before.map(|at| from + at + 1).nth(LINES_AROUND - 1).unwrap_or(from);
        let behind = memchr::memchr_iter(b'\n', &bytes[place..]);
        let end = behind.map(|at| place + at + 1).nth(LINES_AROUND - 1).unwrap_or(text.len());
        match parts.last_mut().filter(|last| start <= last.end) {
            Some(last) => last.end = last.end.max(end),
            None => parts.push(start..end),
        }
    }
    parts
}

/// The line that a place is in.
fn line_around(text: &str, place: usize) -> Span {
    let start = text[..place].rfind('\n').map_or(0, |at| at + 1);
    let end = text[place..].find('\n').map_or(text.len(), |at| place + at);
    Span { start: start as u32, end: end as u32 }
}
