//! Conditions of a preprocessor that say themselves whether they hold: of `#if 0` and its like nobody reads a branch.

use std::ops::Range;

/// Conditions in each other that are told apart.
const MAX_DEPTH: usize = 1_000;

/// Brackets in each other in one condition.
const MAX_BRACKETS: u8 = 20;

/// The conditions around the place that is read: of each, whether one of its branches is read for sure.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions {
    open: Vec<bool>,
    /// The number of conditions in those.
    beyond: usize,
}

/// A directive that has to do with conditions; `None` in it where the condition says nothing itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Directive {
    If(Option<bool>),
    ElseIf(Option<bool>),
    Else,
    End,
}

impl Conditions {
    /// Reads the directive that `#` at `at` begins, if one does. What stands behind it and is read by nobody ends with the
    /// lines before the next branch.
    pub(super) fn pass(&mut self, bytes: &[u8], at: usize) -> Option<Range<usize>> {
        let line = line_end(bytes, at);
        let directive = directive(bytes, at)?;
        let is_unread = match directive {
            Directive::If(_) if self.open.len() >= MAX_DEPTH => {
                self.beyond += 1;
                false
            }
            _ if self.beyond > 0 => {
                self.beyond -= usize::from(directive == Directive::End);
                false
            }
            Directive::If(holds) => {
                self.open.push(holds == Some(true));
                holds == Some(false)
            }
            Directive::ElseIf(holds) => match self.open.last_mut() {
                Some(is_read) if !*is_read => {
                    *is_read = holds == Some(true);
                    holds == Some(false)
                }
                // What a condition around the text says is not known.
                around => around.is_some(),
            },
            Directive::Else => self.open.last().copied().unwrap_or_default(),
            Directive::End => {
                self.open.pop();
                false
            }
        };
        is_unread.then(|| line..branch_end(bytes, line)).filter(|unread| !unread.is_empty())
    }
}

/// True if a condition of the text says itself whether it holds.
pub(super) fn are_told(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'#', bytes)
        .any(|at| matches!(directive(bytes, at), Some(Directive::If(Some(_)) | Directive::ElseIf(Some(_)))))
}

/// The directive that `#` at `at` begins: nothing but blanks stands before it in its line.
fn directive(bytes: &[u8], at: usize) -> Option<Directive> {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let before = bytes[..at].iter().rev().find(|byte| !is_blank(byte));
    let rest = bytes.get(at..line_end(bytes, at))?.strip_prefix(b"#")?.trim_ascii_start();
    if !matches!(before, None | Some(b'\n')) {
        return None;
    }
    let (word, rest) = rest.split_at(rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count());
    match word {
        b"if" => Some(Directive::If(holds(written(rest), 0))),
        b"ifdef" | b"ifndef" => Some(Directive::If(None)),
        b"elif" => Some(Directive::ElseIf(holds(written(rest), 0))),
        b"elifdef" | b"elifndef" => Some(Directive::ElseIf(None)),
        b"else" => Some(Directive::Else),
        b"endif" => Some(Directive::End),
        _ => None,
    }
}

/// A condition without the comment behind it.
fn written(condition: &[u8]) -> &[u8] {
    let comment = condition.windows(2).position(|signs| matches!(signs, b"//" | b"/*"));
    condition[..comment.unwrap_or(condition.len())].trim_ascii()
}

/// Whether a condition holds, if it says that itself.
fn holds(condition: &[u8], brackets: u8) -> Option<bool> {
    let of = |parts: Vec<&[u8]>, decides: bool| {
        let all: Vec<_> = parts.into_iter().map(|part| holds(part, brackets)).collect();
        if all.contains(&Some(decides)) { Some(decides) } else { all.iter().all(Option::is_some).then_some(!decides) }
    };
    let (either, both) = (parted(condition, b"||"), parted(condition, b"&&"));
    if either.len() > 1 {
        return of(either, true);
    }
    if both.len() > 1 {
        return of(both, false);
    }
    match condition.trim_ascii() {
        b"true" => Some(true),
        b"false" => Some(false),
        [b'!', rest @ ..] if brackets < MAX_BRACKETS => holds(rest, brackets + 1).map(|holds| !holds),
        [b'(', inside @ .., b')'] if brackets < MAX_BRACKETS => holds(inside, brackets + 1),
        number => {
            let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_number = digits > 0 && number[digits..].iter().all(|byte| matches!(byte, b'u' | b'U' | b'l' | b'L'));
            is_number.then(|| number[..digits].iter().any(|digit| *digit != b'0'))
        }
    }
}

/// The parts of a condition between `sign`, where that stands in no brackets.
fn parted<'b>(condition: &'b [u8], sign: &[u8]) -> Vec<&'b [u8]> {
    let (mut parts, mut depth, mut start, mut at) = (Vec::new(), 0usize, 0, 0);
    while at < condition.len() {
        match condition[at] {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && condition[at..].starts_with(sign) => {
                parts.push(&condition[start..at]);
                at += sign.len();
                start = at;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(&condition[start..]);
    parts
}

/// The end of the line around `at`, its break included.
fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length + 1)
}

/// Where the line begins that ends the branch which begins at `start`.
fn branch_end(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0usize;
    for at in memchr::memchr_iter(b'#', &bytes[start..]).map(|at| start + at) {
        match directive(bytes, at) {
            Some(Directive::If(_)) => depth += 1,
            Some(Directive::End) if depth > 0 => depth -= 1,
            Some(_) if depth == 0 => return memchr::memrchr(b'\n', &bytes[..at]).map_or(start, |line| line + 1),
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_say_whether_they_hold() {
        for (condition, expected) in [
            ("0", Some(false)),
            (" 1 // why", Some(true)),
            ("0L /* old */", Some(false)),
            ("(0)", Some(false)),
            ("!0", Some(true)),
            ("!(1)", Some(false)),
            ("defined(X) && 0", Some(false)),
            ("defined(X) || 0", None),
            ("defined(X) || 1", Some(true)),
            ("(defined(X) || 1) && 1", Some(true)),
            ("X", None),
            ("01x", None),
            ("0 == X", None),
            ("(A) + (B)", None),
            ("false", Some(false)),
            ("", None),
        ] {
            assert_eq!(holds(written(condition.as_bytes()), 0), expected, "{condition}");
        }
        assert!(are_told("a\n #  if 0\nb\n#endif\n") && !are_told("a #if 0\n#ifdef 0\n#if A\n"));
    }
}
