//! Conditions of a preprocessor that the grammar knows only around whole declarations and statements: of branches that
//! cannot be read one behind the other, one is left.

use crate::document::{LexemeKind, Lexis, lexemes};
use std::ops::Range;

/// A text with more conditions, or a longer one, is read as it is.
const MOST_CONDITIONS: usize = 2_000;
const MOST_BYTES: usize = 8 << 20;

/// Conditions in each other that are told apart.
const MAX_DEPTH: usize = 50;

/// So far above a condition something is sought that it goes on with.
const MOST_LOOKED_AT: usize = 32 << 10;

/// The code of `text`: with blanks in place of comments and quotes in place of strings; and its strings of several lines.
pub(super) fn code(lexis: &'static Lexis, text: &str) -> (Vec<u8>, Vec<Range<usize>>) {
    let mut code = text.as_bytes().to_vec();
    let mut strings = Vec::new();
    for lexeme in lexemes(text, lexis) {
        let sign = match lexeme.kind {
            LexemeKind::Comment | LexemeKind::Unread => b' ',
            LexemeKind::Text => b'"',
            _ => continue,
        };
        let range = lexeme.span.start as usize..lexeme.span.end as usize;
        let literal = &mut code[range.clone()];
        if sign == b'"' && literal.contains(&b'\n') {
            strings.push(range);
        }
        literal.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = sign);
    }
    (code, strings)
}

/// What is not to be read of a text: the lines of its conditions, and all branches but one of those that cannot be read
/// one behind the other. In order.
pub(super) fn unread(lexis: &'static Lexis, text: &str) -> Vec<Range<usize>> {
    if text.len() > MOST_BYTES || memchr::memmem::find(text.as_bytes(), b"endif").is_none() {
        return Vec::new();
    }
    let mut code = code(lexis, text).0;
    let lines = conditional_lines(&code);
    if lines.len() > MOST_CONDITIONS {
        return Vec::new();
    }
    // What is defined in a branch says nothing of how that begins and ends.
    for line in lines.iter().map(|(_, line)| line).chain(&directives(&code)) {
        blank(&mut code, line);
    }
    let mut gaps: Vec<_> = lines.iter().map(|(_, line)| line.clone()).collect();
    let mut open: Vec<Condition> = Vec::new();
    for (word, line) in lines {
        match word {
            Word::If { never } if open.len() < MAX_DEPTH => {
                let first = line.end..line.end;
                open.push(Condition { start: line.start, never, parts: std::iter::once(first).collect() });
            }
            Word::If { .. } => return Vec::new(),
            Word::Else | Word::End => {
                let Some(condition) = open.last_mut() else { continue };
                if let Some(part) = condition.parts.last_mut() {
                    part.end = line.start;
                }
                if word == Word::Else {
                    condition.parts.push(line.end..line.end);
                } else if let Some(condition) = open.pop() {
                    for part in condition.left_out(&code, line.end) {
                        blank(&mut code, &part);
                        gaps.push(part);
                    }
                }
            }
        }
    }
    gaps.sort_unstable_by_key(|gap| (gap.start, std::cmp::Reverse(gap.end)));
    gaps.dedup_by(|later, earlier| later.start < earlier.end);
    gaps
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    If { never: bool },
    Else,
    End,
}

/// A condition with its branches.
#[derive(Debug)]
struct Condition {
    start: usize,
    /// The first branch is for nobody: `#if false`.
    never: bool,
    parts: Vec<Range<usize>>,
}

impl Condition {
    /// The branches that are not read. The condition ends at `end`; conditions above it and in it have been read.
    fn left_out(&self, code: &[u8], end: usize) -> Vec<Range<usize>> {
        let before = Before::of(&code[self.start.saturating_sub(MOST_LOOKED_AT)..self.start]);
        let behind = code[end..].iter().find(|byte| !byte.is_ascii_whitespace());
        let goes_on = matches!(behind, Some(b'.' | b',' | b';' | b')' | b'?'));
        if !goes_on && self.parts.iter().all(|part| before.bears(code[part.clone()].trim_ascii())) {
            return Vec::new();
        }
        let has_code = |part: &Range<usize>| !code[part.clone()].trim_ascii().is_empty();
        let read = (usize::from(self.never)..self.parts.len()).find(|&at| has_code(&self.parts[at]));
        let others = self.parts.iter().enumerate().filter(|(at, _)| Some(*at) != read);
        others.map(|(_, part)| part.clone()).filter(has_code).collect()
    }
}

