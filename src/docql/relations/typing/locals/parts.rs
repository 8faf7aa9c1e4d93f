//! JavaScript: the names that an object is taken apart into: `const { run } = x`, `function f({ run }, [a]) {`.

use crate::docql::relations::typing::tokens::{Tokens, is_assignment};
use crate::document::{TypePlace, TypeRules};

/// The token where `name` is bound in the braces that close at `close`, if those take something apart.
pub(in crate::docql::relations::typing) fn part_in(
    tokens: &Tokens,
    close: usize,
    name: &str,
    rules: &TypeRules,
) -> Option<usize> {
    let is_script = rules.binders.contains(&"const") && rules.place != TypePlace::After && !rules.literals;
    let is_followed = || [b':', b')', b','].iter().any(|sign| tokens.is(close + 1, *sign));
    if !is_script || !is_assignment(tokens, close + 1) && !is_followed() {
        return None;
    }
    let open = tokens.opening(close)?;
    let is_here = |&at: &usize| tokens.word(at) == name && is_part(tokens, at) && is_pattern(tokens, at, rules);
    (open + 1..close).find(is_here)
}

/// True for a name that is bound, and is neither the key of another nor what stands where nothing is given.
fn is_part(tokens: &Tokens, here: usize) -> bool {
    let ends = [b',', b'}', b']'].iter().any(|sign| tokens.is(here + 1, *sign)) || tokens.is_line(here + 1);
    let is_default = here.checked_sub(1).is_some_and(|at| tokens.is(at, b'='));
    !is_default && (ends || is_assignment(tokens, here + 1))
}

/// True if the brackets around `here` stand behind a word that declares, or among parameters.
fn is_pattern(tokens: &Tokens, here: usize, rules: &TypeRules) -> bool {
    let is_bracket = |at: &usize| tokens.is(*at, b'{') || tokens.is(*at, b'[');
    let is_declared = |at: usize| at.checked_sub(1).is_some_and(|at| rules.binders.contains(&tokens.word(at)));
    let Some(mut open) = tokens.opener(here).filter(is_bracket) else { return false };
    while !is_declared(open)
        && let Some(outer) = tokens.opener(open).filter(is_bracket)
    {
        open = outer;
    }
    if is_declared(open) {
        return true;
    }
    let Some(list) = tokens.opener(open) else { return false };
    let is_function = (1..3).any(|far| list.checked_sub(far).is_some_and(|at| tokens.word(at) == "function"));
    is_function || tokens.closing(list).is_some_and(|close| tokens.are(close + 1, "=>"))
}
