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

/// Verbs by which a question asks for a mechanism. An answer shows what is done, and need not say so.
const VERBS_OF_ASKING: &[&str] = &[
    "achieve",
    "accomplish",
    "arrange",
    "choose",
    "cope",
    "deal",
    "decide",
    "deduce",
    "derive",
    "determine",
    "distinguish",
    "ensure",
    "figure",
    "guarantee",
    "handle",
    "implement",
    "infer",
    "know",
    "manage",
    "occur",
    "perform",
    "pick",
    "realize",
    "recognize",
    "tell",
    "treat",
    "work",
];

fn is_verb_of_asking(word: &str) -> bool {
    let word = word.to_lowercase();
    VERBS_OF_ASKING.iter().any(|verb| {
        let rest = word.strip_prefix(verb.trim_end_matches('e'));
        rest.is_some_and(|rest| matches!(rest, "" | "e" | "s" | "es" | "d" | "ed" | "ing") && word.len() >= verb.len())
    })
}

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

/// The words of a question, those in quotes too. Where others are left, those are no words to look for by which a
/// question asks, and the name of the workspace, which it is all about.
pub(in crate::agent) fn asked_words(text: &str, library: &Library) -> AskedWords {
    let request = search::read(&without_measures(text));
    let quoted = request.phrases.iter().flat_map(|phrase| phrase.split_whitespace()).map(str::to_owned);
    let terms: Vec<String> = request.terms.iter().cloned().chain(quoted).collect();
    let is_workspace = |term: &str| library.roots().iter().any(|root| root.name.eq_ignore_ascii_case(term));
    let is_asking = |term: &str| is_verb_of_asking(term) && library.is_nowhere(term);
    let of_matter: Vec<String> = terms.iter().filter(|term| !is_asking(term) && !is_workspace(term)).cloned().collect();
    AskedWords::of(if of_matter.is_empty() { &terms } else { &of_matter }, library)
}
