//! What a question refers to that goes on from the one before: "and who calls it?", "what about the tests".
//!
//! Rules read it: a word that points back is replaced by what the last answer was about, and a question that only names
//! what is asked of it gets that too. A question that stands on its own is left as it is.

use super::question::{Analysis, is_identifier, is_name, relation};
use crate::library::{Stems, fold_words, is_cjk};
use crate::search::is_stop_word;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::Range;

/// Bytes of an answer in the words of a model that are kept, at most.
pub(super) const MAX_SAID: usize = 2_000;

/// Words that a question is about that are kept, at most.
pub(super) const MAX_TOPIC: usize = 4;

/// Words of its own with which a question that begins with "and" stands on its own.
const OWN_WORDS: usize = 3;

/// A question that was answered, as far as the next one may refer to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Before {
    /// The question, as it was read.
    pub question: String,
    /// The words that it is about, in its order.
    pub topic: Vec<String>,
    /// The passages of its answer, by their numbers.
    pub cited: Vec<CitedName>,
    /// What a model has answered; empty where none did.
    pub said: String,
}

/// What a cited passage is called.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct CitedName {
    /// Its name or title; empty if it has none.
    pub name: String,
    /// Whether it is declared in the workspace's own program, and can be called.
    pub form: Form,
}

/// What a passage is, as far as it matters for what can be asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// A function.
    Function,
    /// Another declaration.
    Declaration,
    /// Anything else.
    Text,
}

/// What is asked of a subject in a word or two → the question that asks it; the subject stands for `{}`.
const ASKED_OF: &[(&[&str], &str)] = &[
    (&["test", "tests", "tested", "测试", "测试用例"], "tests of {}"),
    (&["caller", "callers", "call", "calls", "called", "调用", "调用者"], "who calls {}"),
    (&["callees"], "callees of {}"),
    (&["use", "uses", "used", "usage", "usages", "references", "用到", "引用"], "where is {} used"),
];

