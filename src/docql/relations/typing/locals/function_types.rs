//! Parameters that only the type of a function names, and by which nothing is called.

use crate::docql::relations::typing::expressions::tokens::{Tokens, type_end};
use crate::document::{Lambda, TypePlace, TypeRules};

/// Words of Go before a function that is written out.
const BEFORE_VALUES: &[&str] = &["return", "go", "defer", "range", "case", "if", "for", "switch", "select", "else"];

/// True for a name in the type of a function: Go's `keep func(repo Wide) error`, Kotlin's `keep: (repo: Wide) -> Unit`, Rust's
/// `keep: fn(repo: Wide)`, C's `int (*keep)(struct wide *repo)`.
pub(super) fn is_in_type(tokens: &Tokens, here: usize, rules: &TypeRules) -> bool {
    let list = || {
        let open = tokens.opener(here).filter(|&open| tokens.is(open, b'('))?;
        Some((open.checked_sub(1)?, tokens.closing(open)?))
    };
    let Some((before, close)) = list() else { return false };
    match rules.place {
        TypePlace::After if tokens.word(before) == "func" => is_go_type(tokens, before, close),
        TypePlace::Colon if rules.lambda == Lambda::Braces => tokens.are(close + 1, "->") && !tokens.is(before, b'{'),
        TypePlace::Colon if rules.tries => tokens.word(before) == "fn",
        TypePlace::Before if rules.points => {
            tokens.is(before, b')') && tokens.opening(before).is_some_and(|held| tokens.is(held + 1, b'*'))
        }
        _ => false,
    }
}

/// Go: true if `func` at this token, with the list that ends at `close`, is a type, and no function that is written out.
fn is_go_type(tokens: &Tokens, func: usize, close: usize) -> bool {
    let result = close + 1;
    let body = match tokens.is(result, b'(') {
        true => tokens.closing(result).map_or(result, |end| end + 1),
        false => type_end(tokens, result),
    };
    let Some(ahead) = func.checked_sub(1).filter(|&at| !tokens.is_line(at)) else { return false };
    match tokens.word(ahead) {
        "" => [b')', b']', b'*'].iter().any(|sign| tokens.is(ahead, *sign)) || !tokens.is(body, b'{'),
        word => !BEFORE_VALUES.contains(&word),
    }
}
