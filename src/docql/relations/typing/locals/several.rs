//! C++: several names that are declared in one statement: `T a, x;`.

use crate::docql::relations::typing::expressions::angles::opening_angle;
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};

/// Tokens of a statement that are looked at, at most.
const MAX_STATEMENT: usize = 96;

/// The first name that the statement declares which goes on behind the comma at `comma`.
pub(super) fn first_declared(tokens: &Tokens, comma: usize) -> Option<usize> {
    let (mut at, mut first) = (comma, comma);
    while let Some(before) = at.checked_sub(1).filter(|_| comma - at < MAX_STATEMENT) {
        at = before;
        match tokens.get(before)?.kind {
            TokenKind::Sign(b';' | b'{' | b'}') => {
                return first.checked_sub(1).filter(|name| *name > at && !tokens.word(*name).is_empty());
            }
            TokenKind::Sign(b'(' | b'[') => return None,
            TokenKind::Sign(b')' | b']') => (at, first) = (tokens.opening(before)?, tokens.opening(before)?),
            TokenKind::Sign(b'>') => at = opening_angle(tokens, before).unwrap_or(before),
            TokenKind::Sign(b',' | b'=') => first = before,
            _ => {}
        }
    }
    None
}
