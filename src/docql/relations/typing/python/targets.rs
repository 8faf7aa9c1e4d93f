//! Python: what comprehensions and assignments of several names bind.

use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::expressions::tokens::{Tokens, is_assignment, position};

/// Python: what a comprehension around the token `at` binds `name` to, behind it: `x.run() for x in all`.
pub(in crate::docql::relations::typing) fn comprehension(
    tokens: &Tokens,
    at: usize,
    name: &str,
) -> Option<(Binding, usize)> {
    let mut inside = at;
    for _ in 0..MAX_COMPREHENSIONS {
        let open = tokens.opener(inside)?;
        let close = tokens.closing(open)?;
        let mut here = at;
        while here < close {
            if tokens.word(here) == "for" {
                let end = (here + 1..close).find(|&at| tokens.word(at) == "in")?;
                if let Some(found) = (here + 1..end).find(|&at| tokens.word(at) == name) {
                    return Some((looped_in(tokens, here, found, end), found));
                }
            }
            let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(here, *sign));
            here = if is_open { tokens.closing(here)? + 1 } else { here + 1 };
        }
        inside = open;
    }
    None
}

/// What the loop of `for … in …` binds the name at `here` to, with the words at `start` and `end`.
fn looped_in(tokens: &Tokens, start: usize, here: usize, end: usize) -> Binding {
    let is_plain = (start + 1..end).all(|at| tokens.is(at, b',') || !tokens.word(at).is_empty());
    match (here == start + 1 && here + 1 == end, is_plain) {
        (true, _) => Binding::Element(end + 1),
        (false, true) => Binding::ElementPart(end + 1, position(tokens, here)),
        (false, false) => Binding::Opaque,
    }
}

/// The word `for` of the loop that the name at `here` is bound by, one of several perhaps: `for a, (b, c) in all`.
pub(super) fn loop_of(tokens: &Tokens, here: usize) -> Option<usize> {
    let is_part = |at: usize| [b',', b'(', b')'].iter().any(|sign| tokens.is(at, *sign));
    for at in (here.saturating_sub(MAX_TARGETS)..here).rev() {
        match tokens.word(at) {
            "for" => return Some(at),
            "" if is_part(at) => {}
            "" | "in" | "if" | "else" | "async" | "await" | "lambda" | "and" | "or" | "not" => return None,
            _ => {}
        }
    }
    None
}

/// The binding of a name by a comprehension or loop in whose head it stands among others.
pub(in crate::docql::relations::typing) fn looped(tokens: &Tokens, here: usize) -> Option<Binding> {
    let start = loop_of(tokens, here)?;
    let end = (here + 1..here + MAX_TARGETS).find(|&at| tokens.word(at) == "in")?;
    let is_head = |at: usize| !tokens.word(at).is_empty() || [b',', b'(', b')'].iter().any(|sign| tokens.is(at, *sign));
    (start + 1..end).all(is_head).then(|| looped_in(tokens, start, here, end))
}

/// Tokens between the names of a loop and its words, at most.
const MAX_TARGETS: usize = 24;

/// `case A() as x`, `case A(y=x)`, `case [x, *rest]`: what a pattern binds, before its colon.
fn matched(tokens: &Tokens, start: usize, here: usize) -> Option<Binding> {
    let mut colon = start + 1;
    while !tokens.is(colon, b':') {
        if tokens.is_line(colon) {
            return None;
        }
        let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(colon, *sign));
        colon = tokens.closing(colon).filter(|_| is_open).unwrap_or(colon) + 1;
    }
    if here >= colon || here == start {
        return None;
    }
    if tokens.word(here - 1) == "as" {
        // What one class alone is matched by is of that class.
        let head = (start + 1..here).take_while(|&at| !tokens.word(at).is_empty() || tokens.is(at, b'.')).last()?;
        let is_class = tokens.is(head + 1, b'(') && tokens.closing(head + 1).is_some_and(|close| close + 2 == here);
        return Some(if is_class { Binding::Typed(start + 1, head + 1) } else { Binding::Opaque });
    }
    let is_read = tokens.is(here - 1, b'.') || [b'(', b'.', b'='].iter().any(|sign| tokens.is(here + 1, *sign));
    let begins = here == start + 1
        || [b'(', b'[', b'{', b',', b'|', b'*', b'=', b':'].iter().any(|sign| tokens.is(here - 1, *sign));
    (begins && !is_read && tokens.word(here).starts_with(char::is_lowercase)).then_some(Binding::Opaque)
}

