//! The channel of text as it was typed: places that hold it word after word, or the template of it.

use super::beside::{Says, beside_quotes, likeliest, may_make, own_code_first, says, whole_strings_first};
use super::copied::{copied, of_call};
use super::entries::{MAX_PLACES, look_up};
use super::identifiers;
use super::keys::{defined, environment, nested, registered};
use super::mentioned;
use super::messages::fits::{Fit, without_vague};
use super::messages::speaker::{MIN_SAID, is_of_program, without_speaker};
use super::runs;
use super::tags;
use super::typed::Typed;
use super::unindexed::{in_files, in_large_files};
use super::{columns, commands, declared, flags, routes};
use crate::library::{FileId, NodeRef, TextQuery};
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::model::lists::List;
use crate::search::model::target::Target;
use crate::search::request::read::Request;
use crate::search::words::question::Question;
use crate::stdx::contains_ignoring_case;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Entries of the full text with all words whose files are looked at if they may hold them in one line.
const MAX_IN_LINE: usize = 5_000;

/// The same where one word of what was typed is all that the index is asked for.
const MAX_OF_ONE: usize = 1_000;

/// Entries with all words that are looked at however lines are broken.
const MAX_BROKEN: usize = 400;

/// Entries with some of the words that may hold the template of a message.
const MAX_TEMPLATES: usize = 600;

/// The same for the words of one part of a message.
const MAX_OF_PART: usize = 200;

/// Words from which on a text that nothing has in one line is looked for over several, before it is taken for something
/// else.
const MIN_BROKEN_WORDS: usize = 4;

/// From so many places on, two words that were typed are an everyday phrase, and say little.
const MANY_PLACES: usize = 20;

/// What such a phrase is worth, as a share of a message.
const EVERYDAY: f32 = 0.05;

/// What a place is worth, as a share, that has the words and what is quoted beside them somewhere, where another has all
/// of it as it was typed.
const APART: f32 = 0.5;

/// The share of a message that a string must have to be taken for the one that it was made from.
const SURE: f32 = 0.9;

/// Finds the places of what was typed, first those that define it. They all have the words; the other channels know more of
/// each.
pub(in crate::search) fn list(question: &Question<'_>) -> List {
    let mut list = told(question);
    if question.options.asks_words() {
        let mut defining = columns::of_name(question);
        // A call that stands as it was typed is what is meant.
        defining.extend(nested::of_name(question, list.best.is_empty()));
        defining.extend(registered::of_setting(question));
        defining.extend(commands::of_name(question));
        defining.extend(flags::of_name(question));
        defining.extend(routes::of_address(question));
        defining.iter_mut().for_each(|entry| entry.target = around_alone(question, entry.target));
        list.total += defining.len();
        list.best.splice(0..0, defining);
        let copied = copied(question);
        list.total += copied.len();
        list.best.extend(copied);
    }
    list
}

/// The symbol around a line, where nothing else in it has what was typed: its row shows that line, and two rows would be one
/// place. Else the line.
fn around_alone(question: &Question<'_>, target: Target) -> Target {
    let around = || {
        let (Target::Line { file, span, .. }, [typed]) = (target, &question.request.typed[..]) else { return None };
        let (outline, text) = (question.library.outline(file)?, question.library.peek_text(file).ok()?);
        let node = outline.enclosing(span.start, |kind| kind.is_symbol())?;
        let of = outline.span(node);
        let inside = text.get(of.start as usize..of.end as usize)?;
        let line = text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1)..span.end as usize;
        let has_it = |text: &str| contains_ignoring_case(text, typed);
        let is_alone = has_it(text.get(line)?) && inside.lines().filter(|line| has_it(line)).count() == 1;
        is_alone.then_some(Target::Node(NodeRef { file, node }))
    };
    around().unwrap_or(target)
}

