//! The parts of a question that asks several things: the sides of a comparison, questions one behind the other.

use super::deeds::{ARTICLES, AUXILIARIES, deeds};
use crate::search::is_stop_word;

/// What separates the parts of a question.
const SEPARATORS: &[&str] = &[
    ", and ",
    " and ",
    " versus ",
    " vs. ",
    " vs ",
    " compare with ",
    " compare to ",
    " compares with ",
    " compares to ",
    " compared to ",
    " compared with ",
    " differ from ",
    " differs from ",
    " different from ",
    " as opposed to ",
    " but ",
    " while ",
    "; ",
    ", ",
    "？",
    "；",
    "，",
    "以及",
    "和",
    "与",
    "? ",
];

/// What begins a comparison → what its sides are joined by, beside what separates parts.
const COMPARISONS: &[(&str, &[&str])] = &[
    ("difference between", &[]),
    ("differences between", &[]),
    ("relationship between", &[]),
    ("relation between", &[]),
    ("comparison between", &[]),
    ("comparison of", &[" with ", " to "]),
    ("compare", &[" with ", " to ", " against "]),
];

/// Words that only say that things are compared. An answer shows what each of them is.
const COMPARING: &[&str] = &[
    "between",
    "compare",
    "compared",
    "compares",
    "comparison",
    "differ",
    "difference",
    "differences",
    "different",
    "differs",
    "relation",
    "relationship",
    "versus",
    "vs",
];

/// Words that stand for what a part before names.
const POINTERS: &[&str] = &["it", "its", "they", "them", "their", "itself", "themselves"];

/// The same behind an auxiliary verb: "where is that checked", and not "errors that look permanent".
const POINTERS_OF_PLACE: &[&str] = &["this", "that", "these", "those"];

/// Words that belong to a verb, behind what it is done to: "turn that off".
const PARTICLES: &[&str] = &["off", "on", "up", "down", "out", "away", "back"];

/// Parts that a question is split into, at most.
const MAX_PARTS: usize = 4;

/// Words of a part that one behind it takes over, at most.
const MAX_TAKEN_OVER: usize = 6;

/// Where a comparison of a text, in lower case, begins, and what its sides are joined by.
fn comparison(lower: &str) -> Option<(usize, &'static [&'static str])> {
    COMPARISONS.iter().find_map(|(begins, joints)| {
        // What compares elsewhere is what is asked about: "where does it compare checksums".
        let at = if *begins == "compare" { lower.starts_with("compare ").then_some(0) } else { lower.find(begins) };
        at.map(|at| (at + begins.len(), *joints))
    })
}

/// The parts of a question; none if it is one.
pub(super) fn parts(text: &str) -> Vec<String> {
    let text = text.trim().trim_end_matches(['?', '？', '.', '。']);
    let lower = text.to_lowercase();
    // Lower case may have other lengths: then places in it are none in the text.
    let compared = comparison(&lower).filter(|_| lower.len() == text.len());
    let (start, joints) = compared.unwrap_or((0, &[]));
    let mut parts = vec![text.get(start..).unwrap_or(text).to_owned()];
    for separator in SEPARATORS.iter().chain(joints) {
        parts = parts.iter().flat_map(|part| part.split(separator).map(str::to_owned).collect::<Vec<_>>()).collect();
    }
    let mut parts: Vec<String> = parts
        .iter()
        .map(|part| part.trim().to_owned())
        .filter(|part| says_something(part) || compared.is_some() && is_name_of_side(part))
        .collect();
    if compared.is_some() {
        share_head(&mut parts);
    }
    if parts.len() < 2 { Vec::new() } else { parts.into_iter().take(MAX_PARTS).collect() }
}

/// Words behind which no more of a side's name stands.
const BEHIND_SIDES: &[&str] =
    &["when", "if", "in", "for", "with", "of", "on", "to", "at", "that", "which", "is", "are", "does", "do", "here"];

/// Gives each side of a comparison the word that the last one says for all: "a soft and a hard limit" are two limits.
fn share_head(parts: &mut [String]) {
    let Some((last, others)) = parts.split_last_mut() else { return };
    let is_word = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let side: Vec<&str> = last.split(' ').take_while(|word| !BEHIND_SIDES.contains(word)).collect();
    let article = |side: &[&str]| side.first().copied().filter(|word| ARTICLES.contains(word)).map(str::len);
    let own = &side[usize::from(article(&side).is_some())..];
    let &[_, head] = own else { return };
    for other in others {
        let words: Vec<&str> = other.split(' ').collect();
        let bare = &words[usize::from(article(&words).is_some())..];
        if article(&words) == article(&side) && matches!(bare, [word] if is_word(word)) && is_word(head) {
            *other = format!("{other} {head}");
        }
    }
}

/// What is compared may have a short name: `def`.
fn is_name_of_side(part: &str) -> bool {
    part.len() > 1 && !crate::search::is_stop_word(&part.to_lowercase()) && part.chars().all(char::is_alphanumeric)
}

