//! Words of a question that point back at what was said before, and what is asked in a word or two.

use crate::agent::question::is_name;
use crate::search::is_stop_word;
use std::ops::Range;

/// What is asked of a subject in a word or two → the question that asks it; the subject stands for `{}`.
pub(super) const ASKED_OF: &[(&[&str], &str)] = &[
    (&["test", "tests", "tested", "测试", "测试用例"], "tests of {}"),
    (&["caller", "callers", "call", "calls", "called", "调用", "调用者"], "who calls {}"),
    (&["callees"], "callees of {}"),
    (&["use", "uses", "used", "usage", "usages", "references", "用到", "引用"], "where is {} used"),
];

/// What goes on from what was said before.
pub(super) const LEADS: &[&[&str]] = &[
    &["and", "what", "about"],
    &["and", "how", "about"],
    &["but", "what", "about"],
    &["what", "about"],
    &["how", "about"],
    &["what", "else", "about"],
    &["and"],
    &["but"],
    &["also"],
    &["then"],
    &["so"],
];

/// The same in Chinese.
pub(super) const CHINESE_LEADS: &[&str] = &["那么", "那", "然后", "还有"];

/// Words that point back, in Chinese; the longest first.
pub(super) const CHINESE_POINTERS: &[&str] = &[
    "这个函数",
    "那个函数",
    "这个方法",
    "那个方法",
    "这个类",
    "那个类",
    "它们的",
    "它的",
    "它们",
    "它",
    "这个",
    "那个",
];

/// Words that stand for a thing.
const PRONOUNS: &[&str] = &["it", "its", "they", "them", "their"];

/// Words that point, at a thing that is named behind them or at all that was said.
const POINTERS: &[&str] = &["this", "that", "these", "those"];

/// What such a word may point at.
const POINTED_AT: &[&str] = &[
    "class",
    "code",
    "constant",
    "field",
    "file",
    "function",
    "functions",
    "interface",
    "method",
    "methods",
    "module",
    "one",
    "ones",
    "option",
    "section",
    "setting",
    "struct",
    "test",
    "trait",
    "type",
    "value",
    "variable",
];

/// Verbs behind which "it" stands for nothing: "does it take long", "is it possible".
const OF_NOTHING: &[&str] = &["take", "takes", "took", "possible", "necessary", "needed", "true"];

/// Words behind which the name of a thing stands.
const BEFORE_THINGS: &[&str] =
    &["a", "an", "the", "each", "every", "any", "all", "are", "do", "does", "of", "for", "my"];

/// Words that ask without naming anything.
const BARE: &[&str] = &["why", "where", "when", "how", "who", "which", "what", "exactly", "else", "more"];

/// A word of a question, and where it stands.
pub(super) struct Word {
    pub(super) at: Range<usize>,
    pub(super) lower: String,
    /// True if it is written as names of programs are: in lower case that is not seen.
    is_name: bool,
}

/// The words of a question.
pub(super) fn words_of(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_inside = c.is_alphanumeric() || matches!(c, '_' | '-' | '\'' | '`' | ':' | '.');
        match (start, is_inside) {
            (None, true) => start = Some(at),
            (Some(first), false) => {
                let word = text[first..at].trim_end_matches(['.', ':', '\'']);
                let is_name = is_name(word.trim_matches('`'));
                words.push(Word { at: first..first + word.len(), lower: word.to_lowercase(), is_name });
                start = None;
            }
            _ => {}
        }
    }
    words.retain(|word| !word.lower.is_empty());
    words
}

/// The words that point back to what was asked before: none if the question itself says what they point at.
pub(super) fn pointer(words: &[Word]) -> Option<Range<usize>> {
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).map(|next| next.lower.as_str());
        let before = at.checked_sub(1).map(|before| words[before].lower.as_str());
        let found = match word.lower.as_str() {
            "it" if next.is_some_and(|next| OF_NOTHING.contains(&next)) => None,
            lower if PRONOUNS.contains(&lower) => Some(at..at + 1),
            lower if POINTERS.contains(&lower) => match next {
                Some(next) if POINTED_AT.contains(&next) => Some(at..at + 2),
                None => Some(at..at + 1),
                // Behind a thing it tells which: "the lock that is stale".
                Some(_) => {
                    before.filter(|before| is_idle(before) && !BEFORE_THINGS.contains(before)).map(|_| at..at + 1)
                }
            },
            _ => None,
        };
        if found.is_some() {
            return found.filter(|_| !names_a_thing(&words[..at]));
        }
    }
    None
}

/// True if words name a thing that a later one may stand for.
fn names_a_thing(words: &[Word]) -> bool {
    let is_thing = |word: &str| !is_idle(word) && !word.ends_with("ing") && !is_asked_of(word);
    words.iter().any(|word| word.is_name)
        || words.windows(2).any(|pair| BEFORE_THINGS.contains(&pair[0].lower.as_str()) && is_thing(&pair[1].lower))
}

fn is_asked_of(word: &str) -> bool {
    asked_of(word).is_some()
}

/// The question that a word asks of a subject.
pub(super) fn asked_of(word: &str) -> Option<&'static (&'static [&'static str], &'static str)> {
    ASKED_OF.iter().find(|(words, _)| words.contains(&word))
}

pub(super) fn is_possessive(word: &str) -> bool {
    matches!(word, "its" | "their")
}

/// True for a word that names nothing.
pub(super) fn is_idle(word: &str) -> bool {
    is_stop_word(word) || BARE.contains(&word)
}
