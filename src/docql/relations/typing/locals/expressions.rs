//! C and C++: where `a && b`, `a & b` and `a * b` are an expression, though a type with the name of a variable behind it is
//! written in the same way; and lines that declare nothing.

use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens, is_assignment};

/// Tokens of a statement that are looked at, at most.
const MAX_STATEMENT: usize = 96;

/// Words before a bracket in which nothing is declared without a value.
const OF_VALUES: &[&str] = &[
    "alignof",
    "and",
    "assert",
    "case",
    "co_await",
    "co_return",
    "co_yield",
    "constexpr",
    "decltype",
    "delete",
    "else",
    "explicit",
    "if",
    "new",
    "noexcept",
    "not",
    "or",
    "return",
    "sizeof",
    "static_assert",
    "switch",
    "throw",
    "typeof",
    "while",
];

/// Words for a type behind which the brackets of a function's type stand: `void(T& x)`.
const OF_RESULTS: &[&str] = &["auto", "bool", "char", "double", "float", "int", "long", "short", "unsigned", "void"];

/// Words behind the parameters of a function that has a body here.
const BEHIND_PARAMETERS: &[&str] =
    &["const", "final", "mutable", "noexcept", "override", "requires", "try", "volatile"];

/// True for a word before the name of a type that is declared: `class A {};` makes no variable.
pub(super) fn declares_type(word: &str) -> bool {
    matches!(word, "class" | "struct" | "union" | "enum" | "namespace")
}

/// True if what stands before the name at `here`, the first token of it at `start`, is no type: signs and angles there
/// belong to an expression.
pub(super) fn is_expression(tokens: &Tokens, start: usize, here: usize) -> bool {
    match tokens.opener(here) {
        Some(open) if tokens.is(open, b'(') => is_of_values(tokens, open, here),
        Some(open) if tokens.is(open, b'[') => true,
        Some(open) if is_list(tokens, open) => true,
        _ => is_valued(tokens, start),
    }
}

/// True if the brace at `open` holds values: `T{a & b, c}`, `= {a, b}`.
fn is_list(tokens: &Tokens, open: usize) -> bool {
    let before = before(tokens, open);
    before.is_some_and(|at| [b'=', b',', b'('].iter().any(|sign| tokens.is(at, *sign)) || tokens.word(at) == "return")
}

/// True if the statement up to the token `end` begins with a value: behind `=` or `return`.
fn is_valued(tokens: &Tokens, end: usize) -> bool {
    walk(tokens, end, |at| {
        let is_set = is_assignment(tokens, at)
            && !at.checked_sub(1).is_some_and(|before| {
                tokens.touches(at) && [b'=', b'<', b'>', b'!'].iter().any(|sign| tokens.is(before, *sign))
            });
        is_set || tokens.are(at, "<<") || matches!(tokens.word(at), "return" | "co_return" | "throw")
    })
}

/// True if `found` is true for a token of the statement before `end`, what stands in brackets of its own left out.
fn walk(tokens: &Tokens, end: usize, found: impl Fn(usize) -> bool) -> bool {
    let mut at = end;
    while let Some(here) = at.checked_sub(1).filter(|_| end - at < MAX_STATEMENT) {
        match tokens.get(here).map(|token| token.kind) {
            Some(TokenKind::Sign(b';' | b'{' | b'(' | b'[' | b'}' | b'#')) | None => return false,
            Some(TokenKind::Sign(b')' | b']')) => at = tokens.opening(here).unwrap_or(here),
            _ if found(here) => return true,
            _ => at = here,
        }
    }
    false
}

/// True if the round bracket at `open`, in which the name at `here` stands, holds values, and no parameters.
fn is_of_values(tokens: &Tokens, open: usize, here: usize) -> bool {
    let Some(last) = before(tokens, open) else { return false };
    match tokens.word(last) {
        "catch" => false,
        "for" => (open..here).any(|at| tokens.is(at, b';')),
        word if OF_VALUES.contains(&word) => true,
        word if OF_RESULTS.contains(&word) => false,
        "" if tokens.is(last, b']') => !has_body(tokens, open),
        // `operator()(T& x)`, `a<T>(x & y)`
        "" if tokens.is(last, b')') || tokens.is(last, b'>') => !is_declared(tokens, open),
        // `operator==(const T& a, const T& b)`
        "" => !is_operator(tokens, last),
        _ => !is_declared(tokens, open),
    }
}

