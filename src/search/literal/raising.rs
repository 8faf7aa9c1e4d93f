//! The strings of a program that what it has raised was made from.

use super::anchors;
use super::beside::may_make;
use super::messages::fits::{Fit, worths};
use super::typed::Typed;
use crate::library::{FileId, Library};
use crate::search::model::evidence::ChannelEntry;
use crate::search::request::options::Options;
use crate::search::request::read::read;
use crate::search::words::question::Question;
use crate::stdx::Ticket;

/// Strings that a message was made from, at most: one, and what has passed it on.
const MAX_STRINGS: usize = 3;

/// Letters of the message that a string must have.
const MIN_LETTERS: f32 = 12.0;

/// What a string must be worth beside the likeliest.
const MIN_WORTH: f32 = 0.5;

/// The file and the line of each string in own code that a message was made from, the likeliest first. They are found in
/// the texts of files, whatever is indexed.
pub fn raising(message: &str, library: &Library, ticket: &Ticket) -> Vec<(FileId, u32)> {
    let request = read(message.strip_prefix("Caused by: ").unwrap_or(message));
    let options = Options::default();
    let Some(typed) = Typed::of(&request).filter(Typed::may_have_values) else { return Vec::new() };
    let found = anchors::strings(&Question::new(&request, library, &options, ticket), &typed);
    let letters = request.typed.iter().flat_map(|term| term.chars()).filter(|c| c.is_alphanumeric()).count() as f32;
    let is_own = |entry: &ChannelEntry| may_make(entry.target, library);
    let fits: Vec<(Fit, bool)> = found.iter().map(|(entry, fit)| (fit.clone(), is_own(entry))).collect();
    let rated = worths(&fits)
        .into_iter()
        .zip(&found)
        .filter(|(worth, (entry, fit))| *worth >= MIN_WORTH && is_own(entry) && fit.share * letters >= MIN_LETTERS);
    let mut rated: Vec<(f32, FileId, usize)> =
        rated.map(|(worth, (entry, fit))| (worth, entry.target.file(), fit.place.start)).collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let line = |(_, file, start): &(f32, FileId, usize)| {
        let text = library.peek_text(*file).ok()?;
        Some((*file, 1 + text.get(..*start)?.matches('\n').count() as u32))
    };
    let mut places: Vec<(FileId, u32)> = Vec::new();
    for place in rated.iter().filter_map(line) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places.truncate(MAX_STRINGS);
    places
}
