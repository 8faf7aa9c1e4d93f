//! The longest run of the words of a message that stands somewhere: another version says the rest of it otherwise, or who
//! typed it from memory did.

use super::beside::is_own_code;
use super::entries::look_up;
use crate::library::TextQuery;
use crate::search::model::evidence::ChannelEntry;
use crate::search::request::read::Request;
use crate::search::words::expand::{asks, is_stop_word};
use crate::search::words::question::Question;
use regex::{Regex, RegexBuilder};
use std::collections::HashSet;
use std::ops::Range;

/// Words of a message, at least and at most: of fewer some run stands everywhere, and by more nobody tells two apart.
const WORDS: std::ops::RangeInclusive<usize> = 5..=40;

/// Words of a run, at least: three stand side by side in many texts.
const MIN_RUN: usize = 4;

/// Those of them that say something, at least.
const MIN_TELLING: usize = 3;

/// The share of a message that a run must be.
const MIN_SHARE: f32 = 0.4;

/// What a place that has a run is worth, as a share of one that has so much of the message as a template: what it goes on
/// to say is something else.
const OF_A_RUN: f32 = 0.6;

/// The same beside the strings of own programs, for who quotes them.
const QUOTED: f32 = 0.5;

/// Places of a run: what stands in more says nothing of this one.
const MAX_PLACES: usize = 20;

/// What may stand between two words of a run: what may in a string that is broken over two lines.
const BETWEEN: &str = r#"[\s"'`+\\*/#.,;:!?()\[\]<>=-]+"#;

/// The places of the longest run; none where nothing has enough of the message.
pub(super) fn list(question: &Question<'_>) -> Vec<ChannelEntry> {
    let words = words(question.request);
    // Who asks does not say what a program has said.
    if !WORDS.contains(&words.len()) || asks(&question.request.terms) {
        return Vec::new();
    }
    let run = longest(question, &words);
    let share = run.len() as f32 / words.len() as f32;
    let telling = words[run.clone()].iter().filter(|word| !is_stop_word(&word.to_lowercase())).count();
    if run.len() < MIN_RUN || telling < MIN_TELLING || share < MIN_SHARE {
        return Vec::new();
    }
    let Some(pattern) = pattern(&words[run.clone()]) else { return Vec::new() };
    let query = TextQuery { phrases: vec![words[run].join(" ")], ..TextQuery::default() };
    let places = |entry: &str| pattern.find_iter(entry).map(|found| (found.range(), ())).collect();
    let found = look_up(question, &[(query, MAX_PLACES)], |_| true, places);
    let mut seen = HashSet::new();
    let mut found: Vec<ChannelEntry> =
        found.into_iter().map(|(place, ())| place).filter(|place| seen.insert(place.target)).collect();
    let is_own = |place: &ChannelEntry| is_own_code(question.library.file(place.target.file()));
    let quoted = if found.iter().any(is_own) { QUOTED } else { 1.0 };
    for place in &mut found {
        place.evidence.literal = OF_A_RUN * share * if is_own(place) { 1.0 } else { quoted };
    }
    found
}

/// The words of a message without the signs around them.
fn words(request: &Request) -> Vec<&str> {
    let bare = |term: &'_ String| -> Range<usize> {
        let start = term.find(char::is_alphanumeric).unwrap_or(term.len());
        let end = term.rfind(char::is_alphanumeric).map_or(start, |last| term.ceil_char_boundary(last + 1));
        start..end.max(start)
    };
    request.terms.iter().map(|term| &term[bare(term)]).filter(|word| !word.is_empty()).collect()
}

/// The longest run of words that stands in an entry of the index: each beginning is tried with an end that only moves on.
fn longest(question: &Question<'_>, words: &[&str]) -> Range<usize> {
    let Question { library, filter, ticket, .. } = question;
    let stands = |run: &[&str]| {
        let query = TextQuery { phrases: vec![run.join(" ")], ..TextQuery::default() };
        !ticket.is_stale() && !library.search_text(&query, &|file| filter.accepts_file(file), 1, ticket).hits.is_empty()
    };
    let (mut best, mut end) = (0..0, 0);
    for start in 0..words.len() {
        end = end.max(start + 1);
        // Shorter ones need no look: a run that is better goes on behind the end of the best.
        while end < words.len() && stands(&words[start..=end]) {
            end += 1;
        }
        if end - start > best.len() {
            best = start..end;
        }
        if words.len() - start <= best.len() {
            break;
        }
    }
    best
}

fn pattern(words: &[&str]) -> Option<Regex> {
    let words: Vec<String> = words.iter().map(|word| regex::escape(word)).collect();
    RegexBuilder::new(&format!(r"\b{}\b", words.join(BETWEEN))).case_insensitive(true).build().ok()
}