/// Brackets around a name that may be those of comprehensions, at most.
const MAX_COMPREHENSIONS: usize = 4;

/// The beginning of the value of `a = b.c = value`, from that of `b`.
pub(in crate::docql::relations::typing) fn last_value(tokens: &Tokens, mut start: usize) -> usize {
    loop {
        let mut end = start;
        while !tokens.word(end).is_empty() && tokens.is(end + 1, b'.') {
            end += 2;
        }
        if tokens.word(end).is_empty() || !is_assignment(tokens, end + 1) {
            return start;
        }
        start = end + 2;
    }
}

/// `with … as x`, `a, x = …`
pub(in crate::docql::relations::typing) fn assigned(tokens: &Tokens, here: usize) -> Option<Binding> {
    let start = (0..here).rev().find(|&at| tokens.is_line(at)).map_or(0, |at| at + 1);
    if tokens.word(start) == "case" {
        return matched(tokens, start, here);
    }
    if here > start && tokens.word(here - 1) == "as" {
        if let Some(entered) = entered(tokens, here - 1) {
            return Some(Binding::Entered(entered));
        }
        return match tokens.word(start) {
            "except" if !tokens.is(start + 1, b'(') => Some(Binding::Typed(start + 1, here - 1)),
            _ => None,
        };
    }
    let mut at = start;
    // Several names at once, or a loop over several: what each is stays open.
    if tokens.word(at) == "for" || tokens.is(at, b'(') {
        at += 1;
    }
    while at < here && (tokens.is(at, b',') || !tokens.word(at).is_empty() && tokens.word(at) != "in") {
        at += 1;
    }
    let is_several = tokens.is(here + 1, b',') || here > start && tokens.is(here - 1, b',');
    let several = at == here && is_several;
    let mut end = here + 1;
    while tokens.is(end, b',') || tokens.is(end, b')') || (!tokens.word(end).is_empty() && tokens.word(end) != "in") {
        end += 1;
    }
    let is_taken_apart = several && is_assignment(tokens, end) && !tokens.is(start, b'(');
    let is_plain = |from: usize, to: usize| (from..to).all(|at| tokens.is(at, b',') || !tokens.word(at).is_empty());
    if several && tokens.word(start) == "for" && tokens.word(end) == "in" && is_plain(start + 1, end) {
        return Some(Binding::ElementPart(end + 1, position(tokens, here)));
    }
    match several && (is_assignment(tokens, end) || tokens.word(end) == "in") {
        true if is_taken_apart => Some(Binding::Part(end + 1, position(tokens, here))),
        true => Some(Binding::Opaque),
        false => None,
    }
}

/// The first token of what a `with` statement enters before the word `as` at `until`, one of several perhaps.
fn entered(tokens: &Tokens, until: usize) -> Option<usize> {
    let (mut at, mut first) = (until, None);
    let is_in_brackets = tokens.opener(until).is_some_and(|open| tokens.is(open, b'('));
    for _ in 0..MAX_ENTERED {
        at = at.checked_sub(1)?;
        if [b')', b']', b'}'].iter().any(|sign| tokens.is(at, *sign)) {
            at = tokens.opening(at)?;
        } else if tokens.is(at, b',') {
            first = first.or(Some(at + 1));
        } else if tokens.word(at) == "with" || tokens.is(at, b'(') && at > 0 && tokens.word(at - 1) == "with" {
            return (first.unwrap_or(at + 1)..until).find(|&at| !tokens.is_line(at));
        } else if tokens.is(at, b'(') || tokens.is(at, b':') || tokens.is_line(at) && !is_in_brackets {
            return None;
        }
    }
    None
}

/// Tokens between `with` and the name of what it enters, at most.
const MAX_ENTERED: usize = 200;
