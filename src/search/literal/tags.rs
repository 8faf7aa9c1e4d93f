//! What pages say in their tags and scripts: attributes, comments, programs. It is no part of the text that a reader sees,
//! and none of the index of words; who works on the page looks for it all the same.

use super::typed::Typed;
use crate::document::{LineIndex, Span};
use crate::library::{FileId, TrigramQuery};
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::model::target::Target;
use crate::search::words::question::Question;
use memchr::memmem;
use rayon::prelude::*;
use regex::{Regex, RegexBuilder};
use std::collections::HashSet;
use std::ops::Range;

/// Pages that are looked through, at most: of those that have the letters, the first.
const MAX_PAGES: usize = 200;

/// Larger pages are not: they were made by a program.
const MAX_PAGE_BYTES: u64 = 1 << 20;

/// Lines of one page that are handed on.
const MAX_LINES: usize = 20;

/// Letters of a single word, at least.
const MIN_LETTERS: usize = 4;

/// What a line is worth for a single word, as a share of a place that holds a text word after word: names and texts that
/// a reader sees come before it.
const OF_A_NAME: f32 = 0.02;

/// The lines in tags and scripts that hold what was typed.
pub(super) fn list(question: &Question<'_>, typed: &Typed) -> Vec<ChannelEntry> {
    lines(question, &typed.trigrams(), 1.0, |text| typed.places(text).collect())
}

/// The same for a single word, which is a name.
pub(super) fn of_name(question: &Question<'_>) -> Vec<ChannelEntry> {
    let [word] = &question.request.terms[..] else { return Vec::new() };
    let Some(pattern) = name(word, question.request.exact_case) else { return Vec::new() };
    let trigrams = TrigramQuery::of_literals([word.as_str()]);
    lines(question, &trigrams, OF_A_NAME, |text| pattern.find_iter(text).map(|found| found.range()).collect())
}

/// True if some page has a word in its tags or scripts.
pub(in crate::search) fn say(question: &Question<'_>, word: &str) -> bool {
    let Some(pattern) = name(word, false) else { return false };
    let pages = pages(question, &TrigramQuery::of_literals([word]));
    pages.into_par_iter().any(|page| {
        let text = question.library.peek_text(page);
        !question.ticket.is_stale() && text.is_ok_and(|text| pattern.is_match(&text))
    })
}

/// The beginning of a name.
fn name(word: &str, exact_case: bool) -> Option<Regex> {
    let is_name =
        word.chars().count() >= MIN_LETTERS && word.chars().all(|c| c.is_alphanumeric() || "_-:.".contains(c));
    let pattern = format!(r"\b{}", regex::escape(word));
    is_name.then(|| RegexBuilder::new(&pattern).case_insensitive(!exact_case).build().ok()).flatten()
}

fn pages(question: &Question<'_>, trigrams: &TrigramQuery) -> Vec<FileId> {
    let Question { library, filter, .. } = question;
    let may_hold = |id: &FileId| {
        let file = library.file(*id);
        file.format.has_tags
            && !file.text_only
            && file.size <= MAX_PAGE_BYTES
            && filter.accepts_file(*id)
            && library.trigrams(*id).is_none_or(|row| trigrams.may_match(row))
    };
    library.file_ids().filter(may_hold).take(MAX_PAGES).collect()
}

fn lines(
    question: &Question<'_>,
    trigrams: &TrigramQuery,
    worth: f32,
    places: impl Fn(&str) -> Vec<Range<usize>> + Sync,
) -> Vec<ChannelEntry> {
    if !question.filter.accepts_text() {
        return Vec::new();
    }
    let in_page = |file: FileId| -> Vec<ChannelEntry> {
        let text = question.library.peek_text(file).ok().filter(|_| !question.ticket.is_stale());
        let Some(text) = text else { return Vec::new() };
        let mut places = places(&text);
        places.retain(|place| is_hidden(&text, place.start));
        let index = LineIndex::new(&text);
        let mut seen = HashSet::new();
        let line = |place: Range<usize>| {
            let line = index.line(place.start as u32);
            let end = index.start(line) as usize + index.text(&text, line).trim_end().len();
            let span = Span::of_range(place.start..end.max(place.start));
            seen.insert(line).then_some(Target::Line { file, span, line })
        };
        let targets = places.into_iter().filter_map(line).take(MAX_LINES);
        let evidence = Evidence { literal: worth, ..Evidence::default() };
        targets.map(|target| ChannelEntry { target, evidence }).collect()
    };
    pages(question, trigrams).into_par_iter().flat_map_iter(in_page).collect()
}

/// True if a place is in a tag, a comment or a script, where no reader of the page sees it.
fn is_hidden(text: &str, at: usize) -> bool {
    let before = &text.as_bytes()[..at];
    let last = |sign: u8| memchr::memrchr(sign, before);
    let in_tag = match (last(b'<'), last(b'>')) {
        (Some(open), Some(close)) => open > close,
        (open, _) => open.is_some(),
    };
    let in_element = |open: &str, close: &str| {
        let open = memmem::rfind(before, open.as_bytes());
        open.is_some_and(|open| memmem::find(&before[open..], close.as_bytes()).is_none())
    };
    in_tag || in_element("<script", "</script") || in_element("<style", "</style") || in_element("<!--", "-->")
}
