//! Values that branches compare with: names in `case A, B:` and in `case A, B ->` are read, whatever stands behind them.

use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};

/// True if nothing stands between the word `case` and the token at `here` but other values, in however many lines.
pub(super) fn is_listed(tokens: &Tokens, here: usize) -> bool {
    let mut at = here;
    while let Some(last) = at.checked_sub(1) {
        at = match tokens.get(last).map(|token| token.kind) {
            Some(TokenKind::Word) if tokens.word(last) == "case" => return true,
            // What a branch does is none of its values.
            Some(TokenKind::Sign(b'>')) if last > 0 && (tokens.are(last - 1, "->") || tokens.are(last - 1, "=>")) => {
                return false;
            }
            Some(TokenKind::Sign(b')' | b']' | b'}')) => match tokens.opening(last) {
                Some(open) => open,
                None => return false,
            },
            Some(TokenKind::Sign(b'{' | b'(' | b'[' | b':' | b';')) => return false,
            _ => last,
        };
    }
    false
}

/// C#: true if the token at `here` begins a branch of `x switch { A => 1, B => 2 }`.
pub(super) fn begins_arm(tokens: &Tokens, here: usize) -> bool {
    let before = (0..here).rev().find(|&at| !tokens.is_line(at));
    let begins = before.is_some_and(|at| tokens.is(at, b'{') || tokens.is(at, b','));
    let open = tokens.opener(here).filter(|&open| begins && tokens.is(open, b'{'));
    let head = open.and_then(|open| (0..open).rev().find(|&at| !tokens.is_line(at)));
    head.is_some_and(|at| tokens.word(at) == "switch")
}
