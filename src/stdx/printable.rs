//! Text that commands no terminal: control characters of files become visible.

use std::borrow::Cow;

/// `text` made safe for a terminal: escape sequences and control characters become visible (`␛`), tabs become spaces
/// up to the next multiple of four, line breaks a space. Invisible direction overrides, which can disguise text,
/// become `·`, and so does the placeholder by which some terminals place part of a picture.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unprintable) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut column = 0;
    for character in text.chars() {
        match character {
            '\t' => {
                let spaces = 4 - column % 4;
                out.extend(std::iter::repeat_n(' ', spaces));
                column += spaces - 1;
            }
            '\n' | '\r' => out.push(' '),
            other if is_unprintable(other) => out.push(visible(other)),
            other => out.push(other),
        }
        column += 1;
    }
    Cow::Owned(out)
}

/// The picture of a character that is not printed: `␛`.
pub(super) fn visible(character: char) -> char {
    match character as u32 {
        control @ 0..0x20 => char::from_u32(0x2400 + control).unwrap_or('·'),
        0x7f => '␡',
        _ => '·',
    }
}

/// True for what must not reach a terminal as it is: control characters, what turns the direction of text around, marks
/// that are not seen.
pub fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{10eeee}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_the_terminal_that_it_would_obey() {
        assert_eq!(printable("a\x1b[31mb\u{9b}c\td\u{202e}e\r\n"), "a␛[31mb·c   d·e  ");
        assert!(matches!(printable("plain 中文"), Cow::Borrowed(_)));
    }
}
