//! Where comments and strings end.

use super::calls::word_end;
use super::templates::Template;
use crate::document::{Lexis, StringRule};

fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |offset| at + offset)
}

/// The end of the comment that starts at `at`, if one does.
pub(in crate::document) fn comment_end(bytes: &[u8], at: usize, lexis: &Lexis) -> Option<usize> {
    let rest = &bytes[at..];
    for (open, close) in lexis.block_comments {
        if !rest.starts_with(open.as_bytes()) {
            continue;
        }
        let (open, close) = (open.as_bytes(), close.as_bytes());
        let mut depth = 1;
        let mut end = at + open.len();
        while end < bytes.len() {
            if bytes[end..].starts_with(close) {
                depth -= 1;
                end += close.len();
                if depth == 0 {
                    return Some(end);
                }
            } else if lexis.nested_comments && bytes[end..].starts_with(open) {
                depth += 1;
                end += open.len();
            } else {
                end += 1;
            }
        }
        return Some(bytes.len());
    }
    lexis.line_comments.iter().any(|mark| rest.starts_with(mark.as_bytes())).then(|| line_end(bytes, at))
}

/// The end of the number that starts at `at`.
pub(super) fn number_end(bytes: &[u8], at: usize, lexis: &Lexis) -> usize {
    let mut end = word_end(bytes, at);
    while lexis.forms.parted_numbers
        && bytes.get(end) == Some(&b'\'')
        && bytes.get(end + 1).is_some_and(u8::is_ascii_hexdigit)
    {
        end = word_end(bytes, end + 1);
    }
    end
}

/// The end of the string that starts at `at`, if one does.
pub(in crate::document) fn string_end(bytes: &[u8], at: usize, lexis: &Lexis) -> Option<usize> {
    rule_at(bytes, at, lexis).map(|rule| closing(bytes, at, rule))
}

/// The sort of the string that starts at `at`, if one does.
pub(super) fn rule_at<'t>(bytes: &[u8], at: usize, lexis: &'t Lexis) -> Option<&'t StringRule> {
    lexis.strings.iter().find(|rule| bytes[at..].starts_with(rule.open.as_bytes()))
}

/// The longest word that the writer of a string may choose (C++ standard, lex.string).
const LONGEST_DELIMITER: usize = 16;

/// The word between the opening mark and `(`.
fn delimiter(inside: &[u8]) -> Option<&[u8]> {
    let length = inside.iter().take(LONGEST_DELIMITER + 1).position(|byte| *byte == b'(')?;
    let is_word =
        !inside[..length].iter().any(|byte| byte.is_ascii_whitespace() || matches!(byte, b')' | b'\\' | b'"'));
    is_word.then(|| &inside[..length])
}

/// The end of the string that starts at `at` by `rule`.
pub(super) fn closing(bytes: &[u8], at: usize, rule: &StringRule) -> usize {
    let close = rule.close.as_bytes();
    let end = at + rule.open.len();
    if rule.delimited
        && let Some(delimiter) = delimiter(&bytes[end..])
    {
        let close = [b")", delimiter, close].concat();
        let inside = end + delimiter.len();
        return memchr::memmem::find(&bytes[inside..], &close).map_or(bytes.len(), |at| inside + at + close.len());
    }
    if close.is_empty() {
        return end;
    }
    Template { mark: None, ..Template::of(rule) }.read(bytes, end).0
}
