//! Kotlin: where `is`, `!is` and `as` tell that a value is of a type.

use crate::docql::relations::typing::expressions::angles::closing_angle;
use crate::docql::relations::typing::expressions::chain;
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::scripts::ends::{last_before, past_lines};
use crate::docql::relations::typing::scripts::guards::{By, Guard, MAX_GUARDS, Test, done, key_of, scopes};
use crate::document::{Lambda, TypeRules};

/// Functions of the library that never return.
const ENDING: &[&str] = &["TODO", "error", "fail"];

/// True for the rules of a language whose tests tell types.
pub(in crate::docql::relations::typing) fn tells(rules: &TypeRules) -> bool {
    rules.lambda == Lambda::Braces
}

/// The tests and casts in a piece of code.
pub(in crate::docql::relations::typing) fn read(tokens: &Tokens, rules: &TypeRules) -> Vec<Guard> {
    let mut out = Vec::new();
    for at in 0..tokens.len() {
        if out.len() > MAX_GUARDS {
            break;
        }
        match tokens.word(at) {
            "is" => read_test(tokens, at, rules, &mut out),
            "as" => read_cast(tokens, at, rules, &mut out),
            _ => {}
        }
    }
    out
}

/// `b is A`, `b !is A`, and `is A ->` behind `when (b)`.
fn read_test(tokens: &Tokens, at: usize, rules: &TypeRules, out: &mut Vec<Guard>) {
    let holds = !(at > 0 && tokens.is(at - 1, b'!') && tokens.touches(at));
    let before = if holds { at } else { at - 1 };
    let Some(end) = type_end(tokens, at + 1) else { return };
    if let Some(subject) = subject(tokens, before) {
        if let Some(key) = holds.then(|| subject_key(tokens, subject, rules)).flatten()
            && let Some(scope) = case(tokens, end)
        {
            let is_next = |at: Option<usize>| at.is_some_and(|at| tokens.is(at, b','));
            let is_one = !is_next(last_before(tokens, before)) && !is_next(Some(past_lines(tokens, end)));
            out.push(Guard { key, scope, by: if is_one { By::Type(at + 1, end) } else { By::Several } });
        }
        return;
    }
    let Some(start) = chain::start_of(tokens, before, rules) else { return };
    let Some(key) = key_of(tokens, (start, before), rules) else { return };
    let tell = |scope| Guard { key: key.clone(), scope, by: By::Type(at + 1, end) };
    out.extend(scopes(tokens, Test { start, end, holds, ending: ENDING }).into_iter().map(tell));
}

/// `b as A`, which is one in what follows.
fn read_cast(tokens: &Tokens, at: usize, rules: &TypeRules, out: &mut Vec<Guard>) {
    let Some(end) = type_end(tokens, at + 1) else { return };
    let Some(start) = chain::start_of(tokens, at, rules) else { return };
    let Some(key) = key_of(tokens, (start, at), rules) else { return };
    // `(b as A).run()` at the beginning of a statement casts as well.
    let begins = |at: usize| at.checked_sub(1).is_none_or(|at| tokens.is_line(at) || tokens.is(at, b'{'));
    let is_statement = begins(start) || tokens.is(start - 1, b'(') && begins(start - 1);
    let block = tokens.opener(start).filter(|_| is_statement);
    let block = block.and_then(|open| if tokens.is(open, b'(') { tokens.opener(open) } else { Some(open) });
    if let Some(close) = block.filter(|open| tokens.is(*open, b'{')).and_then(|open| tokens.closing(open)) {
        out.push(Guard { key, scope: (end, close), by: By::Type(at + 1, end) });
    }
}

/// Where the type begins to which the expression in the tokens is cast: `x as A`, `x as? A`.
pub(in crate::docql::relations::typing) fn cast(
    tokens: &Tokens,
    (start, end): (usize, usize),
    rules: &TypeRules,
) -> Option<usize> {
    if !tells(rules) {
        return None;
    }
    let mut at = start;
    while at < end && tokens.word(at) != "as" {
        let is_open = b"([{".iter().any(|sign| tokens.is(at, *sign));
        at = if is_open { tokens.closing(at)? + 1 } else { at + 1 };
    }
    let first = if tokens.is(at + 1, b'?') { at + 2 } else { at + 1 };
    (at > start && type_end(tokens, first) == Some(end)).then_some(first)
}

/// The token behind the type that begins at `at`.
fn type_end(tokens: &Tokens, at: usize) -> Option<usize> {
    let mut end = at;
    loop {
        if tokens.word(end).is_empty() {
            return None;
        }
        end += 1;
        if tokens.is(end, b'<')
            && let Some(close) = closing_angle(tokens, end)
        {
            end = close + 1;
        }
        if !tokens.is(end, b'.') {
            break;
        }
        end += 1;
    }
    let may_be_none = tokens.is(end, b'?') && tokens.touches(end) && !tokens.are(end, "?.") && !tokens.are(end, "?:");
    Some(if may_be_none { end + 1 } else { end })
}

/// The brackets around the subject of the `when` that has a case which begins at `at`.
fn subject(tokens: &Tokens, at: usize) -> Option<(usize, usize)> {
    let before = at.checked_sub(1)?;
    let begins = tokens.is_line(before) || [b'{', b',', b';'].iter().any(|sign| tokens.is(before, *sign));
    let open = tokens.opener(at).filter(|&open| begins && tokens.is(open, b'{'))?;
    let close = last_before(tokens, open).filter(|&close| tokens.is(close, b')'))?;
    let first = tokens.opening(close)?;
    (first > 0 && tokens.word(first - 1) == "when").then_some((first + 1, close))
}

/// The value that `when` is about: `when (b)`, `when (val b = …)`.
fn subject_key(tokens: &Tokens, (start, end): (usize, usize), rules: &TypeRules) -> Option<String> {
    if tokens.word(start) == "val" {
        return Some(tokens.word(start + 1).to_owned()).filter(|name| !name.is_empty());
    }
    key_of(tokens, (start, end), rules)
}

/// What is done in the case of a `when` whose conditions go on at `end`.
fn case(tokens: &Tokens, end: usize) -> Option<(usize, usize)> {
    let mut at = end;
    while !tokens.are(at, "->") {
        let is_open = b"([".iter().any(|sign| tokens.is(at, *sign));
        if at >= tokens.len() || [b'{', b'}', b')', b';'].iter().any(|sign| tokens.is(at, *sign)) {
            return None;
        }
        at = if is_open { tokens.closing(at)? + 1 } else { at + 1 };
    }
    Some(done(tokens, at + 2))
}
