//! What is meant to the letter, as patterns: where a search looks for it and where a reader sees it is the same.

use super::read::Request;
use regex::{Regex, RegexBuilder};

/// Bytes of a pattern, compiled, at most.
const MAX_COMPILED_BYTES: usize = 1 << 20;

/// A space of a phrase: prose is broken into lines where it has one.
const SPACE: &str = r"(?: |[ \t]*\r?\n[ \t]*)";

/// The pattern of a term, where capitals or whole words count.
pub(in crate::search) fn of_term(term: &str, request: &Request) -> Option<Regex> {
    let (case, word) = (request.exact_case, request.whole_words);
    if case || word { pattern(term, case, word) } else { None }
}

/// The pattern of a phrase: its signs and spaces, and its capitals if it has any.
pub(in crate::search) fn of_phrase(phrase: &str, request: &Request) -> Option<Regex> {
    pattern(phrase, counts_capitals(phrase, request), request.whole_words)
}

/// What every hit must say: all words where capitals or whole words count, else phrases with a capital.
pub(in crate::search) fn strict(request: &Request) -> Vec<Regex> {
    let is_strict = |phrase: &&String| request.whole_words || counts_capitals(phrase, request);
    let phrases = request.phrases.iter().filter(is_strict).filter_map(|phrase| of_phrase(phrase, request));
    request.terms.iter().filter_map(|term| of_term(term, request)).chain(phrases).collect()
}

/// What every hit must say as long as something does: phrases with signs or spaces, which the index of words knows
/// nothing of.
pub(in crate::search) fn signed(request: &Request) -> Vec<Regex> {
    let signed = request.phrases.iter().filter(|phrase| has_sign(phrase));
    signed.filter_map(|phrase| of_phrase(phrase, request)).collect()
}

impl Request {
    /// True if some of it is meant to the letter.
    pub(in crate::search) fn is_to_the_letter(&self) -> bool {
        let is_exact = |phrase: &String| counts_capitals(phrase, self) || has_sign(phrase);
        self.exact_case || self.whole_words || self.phrases.iter().any(is_exact)
    }

    /// What of it is meant to the letter, in words.
    pub fn letter_told(&self) -> Vec<String> {
        let capitals = self.phrases.iter().filter(|phrase| !self.exact_case && counts_capitals(phrase, self));
        let capitals = capitals.map(|phrase| format!("capitals of \"{phrase}\" count"));
        let all = [(self.exact_case, "capitals count"), (self.whole_words, "whole words only")];
        let all = all.into_iter().filter(|(is_meant, _)| *is_meant).map(|(_, told)| told.to_owned());
        all.chain(capitals).collect()
    }
}

/// True if the capitals of a phrase count: it has some, and nobody has said that they do not.
pub(super) fn counts_capitals(phrase: &str, request: &Request) -> bool {
    request.exact_case || !request.any_case && phrase.chars().any(char::is_uppercase)
}

fn has_sign(phrase: &str) -> bool {
    phrase.chars().any(|c| !c.is_alphanumeric())
}

fn pattern(text: &str, case: bool, word: bool) -> Option<Regex> {
    // What is no letter is no end of a word.
    let edge = |end: Option<char>| match end {
        Some(end) if word && (end.is_alphanumeric() || end == '_') => r"\b",
        _ => "",
    };
    let (first, last) = (edge(text.chars().next()), edge(text.chars().next_back()));
    let pieces: Vec<String> = text.split(' ').map(regex::escape).collect();
    let source = format!("{first}{}{last}", pieces.join(SPACE));
    RegexBuilder::new(&source).case_insensitive(!case).size_limit(MAX_COMPILED_BYTES).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::request::read::read;

    #[test]
    fn signs_and_spaces_of_a_phrase_count() {
        let says = |words: &str, text: &str| {
            let request = read(words);
            of_phrase(&request.phrases[0], &request).is_some_and(|pattern| pattern.is_match(text))
        };
        assert!(says("\"err!=nil\"", "if ERR!=nil {") && !says("\"err!=nil\"", "if err != nil {"));
        assert!(says("\"s.logger\"", "h.s.logger") && !says("\"s.logger\"", "Slogger s->logger"));
        assert!(says("\"})\"", "  })") && !says("\"})\"", "} )"));
        assert!(
            says("\"one two\"", "one\n  two") && !says("\"one two\"", "one  two") && !says("\"one two\"", "onetwo")
        );
        assert!(says("\"Cat\"", "Cat") && !says("\"Cat\"", "cat") && says("\"Cat\" word:whole", "a Cat"));
        assert!(!says("\"Cat\" word:whole", "conCat"));
        assert!(says("\"Cat\" case:any", "cat"));
    }
}
