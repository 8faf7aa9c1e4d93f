//! Python: how far names are known: to the end of the function or comprehension that binds them, as indentation tells.

use super::targets;
use crate::docql::relations::typing::expressions::tokens::Tokens;

/// True if a name that is bound at the token `here` is known at the token `at`, behind it.
pub(in crate::docql::relations::typing) fn reaches(tokens: &Tokens, here: usize, at: usize) -> bool {
    if let Some(head) = targets::loop_of(tokens, here)
        && let Some(open) = tokens.opener(head)
    {
        return tokens.closing(open).is_none_or(|close| at < close);
    }
    let Some(around) = function_around(tokens, here) else { return true };
    !starts(tokens, here + 1, at + 1).any(|start| tokens.column(start) <= around)
}

/// The first tokens of the lines that begin among `from..to`, outside of brackets, the last one first.
fn starts(tokens: &Tokens, from: usize, to: usize) -> impl Iterator<Item = usize> + '_ {
    let is_start =
        |&at: &usize| !tokens.is_line(at) && (at == 0 || tokens.is_line(at - 1)) && tokens.opener(at).is_none();
    (from..to).rev().filter(is_start)
}

/// The column of the innermost function or class around `here`, or in whose head that stands.
fn function_around(tokens: &Tokens, here: usize) -> Option<u32> {
    let mut column = u32::MAX;
    for start in starts(tokens, 0, here + 1) {
        let own = tokens.column(start);
        let is_further_out = own < column;
        column = column.min(own);
        let is_head = matches!(tokens.word(start), "def" | "class")
            || tokens.word(start) == "async" && tokens.word(start + 1) == "def";
        if is_head && is_further_out {
            return Some(own);
        }
    }
    None
}
