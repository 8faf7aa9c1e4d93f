//! Where a line that is full may end: between words, between characters of scripts without spaces, never in front of
//! what closes.

/// Places where a line that is full may be broken.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::preview) enum Breaks {
    /// Between words, and between the characters of scripts that have no spaces.
    Words,
    /// Between words where a line has any, without losing a cell, as in code.
    Cells,
}

/// True if a line may end between two characters.
pub(super) fn may_break(before: char, after: char) -> bool {
    if before == ' ' || after == '\n' {
        return true;
    }
    if after == ' ' {
        return false;
    }
    (is_cjk(before) || is_cjk(after)) && !opens(before) && !closes(after)
}

/// True if a character belongs to a script whose lines break between characters.
pub(in crate::preview) fn is_cjk(character: char) -> bool {
    matches!(character as u32,
        0x2e80..=0x2fdf | 0x3000..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe4f
        | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x20000..=0x3fffd)
}

/// Characters that no line ends with.
pub(super) fn opens(character: char) -> bool {
    "([{<“‘「『【〈《〔〖（［｛〝".contains(character)
}

/// Characters that no line starts with.
pub(super) fn closes(character: char) -> bool {
    ")]}>,.;:!?%”’…—、。，．；：！？）］｝〉》」』】〕〗〞々ー〜～・％ぁぃぅぇぉっゃゅょァィゥェォッャュョヵヶ"
        .contains(character)
}
