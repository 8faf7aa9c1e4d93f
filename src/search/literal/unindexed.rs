//! What the index of words does not know: signs and parts of words in any file, and files that are too large for it.

use super::entries::{MAX_PLACES, candidate_at, text_of};
use super::typed::Typed;
use crate::document::LineIndex;
use crate::library::{FileId, TrigramQuery, fold_words};
use crate::search::model::evidence::ChannelEntry;
use crate::search::model::target::Target;
use crate::search::words::question::Question;
use rayon::prelude::*;
use std::cell::LazyCell;

/// Files that are looked through at once.
const AT_ONCE: usize = 64;

/// Bytes of files that are too large for the index of words that are looked through for one question: a quarter of a
/// second of reading.
const MAX_LARGE_BYTES: u64 = 256 << 20;

/// The places of phrases in the files that can hold them, the first of each file, and whether there may be more: what
/// consists of signs, or begins inside of a word, is in no entry of the index.
pub(super) fn in_files(question: &Question<'_>, typed: &Typed) -> (Vec<ChannelEntry>, bool) {
    let Question { request, library, filter, .. } = question;
    let trigrams: Vec<TrigramQuery> = request
        .phrases
        .iter()
        .filter_map(|phrase| phrase.split(' ').max_by_key(|part| part.len()))
        .map(|part| TrigramQuery::of_literals([part]))
        .collect();
    let can_hold = |file: &FileId| {
        let row = library.trigrams(*file);
        filter.accepts_file(*file)
            && !library.file(*file).text_only
            && row.is_none_or(|row| trigrams.iter().all(|trigrams| trigrams.may_match(row)))
    };
    let files: Vec<FileId> = library.file_ids().filter(can_hold).collect();
    let mut best: Vec<ChannelEntry> = Vec::new();
    for files in files.chunks(AT_ONCE) {
        best.extend(files.par_iter().flat_map_iter(|file| in_file(question, typed, *file)).collect::<Vec<_>>());
        if best.len() >= MAX_PLACES {
            return (best, true);
        }
    }
    (best, false)
}

/// Where what was typed stands in a file, each node and line once.
fn in_file(question: &Question<'_>, typed: &Typed, file: FileId) -> Vec<ChannelEntry> {
    let Some(text) = text_of(question, file).filter(|_| !question.ticket.is_stale()) else { return Vec::new() };
    let lines = LazyCell::new(|| LineIndex::new(&text));
    let mut found: Vec<ChannelEntry> = Vec::new();
    for place in typed.places(&text).take(MAX_PLACES) {
        let outside = || {
            let line = lines.line(place.start as u32);
            Target::Text { file, span: lines.span(line), line }
        };
        let candidate = candidate_at(question, (file, &*text), place.start as u32, outside);
        found.extend(candidate.filter(|new| found.iter().all(|old| old.target != new.target)));
    }
    found
}

/// The same in files that are too large for the index of words, where one of the words is in no other: those that make up
/// so many bytes, in the order of their paths.
pub(super) fn in_large_files(question: &Question<'_>, typed: &Typed) -> Vec<ChannelEntry> {
    let Question { request, library, filter, .. } = question;
    let words = request.terms.iter().chain(&request.phrases).flat_map(|text| fold_words(text));
    let is_alone = library.files().iter().all(|file| file.text_only);
    let is_here_alone = || is_alone || words.into_iter().any(|word| library.is_nowhere(&word));
    let is_large = |file: &FileId| library.file(*file).text_only && filter.accepts_file(*file);
    let mut left = MAX_LARGE_BYTES;
    let mut fits = |file: &FileId| {
        let size = library.file(*file).size;
        let does_fit = size <= left;
        left -= if does_fit { size } else { 0 };
        does_fit
    };
    let files: Vec<FileId> = library.file_ids().filter(is_large).filter(|file| fits(file)).collect();
    if files.is_empty() || !is_here_alone() {
        return Vec::new();
    }
    files.into_iter().flat_map(|file| in_file(question, typed, file)).take(MAX_PLACES).collect()
}
