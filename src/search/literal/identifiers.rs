//! Where the one identifier that was typed stands as it was typed: in programs, strings, comments and documents.

use super::places::look_up;
use crate::library::{TextQuery, TrigramQuery};
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::words::identifier::{begins_comment, whole};
use crate::search::words::question::Question;
use std::collections::HashSet;

/// Entries with the identifier that are looked at, at most: so often nobody goes through all.
const MAX_ENTRIES: usize = 1_000;

/// The share of the places of a word in capitals that begin a comment, at least, where it marks comments.
const MARKED: f32 = 0.3;

/// The places of the identifier, the best first; none where something else was typed.
pub(super) fn list(question: &Question<'_>) -> Vec<ChannelEntry> {
    let marker = question.request.marker();
    let Some(identifier) = question.request.identifier().or(marker) else { return Vec::new() };
    let Some(pattern) = whole(identifier) else { return Vec::new() };
    let query = TextQuery { phrases: vec![identifier.to_owned()], ..TextQuery::default() };
    let trigrams = TrigramQuery::of_literals([identifier]);
    let can_hold = |file| question.library.trigrams(file).is_none_or(|row| trigrams.may_match(row));
    let places = |entry: &str| {
        let found = pattern.find_iter(entry).map(|found| found.range());
        found.map(|place| (place.clone(), marker.is_some() && begins_comment(entry, place.start))).collect()
    };
    let found = look_up(question, &[(query, MAX_ENTRIES)], can_hold, places);
    // A word in capitals may be an abbreviation, which names have in small letters, too: it is looked for as it is written
    // where comments are marked with it.
    let marked = found.iter().filter(|(_, is_mark)| *is_mark).count();
    if marker.is_some() && (marked as f32) < MARKED * found.len() as f32 {
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let targets = found.into_iter().map(|(place, _)| place.target).filter(|target| seen.insert(*target));
    let evidence = Evidence { has_identifier: true, ..Evidence::default() };
    targets.map(|target| ChannelEntry { target, evidence }).collect()
}