/// True if the round bracket at `open`, behind a name, holds the parameters of what is declared.
fn is_declared(tokens: &Tokens, open: usize) -> bool {
    let declares = match tokens.opener(open) {
        None => true,
        Some(brace) => tokens.is(brace, b'{') && is_of_declarations(tokens, brace),
    };
    // A function is declared, or a value is given: `int a = f(b & c);`, `A() : x(b & c) {`.
    if declares { !is_valued(tokens, open) && !is_initialized(tokens, open) } else { has_body(tokens, open) }
}

/// True if what stands before the bracket at `open` is made in the head of a constructor: `A(int b) : x(b), y(b & c) {`.
fn is_initialized(tokens: &Tokens, open: usize) -> bool {
    walk(tokens, open, |at| {
        let is_double = tokens.are(at, "::") || at > 0 && tokens.are(at - 1, "::");
        let is_access = at > 0 && matches!(tokens.word(at - 1), "public" | "private" | "protected" | "slots");
        tokens.is(at, b':') && !is_double && !is_access
    })
}

/// True in a line that only a preprocessor reads: `#define A B`, `#if A`.
pub(super) fn is_of_preprocessor(tokens: &Tokens, here: usize) -> bool {
    let line = (0..here).rev().take(MAX_STATEMENT).take_while(|&at| !tokens.is_line(at)).last();
    line.is_some_and(|first| tokens.is(first, b'#'))
}

/// True if the brace at `brace` is that of a type or a namespace: `class A : B {`, but not `struct a *f(int) {`.
fn is_of_declarations(tokens: &Tokens, brace: usize) -> bool {
    let is_head = |at: usize| {
        let is_chosen = || at.checked_sub(1).is_some_and(|at| tokens.is(at, b'<') || tokens.is(at, b','));
        (declares_type(tokens.word(at)) || tokens.word(at) == "extern") && !is_chosen()
    };
    let is_function = || {
        let last = before(tokens, brace);
        last.is_some_and(|at| tokens.is(at, b')') || BEHIND_PARAMETERS.contains(&tokens.word(at)))
    };
    !is_function() && walk(tokens, brace, is_head)
}

/// True if the brackets at `open` are followed by what stands behind parameters, and a body.
fn has_body(tokens: &Tokens, open: usize) -> bool {
    let Some(close) = tokens.closing(open) else { return false };
    let next = (close + 1..tokens.len()).find(|&at| !tokens.is_line(at)).unwrap_or(close);
    tokens.is(next, b'{') || tokens.are(next, "->") || BEHIND_PARAMETERS.contains(&tokens.word(next))
}

/// True for the signs of `operator==`.
fn is_operator(tokens: &Tokens, last: usize) -> bool {
    let signs = (0..=last)
        .rev()
        .take(3)
        .take_while(|&at| matches!(tokens.get(at).map(|token| token.kind), Some(TokenKind::Sign(_))));
    signs.last().and_then(|first| first.checked_sub(1)).is_some_and(|at| tokens.word(at) == "operator")
}

/// The token before `here`, whatever lines end in between.
fn before(tokens: &Tokens, here: usize) -> Option<usize> {
    (0..here).rev().find(|&at| !tokens.is_line(at))
}

/// C++: true for what a variable is made from, `(a, b);` or `{a, b};`: behind the head of a function a block follows.
pub(super) fn is_made_from(tokens: &Tokens, open: usize) -> bool {
    let is_empty = |close: usize| tokens.is(open, b'(') && close == open + 1;
    (tokens.is(open, b'(') || tokens.is(open, b'{'))
        && tokens.closing(open).is_some_and(|close| !is_empty(close) && tokens.is(close + 1, b';'))
}
