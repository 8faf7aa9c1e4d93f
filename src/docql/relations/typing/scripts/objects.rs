//! Objects as they are written: `{ a, b: c, run() { … }, ...more }`, and types like them.

use super::ends::{expression_end, past_lines};
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};

/// Entries of an object that are read, at most.
const MAX_ENTRIES: usize = 500;

/// What an object has under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// The value of the name at a token, which the object is given under that name.
    Name(usize),
    /// The key at a token, and the expression that begins at another.
    Value(usize, usize),
    /// The method whose name stands at a token.
    Method(usize),
    /// Nothing that is written there: it may be among what another object holds.
    Open,
    Missing,
}

/// What the object that opens at `open` has under `name`.
pub(super) fn entry(tokens: &Tokens, open: usize, name: &str) -> Entry {
    let Some(close) = tokens.closing(open) else { return Entry::Open };
    let (mut at, mut found) = (past_lines(tokens, open + 1), Entry::Missing);
    for _ in 0..MAX_ENTRIES {
        if at >= close {
            return found;
        }
        let key = key_at(tokens, at);
        let is_it = || spelled(tokens, key) == name;
        let behind = past_lines(tokens, key + 1);
        let end = if tokens.are(at, "...") {
            found = Entry::Open;
            expression_end(tokens, at + 3)
        } else if tokens.is(key, b'[') {
            found = Entry::Open;
            let value = tokens.closing(key).map_or(close, |close| close + 1);
            value_end(tokens, value, close)
        } else if tokens.is(behind, b':') {
            if is_it() {
                found = Entry::Value(key, past_lines(tokens, behind + 1));
            }
            expression_end(tokens, behind + 1)
        } else if tokens.is(behind, b'(') || tokens.is(behind, b'<') {
            if is_it() {
                found = Entry::Method(key);
            }
            value_end(tokens, behind, close)
        } else {
            if is_it() {
                found = Entry::Name(key);
            }
            behind
        };
        at = past_lines(tokens, end.max(at + 1));
        at = past_lines(tokens, if tokens.is(at, b',') { at + 1 } else { at });
    }
    Entry::Open
}

/// The token of the key of the entry that begins at `at`, behind what says how it is meant.
fn key_at(tokens: &Tokens, at: usize) -> usize {
    let mut key = at;
    while matches!(tokens.word(key), "async" | "get" | "set") && !is_ended(tokens, key + 1) || tokens.is(key, b'*') {
        key += 1;
    }
    key
}

/// True if a key ends before the token.
fn is_ended(tokens: &Tokens, at: usize) -> bool {
    b":(,}<=".iter().any(|sign| tokens.is(at, *sign)) || tokens.is_line(at)
}

fn spelled(tokens: &Tokens, key: usize) -> &str {
    match tokens.get(key).map(|token| token.kind) {
        Some(TokenKind::Word) => tokens.word(key),
        Some(TokenKind::Text) => tokens.slice(key, key + 1).trim_matches(['"', '\'']),
        _ => "",
    }
}

/// The token behind the body of a method, or the value of a computed key, from `at` on.
fn value_end(tokens: &Tokens, mut at: usize, close: usize) -> usize {
    while at < close && !tokens.is(at, b',') {
        let is_open = b"([{".iter().any(|sign| tokens.is(at, *sign));
        at = if is_open { tokens.closing(at).map_or(close, |close| close + 1) } else { at + 1 };
    }
    at
}