/// What stands above a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    /// The end of a declaration or statement, or where the first one begins.
    End,
    /// An attribute.
    Attribute,
    /// The part of a list in braces, or its beginning.
    Part,
    /// The middle of something.
    Middle,
}

impl Before {
    fn of(code: &[u8]) -> Before {
        let code = code.trim_ascii_end();
        match code.last() {
            None | Some(b';' | b'}' | b':') => Before::End,
            Some(b']') => Before::Attribute,
            Some(b'{') => Before::Part,
            Some(b',') if is_in_braces(code) => Before::Part,
            Some(_) => Before::Middle,
        }
    }

    /// True if a branch can be read here, and another behind it.
    fn bears(self, part: &[u8]) -> bool {
        let (Some(first), Some(last)) = (part.first(), part.last()) else { return true };
        let begins =
            !matches!(first, b'.' | b'?' | b':' | b',' | b')' | b']' | b'=' | b'|' | b'&' | b'<' | b'>' | b'/')
                && ![&b"else"[..], b"catch", b"finally", b"where"].iter().any(|word| begins_with(part, word));
        let is_attribute = *first == b'[' && *last == b']';
        let ends = match self {
            Before::End => matches!(last, b';' | b'}') || is_attribute,
            Before::Part => matches!(last, b';' | b'}' | b',') || is_attribute,
            Before::Attribute => is_attribute,
            Before::Middle => false,
        };
        begins && ends && is_whole(part)
    }
}

fn begins_with(code: &[u8], word: &[u8]) -> bool {
    code.strip_prefix(word).is_some_and(|rest| !rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric()))
}

/// True if all brackets of `code` match.
fn is_whole(code: &[u8]) -> bool {
    let mut open = Vec::new();
    for byte in code {
        match byte {
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b')' | b']' | b'}' if open.pop() != Some(*byte) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

/// True if the last bracket that is open in `code` is a brace.
fn is_in_braces(code: &[u8]) -> bool {
    let mut closed = 0usize;
    for byte in code.iter().rev() {
        match byte {
            b')' | b']' | b'}' => closed += 1,
            b'(' | b'[' | b'{' if closed == 0 => return *byte == b'{',
            b'(' | b'[' | b'{' => closed -= 1,
            _ => {}
        }
    }
    false
}

/// The lines of conditions, each with its end.
fn conditional_lines(code: &[u8]) -> Vec<(Word, Range<usize>)> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < code.len() {
        let mut end = line_end(code, start);
        let rest = code[start..end].trim_ascii().strip_prefix(b"#").map(<[u8]>::trim_ascii_start);
        let word = rest.and_then(|rest| {
            let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
            match &rest[..length] {
                b"if" => Some(Word::If { never: rest[length..].trim_ascii() == b"false" }),
                b"ifdef" | b"ifndef" => Some(Word::If { never: false }),
                b"elif" | b"elifdef" | b"elifndef" | b"else" => Some(Word::Else),
                b"endif" => Some(Word::End),
                _ => None,
            }
        });
        // A condition may go on behind the end of its line.
        while word.is_some() && end < code.len() && code[start..end].trim_ascii_end().ends_with(b"\\") {
            end = line_end(code, end);
        }
        found.extend(word.map(|word| (word, start..end)));
        start = end;
    }
    found
}

/// The lines that begin with `#`.
fn directives(code: &[u8]) -> Vec<Range<usize>> {
    let (mut found, mut start) = (Vec::new(), 0);
    while start < code.len() {
        let mut end = line_end(code, start);
        let is_directive = code[start..end].trim_ascii_start().starts_with(b"#");
        while is_directive && end < code.len() && code[start..end].trim_ascii_end().ends_with(b"\\") {
            end = line_end(code, end);
        }
        found.extend(is_directive.then_some(start..end));
        start = end;
    }
    found
}

/// The place behind the line that goes on at `from`.
fn line_end(code: &[u8], from: usize) -> usize {
    memchr::memchr(b'\n', &code[from..]).map_or(code.len(), |length| from + length + 1)
}

fn blank(code: &mut [u8], range: &Range<usize>) {
    code[range.clone()].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
}
