//! Where expressions and types of JavaScript and TypeScript end.

use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};

/// Tokens of a list of type arguments, at most.
const MAX_ARGUMENTS: usize = 400;

/// Tokens of an expression or type between which no bracket stands, at most: whoever asks of each of many that stand in each
/// other would else read all of them as often.
const MAX_EXPRESSION: usize = 4_000;

/// Words that something has to follow.
const BEFORE_MORE: &[&str] = &[
    "as",
    "async",
    "await",
    "case",
    "extends",
    "in",
    "infer",
    "instanceof",
    "is",
    "keyof",
    "new",
    "of",
    "readonly",
    "return",
    "satisfies",
    "typeof",
];

/// Words that go on with what stands before them.
const AFTER_ANY: &[&str] = &["as", "extends", "in", "instanceof", "is", "of", "satisfies"];

/// The token at `at` or behind it, past the ends of lines.
pub(in crate::docql::relations::typing) fn past_lines(tokens: &Tokens, mut at: usize) -> usize {
    while at < tokens.len() && tokens.is_line(at) {
        at += 1;
    }
    at
}

/// The last token before `at` that is no end of a line.
pub(in crate::docql::relations::typing) fn last_before(tokens: &Tokens, at: usize) -> Option<usize> {
    (0..at).rev().find(|&at| !tokens.is_line(at))
}

/// The end of the list of types in angles that begins at `open`, behind its last sign.
pub(super) fn behind_angles(tokens: &Tokens, open: usize) -> Option<usize> {
    let (mut at, mut depth) = (open, 0usize);
    while at < tokens.len() && at < open + MAX_ARGUMENTS {
        match tokens.get(at)?.kind {
            TokenKind::Sign(b'<') => depth += 1,
            TokenKind::Sign(b'=') if tokens.are(at, "=>") => at += 1,
            TokenKind::Sign(b'>') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            TokenKind::Sign(b'(' | b'[' | b'{') => at = tokens.closing(at)?,
            TokenKind::Sign(b')' | b']' | b'}' | b';') => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

fn is_sign(tokens: &Tokens, at: usize, signs: &[u8]) -> bool {
    signs.iter().any(|sign| tokens.is(at, *sign))
}

/// True if an expression or type goes on behind the end of a line at `line`.
fn goes_on(tokens: &Tokens, line: usize) -> bool {
    let Some(before) = last_before(tokens, line) else { return true };
    let after = past_lines(tokens, line);
    if after >= tokens.len() {
        return false;
    }
    let is_arrow = before > 0 && tokens.are(before - 1, "=>");
    is_arrow
        || is_sign(tokens, before, b"+-*/%=&|^!~?:<,.([{")
        || BEFORE_MORE.contains(&tokens.word(before)) && !(before > 0 && tokens.is(before - 1, b'.'))
        || is_sign(tokens, after, b".?:&|=+-*/%<>,")
        || AFTER_ANY.contains(&tokens.word(after))
}

/// The token behind the expression that begins at `at`.
pub(in crate::docql::relations::typing) fn expression_end(tokens: &Tokens, at: usize) -> usize {
    let (mut here, mut steps) = (past_lines(tokens, at), 0usize);
    while let Some(token) = tokens.get(here).filter(|_| steps < MAX_EXPRESSION) {
        steps += 1;
        match token.kind {
            TokenKind::Sign(b'(' | b'[' | b'{') => match tokens.closing(here) {
                Some(close) => here = close,
                None => return tokens.len(),
            },
            TokenKind::Sign(b'<') if tokens.touches(here) && !tokens.word(here.saturating_sub(1)).is_empty() => {
                let behind = behind_angles(tokens, here).filter(|&end| tokens.is(end, b'('));
                here = behind.map_or(here, |end| end - 1);
            }
            TokenKind::Sign(b')' | b']' | b'}' | b',' | b';') => return here,
            TokenKind::Line if !goes_on(tokens, here) => return here,
            TokenKind::Line => here = past_lines(tokens, here).saturating_sub(1),
            _ => {}
        }
        here += 1;
    }
    here
}

/// `end` without the ends of lines before it.
pub(super) fn without_lines(tokens: &Tokens, end: usize) -> usize {
    last_before(tokens, end).map_or(end, |at| at + 1)
}

/// The tokens of the expression that begins at `start`.
pub(super) fn whole(tokens: &Tokens, start: usize) -> (usize, usize) {
    (start, without_lines(tokens, expression_end(tokens, start)))
}

/// The token behind the type that begins at `at`.
pub(in crate::docql::relations::typing) fn type_end(tokens: &Tokens, at: usize) -> usize {
    let mut here = past_lines(tokens, at);
    let (start, mut angles, mut steps) = (here, 0usize, 0usize);
    while let Some(token) = tokens.get(here).filter(|_| steps < MAX_EXPRESSION) {
        steps += 1;
        match token.kind {
            // A block, where a type has ended.
            TokenKind::Sign(b'{') if here > start && angles == 0 && !expects_more(tokens, here) => return here,
            TokenKind::Sign(b'(' | b'[' | b'{') => match tokens.closing(here) {
                Some(close) => here = close,
                None => return tokens.len(),
            },
            TokenKind::Sign(b'<') => angles += 1,
            TokenKind::Sign(b'>') if angles > 0 => angles -= 1,
            // What a function yields belongs to its type.
            TokenKind::Sign(b'=') if tokens.are(here, "=>") => {
                let is_function = last_before(tokens, here).is_some_and(|at| tokens.is(at, b')') && at >= start);
                if !is_function && angles == 0 {
                    return here;
                }
                here += 1;
            }
            TokenKind::Sign(b',' | b'=') if angles > 0 => {}
            TokenKind::Sign(b')' | b']' | b'}' | b',' | b';' | b'=' | b'>') => return here,
            TokenKind::Line if angles == 0 && !goes_on(tokens, here) => return here,
            TokenKind::Line => here = past_lines(tokens, here).saturating_sub(1),
            _ => {}
        }
        here += 1;
    }
    here
}

/// True if a type is not complete before the token `at`.
fn expects_more(tokens: &Tokens, at: usize) -> bool {
    let Some(before) = last_before(tokens, at) else { return true };
    let is_arrow = before > 0 && tokens.are(before - 1, "=>");
    is_arrow || is_sign(tokens, before, b"|&<,:?") || BEFORE_MORE.contains(&tokens.word(before))
}
