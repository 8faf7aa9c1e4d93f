//! Letters without the marks above and below them, as people type them who have no key for those.

/// Letters with marks, and what is typed for all of them.
const MARKED: &[(&str, char)] = &[
    ("àáâãäåāăą", 'a'),
    ("çćĉċč", 'c'),
    ("ďđ", 'd'),
    ("èéêëēĕėęě", 'e'),
    ("ĝğġģ", 'g'),
    ("ìíîïĩīĭį", 'i'),
    ("ĺļľł", 'l'),
    ("ñńņň", 'n'),
    ("òóôõöøōŏő", 'o'),
    ("ŕŗř", 'r'),
    ("śŝşšș", 's'),
    ("ţťŧț", 't'),
    ("ùúûüũūŭůűų", 'u'),
    ("ýÿŷ", 'y'),
    ("źżž", 'z'),
];

/// A word in small letters without marks.
pub(in crate::agent::tables) fn unmarked(word: &str) -> String {
    let plain = |letter: char| match letter {
        letter if letter.is_ascii() => letter,
        letter => MARKED.iter().find(|(marked, _)| marked.contains(letter)).map_or(letter, |(_, plain)| *plain),
    };
    word.chars().map(plain).collect()
}
