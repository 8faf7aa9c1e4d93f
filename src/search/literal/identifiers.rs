//! Where the one identifier, or the one rare word, that was typed stands as it was typed: in programs, strings, comments and
//! documents.

use super::entries::look_up;
use crate::document::FormatFamily;
use crate::library::{TextQuery, TrigramQuery};
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::words::identifier::{begins_comment, whole, whole_in_any_case};
use crate::search::words::question::Question;
use std::collections::HashSet;
use std::ops::Range;

/// Entries with the identifier that are looked at, at most: so often nobody goes through all.
const MAX_ENTRIES: usize = 1_000;

/// The share of the places of a word in capitals that begin a comment, at least, where it marks comments.
const MARKED: f32 = 0.3;

/// Places of a word from which on it is no rare one: what ranks texts by their words has enough of it.
const MANY_PLACES: usize = 20;

/// The places of the identifier, the best first; none where something else was typed.
pub(super) fn list(question: &Question<'_>) -> Vec<ChannelEntry> {
    let marker = question.request.marker();
    let Some(identifier) = question.request.identifier().or(marker) else { return rare(question) };
    let Some(pattern) = whole(identifier) else { return Vec::new() };
    let places = |entry: &str| {
        let found = pattern.find_iter(entry).map(|found| found.range());
        found.map(|place| (place.clone(), marker.is_some() && begins_comment(entry, place.start))).collect()
    };
    let found = entries(question, identifier, places);
    // A word in capitals may be an abbreviation, which names have in small letters, too: it is looked for as it is written
    // where comments are marked with it.
    let marked = found.iter().filter(|(_, is_mark)| *is_mark).count();
    if marker.is_some() && (marked as f32) < MARKED * found.len() as f32 {
        return Vec::new();
    }
    holding(found)
}

/// The places of the plain word that is all that was typed, if they are few: who types one that hardly anything has wants
/// to see where it stands, and not what is like it.
fn rare(question: &Question<'_>) -> Vec<ChannelEntry> {
    let Some(word) = question.request.plain_word() else { return Vec::new() };
    let pattern = if question.request.exact_case { whole(word) } else { whole_in_any_case(word) };
    let Some(pattern) = pattern else { return Vec::new() };
    let mut found =
        entries(question, word, |entry| pattern.find_iter(entry).map(|found| (found.range(), ())).collect());
    // What is known of a picture is the picture.
    found.retain(|(place, ())| question.library.file(place.target.file()).format.family != FormatFamily::Picture);
    if found.len() > MANY_PLACES { Vec::new() } else { holding(found) }
}

/// What is found in the entries of the index that have the words of `text`, in files that may hold it.
fn entries<T: Send>(
    question: &Question<'_>,
    text: &str,
    places: impl Fn(&str) -> Vec<(Range<usize>, T)> + Sync,
) -> Vec<(ChannelEntry, T)> {
    let query = TextQuery { phrases: vec![text.to_owned()], ..TextQuery::default() };
    let trigrams = TrigramQuery::of_literals([text]);
    let can_hold = |file| question.library.trigrams(file).is_none_or(|row| trigrams.may_match(row));
    look_up(question, &[(query, MAX_ENTRIES)], can_hold, places)
}

/// The candidates of places, each once.
fn holding<T>(found: Vec<(ChannelEntry, T)>) -> Vec<ChannelEntry> {
    let mut seen = HashSet::new();
    let targets = found.into_iter().map(|(place, _)| place.target).filter(|target| seen.insert(*target));
    let evidence = Evidence { has_identifier: true, ..Evidence::default() };
    targets.map(|target| ChannelEntry { target, evidence }).collect()
}
