//! Strings of whole lines: how one opens, and whether its closing line is there.

use super::calls::{is_word_start, word_end};
use super::templates::{Close, Template};
use crate::document::{Escapes, HeredocRule};
use std::collections::HashMap;

/// The string of lines that is opened at `start`, if one is, and the end of what opens it.
pub(super) fn opening<'t>(bytes: &'t [u8], start: usize, rule: &HeredocRule) -> Option<(Template<'t>, usize)> {
    let mut at = start + rule.open.len();
    bytes[start..].starts_with(rule.open.as_bytes()).then_some(())?;
    let is_indented = rule.indents.is_empty() || bytes.get(at).is_some_and(|sign| rule.indents.contains(sign));
    at += usize::from(is_indented && !rule.indents.is_empty());
    if rule.loose {
        at += bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    }
    let quote = bytes.get(at).copied().filter(|quote| rule.quotes.contains(quote));
    at += usize::from(quote.is_some());
    let (word, end) = match quote {
        Some(quote) if quote != b'\\' => {
            let length = bytes[at..].iter().take_while(|byte| **byte != quote && **byte != b'\n').count();
            (&bytes[at..at + length], (bytes.get(at + length) == Some(&quote)).then_some(at + length + 1)?)
        }
        _ if rule.loose => {
            let length = bytes[at..].iter().take_while(|byte| !is_sign_of_shells(**byte)).count();
            (&bytes[at..at + length], at + length)
        }
        _ => {
            bytes.get(at).filter(|first| is_word_start(**first) && **first != b'$')?;
            let end = word_end(bytes, at);
            (&bytes[at..end], end)
        }
    };
    let is_plain = quote.is_some_and(|quote| rule.plain_quotes.contains(&quote));
    let template = Template {
        close: Close::Line { word, blanks: if is_indented { rule.blanks } else { b"" }, is_whole: rule.whole_lines },
        escapes: if is_plain { Escapes::None } else { Escapes::Backslash },
        multiline: true,
        mark: (!is_plain).then_some(rule.expression),
        flags: false,
    };
    (!word.is_empty()).then_some((template, end))
}

/// True if a word of a shell ends before `byte`, or something else than plain text stands in it.
pub(super) fn is_sign_of_shells(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b";&|()<>\"'`$\\".contains(&byte)
}

/// The words that have lines of a text for themselves, each with the last of its lines.
pub(super) struct Closers<'t>(HashMap<&'t [u8], usize>);

impl<'t> Closers<'t> {
    pub(super) fn read(bytes: &'t [u8]) -> Closers<'t> {
        let mut at = 0;
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').map(|line| {
            at += line.len();
            (line.trim_ascii(), at)
        });
        Closers(lines.filter(|(word, _)| word.first().is_some_and(|&first| is_word_start(first))).collect())
    }

    /// True if a line behind `at` may close what `template` opens.
    pub(super) fn close(&self, template: &Template<'_>, at: usize) -> bool {
        matches!(template.close, Close::Line { word, .. } if self.0.get(word).is_some_and(|last| *last > at))
    }
}
