//! Names, and which of them are called.

use crate::document::Lexis;

pub(super) fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

pub(super) fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && (is_word_start(bytes[at]) || bytes[at].is_ascii_digit()) {
        at += 1;
    }
    at
}

fn skip_spaces(bytes: &[u8]) -> &[u8] {
    let spaces = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &bytes[spaces..]
}

/// True if what follows a name calls it.
pub(super) fn is_called(rest: &[u8], lexis: &Lexis) -> bool {
    match skip_spaces(rest) {
        [b'(', ..] => true,
        [b'`', ..] => lexis.forms.tagged_literals,
        [b'!', more @ ..] => match skip_spaces(more) {
            [b'(', ..] => true,
            [b'[' | b'{', ..] => lexis.forms.macros,
            _ => false,
        },
        [b':', b':', b'<', more @ ..] | [b'<', more @ ..] => closes_into_call(more),
        _ => false,
    }
}

/// True if the name at `start..end` is the last one of a decorator without brackets: `@a.name` on a line of its own.
pub(super) fn decorates(bytes: &[u8], start: usize, end: usize) -> bool {
    let path =
        bytes[..start].iter().rev().take_while(|&&byte| byte == b'.' || is_word_start(byte) || byte.is_ascii_digit());
    let Some(mark) = start.checked_sub(path.count() + 1).filter(|&mark| bytes[mark] == b'@') else { return false };
    let before = bytes[..mark].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    let begins = before.is_none_or(|&byte| byte == b'\n');
    begins && matches!(skip_spaces(&bytes[end..]), [] | [b'\r' | b'\n' | b'#', ..])
}

/// True if the type arguments that begin here end within a short distance and `(` follows.
fn closes_into_call(rest: &[u8]) -> bool {
    const MAX_ARGUMENTS_BYTES: usize = 400;
    // The `<` that are open outside of other brackets, and those others.
    let (mut depth, mut brackets) = (1usize, 0usize);
    for (index, byte) in rest.iter().take(MAX_ARGUMENTS_BYTES).enumerate() {
        let (before, next) = (rest[..index].last(), rest.get(index + 1));
        match byte {
            b'(' | b'[' | b'{' => brackets += 1,
            b')' | b']' | b'}' => match brackets.checked_sub(1) {
                Some(fewer) => brackets = fewer,
                None => return false,
            },
            _ if brackets > 0 => {}
            b'<' => depth += 1,
            // The result of a function.
            b'>' if matches!(before, Some(b'=' | b'-')) => {}
            b'>' => depth -= 1,
            b'=' | b'-' if next == Some(&b'>') => {}
            b'&' | b'|' if next == Some(byte) => return false,
            b';' | b'=' | b'+' => return false,
            _ => {}
        }
        if depth == 0 {
            return matches!(rest[index + 1..], [b'(', ..]);
        }
    }
    false
}
