//! Kotlin: blocks that are given to functions, behind their names or arguments: `f { … }`, `f(a) { … }`.

use super::tokens::Tokens;

/// True if the block that opens at a token is given to what is named before it.
pub(super) fn is_given(tokens: &Tokens, open: usize) -> bool {
    let Some(last) = open.checked_sub(1) else { return false };
    let name = match tokens.is(last, b')') {
        true => tokens.opening(last).and_then(|open| open.checked_sub(1)),
        false => Some(last),
    };
    name.map(|name| tokens.word(name)).is_some_and(|word| !word.is_empty() && !is_head(word))
}

/// True for a word before a block that is no function.
fn is_head(word: &str) -> bool {
    matches!(
        word,
        "if" | "else" | "when" | "while" | "for" | "do" | "try" | "catch" | "finally" | "object" | "return" | "throw"
    )
}