fn told(question: &Question<'_>) -> List {
    let Question { library, options, ticket, .. } = question;
    let is_told = is_of_program(question.request);
    let Some(said) = without_speaker(question.request) else { return as_typed(question, is_told) };
    let without = || as_typed(&Question::new(&said, library, options, ticket), is_told);
    // What stands nowhere with who speaks may stand without.
    if !stands(question) {
        let behind = without();
        return if behind.best.is_empty() { as_typed(question, is_told) } else { behind };
    }
    // Tests and documents quote it as it is told: the program says it without.
    let whole = as_typed(question, is_told);
    let is_own = |place: &ChannelEntry| may_make(place.target, library);
    if whole.best.iter().any(is_own) {
        return whole;
    }
    Some(without())
        .filter(|behind| behind.best.iter().any(|place| place.evidence.is_typed && is_own(place)))
        .unwrap_or(whole)
}

/// The places of what was typed, all of it. `is_told`: a program, which may be another one, has said its name before it.
fn as_typed(question: &Question<'_>, is_told: bool) -> List {
    let request = question.request;
    if !question.options.asks_words() {
        return List::default();
    }
    let Some(typed) = Typed::of(request) else {
        let mut best = declared::of_name(question);
        best.sort_by(|a, b| b.evidence.literal.total_cmp(&a.evidence.literal));
        best.truncate(MAX_PLACES);
        best.extend(keys(question));
        best.extend(identifiers::list(question));
        best.extend(tags::of_name(question));
        if best.is_empty() {
            let quoted = Request { phrases: request.terms.clone(), terms: Vec::new(), ..request.clone() };
            best.extend(Typed::of(&quoted).into_iter().flat_map(|typed| in_large_files(question, &typed)));
        }
        return List { total: best.len(), best, ..List::default() };
    };
    let words: Vec<String> = request.terms.iter().chain(&request.phrases).cloned().collect();
    let mut best = in_entries(question, &typed, &words, Look::InLine);
    // With one letter of the last word begins too much to ask the index for it, and the letter may be a word by itself.
    if let ([before @ .., last], true) = (&request.terms[..], best.is_empty() && request.phrases.is_empty())
        && (before.len() >= 2 || before.len() == 1 && last.chars().count() == 1)
    {
        best = in_entries(question, &typed, before, Look::InLine);
    }
    // A call that was copied is a text, however short.
    let is_long = typed.words > 1 || request.as_name.is_some();
    let mut is_typed = is_long && request.phrases.is_empty() && !best.is_empty();
    if best.is_empty() {
        best = in_entries(question, &typed, &words, Look::Broken);
        is_typed = typed.words > 1 && request.phrases.is_empty();
    }
    best.iter_mut().for_each(|place| place.evidence.is_typed |= is_typed);
    let mut is_cut = false;
    if best.is_empty() && !request.phrases.is_empty() {
        // Signs alone, and parts of words.
        (best, is_cut) = in_files(question, &typed);
    }
    if best.is_empty() {
        (best, is_cut) = of_call(question);
        best.iter_mut().for_each(|place| place.evidence.is_typed = true);
    }
    if best.is_empty() {
        best = in_large_files(question, &typed);
        best.iter_mut().for_each(|place| place.evidence.is_typed = true);
    }
    let is_own = |candidate: &ChannelEntry| may_make(candidate.target, question.library);
    // What is quoted is meant to the letter as long as some place says it.
    let is_quoted = request.terms.is_empty() && !request.phrases.is_empty();
    if typed.may_have_values() && !best.iter().any(is_own) && (!is_quoted || best.is_empty()) {
        let mut made = strings(question, &typed, &words, is_told);
        made.retain(|(candidate, _)| best.is_empty() || is_own(candidate));
        // Where all of it stands as it was typed, a string that says a part of it, and no values, says something else.
        let is_whole = best.iter().any(|place| place.evidence.is_typed);
        made.retain(|(_, fit)| !is_whole || fit.says_all && (fit.has_values || fit.share >= SURE));
        // Who asks does not say what a program has said, however many texts begin as questions do.
        made.retain(|(_, fit)| fit.share >= SURE || !begins_question(&request.terms));
        let behind = beside_quotes(question, &mut best, &made);
        best.extend(likeliest(question, made, behind, is_own));
    }
    let mentioned = mentioned::list(question);
    if best.is_empty() && mentioned.is_empty() && typed.may_have_values() {
        best = runs::list(question);
    }
    if typed.words == 2 && request.phrases.is_empty() && best.len() > MANY_PLACES {
        let others = best.iter_mut().filter(|candidate| !candidate.evidence.is_string);
        others.for_each(|candidate| candidate.evidence.literal *= EVERYDAY);
    }
    own_code_first(question, &mut best);
    best.extend(tags::list(question, &typed));
    best.truncate(MAX_PLACES);
    best.extend(mentioned);
    let total = best.len();
    List { total, different: 0, best, is_cut, ..List::default() }
}

