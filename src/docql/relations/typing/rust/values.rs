//! Rust: what blocks, conditions and `match` yield, and where statements end.

use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};

/// Blocks in blocks that are followed, and values of one expression that are looked at, at most.
const MAX_NESTED: u8 = 4;
const MAX_VALUES: usize = 6;

/// Tokens of the head of a condition or arm, at most.
const MAX_HEAD: usize = 200;

/// The first tokens of the expressions that the one at `start` may yield: itself, the last of a block, those of branches.
pub(in crate::docql::relations::typing) fn values(tokens: &Tokens, start: usize) -> Vec<usize> {
    let mut out = Vec::new();
    collect(tokens, start, 0, &mut out);
    out
}

fn collect(tokens: &Tokens, start: usize, depth: u8, out: &mut Vec<usize>) {
    let mut start = start;
    while tokens.get(start).is_some_and(|token| token.kind == TokenKind::Line) {
        start += 1;
    }
    if depth > MAX_NESTED || out.len() >= MAX_VALUES {
        return;
    }
    match tokens.word(start) {
        "unsafe" if tokens.is(start + 1, b'{') => collect(tokens, start + 1, depth, out),
        "if" => {
            let Some(open) = block_behind(tokens, start + 1) else { return };
            collect(tokens, open, depth + 1, out);
            if let Some(close) = tokens.closing(open)
                && tokens.word(close + 1) == "else"
            {
                collect(tokens, close + 2, depth + 1, out);
            }
        }
        "match" => {
            let Some(open) = block_behind(tokens, start + 1) else { return };
            arms(tokens, open).into_iter().for_each(|value| collect(tokens, value, depth + 1, out));
        }
        _ if tokens.is(start, b'{') => {
            if let Some(last) = last_of(tokens, start) {
                collect(tokens, last, depth + 1, out);
            }
        }
        // What leaves yields nothing.
        "return" | "continue" | "break" | "panic" | "unreachable" => {}
        _ => out.push(start),
    }
}

/// The brace that opens the block behind the head at `from`.
pub(in crate::docql::relations::typing) fn block_behind(tokens: &Tokens, from: usize) -> Option<usize> {
    let mut at = from;
    while at < from + MAX_HEAD {
        match tokens.get(at)?.kind {
            TokenKind::Sign(b'{') => return Some(at),
            TokenKind::Sign(b'(' | b'[') => at = tokens.closing(at)?,
            TokenKind::Sign(b'}' | b')' | b']' | b';') => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The first tokens of the values of the arms in the block that opens at `open`.
fn arms(tokens: &Tokens, open: usize) -> Vec<usize> {
    let Some(close) = tokens.closing(open) else { return Vec::new() };
    let (mut at, mut out) = (open + 1, Vec::new());
    while at < close && out.len() < MAX_VALUES {
        if tokens.are(at, "=>") {
            let value = (at + 2..close).find(|&at| !tokens.is_line(at)).unwrap_or(close);
            out.push(value);
            at = value;
            while at < close && !tokens.are(at, "=>") && !tokens.is(at, b',') {
                at = after(tokens, at);
            }
        } else {
            at = after(tokens, at);
        }
    }
    out
}

/// The token behind the one at `at`, or behind the bracket that closes it.
fn after(tokens: &Tokens, at: usize) -> usize {
    let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(at, *sign));
    if is_open { tokens.closing(at).unwrap_or(at) + 1 } else { at + 1 }
}

/// The first token of the last expression of the block that opens at `open`; `None` if a statement stands there.
fn last_of(tokens: &Tokens, open: usize) -> Option<usize> {
    let close = tokens.closing(open)?;
    let (mut at, mut last) = (open + 1, open + 1);
    while at < close {
        let is_block = tokens.is(at, b'{');
        let is_end = tokens.is(at, b';');
        at = after(tokens, at);
        // A block at the end of a line ends a statement, unless its value is used or another branch follows.
        let next = (at..close).find(|&at| !tokens.is_line(at));
        let goes_on = next.is_some_and(|next| {
            tokens.is(next, b'.') || tokens.is(next, b'?') || tokens.word(next) == "else" || !tokens.is_line(at)
        });
        if is_end || is_block && !goes_on && next.is_some() {
            last = at;
        }
    }
    (last..close).find(|&at| !tokens.is_line(at))
}

/// True if the token `at` is in the statement that begins before the expression at `start`, which binds nothing for itself.
pub(in crate::docql::relations::typing) fn is_within(tokens: &Tokens, start: usize, at: usize) -> bool {
    let mut here = start;
    while here < at {
        if tokens.is(here, b';') || [b')', b']', b'}'].iter().any(|sign| tokens.is(here, *sign)) {
            return false;
        }
        here = match tokens.closing(here).filter(|_| !tokens.is_line(here)) {
            // Inside of brackets that belong to the statement.
            Some(close) if close >= at => return true,
            Some(close) => close + 1,
            None => here + 1,
        };
    }
    start <= at
}
