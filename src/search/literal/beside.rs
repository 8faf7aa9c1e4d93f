//! Places that quote a message beside the strings of programs that make it: who looks for a message looks for what says
//! it.

use super::keys::defined::translation;
use super::messages::fits::{Fit, worths};
use super::typed::is_whole_string;
use crate::document::FormatFamily;
use crate::library::{FileEntry, Library, Role, is_source, role};
use crate::search::model::evidence::ChannelEntry;
use crate::search::model::target::Target;
use crate::search::words::expand::pieces;
use crate::search::words::question::Question;
use std::collections::HashSet;
use std::ops::Range;

/// What the string of a message is worth, as a share, beside a place that quotes the message whole: what was typed to the
/// letter comes first.
const BEHIND_LITERAL: f32 = 0.5;

/// What a test is worth that quotes a message, as a share, beside the string of own code that says all of it with other
/// values.
const FILLED_IN: f32 = 0.4;

/// What a string is worth that says more than was typed, as a share, beside one that says just that.
const SAYS_MORE: f32 = 0.9;

/// What a place of others is worth, as a share, beside own code that has what was typed.
const OF_OTHERS: f32 = 0.8;

/// What a place is worth that quotes a message, as a share, beside the string of own code that it is made from.
const QUOTES_IT: f32 = 0.8;

/// True for what a program may say, and not for its tests, which quote it.
pub(super) fn may_make(target: Target, library: &Library) -> bool {
    is_own_code(library.file(target.file())) && !target.is_in_tests(library)
}

/// True for files of the workspace's own programs: a test or a manual that quotes a message is not what it comes from.
pub(super) fn is_own_code(file: &FileEntry) -> bool {
    is_source(file) && !is_prose(file)
}

fn is_prose(file: &FileEntry) -> bool {
    file.format.family == FormatFamily::Prose
}

/// Makes places that quote a message to the letter worth less, as far as the strings that it may be made of are beside
/// them; what those are worth beside the places, as a share.
pub(super) fn beside_quotes(question: &Question<'_>, quotes: &mut [ChannelEntry], made: &[(ChannelEntry, Fit)]) -> f32 {
    if quotes.is_empty() || made.is_empty() {
        return 1.0;
    }
    // Who pastes a line of a log looks for what has written it, not for who quotes it.
    if question.request.pasted.is_some() {
        quotes.iter_mut().for_each(|quote| quote.evidence.literal *= BEHIND_LITERAL);
        return 1.0;
    }
    let is_page = |quote: &ChannelEntry| is_prose(question.library.file(quote.target.file()));
    // A page may say the same of something else.
    let (says_all, has_page) = (made.iter().any(|(_, fit)| fit.says_all), quotes.iter().any(is_page));
    let behind = if says_all && !has_page { 1.0 } else { BEHIND_LITERAL };
    if says_all {
        // A test has filled in what the program has a place for: it stands behind the program, wherever that stands.
        let tests = quotes.iter_mut().filter(|quote| !is_page(quote));
        tests.for_each(|quote| quote.evidence.literal *= FILLED_IN * behind);
    }
    behind
}

/// How much of a string a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Says {
    /// A part of one, or none.
    Part,
    /// Its beginning: whoever copies a message may leave out its end.
    Begun,
    /// All of it.
    Whole,
}

pub(super) fn says(entry: &str, place: &Range<usize>) -> Says {
    match entry[..place.start].ends_with(['"', '\'', '`']) {
        _ if is_whole_string(entry, place) => Says::Whole,
        true => Says::Begun,
        false => Says::Part,
    }
}

/// Puts strings of own code that are what was typed, or begin with it, before those that say more, and before tests and
/// documents that quote them.
pub(super) fn whole_strings_first(question: &Question<'_>, found: &mut [(ChannelEntry, Says)]) {
    let is_own = |candidate: &ChannelEntry| may_make(candidate.target, question.library);
    let most = found.iter().filter(|(candidate, _)| is_own(candidate)).map(|(_, says)| *says).max();
    let Some(most) = most.filter(|most| *most > Says::Part) else { return };
    let says_it = |(candidate, says): &(ChannelEntry, Says)| *says == most && is_own(candidate);
    for other in found.iter_mut().filter(|found| !says_it(found)) {
        other.0.evidence.literal *= if is_own(&other.0) { SAYS_MORE } else { QUOTES_IT };
    }
    found.sort_by_key(|found| !says_it(found));
}

