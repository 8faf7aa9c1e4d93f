//! Questions for how many of something there may be at most, and texts that say so.

use crate::library::{Stems, fold_words};

/// Words that ask for a limit, behind or in front of what is counted.
const AT_MOST: &[&str] = &[" at most", " at the most", " at maximum"];
const NUMBER_OF: &[&str] = &["maximum number of ", "max number of ", "largest number of ", "highest number of "];

/// Words that end the name of what is counted.
const BEHIND_COUNTED: &[&str] = &[
    "a", "an", "are", "at", "be", "can", "could", "do", "does", "did", "for", "from", "has", "have", "in", "is", "may",
    "might", "must", "of", "on", "per", "shall", "should", "that", "the", "to", "was", "were", "which", "will", "with",
    "would",
];

/// Nouns for parts of whatever: a text need not say them.
const OF_ANYTHING: &[&str] = &["bytes", "elements", "entries", "items", "lines", "records", "rows", "things", "values"];

/// Words of a text that says how many there may be.
const LIMITING: &[&str] = &[
    "bound", "bounded", "cap", "capacity", "capped", "ceiling", "exceed", "exceeded", "exceeds", "limit", "limited",
    "limits", "quota",
];

/// The same in two words.
const LIMITING_PAIRS: &[(&str, &str)] = &[
    ("at", "most"),
    ("how", "many"),
    ("more", "than"),
    ("only", "one"),
    ("to", "keep"),
    ("too", "many"),
    ("up", "to"),
];

/// Words behind which what is counted stands.
const OF_COUNT: &[&str] = &["count", "number", "many", "most", "than"];

/// Words in front of what another thing that is counted belongs to.
const APART: &[&str] = &["by", "for", "from", "if", "in", "is", "on", "per", "that", "to", "when", "with"];

/// Articles in front of what is counted. Behind a noun one begins what that belongs to: "requests a worker".
const ARTICLES: &[&str] = &["a", "an", "any", "each", "every", "the"];

/// Words between a word for a limit and what is counted, at most.
const NEAR: usize = 6;

/// The same where what is counted stands first: "keys are limited".
const NEAR_BEHIND: usize = 3;

/// The stem of what a question asks the greatest number of; `None` for other questions.
pub(in crate::agent) fn counted(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let behind = |words: &str| lower.split_once(words).map(|(_, behind)| behind);
    let is_at_most = || AT_MOST.iter().any(|words| lower.contains(words));
    let counted = NUMBER_OF.iter().find_map(|words| behind(words));
    let counted = counted.or_else(|| behind("how many ").filter(|_| is_at_most()))?;
    let words = counted.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let named: Vec<&str> = words.take_while(|word| !BEHIND_COUNTED.contains(word)).collect();
    // Without such a word a verb follows, most often: "how many flows it keeps".
    let noun = if named.len() > MAX_NOUN { named.first() } else { named.last() };
    let stem = noun.filter(|noun| !OF_ANYTHING.contains(noun)).map(|noun| Stems::new().stem(noun).to_owned());
    stem.filter(|stem| stem.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Words that name what is counted, at most.
const MAX_NOUN: usize = 3;

/// The query for lines that say how many of what is counted there may be.
pub(in crate::agent) fn query(counted: &str) -> String {
    let between = r"([-_ ]\w+){0,3}";
    format!(
        r"$.content.grep(/(max|limit)\w*{between}[-_ ]?{counted}|{counted}\w*{between}[-_ ](max|limit)|(at most|up to|more than){between}[-_ ]{counted}/i)"
    )
}

/// True if a text says how many of what is counted there may be: a word for a limit stands near it.
pub(in crate::agent) fn is_told(text: &str, counted: &str) -> bool {
    let mut stems = Stems::new();
    let words = fold_words(text);
    // How many words say a limit; of `maxclients` and `maxlen` the rest may be anything.
    let limiting = |at: usize| {
        let (word, next) = (words[at].as_str(), words.get(at + 1).map_or("", String::as_str));
        let is_one = word.starts_with("max") || LIMITING.contains(&word);
        is_one.then_some(1).or(LIMITING_PAIRS.contains(&(word, next)).then_some(2))
    };
    // "The maximum number of connections to a key" says nothing of how many keys there are.
    let is_of_another = |words: &[String]| {
        let begins = words.iter().rposition(|word| OF_COUNT.contains(&word.as_str())).map_or(0, |at| at + 1);
        let own = &words[begins..];
        let is_behind_noun = |pair: &[String]| pair[0] != "of" && ARTICLES.contains(&pair[1].as_str());
        own.iter().any(|word| APART.contains(&word.as_str())) || begins > 0 && own.windows(2).any(is_behind_noun)
    };
    let is_limited = |at: usize| {
        let is_its =
            |limit: usize| limiting(limit).is_some_and(|long| !is_of_another(&words[(limit + long).min(at)..at]));
        let mut behind = at..(at + NEAR_BEHIND + 1).min(words.len());
        (at.saturating_sub(NEAR)..at).any(is_its) || behind.any(|limit| limiting(limit).is_some())
    };
    let mut is_counted = |word: &str| stems.stem(word.strip_prefix("max").unwrap_or(word)) == counted;
    (0..words.len()).any(|at| is_counted(&words[at]) && is_limited(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_noun_of_a_limit_is_read() {
        for (text, stem) in [
            ("How many devices can share one folder at most?", Some("devic")),
            ("how many API keys may a user have at most", Some("key")),
            ("What is the maximum number of concurrent requests per host?", Some("request")),
            ("how many threads are used by default", None),
            ("what is done at most once", None),
            ("", None),
        ] {
            assert_eq!(counted(text).as_deref(), stem, "{text}");
        }
    }

    #[test]
    fn a_text_tells_a_limit_where_it_stands_beside_what_is_counted() {
        for text in [
            "MAX_KEYS = 10",
            "maxkeys 10",
            "A user has up to ten keys.",
            "limits the number of the keys",
            "if keys.len() >= MAX {",
        ] {
            assert!(is_told(text, "key"), "{text}");
        }
        for text in [
            "Keys belong to users.",
            "max = 3 and six words that tell nothing of keys",
            "most keys",
            "max connections to a key",
            "The maximum number of requests a key will serve.",
            "",
        ] {
            assert!(!is_told(text, "key"), "{text}");
        }
    }
}
