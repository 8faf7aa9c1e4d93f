//! What a question refers to that goes on from the one before: "and who calls it?", "what about the tests".
//!
//! Rules read it: a word that points back is replaced by what the last answer was about, and a question that only names
//! what is asked of it gets that too. A question that stands on its own is left as it is.

mod pointers;
mod rows;

use super::question::{Analysis, is_identifier, project, relation};
use crate::library::{Stems, fold_words, is_cjk};
use crate::stdx::counted;
use pointers::{
    ASKED_OF, CHINESE_LEADS, CHINESE_POINTERS, LEADS, Word, asked_of, is_idle, is_possessive, pointer, words_of,
};
pub use rows::RowsAsked;
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
    /// What was asked of rows, if a database answered.
    #[serde(default)]
    pub rows: Option<RowsAsked>,
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
        if let Some(read) = self.of_rows(text) {
            return Some(read);
        }
        // Of the project itself each question is one of its own: "it" is the project.
        if project::is_asked(text) && project::is_asked(&self.question) {
            return None;
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
            // Several words are no subject: who names something asks of the project, "does it speak HTTP/3".
            let is_led = LEADS.iter().any(|lead| words.iter().zip(*lead).all(|(a, b)| a.lower == *b));
            let is_named = !Analysis::of(&self.question).names.is_empty();
            if has_name && !is_led && !is_named && relation(text).is_none() {
                return None;
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

    /// `[2]` and "the second one" name a passage of the answer.
    fn numbered(&self, text: &str) -> Option<String> {
        let (number, place) = passage_named(text)?;
        let cited = self.cited.get(number.checked_sub(1)?).filter(|cited| !cited.name.is_empty())?;
        Some(format!("{}{}{}", &text[..place.start], cited.written(), &text[place.end..]))
    }

    /// What is said of a question that names a passage which the answer does not have.
    pub(super) fn lacking(&self, text: &str) -> Option<String> {
        let (number, _) = passage_named(text)?;
        let shown = self.cited.len();
        let is_there = (1..=shown).contains(&number);
        (!is_there)
            .then(|| format!("there is no passage [{number}]: the last answer shows {}", counted(shown, "passage")))
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

/// Words for numbers of passages.
const ORDINALS: &[&str] = &["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

/// Words behind them.
const PASSAGES: &[&str] = &["one", "passage", "citation", "result", "hit", "source", "place"];

/// The number of a passage that a question names, and where: `[2]`, "the second one".
fn passage_named(text: &str) -> Option<(usize, Range<usize>)> {
    if let Some((front, rest)) = text.split_once('[')
        && let Some((number, _)) = rest.split_once(']')
        && let Ok(number) = number.parse()
    {
        let end = front.len() + rest.find(']')? + 2;
        return Some((number, front.len()..end));
    }
    let words = words_of(text);
    words.windows(3).find_map(|three| {
        let number = ORDINALS.iter().position(|word| three[1].lower == *word)? + 1;
        let is_passage = three[0].lower == "the" && PASSAGES.contains(&three[2].lower.as_str());
        is_passage.then(|| (number, three[0].at.start..three[2].at.end))
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn before(question: &str, topic: &[&str], cited: &[(&str, Form)]) -> Before {
        Before {
            question: question.to_owned(),
            topic: topic.iter().map(|&word| word.to_owned()).collect(),
            cited: cited.iter().map(|&(name, form)| CitedName { name: name.to_owned(), form }).collect(),
            said: String::new(),
            rows: None,
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
    fn passages_are_named_by_their_numbers_and_those_that_are_not_there_are_told() {
        let before =
            before("how are locks taken", &["locks"], &[("take_lock", Form::Function), ("Lock", Form::Declaration)]);
        let second = before.read("who calls [1]");
        assert_eq!(before.read("who calls the first one"), second);
        assert!(second.is_some_and(|read| read.contains("take_lock")));
        assert_eq!(before.lacking("who calls [2]"), None);
        let told = before.lacking("who calls [9]");
        assert_eq!(told.as_deref(), Some("there is no passage [9]: the last answer shows 2 passages"));
        assert!(before.lacking("what does the third one do").is_some());
        assert_eq!(before.lacking("what is the third way to do it"), None);
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
            "does it speak HTTP/3 and how do I turn that off",
            "what is rescanInterval by default and what does it do",
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
