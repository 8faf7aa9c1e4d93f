//! Rust: names in patterns: what is taken apart, and how far a name reaches.

use super::closures;
use super::values::{block_behind, is_within};
use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens, is_assignment, type_end};
use crate::docql::relations::typing::locals::lambda;

/// Patterns in patterns, at most.
const MAX_STEPS: usize = 6;

/// Tokens between a pattern and its arrow, or before the block of a `match`, at most.
const MAX_HEAD: usize = 120;

/// Words before a pattern that are none of it.
const BEFORE: &[&str] = &["for", "let", "in", "if", "while", "match", "return", "mut", "ref", "box", "move"];

/// How a pattern takes a value apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// What an option or result holds, by the number of its argument.
    Held(usize),
    /// What stands in brackets behind the name at a token.
    Payload(usize, usize),
    /// The field of a name of the struct or variant whose name is at a token.
    Field(usize, String),
    /// A part of a tuple.
    Part(usize),
    /// One of a list.
    Element,
}

/// What a pattern takes apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// The expression at a token: of a statement, or of a condition.
    Value(usize, bool),
    /// What a loop over the expression at a token yields.
    Element(usize),
    /// The expression behind `match`, and the arrow of the arm.
    Scrutinee(usize, usize),
    /// A type.
    Typed(usize, usize),
    /// A parameter of a function without a name.
    Parameter(closures::Parameter),
}

pub(super) struct Pattern {
    /// Outermost first.
    pub steps: Vec<Step>,
    pub from: From,
}

/// What the name at `here` is bound to by a pattern or as a parameter of a function without a name.
pub(in crate::docql::relations::typing) fn bound(tokens: &Tokens, here: usize) -> Option<Binding> {
    if !may_bind(tokens, here) {
        return None;
    }
    if let Some(parameter) = closures::parameter(tokens, here) {
        return Some(match parameter.typed {
            Some((start, end)) => Binding::Typed(start, end),
            None => Binding::Parameter(parameter.start, parameter.number),
        });
    }
    read(tokens, here).map(|_| Binding::Matched)
}

/// True if the name that is bound at `here` is known at `at`: behind the statement that binds it, in the block of the
/// condition, in the arm, in the function.
pub(in crate::docql::relations::typing) fn reaches(tokens: &Tokens, here: usize, at: usize) -> bool {
    let of_closure =
        |parameter: closures::Parameter| at > parameter.close && lambda::reaches(tokens, parameter.close + 1, at);
    if let Some(parameter) = closures::parameter(tokens, here) {
        return of_closure(parameter);
    }
    let Some(pattern) = read(tokens, here) else {
        let is_let = is_assignment(tokens, here + 1) && matches!(before_word(tokens, here), "let" | "mut");
        return !is_let || !is_within(tokens, here + 2, at);
    };
    match pattern.from {
        From::Value(start, false) => !is_within(tokens, start, at),
        From::Value(start, true) | From::Element(start) => {
            let Some(open) = block_behind(tokens, start) else { return true };
            let chained = (start..open).find(|&here| tokens.are(here, "&&")).unwrap_or(open);
            at > chained && tokens.closing(open).is_none_or(|close| at < close)
        }
        From::Scrutinee(_, arrow) => {
            let body = (arrow + 2..tokens.len()).find(|&here| !tokens.is_line(here)).unwrap_or(arrow);
            at < arrow
                || match tokens.closing(body).filter(|_| tokens.is(body, b'{')) {
                    Some(close) => at < close,
                    None => lambda::reaches(tokens, body, at),
                }
        }
        From::Typed(..) => true,
        From::Parameter(parameter) => of_closure(parameter),
    }
}

fn before_word(tokens: &Tokens, here: usize) -> &str {
    here.checked_sub(1).map_or("", |at| tokens.word(at))
}

