//! Questions for the place where a program does something: what is done, to what, and how that may be named there.

use super::analysis::Analysis;
use crate::library::{Stems, is_cjk};
use crate::search::{self, AskedWord};

/// Beginnings of questions for the place where something is done.
const WHERE: &[&str] = &["where is ", "where are ", "where was ", "where were ", "where gets ", "where get "];

/// The same with the verb behind who does it.
const WHERE_DOES: &[&str] = &["where does ", "where do ", "where did "];

/// Who asks on behalf of himself asks for a manual: "where do I set the port".
const BY_OTHERS: &[&str] = &["i ", "you ", "one ", "users ", "people "];

/// Ends of questions that ask for an origin or a home, and for no deed.
const NO_DEEDS: &[&str] = &[" come from", " live", " go", " belong", " stand", " end", " begin", " start from"];

/// Words that ask for code.
const IN_CODE: &[&str] = &[
    "where in the code",
    "which function ",
    "which method ",
    "which class ",
    "which code ",
    "what code ",
    "在哪里实现",
    "哪个函数",
    "哪个方法",
];

/// Participles that do not end in "ed", and the verbs that names are made of.
const IRREGULAR: &[(&str, &str)] = &[
    ("begun", "begin"),
    ("bound", "bind"),
    ("broken", "break"),
    ("brought", "bring"),
    ("built", "build"),
    ("caught", "catch"),
    ("chosen", "choose"),
    ("cut", "cut"),
    ("done", ""),
    ("drawn", "draw"),
    ("driven", "drive"),
    ("fed", "feed"),
    ("forgotten", "forget"),
    ("found", "find"),
    ("frozen", "freeze"),
    ("given", "give"),
    ("gotten", "get"),
    ("held", "hold"),
    ("hidden", "hide"),
    ("kept", "keep"),
    ("laid", "lay"),
    ("left", "leave"),
    ("lost", "lose"),
    ("made", "make"),
    ("met", "meet"),
    ("overridden", "override"),
    ("overwritten", "overwrite"),
    ("put", "put"),
    ("read", "read"),
    ("rebuilt", "build"),
    ("reset", "reset"),
    ("rewritten", "rewrite"),
    ("run", "run"),
    ("sent", "send"),
    ("set", "set"),
    ("shown", "show"),
    ("shut", "shut"),
    ("split", "split"),
    ("spent", "spend"),
    ("taken", "take"),
    ("thrown", "throw"),
    ("told", "tell"),
    ("undone", "undo"),
    ("understood", "parse"),
    ("woken", "wake"),
    ("written", "write"),
];

/// Letters of the stem of a word that names are looked for by, at least.
const MIN_STEM: usize = 3;

/// Words by which names are looked for, at most: those that weigh most.
const MAX_STEMS: usize = 6;

/// A question for the place where something is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::agent) struct Done {
    /// Stems of what is done.
    verbs: Vec<String>,
    /// Stems of what it is done to.
    objects: Vec<String>,
}

/// True if a text asks where a program does something.
pub(in crate::agent) fn is_asked(text: &str, deeds: &[String]) -> bool {
    let lower = text.to_lowercase();
    let lower = lower.trim_end_matches(|c: char| !c.is_alphanumeric());
    let begins = |beginning: &&str| lower.starts_with(*beginning);
    let is_done = || deeds.iter().any(|deed| deed.ends_with("ed")) || lower.split(' ').any(|word| verb(word).is_some());
    let does = || {
        let rest = WHERE_DOES.iter().find_map(|beginning| lower.strip_prefix(beginning));
        let is_deed = |rest: &str| {
            !BY_OTHERS.iter().any(|who| rest.starts_with(who)) && !NO_DEEDS.iter().any(|end| rest.ends_with(end))
        };
        rest.is_some_and(is_deed)
    };
    // "which function that signs tokens is called by …" asks for something else of what does it.
    let is_relative = lower.split(' ').nth(2).is_some_and(|word| ["that", "which"].contains(&word));
    WHERE.iter().any(begins) && is_done()
        || does()
        || !is_relative
            && IN_CODE.iter().any(|words| begins(words) || words.starts_with(is_cjk) && lower.contains(words))
}

/// True for a word that only says which sort of code a question asks for: "which function parses the header".
pub(in crate::agent) fn is_sort(text: &str, word: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    (0..words.len()).any(|at| words[at].eq_ignore_ascii_case(word) && search::is_sort(&words, at))
}

