//! Functions without a name: where their parameters stand, and what they are given to.

use super::cases;
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::document::{Lambda, TypeRules};

/// Words before a block that is given to nothing.
const HEADS: &[&str] = &[
    "if",
    "else",
    "for",
    "while",
    "when",
    "try",
    "do",
    "catch",
    "finally",
    "object",
    "init",
    "class",
    "interface",
    "return",
    "switch",
    "synchronized",
];

/// A parameter of a function without a name: where the function begins, and the number of the parameter.
pub(in crate::docql::relations::typing) fn parameter(
    tokens: &Tokens,
    here: usize,
    rules: &TypeRules,
) -> Option<(usize, usize)> {
    match rules.lambda {
        Lambda::Unread => None,
        Lambda::Arrow(arrow) if tokens.are(here + 1, arrow) => {
            // A branch of a `switch` is none.
            let is_case = cases::is_listed(tokens, here) || cases::begins_arm(tokens, here);
            // What a function yields is none: `(a: A): B => …`.
            let is_result = here > 1 && tokens.is(here - 1, b':') && tokens.is(here - 2, b')');
            (!is_case && !is_result).then_some((here, 0))
        }
        Lambda::Arrow(arrow) => {
            let open = tokens.opener(here).filter(|&open| tokens.is(open, b'('))?;
            let close = tokens.closing(open)?;
            tokens.are(close + 1, arrow).then_some(())?;
            Some((open, place_among(tokens, open + 1, close, here)?))
        }
        Lambda::Braces => {
            let open = tokens.opener(here).filter(|&open| tokens.is(open, b'{'))?;
            let arrow = (here..tokens.len()).take_while(|&at| is_listed(tokens, at)).last()? + 1;
            // A branch of a `when` is none.
            (tokens.are(arrow, "->") && callee(tokens, open).is_some()).then_some(())?;
            Some((open, place_among(tokens, open + 1, arrow, here)?))
        }
    }
}

/// Names and commas, and the ends of lines among them.
fn is_listed(tokens: &Tokens, at: usize) -> bool {
    !tokens.word(at).is_empty() || tokens.is(at, b',') || tokens.is_line(at)
}

/// The number of the name at `here` among names without types in `start..end`.
fn place_among(tokens: &Tokens, start: usize, end: usize, here: usize) -> Option<usize> {
    let is_name = here > start - 1 && (here == start || tokens.is(here - 1, b',') || tokens.is_line(here - 1));
    let is_list = is_name && (start..end).all(|at| is_listed(tokens, at));
    is_list.then(|| (start..here).filter(|&at| tokens.is(at, b',')).count())
}

/// True if the token `at` is in the function that begins at `start`.
pub(in crate::docql::relations::typing) fn reaches(tokens: &Tokens, start: usize, at: usize) -> bool {
    let mut depth = 0usize;
    for here in start..at {
        if [b'(', b'[', b'{'].iter().any(|sign| tokens.is(here, *sign)) {
            depth += 1;
        } else if [b')', b']', b'}'].iter().any(|sign| tokens.is(here, *sign)) {
            match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => return false,
            }
        } else if depth == 0 && (tokens.is(here, b',') || tokens.is(here, b';')) {
            return false;
        }
    }
    true
}

/// Kotlin: the beginning of the function around `at` whose only parameter is called `it`.
pub(in crate::docql::relations::typing) fn implicit(tokens: &Tokens, at: usize) -> Option<usize> {
    let mut inner = at;
    loop {
        inner = tokens.opener(inner)?;
        let has_names = || {
            let end = (inner + 1..at).find(|&at| !is_listed(tokens, at));
            end.is_some_and(|end| tokens.are(end, "->"))
        };
        if tokens.is(inner, b'{') && callee(tokens, inner).is_some() && !has_names() {
            return Some(inner);
        }
    }
}

/// JavaScript: where a function begins whose parameters stand at `open`: `async (x) => …`, `function name(x) { … }`.
fn head_of_function(tokens: &Tokens, open: usize) -> usize {
    let is_word = |at: Option<usize>, word: &str| at.is_some_and(|at| tokens.word(at) == word);
    let star = |at: usize| if at > 0 && tokens.is(at - 1, b'*') { at - 1 } else { at };
    let unnamed = star(open);
    let named = star(open.saturating_sub(1));
    let start = match () {
        () if is_word(unnamed.checked_sub(1), "function") => unnamed - 1,
        () if open > 0 && !tokens.word(open - 1).is_empty() && is_word(named.checked_sub(1), "function") => named - 1,
        () => open,
    };
    if is_word(start.checked_sub(1), "async") { start - 1 } else { start }
}

/// The name of what the function that begins at `start` is given to, and which of its arguments it is: `None` for the
/// last, which stands behind the others.
pub(in crate::docql::relations::typing) fn callee(tokens: &Tokens, start: usize) -> Option<(usize, Option<usize>)> {
    let mut before = if tokens.is(start, b'{') { start } else { head_of_function(tokens, start) };
    while before > 0 && tokens.is_line(before - 1) {
        before -= 1;
    }
    let last = before.checked_sub(1)?;
    let is_name = |at: usize| !tokens.word(at).is_empty() && !HEADS.contains(&tokens.word(at));
    if tokens.is(start, b'{') && before == start {
        let name = if tokens.is(last, b')') { tokens.opening(last)?.checked_sub(1)? } else { last };
        if is_name(name) {
            return Some((name, None));
        }
    }
    if !tokens.is(last, b'(') && !tokens.is(last, b',') {
        return None;
    }
    let open = tokens.opener(start).filter(|&open| tokens.is(open, b'('))?;
    let name = open.checked_sub(1).filter(|&at| is_name(at))?;
    let (mut at, mut number) = (open + 1, 0);
    while at < start {
        number += usize::from(tokens.is(at, b','));
        let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(at, *sign));
        at = if is_open { tokens.closing(at)? + 1 } else { at + 1 };
    }
    Some((name, Some(number)))
}
