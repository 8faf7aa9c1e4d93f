//! Rust: where parameters of functions without a name stand.

use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};

/// Tokens of a list of parameters, at most.
const MAX_LIST: usize = 80;

/// Words before the parameters of a function without a name.
const WORDS_BEFORE: &[&str] = &["move", "return", "else", "in", "async", "static", "box"];

/// A parameter of a function without a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations::typing) struct Parameter {
    /// Where the function begins.
    pub start: usize,
    /// The bar behind the parameters.
    pub close: usize,
    pub number: usize,
    /// The tokens of its type.
    pub typed: Option<(usize, usize)>,
}

fn is_listed(tokens: &Tokens, at: usize) -> bool {
    match tokens.get(at).map(|token| token.kind) {
        Some(TokenKind::Word | TokenKind::Line) => true,
        Some(TokenKind::Sign(sign)) => b",:&<>'*_-@.".contains(&sign),
        _ => false,
    }
}

/// True for a bar that may open a list of parameters.
fn opens(tokens: &Tokens, bar: usize) -> bool {
    let Some(before) = (0..bar).rev().find(|&at| !tokens.is_line(at)) else { return true };
    let is_or = tokens.is(before, b'|') && tokens.touches(bar) || tokens.are(bar, "||");
    let is_arrow = || tokens.is(before, b'>') && before > 0 && tokens.are(before - 1, "=>");
    let is_sign = || b"(,={;&[:".iter().any(|sign| tokens.is(before, *sign));
    !is_or && (WORDS_BEFORE.contains(&tokens.word(before)) || is_arrow() || is_sign())
}

/// The parameter whose pattern begins with or contains the token `here`, outside of brackets.
pub(in crate::docql::relations::typing) fn parameter(tokens: &Tokens, here: usize) -> Option<Parameter> {
    let (mut at, mut number, mut angles, mut is_typed) = (here, 0, 0usize, false);
    let least = here.saturating_sub(MAX_LIST);
    let open = loop {
        at = at.checked_sub(1).filter(|&at| at >= least)?;
        match tokens.get(at)?.kind {
            TokenKind::Sign(b'|') => break at,
            TokenKind::Sign(b')' | b']') => at = tokens.opening(at)?,
            TokenKind::Sign(b'>') => angles += 1,
            TokenKind::Sign(b'<') => angles = angles.checked_sub(1)?,
            TokenKind::Sign(b',') if angles == 0 => number += 1,
            // A word of the type of the parameter, and none of its pattern.
            TokenKind::Sign(b':')
                if number == 0 && !tokens.are(at, "::") && !tokens.are(at.saturating_sub(1), "::") =>
            {
                is_typed = true;
            }
            _ if is_listed(tokens, at) => {}
            _ => return None,
        }
    };
    let close = closing(tokens, open)?;
    if is_typed || close < here || !opens(tokens, open) {
        return None;
    }
    let colon =
        (here + 1..close).find(|&at| !tokens.is_line(at)).filter(|&at| tokens.is(at, b':') && !tokens.are(at, "::"));
    let typed = colon.map(|colon| (colon + 1, type_end(tokens, colon + 1, close)));
    let is_moved = |at: &usize| matches!(tokens.word(*at), "move");
    let start = open.checked_sub(1).filter(is_moved).unwrap_or(open);
    Some(Parameter { start, close, number, typed })
}

/// The bar behind the list that opens at `open`.
fn closing(tokens: &Tokens, open: usize) -> Option<usize> {
    let mut at = open + 1;
    while at < open + MAX_LIST {
        match tokens.get(at)?.kind {
            TokenKind::Sign(b'|') => return Some(at),
            TokenKind::Sign(b'(' | b'[' | b'{') => at = tokens.closing(at)?,
            _ if is_listed(tokens, at) => {}
            _ => return None,
        }
        at += 1;
    }
    None
}

fn type_end(tokens: &Tokens, start: usize, close: usize) -> usize {
    let (mut at, mut angles) = (start, 0usize);
    while at < close {
        match tokens.get(at).map(|token| token.kind) {
            Some(TokenKind::Sign(b'(' | b'[')) => at = tokens.closing(at).unwrap_or(at),
            Some(TokenKind::Sign(b'<')) => angles += 1,
            Some(TokenKind::Sign(b'>')) => angles = angles.saturating_sub(1),
            Some(TokenKind::Sign(b',')) if angles == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    close
}