/// True if the brace at `close` ends a pattern: what takes apart `Point { x, y }`, and is no block and no value.
pub(in crate::docql::relations::typing) fn ends_at(tokens: &Tokens, close: usize) -> bool {
    let name = tokens.opening(close).and_then(|open| open.checked_sub(1));
    if !name.is_some_and(|at| tokens.word(at).starts_with(char::is_uppercase)) {
        return false;
    }
    let is_closing = |at: &usize| [b')', b']', b'}'].iter().any(|sign| tokens.is(*at, *sign));
    let behind = (close + 1..tokens.len()).find(|at| !is_closing(at)).unwrap_or(tokens.len());
    let is_or = tokens.is(behind, b'|') && !tokens.are(behind, "||");
    tokens.are(behind, "=>") || is_assignment(tokens, behind) || is_or || matches!(tokens.word(behind), "if" | "in")
}

/// True for a name that no sign joins to others: what is written like a type is one, or a constant.
fn may_bind(tokens: &Tokens, here: usize) -> bool {
    let is_joined = |at: usize| {
        tokens.are(at, "::")
            || tokens.is(at, b'.') && !tokens.are(at, "..")
            || tokens.is(at, b'(')
            || tokens.is(at, b'!')
    };
    let is_behind = here.checked_sub(1).is_some_and(|at| tokens.is(at, b'.'))
        || here.checked_sub(2).is_some_and(|at| tokens.are(at, "::"));
    !tokens.word(here).starts_with(char::is_uppercase) && !is_joined(here + 1) && !is_behind
}

/// The pattern that the name at `here` is bound by.
pub(super) fn read(tokens: &Tokens, here: usize) -> Option<Pattern> {
    if !may_bind(tokens, here) {
        return None;
    }
    let (mut first, mut last, mut steps) = (here, here, Vec::new());
    for _ in 0..=MAX_STEPS {
        first = before_marks(tokens, first);
        if let Some(from) = source(tokens, (first, last), steps.is_empty()) {
            steps.reverse();
            return Some(Pattern { steps, from });
        }
        let open = tokens.opener(first)?;
        let (step, start) = step(tokens, open, (first, last))?;
        steps.push(step);
        (first, last) = (start, tokens.closing(open)?);
    }
    None
}

/// The first token of a pattern with the marks before it: `&x`, `ref mut x`.
fn before_marks(tokens: &Tokens, mut first: usize) -> usize {
    while first > 0 && (tokens.is(first - 1, b'&') || matches!(tokens.word(first - 1), "ref" | "mut" | "box")) {
        first -= 1;
    }
    first
}

fn previous(tokens: &Tokens, at: usize) -> Option<usize> {
    (0..at).rev().take(MAX_HEAD).find(|&at| !tokens.is_line(at))
}

fn next(tokens: &Tokens, at: usize) -> usize {
    (at + 1..tokens.len()).find(|&at| !tokens.is_line(at)).unwrap_or(tokens.len())
}

/// How the brackets that open at `open` take a value apart for the pattern in `first..=last`, and where the pattern around
/// them begins.
fn step(tokens: &Tokens, open: usize, (first, last): (usize, usize)) -> Option<(Step, usize)> {
    let before = previous(tokens, first)?;
    let behind = next(tokens, last);
    let is_listed = before == open || tokens.is(before, b',') || tokens.is(before, b':') || tokens.is(before, b'|');
    let ends = Some(behind) == tokens.closing(open)
        || tokens.is(behind, b',')
        || tokens.is(behind, b'|')
        || tokens.is(behind, b'@');
    if !is_listed || !ends {
        return None;
    }
    let is_name = |at: &usize| !tokens.word(*at).is_empty() && !BEFORE.contains(&tokens.word(*at));
    let name = open.checked_sub(1).filter(is_name);
    let is_type = name.is_some_and(|at| tokens.word(at).starts_with(char::is_uppercase));
    let number = || {
        let (mut at, mut number) = (open + 1, 0);
        while at < first {
            number += usize::from(tokens.is(at, b','));
            at = tokens.closing(at).filter(|_| !tokens.is_line(at)).unwrap_or(at) + 1;
        }
        number
    };
    match tokens.get(open)?.kind {
        TokenKind::Sign(b'(') if is_type => {
            let name = name?;
            let step = match tokens.word(name) {
                "Some" | "Ok" => Step::Held(0),
                "Err" => Step::Held(1),
                _ => Step::Payload(name, number()),
            };
            Some((step, path_start(tokens, name)))
        }
        TokenKind::Sign(b'(') if name.is_none() && !follows_value(tokens, open) => Some((Step::Part(number()), open)),
        TokenKind::Sign(b'{') if is_type => {
            let is_named = tokens.is(before, b':');
            let field = if is_named { before.checked_sub(1)? } else { last };
            let field = tokens.word(field);
            (!field.is_empty()).then(|| (Step::Field(open - 1, field.to_owned()), path_start(tokens, open - 1)))
        }
        TokenKind::Sign(b'[') if name.is_none() && !follows_value(tokens, open) => Some((Step::Element, open)),
        _ => None,
    }
}

