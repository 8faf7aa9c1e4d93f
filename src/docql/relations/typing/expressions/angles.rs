//! Lists of type arguments between angles: where they end, where they begin.

use super::tokens::Tokens;

/// Tokens of a list of type arguments, at most.
const MAX_ARGUMENTS: usize = 64;

fn is_of_arguments(tokens: &Tokens, at: usize) -> bool {
    !tokens.word(at).is_empty()
        || [b'.', b',', b'?', b'&', b'*', b':', b'[', b']', b'<', b'>'].iter().any(|&sign| tokens.is(at, sign))
}

/// The end of the list of type arguments that begins at `open`.
pub(in crate::docql::relations::typing) fn closing_angle(tokens: &Tokens, open: usize) -> Option<usize> {
    angle(tokens, tokens.touches(open).then_some(open..tokens.len())?, (b'<', b'>'))
}

/// The same behind a word that says that types stand there, over several lines as well.
pub(in crate::docql::relations::typing) fn closing_types(tokens: &Tokens, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    if !tokens.touches(open) {
        return None;
    }
    let is_of_types = |at: &usize| is_of_arguments(tokens, *at) || tokens.is_line(*at) || tokens.is(*at, b'@');
    for at in (open..tokens.len()).take(MAX_ARGUMENTS).take_while(is_of_types) {
        if tokens.is(at, b'<') {
            depth += 1;
        } else if tokens.is(at, b'>') {
            depth = depth.checked_sub(1)?;
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The beginning of the list of type arguments that ends at `close`.
pub(in crate::docql::relations::typing) fn opening_angle(tokens: &Tokens, close: usize) -> Option<usize> {
    angle(tokens, (0..=close).rev(), (b'>', b'<')).filter(|&open| tokens.touches(open))
}

/// The other end of a list of type arguments, `way` from the one.
pub(in crate::docql::relations::typing) fn angle(
    tokens: &Tokens,
    way: impl Iterator<Item = usize>,
    (inwards, outwards): (u8, u8),
) -> Option<usize> {
    let mut depth = 0usize;
    for at in way.take(MAX_ARGUMENTS).take_while(|&at| is_of_arguments(tokens, at)) {
        if tokens.is(at, inwards) {
            depth += 1;
        } else if tokens.is(at, outwards) {
            depth = depth.checked_sub(1)?;
        }
        if depth == 0 {
            return tokens.is(at, outwards).then_some(at);
        }
    }
    None
}
