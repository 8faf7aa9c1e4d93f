//! Names that are declared with a type beside them: `x: T`, `T x`.

use super::expressions::{declares_type, is_expression, is_made_from, is_of_preprocessor};
use super::several::first_declared;
use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::expressions::chain::joint;
use crate::docql::relations::typing::expressions::tokens::{Tokens, is_assignment, type_end};
use crate::document::TypeRules;

/// Words before a name that are none of its type.
pub(super) const NO_TYPES: &[&str] = &[
    "return",
    "new",
    "else",
    "case",
    "throw",
    "goto",
    "delete",
    "in",
    "await",
    "yield",
    "package",
    "import",
    "typename",
    "instanceof",
    "is",
    "as",
    "sizeof",
    // C#: `x is A or B`
    "or",
    "and",
    "not",
    "defined",
    "define",
    "undef",
    "ifdef",
    "ifndef",
];

/// `x: T`
pub(super) fn colon(tokens: &Tokens, here: usize, is_bound: bool, rules: &TypeRules) -> Option<Binding> {
    let mut next = here + 1;
    if tokens.is(next, b'?') && tokens.touches(next) {
        next += 1;
    }
    if tokens.is(next, b':') && !tokens.are(next, "::") && !tokens.are(next, ":=") {
        let previous = here.checked_sub(1);
        let among = previous.is_some_and(|at| {
            tokens.is(at, b'(')
                || tokens.is(at, b',')
                || tokens.is_line(at)
                || tokens.is(at, b'|')
                || tokens.is(at, b'*')
                || matches!(tokens.word(at), "val" | "var" | "private" | "public" | "readonly" | "protected")
        });
        let in_parameters = || tokens.opener(here).is_some_and(|open| tokens.is(open, b'('));
        // In Rust a line that begins so is a field of what is made, or of a pattern.
        let begins = !rules.tries && previous.is_none_or(|at| tokens.is_line(at));
        if is_bound
            || (among && (in_parameters() || previous.is_some_and(|at| tokens.is(at, b'|'))))
            || (begins && !tokens.is_line(next + 1))
        {
            return Some(Binding::Typed(next + 1, type_end(tokens, next + 1)));
        }
    }
    None
}

/// `T x = …`, `T x)`, `T *x;`.
pub(super) fn before_name(tokens: &Tokens, here: usize, is_bound: bool, rules: &TypeRules) -> Option<Binding> {
    let next = here + 1;
    if is_bound {
        return (tokens.is(next, b':') || tokens.word(next) == "in").then_some(Binding::Element(next + 1));
    }
    let ends = [b'=', b';', b',', b')', b':', b'['].iter().any(|sign| tokens.is(next, *sign))
        && !tokens.are(next, "::")
        || tokens.word(next) == "in"
        || tokens.is_line(next)
        || rules.points && is_made_from(tokens, next);
    if !ends {
        return None;
    }
    let mut at = here.checked_sub(1)?;
    let mut pointer = false;
    while tokens.is(at, b'*') || tokens.is(at, b'&') {
        (at, pointer) = (at.checked_sub(1)?, true);
    }
    if pointer && !rules.points {
        return None;
    }
    // C#: `T? x`, but not `a ? x : y`.
    if !rules.points && tokens.is(at, b'?') && tokens.touches(at) && !tokens.is(next, b':') {
        at = at.checked_sub(1)?;
    }
    // `T a, x;`
    let behind = (0..=at).rev().find(|&at| !tokens.is_line(at)).unwrap_or(at);
    if tokens.is(behind, b',') {
        return first_declared(tokens, behind).and_then(|first| before_name(tokens, first, false, rules));
    }
    // `T... x`
    if !rules.points && at.checked_sub(2).is_some_and(|dots| tokens.are(dots, "...")) {
        at = at.checked_sub(3)?;
    }
    while tokens.is(at, b']') {
        at = tokens.opening(at)?.checked_sub(1)?;
    }
    let has_angles = tokens.is(at, b'>');
    if has_angles {
        at = before_angles(tokens, at)?;
    }
    // `T const& x`, `T* const x`
    while rules.points && matches!(tokens.word(at), "const" | "volatile" | "__restrict" | "restrict") {
        at = at.checked_sub(1)?;
        while tokens.is(at, b'*') || tokens.is(at, b'&') {
            (at, pointer) = (at.checked_sub(1)?, true);
        }
    }
    let word = tokens.word(at);
    if word.is_empty() || NO_TYPES.contains(&word) || declares_type(word) {
        return None;
    }
    // `auto* x = …`, `for (auto& x : all)`
    if rules.points && rules.binders.contains(&word) {
        return match tokens.is(next, b':') {
            true => Some(Binding::Element(next + 1)),
            false => Some(if is_assignment(tokens, next) { Binding::Value(next + 1, 0) } else { Binding::Opaque }),
        };
    }
    while let Some(further) = joint(tokens, at, rules).and_then(|end| end.checked_sub(1)) {
        if tokens.word(further).is_empty() {
            break;
        }
        at = further;
    }
    let stands = at.checked_sub(1).is_none_or(|at| {
        tokens.is_line(at)
            || [b';', b'{', b'}', b'(', b',', b'<', b']', b')'].iter().any(|sign| tokens.is(at, *sign))
            || !tokens.word(at).is_empty() && !NO_TYPES.contains(&tokens.word(at))
    });
    let may_be_value = (pointer || has_angles) && !is_assignment(tokens, next);
    if rules.points && (is_of_preprocessor(tokens, here) || may_be_value && is_expression(tokens, at, here)) {
        return None;
    }
    (stands || !pointer).then_some(Binding::Typed(at, here))
}

/// The token before a list of type arguments that ends at `end`.
fn before_angles(tokens: &Tokens, end: usize) -> Option<usize> {
    let (mut at, mut depth) = (end, 0);
    loop {
        if tokens.is(at, b'>') {
            depth += 1;
        } else if tokens.is(at, b'<') {
            depth -= 1;
            if depth == 0 {
                return at.checked_sub(1);
            }
        } else if tokens.is(at, b';') || tokens.is(at, b'{') {
            return None;
        }
        at = at.checked_sub(1)?;
    }
}
