//! TypeScript, JavaScript: what conditions say of a value where they hold: `x instanceof T`, and functions that tell a type
//! from others, `isT(x)` with `function isT(x: any): x is T`.

use super::ends::{expression_end, last_before, past_lines};
use crate::docql::relations::typing::expressions::chain::{self, Link};
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};
use crate::document::TypeRules;

/// Brackets around a condition that are read, at most.
const MAX_AROUND: usize = 6;

/// Conditions of a piece of code that are read, at most.
pub(in crate::docql::relations::typing) const MAX_GUARDS: usize = 2_000;

/// Arguments of a function that may tell types apart, at most.
const MAX_ARGUMENTS: usize = 4;

/// What a condition says of a value.
#[derive(Debug)]
pub(in crate::docql::relations::typing) struct Guard {
    /// The value, as it is written: `this.manager`.
    pub(in crate::docql::relations::typing) key: String,
    /// The tokens where the condition holds.
    pub(in crate::docql::relations::typing) scope: (usize, usize),
    pub(in crate::docql::relations::typing) by: By,
}

/// How a type is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::docql::relations::typing) enum By {
    /// `instanceof`: the tokens of the type.
    Instance(usize, usize),
    /// A function: the tokens of its name, and the number of the argument.
    Function(usize, usize, usize),
    /// Kotlin: the tokens of a type that is written.
    Type(usize, usize),
    /// Kotlin: several types.
    Several,
}

/// A condition: its tokens, and whether it holds or fails.
#[derive(Clone, Copy)]
pub(in crate::docql::relations::typing) struct Test {
    pub(in crate::docql::relations::typing) start: usize,
    pub(in crate::docql::relations::typing) end: usize,
    pub(in crate::docql::relations::typing) holds: bool,
    /// Functions that never return, if the language has such.
    pub(in crate::docql::relations::typing) ending: &'static [&'static str],
}

impl Guard {
    /// The conditions in a piece of code.
    pub(in crate::docql::relations::typing) fn read(tokens: &Tokens, rules: &TypeRules) -> Vec<Guard> {
        let mut out = Vec::new();
        for at in 0..tokens.len() {
            if out.len() > MAX_GUARDS {
                break;
            }
            if tokens.word(at) == "instanceof" {
                read_instance(tokens, at, rules, &mut out);
            } else if tokens.is(at, b'(') && tokens.touches(at) && !tokens.word(at.saturating_sub(1)).is_empty() {
                read_call(tokens, at, rules, &mut out);
            }
        }
        out
    }
}

/// `a.b instanceof T`
fn read_instance(tokens: &Tokens, at: usize, rules: &TypeRules, out: &mut Vec<Guard>) {
    let Some(start) = chain::start_of(tokens, at, rules) else { return };
    let Some(key) = key_of(tokens, (start, at), rules) else { return };
    let Some((_, end)) = chain::read(tokens, at + 1, tokens.len(), rules) else { return };
    for scope in scopes(tokens, Test { start, end, holds: true, ending: &[] }) {
        out.push(Guard { key: key.clone(), scope, by: By::Instance(at + 1, end) });
    }
}

/// `isT(a.b)`, where that is a condition.
fn read_call(tokens: &Tokens, open: usize, rules: &TypeRules, out: &mut Vec<Guard>) {
    let closing = tokens.closing(open).filter(|&close| close > open + 1 && is_condition(tokens, close + 1));
    let Some(close) = closing.filter(|_| !matches!(tokens.word(open - 1), "if" | "while" | "for" | "switch")) else {
        return;
    };
    let Some(start) = chain::start_of(tokens, open, rules) else { return };
    let all = scopes(tokens, Test { start, end: close + 1, holds: true, ending: &[] });
    let mut from = past_lines(tokens, open + 1);
    for number in 0..MAX_ARGUMENTS {
        let end = expression_end(tokens, from).min(close);
        if let Some(key) = key_of(tokens, (from, end), rules).filter(|_| !all.is_empty()) {
            let guard = |&scope| Guard { key: key.clone(), scope, by: By::Function(start, open, number) };
            out.extend(all.iter().map(guard));
        }
        if !tokens.is(end, b',') {
            return;
        }
        from = past_lines(tokens, end + 1);
    }
}

/// True if what ends before `end` may be a whole condition: another follows, an answer, or the end of brackets.
fn is_condition(tokens: &Tokens, end: usize) -> bool {
    let end = past_lines(tokens, end);
    tokens.is(end, b')')
        || tokens.are(end, "&&")
        || tokens.are(end, "||")
        || tokens.is(end, b'?') && !tokens.are(end, "?.")
}

