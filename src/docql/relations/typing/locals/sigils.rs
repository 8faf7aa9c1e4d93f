//! PHP: what binds a variable, `$name`: a parameter behind its type, what it is set to. A block is no scope there.

use super::lambda;
use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::expressions::tokens::{Tokens, is_assignment, type_end};

/// Words before a property that are none of its type.
const MODIFIERS: &[&str] =
    &["public", "protected", "private", "readonly", "static", "var", "final", "abstract", "const", "function", "new"];

/// What the variable at `here` is bound to, if it is bound there.
pub(super) fn bound(tokens: &Tokens, here: usize) -> Option<Binding> {
    if !tokens.word(here).starts_with('$') || here.checked_sub(2).is_some_and(|at| tokens.are(at, "::")) {
        return None;
    }
    let next = here + 1;
    if let Some(open) = tokens.opener(here).filter(|&open| is_list_of_parameters(tokens, open)) {
        // A default may be a constant, but no variable.
        return (open < here).then(|| typed(tokens, here));
    }
    if is_assignment(tokens, next) {
        return Some(Binding::Value(next + 1, 0));
    }
    let previous = here.checked_sub(1).map_or("", |at| tokens.word(at));
    let is_part = || {
        let open = tokens.opener(here)?;
        let is_list = tokens.is(open, b'[') || open > 0 && tokens.word(open - 1) == "list";
        Some(is_list && is_assignment(tokens, tokens.closing(open)? + 1))
    };
    let is_looped = || {
        let opens = tokens.opener(here).and_then(|open| open.checked_sub(1));
        opens.is_some_and(|at| tokens.word(at) == "foreach")
            && here.checked_sub(2).is_some_and(|at| tokens.are(at, "=>"))
    };
    let is_told_otherwise = matches!(previous, "as" | "global" | "static")
        || tokens.are(next, "??=")
        // What it is from there on depends on the way that is taken.
        || tokens.word(next) == "instanceof";
    (is_told_otherwise || is_looped() || is_part() == Some(true)).then_some(Binding::Opaque)
}

/// True for the brackets of `function (…)`, `function name(…)`, `fn (…)` and `catch (…)`.
fn is_list_of_parameters(tokens: &Tokens, open: usize) -> bool {
    let word = |far: usize| open.checked_sub(far).map_or("", |at| tokens.word(at));
    let is_named = || {
        let named = open.checked_sub(2).map(|at| if tokens.is(at, b'&') { at.saturating_sub(1) } else { at });
        named.is_some_and(|at| tokens.word(at) == "function")
    };
    tokens.is(open, b'(') && (matches!(word(1), "function" | "fn" | "catch") || is_named())
}

/// A parameter, with the type that is written before it, if one is that can be read.
fn typed(tokens: &Tokens, here: usize) -> Binding {
    let end = if here > 0 && tokens.is(here - 1, b'&') { here - 1 } else { here };
    let mut start = end;
    while let Some(before) = start.checked_sub(1) {
        let word = tokens.word(before);
        let is_name = !word.is_empty() && !word.starts_with('$') && !MODIFIERS.contains(&word);
        if !is_name && ![b'\\', b'|', b'?'].iter().any(|sign| tokens.is(before, *sign)) {
            break;
        }
        start = before;
    }
    // `A&B $x`, `(A&B)|null $x`, `A ...$x`
    let is_other = start > 0 && [b'&', b')', b'.'].iter().any(|sign| tokens.is(start - 1, *sign));
    if start == end || is_other { Binding::Opaque } else { Binding::Typed(start, end) }
}

/// True if the variable that is bound at `here` is one at the token `at`: the parameters of `fn (…) => …` end with it.
pub(super) fn reaches(tokens: &Tokens, here: usize, at: usize) -> bool {
    let Some(open) = tokens.opener(here).filter(|&open| open > 0 && tokens.word(open - 1) == "fn") else { return true };
    let Some(close) = tokens.closing(open) else { return true };
    let arrow = if tokens.is(close + 1, b':') { type_end(tokens, close + 2) } else { close + 1 };
    !tokens.are(arrow, "=>") || lambda::reaches(tokens, arrow + 2, at)
}

/// The token from which on names are bound for the block that opens at `open` alone: the head of a function.
pub(super) fn head(tokens: &Tokens, open: usize) -> usize {
    let mut at = open;
    while let Some(before) = at.checked_sub(1) {
        at = before;
        if tokens.word(at) == "function" {
            return at;
        }
        if tokens.is(at, b')') {
            let Some(opening) = tokens.opening(at) else { break };
            at = opening;
        } else if [b';', b'{', b'}', b'=', b'('].iter().any(|sign| tokens.is(at, *sign)) {
            break;
        }
    }
    open
}

/// The type in the text before the name of a property.
pub(in crate::docql::relations::typing) fn type_before(text: &str) -> Option<&str> {
    let text = text.trim_end_matches('$').trim_end();
    let is_end = |c: char| c.is_whitespace() || matches!(c, '(' | ',' | ';' | '{' | '}' | ']');
    let found = text.rsplit(is_end).next().filter(|found| !found.is_empty())?;
    let is_type = found.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '\\' | '|' | '?'));
    let rest = text[..text.len() - found.len()].trim_end();
    (is_type && !MODIFIERS.contains(&found) && !rest.ends_with(['|', '&'])).then_some(found)
}