/// One letter, or a connecting word, is no part.
fn says_something(part: &str) -> bool {
    if part.is_ascii() { part.len() > 3 } else { part.chars().count() > 1 }
}

/// True for a word, in lower case, that says that things are compared.
pub(super) fn is_comparing(word: &str) -> bool {
    COMPARING.contains(&word)
}

/// True for a word of a text that compares things and only says so.
pub(in crate::agent) fn only_compares(text: &str, word: &str) -> bool {
    COMPARING.iter().any(|comparing| comparing.eq_ignore_ascii_case(word)) && is_comparison(text)
}

/// True if a text asks how things compare.
pub(in crate::agent) fn is_comparison(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    let compares = |separator: &&str| separator.split(' ').any(|part| COMPARING.contains(&part.trim_end_matches('.')));
    let mut joints = SEPARATORS.iter().copied().filter(compares);
    comparison(&lower).is_some() || joints.any(|joint| lower.contains(joint))
}

/// The parts as questions of their own: one that points at what a part before names, or only says what is done, takes
/// over the words of the first one. What says nothing is none: "…, and where?".
pub(super) fn alone(parts: &[String]) -> Vec<String> {
    let Some(first) = parts.first() else { return Vec::new() };
    let done = deeds(first);
    let matter: Vec<&str> = words(first).filter(|word| !done.contains(&word.to_lowercase())).collect();
    let matter = if matter.is_empty() { words(first).collect() } else { matter };
    let taken_over = matter[..matter.len().min(MAX_TAKEN_OVER)].join(" ");
    let alone = parts.iter().enumerate().filter_map(|(at, part)| {
        if !part.is_ascii() || at == 0 {
            return Some(part.clone());
        }
        words(part).next()?;
        let done = deeds(part);
        let is_deed_alone = words(part).all(|word| done.contains(&word.to_lowercase()));
        Some(if is_deed_alone || points_back(part) { format!("{taken_over} {part}") } else { part.clone() })
    });
    alone.collect()
}

/// The words of a part that say something.
pub(super) fn words(part: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let words = part.split(move |c: char| !is_part(c)).map(|word| word.trim_matches(['-', '.', '/']));
    words.filter(|word| {
        let lower = word.to_lowercase();
        let points = POINTERS.contains(&&*lower) || POINTERS_OF_PLACE.contains(&&*lower);
        !word.is_empty() && !points && !is_stop_word(&lower)
    })
}

fn points_back(part: &str) -> bool {
    let lower = part.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).map(|before| words[before]);
        let next = words.get(at + 1);
        POINTERS.contains(word)
            || POINTERS_OF_PLACE.contains(word)
                && (before.is_some_and(|before| AUXILIARIES.contains(&before))
                    || before.is_some() && next.is_none_or(|next| PARTICLES.contains(next)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_of_a_comparison_are_parts_however_it_is_asked() {
        for (question, sides) in [
            ("difference between soft limit and hard limit", ["soft limit", "hard limit"]),
            ("compare the soft limit with the hard limit", ["the soft limit", "the hard limit"]),
            ("Compare soft limits to hard limits.", ["soft limits", "hard limits"]),
            ("how do soft limits differ from hard limits?", ["how do soft limits", "hard limits"]),
            ("分区和副本的区别？", ["分区", "副本的区别"]),
            ("difference between a soft and a hard limit", ["a soft limit", "a hard limit"]),
            (
                "difference between soft and hard limits when rows are read",
                ["soft limits", "hard limits when rows are read"],
            ),
            ("difference between Redis and a local cache", ["Redis", "a local cache"]),
            ("difference between a Lock and a file lock", ["a Lock", "a file lock"]),
        ] {
            assert_eq!(parts(question), sides, "{question}");
        }
        assert_eq!(parts("where does it compare a checksum with the index"), Vec::<String>::new());
        assert!(only_compares("compare the tap with the valve", "Compare"));
        assert!(only_compares("what is the difference between a and b", "between"));
        assert!(!only_compares("how are rows between two dates found", "between"));
    }

    #[test]
    fn a_part_that_points_back_takes_over_what_it_points_at() {
        let alone = |question: &str| super::alone(&parts(question));
        for (question, second) in [
            ("how is a request signed, and where does its secret come from", "request where does its secret come from"),
            ("how is the digest of a picture computed and checked", "digest picture checked"),
            ("How long is a lock kept, and where is that checked?", "long lock kept where is that checked"),
            ("does it speak QUIC and how do I turn that off", "QUIC how do I turn that off"),
            (
                "which errors are fatal, and which errors that look fatal are tried again",
                "which errors that look fatal are tried again",
            ),
        ] {
            assert_eq!(alone(question).get(1).map(String::as_str), Some(second), "{question}");
        }
        assert_eq!(alone("which number is used there, and where"), ["which number is used there"], "it says nothing");
        assert_eq!(alone("how are locks removed"), Vec::<String>::new());
    }
}
