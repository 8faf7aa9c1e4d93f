//! Whether two questions ask nearly the same: the answer to one is worth offering where the other is asked.

use super::claims::{identifiers, is_negated, numbers, opposites_in};
use super::question::Analysis;
use crate::library::{Stems, fold_words};
use crate::search::{is_stop_word, likeness};
use std::collections::BTreeSet;

/// The share of words that two questions have in common at least, if they are similar by those.
const SAME_WORDS: f32 = 0.8;

/// The cosine of their vectors, if they are similar by what they mean. Vectors of single words do not tell what is done
/// from what is done otherwise – "created" and "listed" are as near as "loaded" and "read" –: that is why such a question
/// is offered, and never answered.
const SAME_MEANING: f32 = 0.67;

/// Verbs of which one is not the other, as stems, beside those that claims are compared by.
const CONTRASTS: &[(&str, &str)] = &[
    ("read", "write"),
    ("read", "written"),
    ("creat", "delet"),
    ("creat", "remov"),
    ("creat", "list"),
    ("import", "export"),
    ("load", "save"),
    ("push", "pull"),
    ("upload", "download"),
    ("send", "receiv"),
    ("show", "hide"),
    ("instal", "uninstal"),
    ("connect", "disconnect"),
    ("backup", "restor"),
    ("serial", "deserial"),
    ("encod", "decod"),
    ("compress", "decompress"),
];

/// What two questions have to have in common: words or meaning, nearly; numbers, names, yes and no, exactly.
pub(super) struct Profile {
    text: String,
    words: BTreeSet<String>,
    exact: Exact,
}

#[derive(PartialEq)]
struct Exact {
    numbers: BTreeSet<String>,
    names: BTreeSet<String>,
    is_negated: bool,
    opposites: Vec<(usize, bool)>,
}

impl Profile {
    /// The profile of a question.
    pub(super) fn of(question: &str) -> Profile {
        let mut stems = Stems::new();
        let words = fold_words(question).into_iter().filter(|word| !is_stop_word(word));
        let words: BTreeSet<String> = words.map(|word| stems.stem(&word).to_owned()).collect();
        let analysis = Analysis::of(question);
        let names = identifiers(question).into_iter().chain(analysis.subjects).chain(analysis.quoted).collect();
        let numbers = numbers(question).into_iter().collect();
        let (is_negated, opposites) = (is_negated(question), opposites_in(question));
        let exact = Exact { numbers, names, is_negated, opposites };
        Profile { text: question.to_lowercase(), words, exact }
    }

    /// How similar two questions are, by words or by meaning; `None` if they are not, or differ in what has to be the
    /// same.
    pub(super) fn likeness(&self, other: &Profile) -> Option<f32> {
        let all = self.words.union(&other.words).count();
        if self.exact != other.exact || all == 0 {
            return None;
        }
        let shared = self.words.intersection(&other.words).count() as f32 / all as f32;
        if shared >= SAME_WORDS {
            return Some(shared);
        }
        let has = |own: &Profile, stem: &str| own.words.contains(stem);
        let differ = |one: &Profile, other: &Profile, (a, b): &(&str, &str)| {
            has(one, a) && has(other, b) && !has(one, b) && !has(other, a)
        };
        if CONTRASTS.iter().any(|pair| differ(self, other, pair) || differ(other, self, pair)) {
            return None;
        }
        // Vectors know what is near, not what is the same: something has to be.
        let meant = likeness(&self.text, &other.text).filter(|cosine| shared > 0.0 && *cosine >= SAME_MEANING)?;
        Some(meant.min(SAME_WORDS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn similar(one: &str, other: &str) -> Option<f32> {
        Profile::of(one).likeness(&Profile::of(other))
    }

    #[test]
    fn similar_questions_agree_in_numbers_names_and_denials() {
        for (one, other) in [
            ("how do I enable encryption", "how can encryption be enabled?"),
            ("when does a lock become stale", "When do locks become stale?"),
            ("what does `open` do with 3 files", "what would `open` do with 3 files"),
        ] {
            assert!(similar(one, other).is_some(), "{one} / {other}");
        }
        for (one, other) in [
            ("how do I enable encryption", "how do I disable encryption"),
            ("when are snapshots kept", "when are snapshots not kept"),
            ("keep the last 7 snapshots", "keep the last 8 snapshots"),
            ("what does `open` do", "what does `close` do"),
            ("how does AuthService check tokens", "how does UserService check tokens"),
            ("如何启用加密", "如何禁用加密"),
            ("when does a lock become stale", "who removes the index"),
        ] {
            assert_eq!(similar(one, other), None, "{one} / {other}");
        }
    }

    #[test]
    #[cfg(feature = "model")]
    fn other_words_of_the_same_meaning_are_similar_and_other_things_are_not() {
        for (one, other) in [
            ("where is the configuration file read", "where is the config file loaded"),
            ("which errors are retried by the client", "what failures does the client retry"),
        ] {
            assert!(similar(one, other).is_some(), "{one} / {other}");
        }
        for (one, other) in [
            ("how are snapshots created", "how are snapshots listed"),
            ("where is the configuration file read", "where is the configuration file written"),
            ("when does a session expire", "when does a token expire"),
            ("how do I encrypt a backup", "how do I verify a backup"),
            ("how are passwords checked", "where are tokens issued"),
        ] {
            assert_eq!(similar(one, other), None, "{one} / {other}");
        }
    }
}