/// What stands behind an arrow.
pub(in crate::docql::relations::typing) fn done(tokens: &Tokens, behind: usize) -> (usize, usize) {
    let start = past_lines(tokens, behind);
    let block = if tokens.is(start, b'{') { tokens.closing(start) } else { None };
    (start, block.map_or_else(|| expression_end(tokens, start), |close| close + 1))
}

/// The value in the tokens, if it is a name with members: `a`, `this.b`.
pub(in crate::docql::relations::typing) fn key_of(
    tokens: &Tokens,
    (start, end): (usize, usize),
    rules: &TypeRules,
) -> Option<String> {
    let (links, read) = chain::read(tokens, start, end, rules)?;
    if past_lines(tokens, read) < end {
        return None;
    }
    let mut key = String::new();
    for link in &links {
        extend(&mut key, link)?;
    }
    Some(key)
}

pub(super) fn extend(key: &mut String, link: &Link) -> Option<()> {
    match link {
        Link::Name(name, _) if key.is_empty() => key.push_str(name),
        Link::Member(name) if !key.is_empty() => {
            key.push('.');
            key.push_str(name);
        }
        _ => return None,
    }
    Some(())
}

/// The tokens where a condition is known to hold.
pub(in crate::docql::relations::typing) fn scopes(tokens: &Tokens, mut test: Test) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    for _ in 0..MAX_AROUND {
        if last_before(tokens, test.start).is_some_and(|at| tokens.is(at, b'!')) {
            test = Test { start: test.start - 1, holds: !test.holds, ..test };
        }
        let joins = if test.holds { "&&" } else { "||" };
        let (start, end) = (first_of_run(tokens, test.start, joins), end_of_run(tokens, test.end, joins));
        let behind = past_lines(tokens, test.end);
        if tokens.are(behind, joins) {
            out.push((behind, end));
        }
        let end = past_lines(tokens, end);
        if tokens.is(end, b'?') {
            out.extend(answer(tokens, end, test.holds));
            return out;
        }
        // Kotlin: a case of `when`.
        if test.holds && tokens.are(end, "->") {
            out.push(done(tokens, end + 2));
            return out;
        }
        let Some(open) =
            last_before(tokens, start).filter(|&open| tokens.is(open, b'(') && tokens.closing(open) == Some(end))
        else {
            return out;
        };
        match tokens.word(open.saturating_sub(1)) {
            "if" | "while" => {
                out.extend(branch(tokens, (open - 1, end), test));
                return out;
            }
            // Kotlin: what goes on behind it knows that it holds.
            "require" | "check" | "assert" | "assertTrue" if test.holds && !test.ending.is_empty() => {
                let block = tokens.opener(open).filter(|&block| tokens.is(block, b'{'));
                out.extend(block.and_then(|block| tokens.closing(block)).map(|close| (end, close)));
                return out;
            }
            "" | "return" | "await" => test = Test { start: open, end: end + 1, ..test },
            _ => return out,
        }
    }
    out
}

/// Where the run of conditions begins that are joined by `joins` to the one at `start`.
fn first_of_run(tokens: &Tokens, start: usize, joins: &str) -> usize {
    let mut at = start;
    while let Some(before) = last_before(tokens, at) {
        if before > 0 && tokens.are(before - 1, joins) {
            at = before - 1;
        } else if is_boundary(tokens, before) {
            return at;
        } else {
            at = match tokens.get(before).map(|token| token.kind) {
                Some(TokenKind::Sign(b')' | b']' | b'}')) => tokens.opening(before).unwrap_or(before),
                _ => before,
            };
        }
    }
    at
}

/// True for what stands before a condition that is none of it.
fn is_boundary(tokens: &Tokens, at: usize) -> bool {
    let is_joint = at > 0 && (tokens.are(at - 1, "||") || tokens.are(at - 1, "&&") || tokens.are(at - 1, "=>"));
    let is_set = tokens.is(at, b'=') && !(at > 0 && b"=!<>".iter().any(|sign| tokens.is(at - 1, *sign)));
    is_joint
        || is_set
        || b"(,;{[:?".iter().any(|sign| tokens.is(at, *sign))
        || matches!(tokens.word(at), "return" | "case" | "throw")
}

