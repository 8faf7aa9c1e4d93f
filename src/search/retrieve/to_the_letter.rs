//! Words to the letter: what says them otherwise is dropped, wherever it was found.

use super::fallbacks::{self, Retrieved};
use crate::library::FileId;
use crate::search::model::evidence::{ChannelEntry, Identity};
use crate::search::model::file_text::FileText;
use crate::search::model::target::Target;
use crate::search::request::letter;
use crate::search::words::question::Question;
use rayon::prelude::*;
use regex::Regex;
use std::collections::{BTreeMap, HashSet};

/// Words, in quotes too, from which on they may be a message.
const MIN_MESSAGE_WORDS: usize = 3;

/// The share of a message that a string must be worth to be what the message was made from, whatever it quotes.
const MIN_OF_MESSAGE: f32 = 0.35;

/// Finds the candidates of a question: those that say the words as they are wanted. Where nothing says a phrase as it is
/// quoted, what has its words stays.
pub(in crate::search) fn retrieve(question: &Question<'_>, limit: usize) -> Retrieved {
    let mut retrieved = fallbacks::retrieve(question, limit);
    let (strict, signed) = (letter::strict(question.request), letter::signed(question.request));
    if strict.is_empty() && signed.is_empty() {
        return retrieved;
    }
    let mut files: BTreeMap<FileId, Vec<Target>> = BTreeMap::new();
    let all: HashSet<Target> = retrieved.lists.iter().flat_map(|(_, list)| list.targets()).collect();
    all.iter().for_each(|target| files.entry(target.file()).or_default().push(*target));
    let files: Vec<(FileId, Vec<Target>)> = files.into_iter().collect();
    // What lacks some of the words, and whether one of those is strict.
    let others = |(file, targets): &(FileId, Vec<Target>)| -> Vec<(Target, bool)> {
        // With a stale ticket some of them stay.
        let text = if question.ticket.is_stale() { None } else { FileText::read(*file, question.library) };
        let Some(text) = text else { return Vec::new() };
        let path = &question.library.file(*file).path;
        let says_all = |target: &Target, patterns: &[Regex]| {
            let says =
                |pattern: &Regex| text.said(*target).into_iter().chain([&**path]).any(|text| pattern.is_match(text));
            patterns.iter().all(says)
        };
        let lacks = |target: &Target| match says_all(target, &strict) {
            true => (!says_all(target, &signed)).then_some((*target, false)),
            false => Some((*target, true)),
        };
        targets.iter().filter_map(lacks).collect()
    };
    let others: Vec<(Target, bool)> = files.par_iter().flat_map_iter(others).collect();
    let none_says_it = others.len() == all.len();
    retrieved.is_only_like = none_says_it && others.iter().any(|(_, is_strict)| !is_strict);
    // What a message quotes may be a value that the program has put in.
    let quoted = question.request.phrases.iter().flat_map(|phrase| phrase.split_whitespace()).count();
    let is_message = question.request.terms.len() + quoted >= MIN_MESSAGE_WORDS;
    let literals = retrieved.lists.iter().flat_map(|(_, list)| &list.best);
    let is_made = |entry: &&ChannelEntry| {
        entry.evidence.identity != Identity::Parts || is_message && entry.evidence.literal >= MIN_OF_MESSAGE
    };
    let made: HashSet<Target> = literals.filter(is_made).map(|entry| entry.target).collect();
    let unwanted: HashSet<Target> = others
        .into_iter()
        .filter(|(target, is_strict)| (*is_strict || !retrieved.is_only_like) && !made.contains(target))
        .map(|(target, _)| target)
        .collect();
    // What it was made from says it with other values.
    retrieved.is_only_like |= none_says_it && !made.is_empty();
    retrieved.lists.iter_mut().for_each(|(_, list)| list.remove(&unwanted));
    retrieved
}
