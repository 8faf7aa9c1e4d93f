//! Python: what comprehensions and assignments of several names bind.

use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::tokens::{Tokens, is_assignment, position};

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
                    let is_alone = found == here + 1 && found + 1 == end;
                    return Some((if is_alone { Binding::Element(end + 1) } else { Binding::Opaque }, found));
                }
            }
            let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(here, *sign));
            here = if is_open { tokens.closing(here)? + 1 } else { here + 1 };
        }
        inside = open;
    }
    None
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
