//! Questions for what a release has brought, and texts that tell of it: of 12.0 nothing says what stands under 0.12.0.

/// Words that ask for what a release has brought.
const BROUGHT: &[&str] = &[
    "added",
    "breaking",
    "broke",
    "changed",
    "changelog",
    "changes",
    "deprecated",
    "dropped",
    "fixed",
    "introduced",
    "new",
    "removed",
];

/// Words in front of a number that make a release of it, beside the name of what was released.
const RELEASED: &[&str] = &["version", "release", "v"];

/// The releases of which a question asks what they have brought, as it writes them, without a `v`.
pub(in crate::agent) fn asked(text: &str) -> Vec<&str> {
    let words: Vec<&str> =
        text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
    let is_asked = words.iter().any(|word| BROUGHT.contains(&word.to_lowercase().as_str()));
    let is_named = |at: usize| {
        let before = at.checked_sub(1).map_or("", |before| words[before]);
        at > 1 && before.starts_with(|c: char| c.is_ascii_uppercase())
            || RELEASED.contains(&before.to_lowercase().as_str())
            || words[at].starts_with('v')
    };
    let number = |at: usize| words[at].strip_prefix('v').unwrap_or(words[at]);
    let found = (0..words.len()).filter(|at| is_asked && is_number(number(*at)) && is_named(*at));
    found.map(number).collect()
}

/// True for a number of several parts: `12.0`, `1.2.3`.
fn is_number(text: &str) -> bool {
    text.contains('.') && text.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a text names a release, or one of those that belong to it: 1.2.3 to 1.2, but neither 11.2 nor 0.1.2.
pub(in crate::agent) fn is_told(release: &str, text: &str) -> bool {
    text.match_indices(release).any(|(at, _)| {
        let is_part = |c: char| c.is_ascii_digit() || c == '.';
        let begins = !text[..at].ends_with(is_part);
        begins && !text[at + release.len()..].starts_with(|c: char| c.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_numbers_behind_what_is_released() {
        for (question, releases) in [
            ("What changed in Redis 12.0?", &["12.0"][..]),
            ("what is new in version 1.2.3", &["1.2.3"]),
            ("which options were removed in v2.0?", &["2.0"]),
            ("Does it run on Python 3.12?", &[]),
            ("what is changed by a timeout of 0.5", &[]),
            ("what has changed", &[]),
        ] {
            assert_eq!(asked(question), releases, "{question}");
        }
    }

    #[test]
    fn a_release_is_told_by_its_number_alone() {
        assert!(is_told("1.2", "## v1.2.3 (2024)") && is_told("1.2", "1.2") && is_told("12.0", "Redis 12.0, and"));
        assert!(!is_told("1.2", "11.2") && !is_told("1.2", "0.1.2") && !is_told("1.2", "1.20") && !is_told("1.2", ""));
    }
}
