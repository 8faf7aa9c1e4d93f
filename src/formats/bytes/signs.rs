//! Letters and signs of fonts that have their own: what a code of theirs shows.

const SYMBOL_UPPER: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
const SYMBOL_LOWER: &str = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";
const SYMBOL_SIGNS: &[(u8, char)] = &[
    (0x22, '∀'),
    (0x24, '∃'),
    (0x27, '∋'),
    (0x2a, '∗'),
    (0x2d, '−'),
    (0x40, '≅'),
    (0x5c, '∴'),
    (0x5e, '⊥'),
    (0x7e, '∼'),
    (0xa1, 'ϒ'),
    (0xa2, '′'),
    (0xa3, '≤'),
    (0xa4, '⁄'),
    (0xa5, '∞'),
    (0xa6, 'ƒ'),
    (0xa7, '♣'),
    (0xa8, '♦'),
    (0xa9, '♥'),
    (0xaa, '♠'),
    (0xab, '↔'),
    (0xac, '←'),
    (0xad, '↑'),
    (0xae, '→'),
    (0xaf, '↓'),
    (0xb0, '°'),
    (0xb1, '±'),
    (0xb2, '″'),
    (0xb3, '≥'),
    (0xb4, '×'),
    (0xb5, '∝'),
    (0xb6, '∂'),
    (0xb7, '•'),
    (0xb8, '÷'),
    (0xb9, '≠'),
    (0xba, '≡'),
    (0xbb, '≈'),
    (0xbc, '…'),
    (0xbd, '|'),
    (0xbe, '—'),
    (0xbf, '↵'),
    (0xc0, 'ℵ'),
    (0xc1, 'ℑ'),
    (0xc2, 'ℜ'),
    (0xc3, '℘'),
    (0xc4, '⊗'),
    (0xc5, '⊕'),
    (0xc6, '∅'),
    (0xc7, '∩'),
    (0xc8, '∪'),
    (0xc9, '⊃'),
    (0xca, '⊇'),
    (0xcb, '⊄'),
    (0xcc, '⊂'),
    (0xcd, '⊆'),
    (0xce, '∈'),
    (0xcf, '∉'),
    (0xd0, '∠'),
    (0xd1, '∇'),
    (0xd2, '®'),
    (0xd3, '©'),
    (0xd4, '™'),
    (0xd5, '∏'),
    (0xd6, '√'),
    (0xd7, '⋅'),
    (0xd8, '¬'),
    (0xd9, '∧'),
    (0xda, '∨'),
    (0xdb, '⇔'),
    (0xdc, '⇐'),
    (0xdd, '⇑'),
    (0xde, '⇒'),
    (0xdf, '⇓'),
    (0xe0, '◊'),
    (0xe1, '⟨'),
    (0xe2, '®'),
    (0xe3, '©'),
    (0xe4, '™'),
    (0xe5, '∑'),
    (0xf1, '⟩'),
    (0xf2, '∫'),
];

/// Signs that texts use of the pictures of Wingdings: marks of lists, boxes that are ticked, arrows.
#[cfg(feature = "office")]
const WINGDINGS: &[(u8, char)] = &[
    (0x21, '✏'),
    (0x22, '✂'),
    (0x28, '☎'),
    (0x2a, '✉'),
    (0x45, '☜'),
    (0x46, '☞'),
    (0x4a, '☺'),
    (0x4c, '☹'),
    (0x6c, '●'),
    (0x6e, '■'),
    (0x6f, '□'),
    (0x71, '❑'),
    (0x72, '❒'),
    (0x75, '◆'),
    (0x76, '❖'),
    (0x9f, '•'),
    (0xa1, '○'),
    (0xa7, '▪'),
    (0xa8, '◻'),
    (0xab, '★'),
    (0xd8, '➢'),
    (0xdf, '←'),
    (0xe0, '→'),
    (0xe1, '↑'),
    (0xe2, '↓'),
    (0xe8, '➔'),
    (0xef, '⇦'),
    (0xf0, '⇨'),
    (0xf1, '⇧'),
    (0xf2, '⇩'),
    (0xf3, '⬄'),
    (0xfb, '✗'),
    (0xfc, '✓'),
    (0xfd, '☒'),
    (0xfe, '☑'),
];

#[cfg(feature = "office")]
const WINGDINGS_2: &[(u8, char)] =
    &[(0x4f, '✗'), (0x50, '✓'), (0x51, '☒'), (0x52, '☑'), (0x54, '☒'), (0x97, '●'), (0xa3, '☐')];

/// Where fonts of pictures have their codes in an area for private use.
#[cfg(feature = "office")]
const PRIVATE: u32 = 0xf000;

fn among(signs: &[(u8, char)], code: u8) -> Option<char> {
    signs.iter().find(|(of, _)| *of == code).map(|(_, sign)| *sign)
}

/// What a code of the font Symbol shows.
pub(in crate::formats) fn symbol(code: u8) -> Option<char> {
    let letter = |from: u8, of: &str| of.chars().nth(usize::from(code - from));
    match code {
        b'A'..=b'Z' => letter(b'A', SYMBOL_UPPER),
        b'a'..=b'z' => letter(b'a', SYMBOL_LOWER),
        _ => among(SYMBOL_SIGNS, code).or_else(|| (32..127).contains(&code).then_some(char::from(code))),
    }
}

/// What a code of a font shows, by the name of the font: in any that has no signs of its own the character itself.
#[cfg(feature = "office")]
pub(in crate::formats) fn shown(font: &str, code: u32) -> Option<char> {
    let private = u8::try_from(code.wrapping_sub(PRIVATE)).ok();
    let own = private.or_else(|| u8::try_from(code).ok());
    match (&*font.to_lowercase(), own) {
        ("symbol", Some(own)) => symbol(own),
        ("wingdings", Some(own)) => among(WINGDINGS, own),
        ("wingdings 2", Some(own)) => among(WINGDINGS_2, own),
        ("wingdings 3" | "webdings", _) => None,
        _ if private.is_some() => None,
        _ => char::from_u32(code).filter(|c| !c.is_control()),
    }
}
