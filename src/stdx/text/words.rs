//! Text helpers without domain terms: case-insensitive searches, edit distance, counts and sizes in words.

use std::ops::Range;

/// The first occurrence of `needle` in `text`, as a byte range. Ignores case, by Unicode simple lower case.
pub fn find_ignoring_case(text: &str, needle: &str) -> Option<Range<usize>> {
    if needle.is_empty() {
        return Some(0..0);
    }
    if text.is_ascii() && needle.is_ascii() {
        return find_ascii(text.as_bytes(), needle.as_bytes()).map(|at| at..at + needle.len());
    }
    let needle: Vec<char> = needle.chars().flat_map(char::to_lowercase).collect();
    text.char_indices().find_map(|(start, _)| prefix_len(&text[start..], &needle).map(|len| start..start + len))
}

/// The first position in `text` of `needle`, which must not be empty. Ignores the case of ASCII letters.
pub fn find_ascii(text: &[u8], needle: &[u8]) -> Option<usize> {
    let (lower, upper) = (needle[0].to_ascii_lowercase(), needle[0].to_ascii_uppercase());
    memchr::memchr2_iter(lower, upper, text)
        .find(|&at| text.len() - at >= needle.len() && text[at..at + needle.len()].eq_ignore_ascii_case(needle))
}

/// True if `text` holds `word` to the letter, not only as a part of a longer one: ASCII letters and `_` around it make it
/// one. What it rules out holds no such word in any language; what it lets pass may.
pub fn holds_word(text: &str, word: &str) -> bool {
    let joins = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    let of_word = |byte: Option<&u8>| byte.is_some_and(|byte| joins(byte) || byte.is_ascii_digit());
    let (starts, ends) = (of_word(word.as_bytes().first()), of_word(word.as_bytes().last()));
    let text = text.as_bytes();
    let is_longer = |at: usize| {
        let (before, behind) = (at.checked_sub(1).and_then(|at| text.get(at)), text.get(at + word.len()));
        starts && before.is_some_and(joins) || ends && of_word(behind)
    };
    let finder = memchr::memmem::Finder::new(word);
    let next = |from: usize| Some(from + finder.find(text.get(from..)?)?);
    // What begins inside of one occurrence may be a word by itself: `a.a` in `xa.a.a`.
    std::iter::successors(next(0), |at| next(at + 1)).any(|at| !is_longer(at))
}

/// Number of bytes at the start of `text` that match `needle`, which is in lower case.
fn prefix_len(text: &str, needle: &[char]) -> Option<usize> {
    let mut matched = 0;
    for (at, character) in text.char_indices() {
        if matched == needle.len() {
            return Some(at);
        }
        for lower in character.to_lowercase() {
            if needle.get(matched) != Some(&lower) {
                return None;
            }
            matched += 1;
        }
    }
    (matched == needle.len()).then_some(text.len())
}

/// A number of bytes for people, rounded down: `2 kB`, `41 MB`; a megabyte has 2^20 bytes.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} kB", bytes / 1024),
        _ => format!("{} MB", bytes >> 20),
    }
}

/// True if `text` contains `needle`, ignoring case.
pub fn contains_ignoring_case(text: &str, needle: &str) -> bool {
    find_ignoring_case(text, needle).is_some()
}

/// True if `text` starts with `needle`, ignoring case.
pub fn starts_with_ignoring_case(text: &str, needle: &str) -> bool {
    if text.is_ascii() && needle.is_ascii() {
        let start = text.as_bytes().get(..needle.len());
        return start.is_some_and(|start| start.eq_ignore_ascii_case(needle.as_bytes()));
    }
    let needle: Vec<char> = needle.chars().flat_map(char::to_lowercase).collect();
    prefix_len(text, &needle).is_some()
}

/// True if `text` ends with `needle`, ignoring case.
pub fn ends_with_ignoring_case(text: &str, needle: &str) -> bool {
    let mut text = text.chars().rev().flat_map(|c| c.to_lowercase().rev());
    needle.chars().rev().flat_map(|c| c.to_lowercase().rev()).all(|wanted| text.next() == Some(wanted))
}

/// Edit distance in characters, ignoring ASCII case; a transposition counts as one edit (optimal string alignment).
/// Returns `limit + 1` for all distances above `limit`.
pub fn edit_distance(a: &str, b: &str, limit: usize) -> usize {
    let a: Vec<char> = a.chars().map(|c| c.to_ascii_lowercase()).collect();
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut cost = (row[j] + usize::from(x != y)).min(next[j] + 1).min(row[j + 1] + 1);
            if i > 0 && j > 0 && a[i - 1] == *y && b[j - 1] == *x {
                cost = cost.min(before[j - 1] + 1);
            }
            next.push(cost);
        }
        if next.iter().all(|&cost| cost > limit) {
            return limit + 1;
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()].min(limit + 1)
}

/// A count with its noun: `1 hit`, `2 hits`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A number with its thousands apart.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{a0}');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_is_ignored_in_every_script() {
        assert_eq!(find_ignoring_case("aXYz", "xy"), Some(1..3));
        assert_eq!(find_ignoring_case("GRÜSSE an alle", "grüsse"), Some(0..7));
        assert_eq!(find_ignoring_case("系统架构", "架构"), Some(6..12));
        assert_eq!(find_ignoring_case("abc", "abcd"), None);
        assert!(starts_with_ignoring_case("Éa", "éA") && !starts_with_ignoring_case("a", "ab"));
        assert!(ends_with_ignoring_case("fooÉ", "é") && !ends_with_ignoring_case("b", "ab"));
    }

    #[test]
    fn a_word_is_held_apart_from_longer_ones() {
        assert!(holds_word("EOF OF", "OF") && holds_word("(OF)", "OF") && holds_word("2OF", "OF"));
        assert!(holds_word("größe", "größe") && holds_word("x.$of+", "$of") && holds_word("operator==(", "operator=="));
        assert!(holds_word("xa.a.a", "a.a") && !holds_word("EOF OF_ OFF OF2", "OF") && !holds_word("of", "OF"));
    }

    #[test]
    fn distance_stops_at_its_limit() {
        assert_eq!(edit_distance("heading", "headign", 3), 1);
        assert_eq!(edit_distance("heading", "haeding", 1), 1);
        assert_eq!(edit_distance("kitten", "sitting", 3), 3);
        assert_eq!(edit_distance("Heading", "heading", 3), 0);
        assert_eq!(edit_distance("a", "abcdefgh", 2), 3);
    }
}