/// Where the run of conditions ends that are joined by `joins` to the one before `end`.
fn end_of_run(tokens: &Tokens, end: usize, joins: &str) -> usize {
    let other = if joins == "&&" { "||" } else { "&&" };
    let mut at = end;
    while let Some(token) = tokens.get(at) {
        match token.kind {
            TokenKind::Sign(b'(' | b'[' | b'{') => at = tokens.closing(at).unwrap_or(at),
            TokenKind::Sign(b')' | b']' | b'}' | b',' | b';' | b':') => return at,
            TokenKind::Sign(b'?') if !tokens.are(at, "?.") => return at,
            TokenKind::Sign(_) if tokens.are(at, other) || tokens.are(at, "->") => return at,
            TokenKind::Line => {
                let next = past_lines(tokens, at);
                let goes_on = tokens.are(next, "&&")
                    || tokens.are(next, "||")
                    || b".?)".iter().any(|sign| tokens.is(next, *sign));
                let before =
                    last_before(tokens, at).is_some_and(|at| b"&|(.!=".iter().any(|sign| tokens.is(at, *sign)));
                if !goes_on && !before {
                    return at;
                }
            }
            _ => {}
        }
        at += 1;
    }
    at
}

/// The answer behind the question at `mark` that is given where a condition `holds`.
fn answer(tokens: &Tokens, mark: usize, holds: bool) -> Option<(usize, usize)> {
    let (mut at, mut depth) = (mark + 1, 0usize);
    while let Some(token) = tokens.get(at) {
        match token.kind {
            TokenKind::Sign(b'(' | b'[' | b'{') => at = tokens.closing(at)?,
            TokenKind::Sign(b')' | b']' | b'}' | b';') => return None,
            TokenKind::Sign(b'?') if !tokens.are(at, "?.") && !tokens.are(at, "??") => depth += 1,
            TokenKind::Sign(b':') if depth > 0 => depth -= 1,
            TokenKind::Sign(b':') if holds => return Some((mark, at)),
            TokenKind::Sign(b':') => return Some((at, expression_end(tokens, at + 1))),
            _ => {}
        }
        at += 1;
    }
    None
}

/// What is done where the condition of an `if` holds, or fails: a branch of it, or what follows where the other goes away.
fn branch(tokens: &Tokens, (word, close): (usize, usize), test: Test) -> Vec<(usize, usize)> {
    let body = past_lines(tokens, close + 1);
    let end = match tokens.is(body, b'{') {
        true => tokens.closing(body).map_or(tokens.len(), |close| close + 1),
        false if is_last_word(tokens, body) => body + 1,
        false => before_else(tokens, body, expression_end(tokens, body)),
    };
    if test.holds {
        return vec![(body, end)];
    }
    let mut next = past_lines(tokens, end);
    next = if tokens.is(next, b';') { past_lines(tokens, next + 1) } else { next };
    if tokens.word(next) == "else" {
        let start = past_lines(tokens, next + 1);
        let close = if tokens.is(start, b'{') { tokens.closing(start) } else { None };
        return vec![(start, close.unwrap_or_else(|| expression_end(tokens, start)))];
    }
    let block = tokens.opener(word).filter(|&open| tokens.is(open, b'{')).and_then(|open| tokens.closing(open));
    if goes_away(tokens, (body, end), test.ending) { vec![(end, block.unwrap_or(tokens.len()))] } else { Vec::new() }
}

/// Kotlin: where the other branch begins in the tokens `from..end`, in one line with the first; else `end`.
fn before_else(tokens: &Tokens, from: usize, end: usize) -> usize {
    let mut at = from;
    while at < end {
        if tokens.word(at) == "else" {
            return at;
        }
        let is_open = b"([{".iter().any(|sign| tokens.is(at, *sign));
        at = if is_open { tokens.closing(at).unwrap_or(end) + 1 } else { at + 1 };
    }
    end
}

/// True for `return` and the like at the end of a line.
fn is_last_word(tokens: &Tokens, at: usize) -> bool {
    matches!(tokens.word(at), "return" | "continue" | "break") && (tokens.is_line(at + 1) || at + 1 >= tokens.len())
}

/// True if nothing is done behind what stands in the tokens.
fn goes_away(tokens: &Tokens, (start, end): (usize, usize), ending: &[&str]) -> bool {
    let mut at = if tokens.is(start, b'{') { start + 1 } else { start };
    while at < end {
        let is_call = || tokens.is(at + 1, b'(') && !(at > 0 && tokens.is(at - 1, b'.'));
        if matches!(tokens.word(at), "return" | "throw" | "continue" | "break")
            || ending.contains(&tokens.word(at)) && is_call()
        {
            return true;
        }
        let is_open = b"([{".iter().any(|sign| tokens.is(at, *sign));
        at = if is_open { tokens.closing(at).unwrap_or(end) + 1 } else { at + 1 };
    }
    false
}
