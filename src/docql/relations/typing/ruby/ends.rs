//! Where what begins with a word ends: the `end` of `def`, `class`, `do`, of an `if` that is no condition behind a value.

use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};
use std::collections::HashMap;

/// For each word that has one its `end`, by the indices of their tokens.
pub(super) struct Ends(HashMap<usize, usize>);

impl Ends {
    pub(super) fn of(tokens: &Tokens) -> Ends {
        let (mut ends, mut open) = (HashMap::new(), Vec::new());
        // The `do` of a loop has no end of its own.
        let mut is_loop_head = false;
        for at in 0..tokens.len() {
            if tokens.is_line(at) {
                is_loop_head = false;
                continue;
            }
            let word = tokens.word(at);
            if !is_keyword(tokens, at) {
                continue;
            }
            match word {
                "def" if !is_endless(tokens, at) => open.push(at),
                "class" | "module" | "begin" | "case" => open.push(at),
                "for" => {
                    open.push(at);
                    is_loop_head = true;
                }
                "if" | "unless" | "while" | "until" if !is_behind_value(tokens, at) => {
                    open.push(at);
                    is_loop_head |= matches!(word, "while" | "until");
                }
                "do" if is_loop_head => is_loop_head = false,
                "do" => open.push(at),
                "end" => {
                    if let Some(start) = open.pop() {
                        ends.insert(start, at);
                    }
                }
                _ => {}
            }
        }
        Ends(ends)
    }

    /// The `end` of what begins with the word at `at`; `None` if that begins nothing, or is not closed.
    pub(super) fn end_of(&self, at: usize) -> Option<usize> {
        self.0.get(&at).copied()
    }
}

/// True if the word at `at` is no name: `x.end`, `:end`, `end: 1`, `def end`, `@end`.
pub(super) fn is_keyword(tokens: &Tokens, at: usize) -> bool {
    if tokens.word(at).is_empty() || tokens.is(at + 1, b':') && tokens.touches(at + 1) && !tokens.are(at + 1, "::") {
        return false;
    }
    let Some(before) = at.checked_sub(1) else { return true };
    let is_marked = [b':', b'@', b'$'].iter().any(|sign| tokens.is(before, *sign)) && tokens.touches(at);
    let is_called = tokens.is(before, b'.') && !(before > 0 && tokens.is(before - 1, b'.'));
    !is_marked && !is_called && !matches!(tokens.word(before), "def" | "alias" | "undef")
}

/// True if a value ends before the word at `at`: `x = 1 if y`, and not `x = if y`.
fn is_behind_value(tokens: &Tokens, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    match tokens.get(before).map(|token| token.kind) {
        None => false,
        Some(TokenKind::Line) => before > 0 && tokens.is(before - 1, b'\\'),
        Some(TokenKind::Word) => {
            let opens = matches!(
                tokens.word(before),
                "then"
                    | "else"
                    | "do"
                    | "and"
                    | "or"
                    | "not"
                    | "begin"
                    | "ensure"
                    | "if"
                    | "unless"
                    | "while"
                    | "until"
                    | "elsif"
                    | "when"
                    | "case"
                    | "in"
            );
            !(opens && is_keyword(tokens, before))
        }
        Some(TokenKind::Sign(sign)) => match sign {
            b')' | b']' | b'}' => true,
            b'?' | b'!' => tokens.touches(before),
            _ => false,
        },
        // An expression in a text begins.
        Some(TokenKind::Text) => !tokens.slice(before, at).trim_end().ends_with("#{"),
        Some(TokenKind::Number) => true,
    }
}

/// True for `def name = value`, `def name(x) = value`.
fn is_endless(tokens: &Tokens, def: usize) -> bool {
    let mut at = def + 2;
    if tokens.word(def + 1).is_empty() {
        // The name is an operator.
        while at < tokens.len() && !tokens.is_line(at) && !tokens.is(at, b'(') {
            at += 1;
        }
    }
    while tokens.is(at, b'.') {
        at += 2;
    }
    let is_list = tokens.is(at, b'(');
    let behind = if is_list { tokens.closing(at).map_or(at, |close| close + 1) } else { at };
    // `def name=(x)`
    tokens.is(behind, b'=') && !tokens.are(behind, "==") && (is_list || !tokens.touches(behind))
}