/// The verb of a participle that does not end in "ed"; empty for one that says nothing.
fn verb(word: &str) -> Option<&'static str> {
    IRREGULAR.iter().find(|(participle, _)| *participle == word).map(|(_, verb)| *verb)
}

impl Done {
    /// What a question asks the place of; `None` for other questions.
    pub(in crate::agent) fn of(analysis: &Analysis, words: &[AskedWord]) -> Option<Done> {
        if analysis.report.is_some() || !is_asked(&analysis.text, &analysis.deeds) {
            return None;
        }
        let mut stems = Stems::new();
        let mut stem = |word: &str| {
            // Of "retry" and "retries" only this much is the same.
            let stem = stems.stem(word).trim_end_matches(['i', 'e']).to_owned();
            (stem.len() >= MIN_STEM && stem.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(stem)
        };
        let lower = analysis.text.to_lowercase();
        let said = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let is_deed = |word: &str| analysis.deeds.iter().any(|deed| deed == word && deed.ends_with("ed"));
        let mut verbs: Vec<String> = Vec::new();
        for word in said.clone() {
            let verb = verb(word).or(is_deed(word).then_some(word)).unwrap_or_default();
            verbs.extend(stem(verb).filter(|verb| !verbs.contains(verb)));
        }
        // "where does the pool close connections": what it does is not told from what it is done to.
        let mut heavy: Vec<&AskedWord> = words.iter().filter(|word| !word.is_nowhere).collect();
        heavy.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let mut objects: Vec<String> = Vec::new();
        for word in heavy.iter().filter(|word| verb(&word.written).is_none()) {
            let stem = stem(&word.written).filter(|stem| !verbs.contains(stem) && !objects.contains(stem));
            objects.extend(stem.filter(|_| objects.len() < MAX_STEMS));
        }
        Some(Done { verbs, objects })
    }

    /// The queries for declarations that are named by two words of it, in any order, or by what is done within a type
    /// that is named by what it is done to.
    pub(in crate::agent) fn queries(&self) -> Vec<String> {
        let all: Vec<&str> = self.verbs.iter().chain(&self.objects).map(String::as_str).collect();
        if self.objects.is_empty() || all.len() < 2 {
            return Vec::new();
        }
        let any = all.join("|");
        let mut queries = vec![format!("$.toc[?(@.name =~ /({any}).*({any})/i)]")];
        if !self.verbs.is_empty() {
            let (verbs, objects) = (self.verbs.join("|"), self.objects.join("|"));
            queries.push(format!("$.toc[?(@.name =~ /{verbs}/i && @.parent =~ /{objects}/i)]"));
        }
        queries
    }

    /// True if a name says what is done.
    pub(in crate::agent) fn is_deed(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.verbs.iter().any(|verb| name.contains(verb.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> bool {
        is_asked(text, &Analysis::of(text).deeds)
    }

    #[test]
    fn questions_for_the_place_of_a_deed_are_told_from_others() {
        for text in [
            "Where are retries handled?",
            "where is the index written",
            "where does the pool close its connections",
            "which function parses the header",
            "哪个函数解析标题",
        ] {
            assert!(asked(text), "{text}");
        }
        for text in [
            "where is the log file",
            "where do I set the port",
            "where does \"no such host\" come from",
            "how are retries handled",
            "which function that signs tokens is called by the server",
            "",
        ] {
            assert!(!asked(text), "{text}");
        }
    }

    #[test]
    fn what_is_done_is_told_from_what_it_is_done_to_however_it_is_inflected() {
        let word = |written: &str, weight| AskedWord { written: written.to_owned(), weight, is_nowhere: false };
        let done = |text: &str, words: &[AskedWord]| Done::of(&Analysis::of(text), words);
        let found = done("where are retries handled", &[word("retries", 2.0)]).expect("a place is asked for");
        assert_eq!((&*found.verbs, &*found.objects), (&["handl".to_owned()][..], &["retr".to_owned()][..]));
        assert!(found.queries()[0].contains("(handl|retr).*(handl|retr)"), "{:?}", found.queries());
        assert!(found.is_deed("handleRetry") && !found.is_deed("retry"));
        let found = done("where is the index written", &[word("index", 2.0), word("written", 1.0)]);
        assert_eq!(found.map(|found| found.verbs), Some(vec!["write".trim_end_matches('e').to_owned()]));
        assert_eq!(done("how are retries handled", &[word("retries", 2.0)]), None);
    }
}