fn follows_value(tokens: &Tokens, open: usize) -> bool {
    let touches =
        |at: usize| [b')', b']', b'}', b'!', b'>'].iter().any(|sign| tokens.is(at, *sign)) && tokens.touches(open);
    open.checked_sub(1).is_some_and(touches)
}

/// The first token of the path that ends with the name at `name`.
fn path_start(tokens: &Tokens, name: usize) -> usize {
    let mut start = name;
    while start >= 3 && tokens.are(start - 2, "::") && !tokens.word(start - 3).is_empty() {
        start -= 3;
    }
    start
}

/// What the whole pattern in `first..=last` takes apart; of a plain name only where nothing else reads it.
fn source(tokens: &Tokens, (first, last): (usize, usize), is_plain: bool) -> Option<From> {
    let (before, behind) = (previous(tokens, first), next(tokens, last));
    let word = before.map_or("", |at| tokens.word(at));
    if word == "for" && tokens.word(behind) == "in" {
        return Some(From::Element(behind + 1));
    }
    if word == "let" && is_assignment(tokens, behind) && !is_plain {
        let above = before?.checked_sub(1);
        let is_condition =
            above.is_some_and(|at| matches!(tokens.word(at), "if" | "while") || at > 0 && tokens.are(at - 1, "&&"));
        return Some(From::Value(behind + 1, is_condition));
    }
    let is_typed = tokens.is(behind, b':') && !tokens.are(behind, "::") && !is_plain;
    if is_typed && (word == "let" || before.is_some_and(|at| tokens.is(at, b'(') || tokens.is(at, b','))) {
        return Some(From::Typed(behind + 1, type_end(tokens, behind + 1)));
    }
    if !is_plain && let Some(parameter) = closures::parameter(tokens, first) {
        return Some(From::Parameter(parameter));
    }
    let begins = before.is_some_and(|at| [b'{', b',', b'}', b'|'].iter().any(|sign| tokens.is(at, *sign)));
    let goes_on =
        tokens.are(behind, "=>") || tokens.word(behind) == "if" || tokens.is(behind, b'|') || tokens.is(behind, b'@');
    if !begins || !goes_on {
        return None;
    }
    let arrow = arrow_behind(tokens, behind)?;
    Some(From::Scrutinee(scrutinee(tokens, tokens.opener(first)?)?, arrow))
}

/// The arrow behind a pattern and its condition.
fn arrow_behind(tokens: &Tokens, from: usize) -> Option<usize> {
    let mut at = from;
    while at < from + MAX_HEAD {
        if tokens.are(at, "=>") {
            return Some(at);
        }
        match tokens.get(at)?.kind {
            TokenKind::Sign(b'(' | b'[' | b'{') => at = tokens.closing(at)?,
            TokenKind::Sign(b')' | b']' | b'}' | b';' | b',') => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The first token behind the `match` whose block opens at `open`.
fn scrutinee(tokens: &Tokens, open: usize) -> Option<usize> {
    let mut at = tokens.is(open, b'{').then_some(open)?;
    let least = open.saturating_sub(MAX_HEAD);
    loop {
        at = at.checked_sub(1).filter(|&at| at >= least)?;
        match tokens.get(at)?.kind {
            TokenKind::Word if tokens.word(at) == "match" => return Some(at + 1),
            TokenKind::Sign(b')' | b']') => at = tokens.opening(at)?,
            TokenKind::Sign(b'{' | b'}' | b';' | b'(' | b'[') => return None,
            _ => {}
        }
    }
}
