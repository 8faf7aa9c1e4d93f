//! Questions whether a program has something: what names that, so that it can be told whether the program says it itself.

use super::Analysis;
use crate::library::{Library, is_cjk};
use crate::search::{is_stop_word, synonyms};

/// Beginnings of such questions.
const ASKING: &[&str] = &["is there a ", "is there an ", "is there any ", "is there ", "are there any ", "are there "];

/// What begins those that name what has it, and words that stand for that.
const AUXILIARIES: &[&str] = &["does ", "do ", "can ", "will ", "did "];
const SUBJECTS: &[&str] = &[
    "it ",
    "this ",
    "i ",
    "we ",
    "one ",
    "they ",
    "this project ",
    "the project ",
    "the app ",
    "the application ",
    "the program ",
    "the library ",
    "the server ",
    "the tool ",
    "this app ",
    "this tool ",
    "this library ",
];

/// Verbs that say no more than that something is there.
const VERBS: &[&str] = &[
    "support ",
    "have ",
    "use ",
    "offer ",
    "provide ",
    "speak ",
    "integrate with ",
    "connect to ",
    "send ",
    "collect ",
    "include ",
    "come with ",
    "ship with ",
    "contain ",
    "implement ",
    "handle ",
    "expose ",
    "work with ",
    "run on ",
    "read ",
    "write ",
    "export ",
    "import ",
    "understand ",
    "know ",
    "emit ",
    "report ",
    "store ",
];

/// What stands behind the name of what is asked for, and what in front.
const BEHIND: &[&str] = &[" supported", " supported here", " available"];
const BEFORE: &[&str] = &["is ", "are "];

/// The same in Chinese.
const CHINESE: &[&str] = &["支持", "有没有", "有"];
const CHINESE_END: &[&str] = &["吗", "么"];

/// Words that say which sort of thing is asked for.
const SORTS: &[&str] = &[
    "api",
    "command",
    "commands",
    "plugin",
    "plugins",
    "integration",
    "support",
    "connector",
    "client",
    "server",
    "backend",
    "way",
    "option",
    "feature",
    "mode",
    "any",
    "an",
    "a",
    "the",
];

/// A name that is used in more entries is there.
const MANY: u64 = 100;

/// Letters of a name, at least.
const MIN: usize = 4;

/// Names that are looked for, at most.
const MAX_NAMES: usize = 2;

/// The place behind the first of `beginnings` that a text begins with, in any case.
fn behind<'b>(lower: &str, at: usize, mut beginnings: impl Iterator<Item = &'b str>) -> Option<usize> {
    let rest = lower.get(at..)?;
    beginnings.find(|begin| rest.starts_with(begin)).map(|begin| at + begin.len())
}

/// The place behind what asks whether the program, or the `project` by its name, has something.
fn behind_verb(lower: &str, project: &str) -> Option<usize> {
    let at = behind(lower, 0, AUXILIARIES.iter().copied())?;
    let named = format!("{project} ");
    let at = behind(lower, at, SUBJECTS.iter().copied().chain((!project.is_empty()).then_some(named.as_str())))?;
    behind(lower, at, VERBS.iter().copied())
}

/// What a text asks whether it is there, as it is written; `None` for other questions. `project` is the name of the
/// workspace, in small letters.
fn asked<'t>(text: &'t str, project: &str) -> Option<&'t str> {
    let text = text.trim().trim_end_matches(['?', '？', '.', '。', ' ']);
    if text.contains(is_cjk) {
        let is_one =
            CHINESE.iter().any(|word| text.contains(word)) && CHINESE_END.iter().any(|end| text.ends_with(end));
        return is_one.then_some(text);
    }
    let lower = text.to_ascii_lowercase();
    // Of tests that is asked which tests name it.
    if lower.contains("test") {
        return None;
    }
    if let Some(at) = behind(&lower, 0, ASKING.iter().copied()).or_else(|| behind_verb(&lower, project)) {
        return text.get(at..);
    }
    let begin = BEFORE.iter().find(|begin| lower.starts_with(**begin))?;
    let end = BEHIND.iter().find(|end| lower.ends_with(**end))?;
    text.get(begin.len()..text.len().checked_sub(end.len())?)
}

