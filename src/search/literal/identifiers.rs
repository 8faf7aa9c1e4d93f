//! Where the one identifier that was typed stands as it was typed: in programs, strings, comments and documents.

use super::places::look_up;
use crate::library::{TextQuery, TrigramQuery};
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::words::identifier::whole;
use crate::search::words::question::Question;
use std::collections::HashSet;

/// Entries with the identifier that are looked at, at most: so often nobody goes through all.
const MAX_ENTRIES: usize = 1_000;

/// The places of the identifier, the best first; none where something else was typed.
pub(super) fn list(question: &Question<'_>) -> Vec<ChannelEntry> {
    let Some(identifier) = question.request.identifier() else { return Vec::new() };
    let Some(pattern) = whole(identifier) else { return Vec::new() };
    let query = TextQuery { phrases: vec![identifier.to_owned()], ..TextQuery::default() };
    let trigrams = TrigramQuery::of_literals([identifier]);
    let can_hold = |file| question.library.trigrams(file).is_none_or(|row| trigrams.may_match(row));
    let places = |entry: &str| pattern.find_iter(entry).map(|found| (found.range(), ())).collect();
    let found = look_up(question, &[(query, MAX_ENTRIES)], can_hold, places);
    let mut seen = HashSet::new();
    let targets = found.into_iter().map(|(place, ())| place.target).filter(|target| seen.insert(*target));
    let evidence = Evidence { has_identifier: true, ..Evidence::default() };
    targets.map(|target| ChannelEntry { target, evidence }).collect()
}
