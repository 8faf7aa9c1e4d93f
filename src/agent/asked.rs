//! The words of a question that an answer has to hold.

use crate::library::Library;
use crate::search::{self, AskedWords};

/// What "how" asks for the measure of: of an answer only the measure is expected, not the word.
const MEASURED: &[&str] = &[
    "big",
    "close",
    "deep",
    "early",
    "far",
    "fast",
    "frequently",
    "high",
    "large",
    "late",
    "long",
    "many",
    "much",
    "often",
    "old",
    "quickly",
    "slow",
    "small",
    "soon",
    "wide",
];

/// `text` without the words that "how" makes part of the question word.
fn without_measures(text: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        let is_measured = kept.last().is_some_and(|before| before.eq_ignore_ascii_case("how"))
            && MEASURED.iter().any(|measured| measured.eq_ignore_ascii_case(word));
        if !is_measured {
            kept.push(word);
        }
    }
    kept.join(" ")
}

/// The words of a question, those in quotes too.
pub(super) fn asked_words(text: &str, library: &Library) -> AskedWords {
    let request = search::read(&without_measures(text));
    let quoted = request.phrases.iter().flat_map(|phrase| phrase.split_whitespace()).map(str::to_owned);
    let terms: Vec<String> = request.terms.iter().cloned().chain(quoted).collect();
    AskedWords::of(&terms, library)
}