/// What goes on from what was said before.
const LEADS: &[&[&str]] = &[
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
const CHINESE_LEADS: &[&str] = &["那么", "那", "然后", "还有"];

/// Words that point back, in Chinese; the longest first.
const CHINESE_POINTERS: &[&str] = &[
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
struct Word {
    at: Range<usize>,
    lower: String,
}

impl Before {
    /// What was answered, for a model: the words of one, else what was cited.
    pub(super) fn told(&self) -> String {
        if !self.said.is_empty() {
            return self.said.clone();
        }
        let names = self.cited.iter().map(|cited| cited.name.as_str()).filter(|name| !name.is_empty());
        format!("passages about {}", names.collect::<Vec<_>>().join(", "))
    }

    /// The question as it is understood after this one; `None` if it stands on its own.
    pub fn read(&self, question: &str) -> Option<String> {
        let text = question.trim();
        if let Some(read) = self.numbered(text) {
            return Some(read);
        }
        let has_name = !Analysis::of(text).names.is_empty();
        if text.chars().any(is_cjk) {
            return if has_name { None } else { self.chinese(text) };
        }
        let words = words_of(text);
        if let Some(at) = pointer(&words) {
            let behind = words.get(at.end).map_or("", |word| word.lower.as_str());
            if let (true, Some((_, question))) = (is_possessive(&words[at.start].lower), asked_of(behind)) {
                return Some(question.replace("{}", &self.subject(question)?));
            }
            let place = words[at.start].at.start..words[at.end - 1].at.end;
            let subject = self.subject(text)?;
            return Some(format!("{}{subject}{}", &text[..place.start], &text[place.end..]));
        }
        if has_name {
            return None;
        }
        self.elliptic(text, &words)
    }

    /// `[2]` names a passage of the answer.
    fn numbered(&self, text: &str) -> Option<String> {
        let (front, rest) = text.split_once('[')?;
        let (number, behind) = rest.split_once(']')?;
        let number: usize = number.parse().ok()?;
        let cited = self.cited.get(number.checked_sub(1)?).filter(|cited| !cited.name.is_empty())?;
        Some(format!("{front}{}{behind}", cited.written()))
    }

    /// A question that names nothing itself: "and the tests?", "why", "what about directories".
    fn elliptic(&self, text: &str, words: &[Word]) -> Option<String> {
        let is_lead =
            |lead: &&&[&str]| words.len() > lead.len() && words.iter().zip(**lead).all(|(a, b)| a.lower == *b);
        let lead = LEADS.iter().find(is_lead).map_or(0, |lead| lead.len());
        let rest = &words[lead..];
        let (first, last) = (rest.first()?, rest.last()?);
        let own: Vec<&str> = rest.iter().map(|word| word.lower.as_str()).filter(|word| !is_idle(word)).collect();
        let asked = ASKED_OF.iter().find(|(words, _)| own.iter().any(|word| words.contains(word)));
        match (asked, &own[..]) {
            (Some((_, question)), [_]) => Some(question.replace("{}", &self.subject(question)?)),
            (_, []) if rest.len() <= OWN_WORDS => self.about(&text[first.at.start..last.at.end]),
            (_, own) if lead > 0 && own.len() < OWN_WORDS => self.about(&text[first.at.start..last.at.end]),
            _ => None,
        }
    }

    fn chinese(&self, text: &str) -> Option<String> {
        let bare = text.trim_end_matches(['?', '？', '。']);
        if let Some(pointer) = CHINESE_POINTERS.iter().find(|pointer| bare.contains(**pointer)) {
            return Some(bare.replacen(pointer, &format!(" {} ", self.subject(bare)?), 1).trim().to_owned());
        }
        let rest = CHINESE_LEADS.iter().find_map(|lead| bare.strip_prefix(lead)).unwrap_or(bare);
        let rest = rest.strip_suffix('呢').filter(|rest| !rest.is_empty())?;
        match ASKED_OF.iter().find(|(words, _)| words.contains(&rest)) {
            Some((_, question)) => Some(question.replace("{}", &self.subject(question)?)),
            None => self.about(rest),
        }
    }

    /// Words of a question, with those that the question before was about.
    fn about(&self, own: &str) -> Option<String> {
        let lower = own.to_lowercase();
        let new = self.topic.iter().filter(|word| !lower.contains(word.as_str()));
        let topic: Vec<&str> = new.map(String::as_str).collect();
        (!topic.is_empty()).then(|| format!("{own} {}", topic.join(" ")))
    }

    /// What is asked about, as it is put into a question: a name that the question before has; where a relation is asked
    /// for the declaration of its answer that has most of its words; else its words.
    fn subject(&self, text: &str) -> Option<String> {
        let named = Analysis::of(&self.question).names;
        if let Some(name) = named.first() {
            return Some(code(name));
        }
        let relation = relation(text);
        if relation.is_some()
            && let Some(cited) = self.declared(relation != Some("references()"))
        {
            return Some(cited.written());
        }
        if !self.topic.is_empty() {
            return Some(self.topic.join(" "));
        }
        self.cited.iter().find(|cited| !cited.name.is_empty()).map(CitedName::written)
    }

    /// The cited declaration whose name has most of the words of the question, the first of equal ones. Functions come
    /// first where something is asked of functions.
    fn declared(&self, of_functions: bool) -> Option<&CitedName> {
        let mut stems = Stems::new();
        let mut stemmed =
            |words: Vec<String>| -> BTreeSet<String> { words.iter().map(|word| stems.stem(word).to_owned()).collect() };
        let topic = stemmed(self.topic.clone());
        let mut best: Option<((bool, usize), &CitedName)> = None;
        for cited in self.cited.iter().filter(|cited| cited.form != Form::Text && is_identifier(&cited.name)) {
            let own = fold_words(&cited.name);
            let held = match &own[..] {
                // One word with the stem of another may mean something else: "times", `timing`.
                [word] => usize::from(
                    self.topic.iter().any(|topic| topic.trim_end_matches('s') == word.trim_end_matches('s')),
                ),
                _ => stemmed(own).intersection(&topic).count(),
            };
            let worth = (of_functions && cited.form == Form::Function, held);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, cited));
            }
        }
        best.map(|(_, cited)| cited)
    }
}

impl CitedName {
    /// As it stands in a question.
    fn written(&self) -> String {
        if self.form == Form::Text { self.name.clone() } else { code(&self.name) }
    }
}

fn code(name: &str) -> String {
    format!("`{name}`")
}

