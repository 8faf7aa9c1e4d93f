//! How well candidates fit what is typed.

use super::Candidate;

/// How well `typed` fits `label`: 0 best; `None` not at all. The whole, its beginning, initials, a part,
/// letters in order.
pub(super) fn fit(label: &str, typed: &str) -> Option<u8> {
    if typed.is_empty() {
        return Some(1);
    }
    if label == typed {
        return Some(0);
    }
    if crate::stdx::starts_with_ignoring_case(label, typed) {
        return Some(1);
    }
    if has_initials(label, typed) {
        return Some(2);
    }
    if crate::stdx::contains_ignoring_case(label, typed) {
        return Some(3);
    }
    let mut letters = label.chars().flat_map(char::to_lowercase);
    let in_order = typed.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted));
    in_order.then_some(4)
}

/// Whether `typed` are the first letters of the words of a name: `as` of `AuthService`, `va` of `validate_all`.
fn has_initials(label: &str, typed: &str) -> bool {
    let mut previous = '_';
    let mut wanted = typed.chars().flat_map(char::to_lowercase).peekable();
    for letter in label.chars() {
        let begins = letter.is_alphanumeric()
            && (!previous.is_alphanumeric() || (letter.is_uppercase() && previous.is_lowercase()));
        previous = letter;
        if begins && letter.to_lowercase().next() != wanted.next() {
            return false;
        }
        if wanted.peek().is_none() {
            return begins;
        }
    }
    false
}

/// Keeps what fits, best fits first; equals stay in their order.
pub(super) fn ranked(candidates: Vec<Candidate>, typed: &str) -> Vec<Candidate> {
    let fit_of = |candidate: &Candidate| match candidate.label.split(['(', '[']).next() {
        // What stands between the parentheses of a label is no part of the name.
        Some(name) if !name.is_empty() => fit(name, typed),
        _ => fit(&candidate.label, typed),
    };
    let mut fitting: Vec<(u8, Candidate)> =
        candidates.into_iter().filter_map(|candidate| Some((fit_of(&candidate)?, candidate))).collect();
    fitting.sort_by_key(|(fit, _)| *fit);
    if fitting.first().is_some_and(|(fit, _)| *fit <= 1) {
        // Where something begins with what was typed, scattered letters are noise; so is one letter inside.
        let worst = if typed.chars().count() == 1 { 1 } else { 3 };
        fitting.retain(|(fit, _)| *fit <= worst);
    }
    fitting.into_iter().map(|(_, candidate)| candidate).collect()
}
