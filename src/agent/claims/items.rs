//! What of a sentence has to stand in its source: numbers, names of programs, quotations.

use crate::agent::question::is_name;
use regex::Regex;
use std::collections::HashSet;
use std::sync::LazyLock;

/// A number that is part of no word, its thousands apart or not.
static NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|[^A-Za-z0-9_.])[vV]?(\d+(?:[_,]\d{3})*(?:\.\d+)*)").ok());

/// Numbers as words; smaller ones count what a sentence lists.
const NUMBER_WORDS: &[(&str, &str)] = &[
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("fifteen", "15"),
    ("twenty", "20"),
    ("thirty", "30"),
    ("forty", "40"),
    ("fifty", "50"),
    ("sixty", "60"),
    ("hundred", "100"),
    ("thousand", "1000"),
    ("million", "1000000"),
];

/// The numbers of a text, in one spelling.
pub(in crate::agent) fn numbers(text: &str) -> HashSet<String> {
    let mut found: HashSet<String> = HashSet::new();
    // Neighbours share the character between them: the search goes on inside of what was found.
    let mut from = 0;
    while let Some(number) =
        NUMBER.as_ref().and_then(|number| number.captures_at(text, from)).and_then(|captures| captures.get(1))
    {
        let digits = number.as_str().replace(['_', ','], "");
        let bare = match digits.split_once('.') {
            Some((whole, parts)) if parts.bytes().all(|byte| byte == b'0') => whole,
            _ => &digits,
        };
        let bare = bare.trim_start_matches('0');
        found.insert(if bare.is_empty() || bare.starts_with('.') { format!("0{bare}") } else { bare.to_owned() });
        from = number.end();
    }
    for word in text.split(|c: char| !c.is_ascii_alphabetic()) {
        let row = NUMBER_WORDS.iter().find(|(known, _)| word.eq_ignore_ascii_case(known));
        found.extend(row.map(|(_, number)| (*number).to_owned()));
    }
    found
}

/// What stands in backticks.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2).map(str::trim).filter(|code| !code.is_empty())
}

/// The names of programs in a sentence: what is in backticks, in words, and what is written like one.
pub(in crate::agent) fn identifiers(text: &str) -> HashSet<String> {
    let is_apart = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '@'));
    let in_code = code(text).flat_map(|code| code.split(is_apart)).map(|word| word.trim_matches('-'));
    let prose: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '"' | '[' | ']');
    let written =
        prose.split(is_between).map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-' && c != '_'));
    let written: Vec<&str> = written.filter(|word| is_name(word)).flat_map(|word| word.split(is_apart)).collect();
    let all = in_code.chain(written.into_iter().map(|word| word.trim_matches('-')));
    all.filter(|word| word.chars().any(char::is_alphabetic)).map(str::to_owned).collect()
}

/// The quotations of a sentence, white space made one.
pub(super) fn quotations(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (open, close) in [('"', '"'), ('“', '”'), ('「', '」')] {
        let mut rest = text;
        while let Some((_, behind)) = rest.split_once(open) {
            let Some((quoted, after)) = behind.split_once(close) else { break };
            found.push(one_space(quoted.trim_end_matches(['.', ',', '。', '，'])));
            rest = after;
        }
    }
    found.retain(|quoted| !quoted.is_empty());
    found
}

/// Text in lower case with single spaces.
pub(super) fn one_space(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// True if `text` has `name` as a word, in this case.
pub(super) fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + name.len()..).and_then(|behind| behind.chars().next());
        !before.is_some_and(is_part) && !behind.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(found: HashSet<String>) -> Vec<String> {
        let mut found: Vec<String> = found.into_iter().collect();
        found.sort();
        found
    }

    #[test]
    fn numbers_have_one_spelling_and_are_no_parts_of_names() {
        for (text, expected) in [
            ("after 1,800 or 1_800 or 1800s", vec!["1800"]),
            ("v1.2.3, 0.50 and 3.0", vec!["0.50", "1.2.3", "3"]),
            ("sha256 u64 x2 a_1", vec![]),
            ("Keep the last seven (7), 007", vec!["7"]),
            ("10MB to 20 MB", vec!["10", "20"]),
            ("lines 3-7", vec!["3", "7"]),
        ] {
            assert_eq!(sorted(numbers(text)), expected, "{text}");
        }
    }

    #[test]
    fn names_are_what_is_in_backticks_or_written_like_one() {
        for (text, expected) in [
            (
                "`Lock::is_stale()` of AuthService takes --retry-lock",
                vec!["AuthService", "Lock", "is_stale", "retry-lock"],
            ),
            ("The lock of a repository", vec![]),
            ("`max_retries = 3`", vec!["max_retries"]),
        ] {
            assert_eq!(sorted(identifiers(text)), expected, "{text}");
        }
        assert!(has_word("fn is_stale(&self)", "is_stale") && !has_word("fn is_stale_now()", "is_stale"));
        assert_eq!(quotations("says \"No  such file.\" and “Zeit”"), ["no such file", "zeit"]);
    }
}
