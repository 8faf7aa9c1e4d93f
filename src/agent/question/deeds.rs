//! Words of a question that say what is done. A text that answers may say it in other words: what "stays" in a pool is kept
//! there.

use crate::search::is_stop_word;

/// Words behind which a verb stands: who does it, or `to`.
const DOERS: &[&str] = &["i", "we", "you", "it", "they", "one", "to", "not", "cannot"];

/// Verbs that leave the other verb to a later place of the question.
pub(super) const AUXILIARIES: &[&str] =
    &["do", "does", "did", "can", "could", "should", "would", "will", "may", "must", "is", "are", "was", "were"];

/// Words that begin the name of who does it.
pub(super) const ARTICLES: &[&str] = &["the", "a", "an", "my", "our", "your", "its", "their", "each", "this"];

/// Words behind a participle that are not what it tells more of, beside those that say nothing and those in "ly".
const BEHIND_DEEDS: &[&str] = &[
    "across", "after", "again", "against", "around", "at", "away", "back", "before", "behind", "beside", "between",
    "beyond", "during", "inside", "instead", "near", "off", "once", "outside", "since", "than", "then", "through",
    "together", "toward", "towards", "twice", "under", "unless", "until", "via", "when", "whether", "while", "within",
    "without",
];

/// Letters of a participle, at least.
const PARTICIPLE: usize = 5;

/// The words of `text` that say what is done, in lower case.
pub fn deeds(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '\'');
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !is_part(c)).filter(|word| !word.is_empty()).collect();
    let before = |at: usize, back: usize| at.checked_sub(back).map_or("", |before| words[before]);
    let is_deed = |at: usize| {
        let (last, second, third) = (before(at, 1), before(at, 2), before(at, 3));
        let is_of_one = ["do", "does", "did"].contains(&second) && !DOERS.contains(&last) && !ARTICLES.contains(&last);
        let is_of_thing = ["do", "does", "did"].contains(&third) && ARTICLES.contains(&second);
        // "which events does the theme system offer": what ends it is done by what has a name of two words.
        let is_end_of_thing = at + 1 == words.len()
            && words.first().is_some_and(|first| ["what", "which", "how"].contains(first))
            && ["do", "does", "did"].contains(&before(at, 4))
            && ARTICLES.contains(&third);
        DOERS.contains(&last) && !AUXILIARIES.contains(&words[at])
            || is_end_of_thing
            || is_of_one
            || is_of_thing
            || is_participle(words[at]) && !is_attribute(&words, at)
    };
    (0..words.len()).filter(|at| is_deed(*at)).map(|at| words[at].to_owned()).collect()
}

/// True for what is done to what a question is about: "turned into", "handled".
fn is_participle(word: &str) -> bool {
    word.len() >= PARTICIPLE && word.is_ascii() && word.ends_with("ed") && !word.ends_with("eed")
}

/// True for a participle that tells which one is asked about, as an adjective does: an "encrypted archive".
fn is_attribute(words: &[&str], at: usize) -> bool {
    let is_thing = |next: &&str| !is_stop_word(next) && !BEHIND_DEEDS.contains(next) && !next.ends_with("ly");
    words.get(at + 1).is_some_and(|next| is_thing(next) && !is_participle(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_is_told_from_what_it_is_done_to() {
        for (question, done) in [
            ("How do I rename a JSON key?", &["rename"][..]),
            ("How long does a connection stay in the pool?", &["stay"]),
            ("How does ProxyFix decide whom to trust?", &["decide", "trust"]),
            ("What is done when memory is exceeded?", &["exceeded"]),
            ("How do I write an encrypted archive?", &["write"]),
            ("Where are expired sessions removed after a day?", &["removed"]),
            ("Why is a request refused outside of the page?", &["refused"]),
            ("Where is the log file?", &[]),
            ("", &[]),
        ] {
            assert_eq!(deeds(question), done, "{question}");
        }
    }
}