fn words_of(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_inside = c.is_alphanumeric() || matches!(c, '_' | '-' | '\'' | '`' | ':' | '.');
        match (start, is_inside) {
            (None, true) => start = Some(at),
            (Some(first), false) => {
                let word = text[first..at].trim_end_matches(['.', ':', '\'']);
                words.push(Word { at: first..first + word.len(), lower: word.to_lowercase() });
                start = None;
            }
            _ => {}
        }
    }
    words.retain(|word| !word.lower.is_empty());
    words
}

/// The words that point back to what was asked before: none if the question itself says what they point at.
fn pointer(words: &[Word]) -> Option<Range<usize>> {
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
    words.iter().any(|word| is_name(word.lower.trim_matches('`')))
        || words.windows(2).any(|pair| BEFORE_THINGS.contains(&pair[0].lower.as_str()) && is_thing(&pair[1].lower))
}

fn is_asked_of(word: &str) -> bool {
    asked_of(word).is_some()
}

/// The question that a word asks of a subject.
fn asked_of(word: &str) -> Option<&'static (&'static [&'static str], &'static str)> {
    ASKED_OF.iter().find(|(words, _)| words.contains(&word))
}

fn is_possessive(word: &str) -> bool {
    matches!(word, "its" | "their")
}

/// True for a word that names nothing.
fn is_idle(word: &str) -> bool {
    is_stop_word(word) || BARE.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn before(question: &str, topic: &[&str], cited: &[(&str, Form)]) -> Before {
        Before {
            question: question.to_owned(),
            topic: topic.iter().map(|&word| word.to_owned()).collect(),
            cited: cited.iter().map(|&(name, form)| CitedName { name: name.to_owned(), form }).collect(),
            said: String::new(),
        }
    }

    fn locks() -> Before {
        let cited = [
            ("Stale locks", Form::Text),
            ("Lock", Form::Declaration),
            ("start", Form::Function),
            ("remove_stale_locks", Form::Function),
        ];
        before("when does a lock become stale", &["lock", "stale"], &cited)
    }

    #[test]
    fn what_points_back_is_replaced() {
        for (question, read) in [
            ("and who calls it?", "and who calls `remove_stale_locks`?"),
            ("what about the tests", "tests of `remove_stale_locks`"),
            ("Which tests cover that function", "Which tests cover `remove_stale_locks`"),
            ("callers?", "who calls `remove_stale_locks`"),
            ("and its tests?", "tests of `remove_stale_locks`"),
            ("how is it configured", "how is lock stale configured"),
            ("what about directories?", "directories lock stale"),
            ("why?", "why lock stale"),
            ("who calls [3]?", "who calls `start`?"),
            ("what does [1] say", "what does Stale locks say"),
            ("谁调用它？", "谁调用 `remove_stale_locks`"),
            ("那测试呢？", "tests of `remove_stale_locks`"),
        ] {
            assert_eq!(locks().read(question).as_deref(), Some(read), "{question}");
        }
    }

    #[test]
    fn what_stands_on_its_own_is_left_alone() {
        for question in [
            "when does a lock become stale, and who takes it away?",
            "who calls `AuthService`",
            "how long does it take until snapshots are pruned",
            "which code checks that tokens are valid",
            "what happens to snapshots that no policy keeps",
            "locks",
            "and which snapshots does the policy of the repository keep",
            "who calls [9]",
            "怎么配置重试",
            "",
        ] {
            assert_eq!(locks().read(question), None, "{question}");
        }
    }

    #[test]
    fn a_name_of_the_question_before_is_what_the_next_is_about() {
        let named = before("what does `AuthService` check", &["check"], &[("Other", Form::Declaration)]);
        assert_eq!(named.read("where is it used").as_deref(), Some("where is `AuthService` used"));
        let cited = [("dispatch", Form::Function), ("timing", Form::Function)];
        let times = before("what happens when next is called multiple times", &["next", "multiple", "times"], &cited);
        assert_eq!(times.read("and who calls it?").as_deref(), Some("and who calls `dispatch`?"), "the best one");
        let nothing = before("", &[], &[]);
        assert_eq!(nothing.read("who calls it"), None, "there is nothing to refer to");
    }
}