/// The names of what a question asks whether it is there, as far as few texts hold them: names as programs and people
/// write them, and a word that is all that is asked for.
pub(in crate::agent) fn names(analysis: &Analysis, library: &Library) -> Vec<String> {
    let Some(rest) = asked(&analysis.text, &project(library)).filter(|_| analysis.report.is_none()) else {
        return Vec::new();
    };
    let words: Vec<&str> = rest.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_matter = |word: &&&str| {
        let lower = word.to_ascii_lowercase();
        !SORTS.contains(&lower.as_str()) && !is_stop_word(&lower)
    };
    let matter: Vec<&str> = words.iter().filter(is_matter).copied().collect();
    let is_alone = matter.len() == 1;
    if let [word] = matter[..]
        && library.is_nowhere(&word.to_ascii_lowercase())
    {
        return others(word).filter(|other| !library.is_nowhere(other)).take(MAX_NAMES).map(str::to_owned).collect();
    }
    let is_name = |word: &&str| {
        let lower = word.to_ascii_lowercase();
        // Another word for it may be there.
        let is_written = word.bytes().any(|byte| byte.is_ascii_uppercase()) || is_alone && synonyms(&lower).is_empty();
        word.len() >= MIN
            && word.bytes().all(|byte| byte.is_ascii_alphabetic())
            && is_written
            && !library.is_nowhere(&lower)
            && library.entries_with(&lower) <= MANY
    };
    matter.into_iter().filter(is_name).take(MAX_NAMES).map(str::to_owned).collect()
}

/// The word that is all that a question asks whether it is there, where neither it nor another word for it stands anywhere.
pub(in crate::agent) fn nowhere(analysis: &Analysis, library: &Library) -> Option<String> {
    let rest = asked(&analysis.text, &project(library)).filter(|rest| analysis.report.is_none() && rest.is_ascii())?;
    let is_matter = |word: &&str| {
        let lower = word.to_ascii_lowercase();
        !word.is_empty() && !SORTS.contains(&lower.as_str()) && !is_stop_word(&lower)
    };
    let mut matter = rest.split(|c: char| !c.is_ascii_alphanumeric()).filter(is_matter);
    let word = matter.next().filter(|word| word.len() >= MIN)?.to_ascii_lowercase();
    let is_nowhere = library.is_nowhere(&word) && others(&word).all(|other| library.is_nowhere(other));
    (matter.next().is_none() && is_nowhere).then_some(word)
}

/// The verb of a question whether the program does with one thing what is no more than that it is there: `send` of "does it
/// send telemetry".
pub(in crate::agent) fn verb(text: &str, library: &Library) -> Option<String> {
    let text = text.trim().trim_end_matches(['?', '.', ' ']);
    let lower = text.to_ascii_lowercase();
    let at = behind_verb(&lower, &project(library))?;
    // Behind a verb of several words, or before several things, it may matter.
    let is_one = !lower[at..].trim().contains(' ');
    let verb = lower[..at].trim_end().rsplit(' ').next().filter(|_| is_one)?;
    Some(verb.to_owned())
}

/// The name of the workspace, in small letters.
fn project(library: &Library) -> String {
    library.roots().first().map(|root| root.name.to_lowercase()).unwrap_or_default()
}

/// Other words for one.
fn others(word: &str) -> impl Iterator<Item = &'static str> {
    let lower = word.to_ascii_lowercase();
    let found = synonyms(singular(&lower)).iter().chain(synonyms(&lower)).copied();
    found.filter(move |other| *other != lower && *other != singular(&lower))
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s').filter(|one| one.len() >= MIN && !one.ends_with('s')).unwrap_or(word)
}

/// The query for the lines that hold a name as one of its own, or as a word of longer names.
pub(in crate::agent) fn query(name: &str) -> String {
    let name = singular(name);
    if name.len() < MIN {
        // What is so short is a part of many words.
        return format!("$.content.grep(/(^|[^A-Za-z])(?i:{name})([^A-Za-z]|$)/)");
    }
    let (first, rest) = name.split_at(1);
    let (first, shouted) = (first.to_uppercase(), name.to_uppercase());
    format!("$.content.grep(/(^|[^A-Za-z])(?i:{name})|[a-z0-9]{first}{rest}|{shouted}/)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_whether_something_is_there_are_told_from_others() {
        for (text, rest) in [
            ("is there a GraphQL API?", "GraphQL API"),
            ("does it support websockets", "websockets"),
            ("Is OAuth2 supported", "OAuth2"),
            ("does it send telemetry?", "telemetry"),
            ("Does Shop support Elasticsearch", "Elasticsearch"),
            ("can the server run on Windows", "Windows"),
        ] {
            assert_eq!(asked(text, "shop"), Some(rest));
        }
        for text in [
            "how does it support websockets",
            "is the cache written first",
            "what is supported",
            "is supported",
            "are there tests for X",
        ] {
            assert_eq!(asked(text, "shop"), None, "{text}");
        }
        assert!(asked("支持 Kafka 吗？", "shop").is_some());
    }
}