/// Puts strings that are what was typed before other places, and what own code has before the same in packages of others;
/// where it is code, before what is told of it in documents whose text was taken out of them.
pub(super) fn own_code_first(question: &Question<'_>, places: &mut [ChannelEntry]) {
    let file = |place: &ChannelEntry| question.library.file(place.target.file());
    let is_here = |place: &ChannelEntry| {
        let file = file(place);
        let is_read = !is_prose(file) && !file.format.derived_text && role(file) != Some(Role::Foreign);
        is_read && place.evidence.literal >= 1.0
    };
    if places.iter().any(is_here) {
        let is_code = is_code(&question.request.terms);
        let is_behind = |place: &ChannelEntry| {
            role(file(place)) == Some(Role::Foreign) || is_code && file(place).format.derived_text
        };
        for place in places.iter_mut().filter(|place| is_behind(place)) {
            place.evidence.literal *= OF_OTHERS;
            place.evidence.is_typed = false;
        }
    }
    english_first(question, places);
    places.sort_by_key(|place| !place.evidence.is_string);
}

/// Of the same text in several languages that which the others are translated from, or English.
fn english_first(question: &Question<'_>, places: &mut [ChannelEntry]) {
    let of = |place: &ChannelEntry| translation(&question.library.file(place.target.file()).path);
    if !places.iter().any(|place| of(place) == Some(false)) {
        return;
    }
    for place in places.iter_mut().filter(|place| of(place) == Some(true)) {
        place.evidence.literal *= OF_OTHERS;
        (place.evidence.is_typed, place.evidence.is_string, place.evidence.is_value) = (false, false, false);
    }
}

/// Whether some of the words stand in programs only: a name of several parts, a word with signs that no text has.
fn is_code(terms: &[String]) -> bool {
    let is_name = |term: &String| pieces(term).len() > 1 && !term.contains('-');
    let has_sign = |term: &String| term.contains(['(', ')', '{', '}', '<', '>', '=', '[', ']', '_']);
    terms.iter().any(|term| is_name(term) || has_sign(term))
}

/// Letters of a word, at least, that names a file or a directory.
const MIN_NAMING: usize = 5;

/// What a string is worth less, as a share, whose file is named by one word less than that of another.
const NOT_NAMED: f32 = 0.01;

/// How many words of a message are the name of a string's file, or of the directory that it is in: `reverse_proxy` of
/// `reverseproxy/caddyfile.go`.
fn named_by(question: &Question<'_>, candidate: &ChannelEntry) -> usize {
    let squashed =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let path = &question.library.file(candidate.target.file()).path;
    let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or(name);
    let parts = [stem, directories.rsplit('/').next().unwrap_or_default()].map(squashed);
    let request = question.request;
    let words = request
        .terms
        .iter()
        .chain(&request.phrases)
        .flat_map(|text| text.split(|c: char| c.is_whitespace() || c == ':'));
    let mut words: Vec<String> = words.map(squashed).filter(|word| word.len() >= MIN_NAMING).collect();
    words.sort_unstable();
    words.dedup();
    parts.iter().filter(|part| words.binary_search(part).is_ok()).count()
}

/// Of the strings that a message may be made of those that have the most of it, or of a part of it, the likeliest first.
pub(super) fn likeliest(
    question: &Question<'_>,
    made: Vec<(ChannelEntry, Fit)>,
    behind: f32,
    is_own: impl Fn(&ChannelEntry) -> bool,
) -> Vec<ChannelEntry> {
    let fits: Vec<(Fit, bool)> = made.iter().map(|(candidate, fit)| (fit.clone(), is_own(candidate))).collect();
    let mut rated: Vec<(f32, ChannelEntry)> =
        worths(&fits).into_iter().zip(made).map(|(worth, (candidate, _))| (worth, candidate)).collect();
    rated.retain(|(worth, _)| *worth > 0.0);
    let named: Vec<usize> = rated.iter().map(|(_, candidate)| named_by(question, candidate)).collect();
    let most = named.iter().max().copied().unwrap_or(0);
    for ((worth, _), named) in rated.iter_mut().zip(named) {
        *worth *= 1.0 - NOT_NAMED * (most - named) as f32;
    }
    rated.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut seen = HashSet::new();
    rated.retain(|(_, candidate)| seen.insert(candidate.target));
    let rated = rated.into_iter().map(|(worth, mut candidate)| {
        candidate.evidence.literal = worth * behind;
        candidate
    });
    rated.collect()
}
