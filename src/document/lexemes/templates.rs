//! Literals that may hold code: which signs end one, and which open code in it.

use crate::document::{Escapes, ExpressionMark, StringRule};

/// What ends a literal.
#[derive(Clone, Copy)]
pub(super) enum Close<'t> {
    /// A mark.
    Mark(&'t [u8]),
    /// The second of two brackets, with the pairs that are open in the literal.
    Pair(u8, u8, usize),
    /// A word at the start of a line, behind some of these blanks; if it is to be the whole line.
    Line { word: &'t [u8], blanks: &'static [u8], is_whole: bool },
}

/// A literal, and how to read on in it.
#[derive(Clone, Copy)]
pub(super) struct Template<'t> {
    pub close: Close<'t>,
    pub escapes: Escapes,
    pub multiline: bool,
    pub mark: Option<ExpressionMark>,
    /// True if letters behind it belong to it.
    pub flags: bool,
}

/// What is opened in a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opened {
    /// An expression up to its `}`.
    Expression,
    /// `$(…)`
    Commands,
    /// `` `…` ``
    Backquote,
    /// `$((…))`
    Arithmetic,
    /// `${…}`
    Parameter,
    /// `$name`
    Variable,
}

impl<'t> Template<'t> {
    pub(super) fn of(rule: &'t StringRule) -> Template<'t> {
        Template {
            close: Close::Mark(rule.close.as_bytes()),
            escapes: rule.escapes,
            multiline: rule.multiline,
            mark: rule.expression,
            flags: false,
        }
    }

    /// True if the word that closes it may be indented.
    pub(super) fn is_indented(&self) -> bool {
        matches!(self.close, Close::Line { blanks: [_, ..], .. })
    }

    /// Where the literal ends, read from `at` inside it on, or the next code in it begins.
    pub(super) fn read(&mut self, bytes: &[u8], mut at: usize) -> (usize, Option<Opened>) {
        while at < bytes.len() {
            match bytes[at] {
                b'\\' if self.escapes == Escapes::Backslash && !self.closes_here(bytes, at) => {
                    at = (at + 2).min(bytes.len());
                    continue;
                }
                b'\n' if !self.multiline => return (at, None),
                _ => {}
            }
            if self.is_doubled(bytes, at) {
                at += 2;
            } else if let Some(end) = self.closing(bytes, at) {
                return (end, None);
            } else if let Some((end, opened)) = self.opening(bytes, at) {
                return (end, Some(opened));
            } else {
                at += 1;
            }
        }
        (bytes.len(), None)
    }

    /// True for two signs that stand for one.
    fn is_doubled(&self, bytes: &[u8], at: usize) -> bool {
        let is_brace = self.mark == Some(ExpressionMark::Interpolated) && bytes[at] == b'{';
        let is_quote =
            self.escapes == Escapes::Doubled && matches!(self.close, Close::Mark(mark) if mark == [bytes[at]]);
        (is_brace || is_quote) && bytes.get(at + 1) == Some(&bytes[at])
    }

    /// True if a line that closes the literal starts at `at`: nothing escapes one.
    fn closes_here(&self, bytes: &[u8], at: usize) -> bool {
        matches!(self.close, Close::Line { .. }) && line_closes(self.close, bytes, at).is_some()
    }

    /// The end of the literal, if its closing mark stands at `at`.
    fn closing(&mut self, bytes: &[u8], at: usize) -> Option<usize> {
        let mut end = match &mut self.close {
            Close::Mark(mark) if bytes[at..].starts_with(mark) => at + mark.len(),
            Close::Pair(_, close, 0) if bytes[at] == *close => at + 1,
            Close::Pair(open, close, depth) => {
                *depth += usize::from(bytes[at] == *open);
                *depth -= usize::from(bytes[at] == *close);
                return None;
            }
            Close::Line { .. } => line_closes(self.close, bytes, at)?,
            Close::Mark(_) => return None,
        };
        // `"""a ""b"""""`: quotes before the closing ones are text.
        if matches!(self.close, Close::Mark(mark) if mark.len() > 2) && self.escapes == Escapes::None {
            end += bytes[end..].iter().take_while(|byte| **byte == b'"').count();
        }
        if self.flags {
            end += bytes[end..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        }
        Some(end)
    }

    /// Where the code that is opened at `at` begins, if some is.
    fn opening(&self, bytes: &[u8], at: usize) -> Option<(usize, Opened)> {
        let next = bytes.get(at + 1).copied();
        match (self.mark?, bytes[at], next) {
            (ExpressionMark::Dollar, b'$', Some(b'{'))
            | (ExpressionMark::Hash, b'#', Some(b'{'))
            | (ExpressionMark::TwiceInterpolated, b'{', Some(b'{')) => Some((at + 2, Opened::Expression)),
            (ExpressionMark::Interpolated, b'{', _) | (ExpressionMark::BraceDollar, b'{', Some(b'$')) => {
                Some((at + 1, Opened::Expression))
            }
            (ExpressionMark::Shell, b'`', _) => Some((at + 1, Opened::Backquote)),
            (ExpressionMark::Shell, b'$', Some(next)) => substitution(bytes, at, next),
            _ => None,
        }
    }
}

/// What a shell substitutes for what stands behind the `$` at `at`, which `next` follows, and where that begins.
pub(super) fn substitution(bytes: &[u8], at: usize, next: u8) -> Option<(usize, Opened)> {
    match next {
        b'(' if bytes.get(at + 2) == Some(&b'(') => Some((at + 3, Opened::Arithmetic)),
        b'(' => Some((at + 2, Opened::Commands)),
        b'{' => Some((at + 2, Opened::Parameter)),
        _ if next.is_ascii_alphabetic() || next == b'_' => Some((at + 1, Opened::Variable)),
        _ => None,
    }
}

/// The end of the word at the start of the line `at` that closes a literal, if it does.
fn line_closes(close: Close<'_>, bytes: &[u8], at: usize) -> Option<usize> {
    let Close::Line { word, blanks, is_whole } = close else { return None };
    if at > 0 && bytes[at - 1] != b'\n' {
        return None;
    }
    let line = &bytes[at..];
    let indent = line.iter().take_while(|byte| blanks.contains(byte)).count();
    let rest = line[indent..].strip_prefix(word)?;
    let ends = match rest {
        [] | [b'\n', ..] | [b'\r', b'\n', ..] => true,
        [next, ..] => !is_whole && !next.is_ascii_alphanumeric() && *next != b'_' && *next < 0x80,
    };
    ends.then(|| at + indent + word.len())
}
