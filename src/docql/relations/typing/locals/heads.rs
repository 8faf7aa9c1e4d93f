//! What stands before a block: heads of loops, conditions and functions, whose names are known in the block alone.

use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};

/// Go: true if the brace at `open` begins a value or the fields of a type, and no block: it touches what is before it, or
/// follows a word for types.
pub(super) fn is_literal(tokens: &Tokens, open: usize) -> bool {
    let before = open.checked_sub(1).map_or("", |at| tokens.word(at));
    matches!(before, "struct" | "interface") || tokens.touches(open)
}

/// The token from which on names are bound for the block that opens at `open` alone: the head of a loop or condition,
/// the parameters of a function without a name.
pub(super) fn head(tokens: &Tokens, open: usize) -> usize {
    let line = (0..open).rev().find(|&at| tokens.is_line(at)).map_or(0, |at| at + 1);
    let mut start = line;
    while start < open && (tokens.is(start, b'}') || tokens.word(start) == "else") {
        start += 1;
    }
    if matches!(
        tokens.word(start),
        "for" | "foreach" | "if" | "switch" | "while" | "catch" | "match" | "select" | "using" | "when" | "with"
    ) {
        return start;
    }
    if let Some(arrow) = open.checked_sub(2).filter(|&at| tokens.are(at, "=>")) {
        let last = arrow.saturating_sub(1);
        return if tokens.is(last, b')') { tokens.opening(last).unwrap_or(last) } else { last };
    }
    let is_head = |at: &usize| ![b'{', b'}', b';', b'='].iter().any(|sign| tokens.is(*at, *sign));
    let func = (start..open).rev().take_while(is_head).find(|&at| tokens.word(at) == "func");
    func.or_else(|| parameters_before(tokens, open)).unwrap_or(open)
}

/// The bracket that opens the parameters of a function with a body at `open`: behind them its result may be written.
fn parameters_before(tokens: &Tokens, open: usize) -> Option<usize> {
    let mut at = open.checked_sub(1)?;
    at = if tokens.is_line(at) { at.checked_sub(1)? } else { at };
    loop {
        match tokens.get(at)?.kind {
            TokenKind::Sign(b')') => return tokens.opening(at),
            TokenKind::Word | TokenKind::Sign(b':' | b'<' | b'>' | b'-' | b'&' | b'*' | b'?' | b'.' | b'\'') => {}
            _ => return None,
        }
        at = at.checked_sub(1)?;
    }
}
