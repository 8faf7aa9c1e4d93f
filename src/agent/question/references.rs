//! What a change is called in a list of changes: the words of it that say what is wrong, without the numbers of reports and
//! the marks that tools read; and whether a text asks for a change rather than anything else.

use super::relations::for_tests;
use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Links to reports, their numbers, with the word that closes one.
static REFERENCES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let closes = r"(?:\b(?i:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see|related to|part of)\b:?\s+)?";
    let patterns = [
        format!(r"{closes}https?://\S+/(?:issues?|pulls?|pull|merge_requests|browse)/[\w-]+(?:[#?]\S*)?"),
        format!(r"{closes}\(?(?:\b[\w.-]+/[\w.-]+)?#\d{{1,5}}\b\)?"),
        format!(r"{closes}\b(?:GH|PR|MR)-\d+\b"),
        r"(?m)^(?:Co-authored-by|Signed-off-by|Reviewed-by|Change-Id): .*$".to_owned(),
    ];
    patterns.iter().filter_map(|pattern| Regex::new(pattern).ok()).collect()
});

/// What stands in front of the name of a change for those who sort them: `fix(parser)!: `.
static KIND: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let kinds = "feat|feature|fix|bugfix|hotfix|chore|docs|refactor|perf|test|style|build|ci|revert";
    Regex::new(&format!(r"^(?i:{kinds})(?:\((?P<part>[\w ./,-]+)\))?!?:\s+")).ok()
});

/// Words that a change begins with, and a question never does: what is to be done.
const DONE: &[&str] = &[
    "add",
    "adjust",
    "allow",
    "avoid",
    "clean",
    "correct",
    "disable",
    "don't",
    "drop",
    "eliminate",
    "enable",
    "ensure",
    "fix",
    "fixed",
    "fixes",
    "fixing",
    "handle",
    "ignore",
    "implement",
    "improve",
    "introduce",
    "make",
    "move",
    "prevent",
    "reduce",
    "refactor",
    "refine",
    "remove",
    "rename",
    "replace",
    "restore",
    "revert",
    "simplify",
    "skip",
    "support",
    "update",
    "upgrade",
];

/// Those of them that say nothing of the matter.
const EMPTY: &[&str] = &["fix", "fixed", "fixes", "fixing", "refine", "refactor", "correct", "improve"];

/// Words that a question begins with, or holds.
const ASKS: &[&str] = &[
    "how", "what", "where", "when", "why", "who", "which", "whose", "whom", "is", "are", "does", "do", "did", "can",
    "could", "should", "list", "show", "find", "explain", "tell", "describe",
];

/// A text without what refers to reports. A question, and what is nothing else, stays as it is.
pub(in crate::agent) fn without_references(text: &str) -> Cow<'_, str> {
    if !is_change(text) {
        return Cow::Borrowed(text);
    }
    let mut kept = Cow::Borrowed(text);
    for reference in REFERENCES.iter() {
        if reference.is_match(&kept) {
            kept = Cow::Owned(reference.replace_all(&kept, "").into_owned());
        }
    }
    let kind = KIND.as_ref().and_then(|kind| kind.captures(&kept));
    if let Some(found) = kind {
        let part = found.name("part").map_or("", |part| part.as_str());
        let rest = &kept[found[0].len()..];
        kept = Cow::Owned(format!("{}{}{part}", rest.trim_end(), if part.is_empty() { "" } else { " " }));
    }
    let (first, rest) = kept.trim_start().split_once(' ').unwrap_or(("", &kept));
    if EMPTY.contains(&first.to_lowercase().as_str()) {
        kept = Cow::Owned(rest.trim_start().to_owned());
    }
    match kept {
        Cow::Owned(kept) if kept.chars().any(char::is_alphanumeric) => Cow::Owned(kept.trim().to_owned()),
        Cow::Owned(_) => Cow::Borrowed(text),
        kept => kept,
    }
}

/// What a text is about, in words to look for.
pub(in crate::agent) fn matter_of(text: &str) -> Cow<'_, str> {
    match without_references(text) {
        Cow::Borrowed(text) => for_tests(text),
        changed => changed,
    }
}

/// True for a text that asks for a change, and asks nothing: it refers to a report, is marked as tools that sort changes
/// want it, or begins with what is to be done.
pub(in crate::agent) fn is_change(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let first = first.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    if text.contains(['?', '？']) || ASKS.contains(&first.as_str()) {
        return false;
    }
    let is_marked = KIND.as_ref().is_some_and(|kind| kind.is_match(text));
    is_marked || DONE.contains(&first.as_str()) || REFERENCES.iter().any(|reference| reference.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_taken_off_and_a_change_is_told_from_a_question() {
        for (text, kept) in [
            ("Skip the lock if the pool is closed\n\nFix GH-2130", "Skip the lock if the pool is closed"),
            ("fix(parser): wide characters (#3876)", "wide characters parser"),
            ("Refine the name\n\nfix https://example.org/a/b/issues/1678", "the name"),
            ("Fixes #12 check for null", "check for null"),
            ("what is #12", "what is #12"),
            ("#12", "#12"),
            ("how do I fix it", "how do I fix it"),
            ("colour #ff0000 is wrong", "colour #ff0000 is wrong"),
        ] {
            assert_eq!(without_references(text), kept, "{text}");
        }
        for (text, is) in [
            ("Fix metadata base URL generation", true),
            ("feat: names in two parts", true),
            ("sleep too long, closes #3", true),
            ("what fixes #12", false),
            ("make it fast?", false),
            ("callers of start", false),
            ("connection refused", false),
        ] {
            assert_eq!(is_change(text), is, "{text}");
        }
    }
}