/// Where the key, or the variable of the environment, that was typed is defined or read.
fn keys(question: &Question<'_>) -> Vec<ChannelEntry> {
    let (mut read, mut defined) = (environment::of_name(question), defined::of_name(question));
    // Of several files of settings those come first that say what a variable is for, and not those that set it.
    if read.iter().any(|line| defined::has_keys(question.library.file(line.target.file()))) {
        defined.iter_mut().for_each(|line| line.evidence.literal *= APART);
    }
    read.extend(registered::of_name(question));
    read.append(&mut defined);
    read
}

/// Words that begin questions, and no message of a program.
const ASKING: [&str; 6] = ["how", "what", "where", "which", "who", "why"];

fn begins_question(terms: &[String]) -> bool {
    terms.first().is_some_and(|first| ASKING.iter().any(|word| word.eq_ignore_ascii_case(first)))
}

/// Whether some place has all of what was typed, word after word.
pub(in crate::search) fn stands(question: &Question<'_>) -> bool {
    let request = question.request;
    let Some(typed) = Typed::of(request).filter(|_| question.options.asks_words()) else { return false };
    let has = |look| !in_entries(question, &typed, &request.terms, look).is_empty();
    has(Look::InLine) || request.terms.len() >= MIN_BROKEN_WORDS && has(Look::Broken) || !of_call(question).0.is_empty()
}

/// Whether some string of a program makes what was typed, with values in it, so that nothing is left over.
pub(in crate::search) fn is_made(question: &Question<'_>) -> bool {
    let request = question.request;
    let Some(typed) = Typed::of(request).filter(|_| question.options.asks_words()) else { return false };
    let words: Vec<String> = request.terms.iter().chain(&request.phrases).cloned().collect();
    let says_all = |(candidate, fit): &(ChannelEntry, Fit)| {
        fit.says_all && !fit.is_vague && may_make(candidate.target, question.library)
    };
    typed.may_have_values() && strings(question, &typed, &words, false).iter().any(says_all)
}

/// Ways to look for what was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Word after word in one line.
    InLine,
    /// Word after word, however lines are broken.
    Broken,
}

