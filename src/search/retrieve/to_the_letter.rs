//! Words to the letter: what says them otherwise is dropped, wherever it was found.

use super::fallbacks::{self, Retrieved};
use crate::library::FileId;
use crate::search::model::file_text::FileText;
use crate::search::model::target::Target;
use crate::search::request::read::Request;
use crate::search::words::question::Question;
use rayon::prelude::*;
use regex::{Regex, RegexBuilder};
use std::collections::{BTreeMap, HashSet};

/// Bytes of a pattern, compiled, at most.
const MAX_COMPILED_BYTES: usize = 1 << 20;

/// Finds the candidates of a question: those that say the words as they are wanted.
pub(in crate::search) fn retrieve(question: &Question<'_>, limit: usize) -> Retrieved {
    let mut retrieved = fallbacks::retrieve(question, limit);
    let patterns = patterns(question.request);
    if patterns.is_empty() {
        return retrieved;
    }
    let mut files: BTreeMap<FileId, Vec<Target>> = BTreeMap::new();
    let all = retrieved.lists.iter().flat_map(|(_, list)| list.targets());
    all.for_each(|target| files.entry(target.file()).or_default().push(target));
    let files: Vec<(FileId, Vec<Target>)> = files.into_iter().collect();
    let others = |(file, targets): &(FileId, Vec<Target>)| -> Vec<Target> {
        // With a stale ticket some of them stay.
        let text = if question.ticket.is_stale() { None } else { FileText::read(*file, question.library) };
        let Some(text) = text else { return Vec::new() };
        let path = &question.library.file(*file).path;
        let says = |target: &Target, pattern: &Regex| {
            text.said(*target).into_iter().chain([&**path]).any(|text| pattern.is_match(text))
        };
        targets.iter().filter(|target| !patterns.iter().all(|pattern| says(target, pattern))).copied().collect()
    };
    let others: HashSet<Target> = files.par_iter().flat_map_iter(others).collect();
    retrieved.lists.iter_mut().for_each(|(_, list)| list.remove(&others));
    retrieved
}

/// What a hit must say: all words where capitals or whole words count, else phrases with a capital.
fn patterns(request: &Request) -> Vec<Regex> {
    let (case, word) = (request.exact_case, request.whole_words);
    let terms = request.terms.iter().filter(|_| case || word).map(|term| (term, case));
    let phrases = request.phrases.iter().map(|phrase| (phrase, case || phrase.chars().any(char::is_uppercase)));
    let wanted = terms.chain(phrases.filter(|(_, case)| *case || word));
    wanted.filter_map(|(text, case)| pattern(text, case, word)).collect()
}

fn pattern(text: &str, case: bool, word: bool) -> Option<Regex> {
    let words: Vec<String> = text.split_whitespace().map(regex::escape).collect();
    // What is no letter is no end of a word.
    let edge = |end: Option<char>| match end {
        Some(end) if word && (end.is_alphanumeric() || end == '_') => r"\b",
        _ => "",
    };
    let (first, last) = (edge(text.chars().next()), edge(text.chars().next_back()));
    let source = format!("{first}{}{last}", words.join(r"\s+"));
    RegexBuilder::new(&source).case_insensitive(!case).size_limit(MAX_COMPILED_BYTES).build().ok()
}
