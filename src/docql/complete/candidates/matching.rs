//! Matching of labels with the typed text.

/// Rates how well `typed` matches `label`, 0 best: equal, prefix, initials, substring, subsequence; `None` if it does
/// not match.
pub(in crate::docql::complete) fn fit(label: &str, typed: &str) -> Option<u8> {
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

/// True if `typed` are the initials of the words of a name: `as` for `AuthService`, `va` for `validate_all`.
pub(in crate::docql::complete) fn has_initials(label: &str, typed: &str) -> bool {
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
