//! What a preprocessor reads between strings: macros that say how a value is written, `"%" PRIu64 " bytes"`, or stand for
//! text, and conditions on which a string is one of them.

use std::borrow::Cow;

/// Letters of the name of a macro, at least.
const MIN_MACRO: usize = 3;

/// Where a conversion of C begins that a string ends in, its letters left to a macro: `%`, `%-5`, `%08`.
pub(in crate::search::literal) fn open_conversion(string: &str) -> Option<usize> {
    let start = string.trim_end_matches(|c: char| c.is_ascii_digit() || "-+ #.*".contains(c)).strip_suffix('%')?.len();
    // A sign that is written twice stands for itself.
    let signs = string[..start].len() - string[..start].trim_end_matches('%').len();
    signs.is_multiple_of(2).then_some(start)
}

/// Whether the name of a macro stands behind a string that ends at `end`.
pub(in crate::search::literal) fn is_before_macro(line: &str, end: usize) -> bool {
    is_macro(first_name(line.get(end + 1..).unwrap_or_default().trim_start()))
}

/// Whether a name is that of a macro: capitals, as everybody writes them, and what C calls its conversions, `PRIu64`.
pub(in crate::search::literal) fn is_macro(name: &str) -> bool {
    let capitals =
        name.strip_prefix("PRI").map_or(name, |conversion| conversion.trim_start_matches(['d', 'i', 'o', 'u', 'x']));
    let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
        && name.len() >= MIN_MACRO
        && capitals.chars().all(is_name)
}

/// The name that a text begins with.
pub(in crate::search::literal) fn first_name(text: &str) -> &str {
    &text[..text.bytes().take_while(|byte| is_of_name(*byte)).count()]
}

/// The name that a text ends with.
pub(in crate::search::literal) fn last_name(text: &str) -> &str {
    &text[text.len() - text.bytes().rev().take_while(|byte| is_of_name(*byte)).count()..]
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The directives of conditions, by whether they open one, go on with another, or close it.
const CONDITIONS: [(&str, Condition); 7] = [
    ("ifdef", Condition::Opens),
    ("ifndef", Condition::Opens),
    ("if", Condition::Opens),
    ("elifdef", Condition::GoesOn),
    ("elif", Condition::GoesOn),
    ("else", Condition::GoesOn),
    ("endif", Condition::Closes),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    Opens,
    GoesOn,
    Closes,
}

fn condition(line: &str) -> Option<Condition> {
    let word = first_name(line.trim_start().strip_prefix('#')?.trim_start());
    CONDITIONS.iter().find(|(name, _)| *name == word).map(|(_, condition)| *condition)
}

/// Whether a line is a directive of a condition: `#ifdef DEBUG`.
pub(in crate::search::literal) fn is_condition(line: &str) -> bool {
    condition(line).is_some()
}

/// A text without the lines at its end that are directives.
pub(in crate::search::literal) fn without_conditions_behind(text: &str) -> &str {
    let mut text = text.trim_end();
    while let Some(start) = text.rfind('\n').filter(|start| is_condition(&text[start + 1..])) {
        text = text[..start].trim_end();
    }
    text
}

/// A text without its directives, and by how many conditions there are more behind it than before.
pub(in crate::search::literal) fn without_conditions(text: &str) -> (Cow<'_, str>, i32) {
    if !text.contains('\n') || !text.contains('#') {
        return (Cow::Borrowed(text), 0);
    }
    let mut depth = 0;
    let kept = text.split_inclusive('\n').filter(|line| {
        let found = condition(line);
        depth += match found {
            Some(Condition::Opens) => 1,
            Some(Condition::Closes) => -1,
            Some(Condition::GoesOn) | None => 0,
        };
        found.is_none()
    });
    (Cow::Owned(kept.collect()), depth)
}