/// The places in entries that hold all of `words`.
pub(super) fn in_entries(question: &Question<'_>, typed: &Typed, words: &[String], look: Look) -> Vec<ChannelEntry> {
    let limit = match look {
        Look::InLine if words.len() == 1 && typed.words > 1 => MAX_OF_ONE,
        Look::InLine => MAX_IN_LINE,
        Look::Broken => MAX_BROKEN,
    };
    let unfinished = question.request.phrases.is_empty() && !question.request.whole_words;
    let query = TextQuery { terms: words.to_vec(), unfinished, ..TextQuery::default() };
    let trigrams = typed.trigrams();
    let Question { library, .. } = question;
    let can_hold =
        |file: FileId| look != Look::InLine || library.trigrams(file).is_none_or(|row| trigrams.may_match(row));
    let places = |entry: &str| {
        let is_whole = typed.is_whole_in(entry);
        let of = |place: Range<usize>| {
            let is_string = typed.is_string(entry, &place);
            let evidence = Evidence {
                is_typed: is_whole,
                is_string,
                is_value: is_string && typed.is_value(entry, &place),
                ..Evidence::default()
            };
            (place.clone(), (says(entry, &place), evidence))
        };
        typed.places(entry).map(of).collect()
    };
    let mut found = look_up(question, &[(query, limit)], can_hold, places);
    let is_whole_somewhere = found.iter().any(|(_, (_, noted))| noted.is_typed);
    // The places of a function are one, whatever each of them is.
    let mut strings: HashMap<Target, bool> = HashMap::new();
    for (candidate, (_, noted)) in &mut found {
        candidate.evidence.is_typed = noted.is_typed;
        // Who copies code with a string in it has not set the string apart.
        candidate.evidence.literal *= if is_whole_somewhere && !noted.is_typed { APART } else { 1.0 };
        if noted.is_string && may_make(candidate.target, question.library) {
            *strings.entry(candidate.target).or_default() |= noted.is_value;
        }
    }
    let mut found: Vec<(ChannelEntry, Says)> =
        found.into_iter().map(|(candidate, (says, _))| (candidate, says)).collect();
    if typed.words >= MIN_SAID {
        whole_strings_first(question, &mut found);
    }
    let mut seen = HashSet::new();
    let places = found.into_iter().map(|(candidate, _)| candidate).filter(|candidate| seen.insert(candidate.target));
    let mut places: Vec<ChannelEntry> = places.collect();
    for place in &mut places {
        let string = strings.get(&place.target);
        (place.evidence.is_string, place.evidence.is_value) =
            (string.is_some(), string.is_some_and(|is_value| *is_value));
    }
    places
}

/// The strings that a message may be made of, in entries that hold some of its words, or some of one of its parts.
fn strings(question: &Question<'_>, typed: &Typed, words: &[String], is_told: bool) -> Vec<(ChannelEntry, Fit)> {
    let any = |terms: Vec<String>| TextQuery { terms, any: true, ..TextQuery::default() };
    // Values have digits and signs, as a rule: of frequent words all together lead to the string.
    let plain: Vec<String> = words.iter().filter(|word| is_plain(word)).cloned().collect();
    let all = TextQuery { terms: plain, ..TextQuery::default() };
    let mut queries = if all.terms.len() > 1 { vec![(all, MAX_TEMPLATES)] } else { Vec::new() };
    queries.push((any(words.to_vec()), MAX_TEMPLATES));
    queries.extend(typed.words_of_parts().into_iter().map(|words| (any(words), MAX_OF_PART)));
    let fits = |entry: &str| typed.fits(entry).into_iter().map(|fit| (fit.place.clone(), fit)).collect();
    let mut found = look_up(question, &queries, |_| true, fits);
    let is_found =
        |(candidate, fit): &(ChannelEntry, Fit)| fit.share >= SURE && may_make(candidate.target, question.library);
    if !found.iter().any(is_found) {
        let known: Vec<Target> = found.iter().map(|(candidate, _)| candidate.target).collect();
        let is_new = |(candidate, _): &(ChannelEntry, Fit)| !known.iter().any(|one| holds(*one, candidate.target));
        found.extend(super::anchors::strings(question, typed).into_iter().filter(is_new));
    }
    if is_told {
        without_vague(&mut found);
    }
    found
}

/// True for a word of nothing but letters, with the signs of a sentence behind it.
fn is_plain(word: &str) -> bool {
    let bare = word.trim_end_matches(|c: char| ",.:;!?".contains(c));
    !bare.is_empty() && bare.chars().all(char::is_alphabetic)
}

/// True if a piece of text holds another one, which would be the same place once more.
fn holds(piece: Target, other: Target) -> bool {
    match (piece, other) {
        (Target::Text { file, span, .. }, Target::Text { file: same, span: inner, .. }) => {
            file == same && span.start <= inner.start && inner.end <= span.end
        }
        _ => false,
    }
}
