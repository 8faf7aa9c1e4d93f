//! Words of any text: prose, identifiers with their parts, CJK as overlapping pairs.

use std::ops::Range;

/// Longer words are data (hashes, base64), not words.
pub(super) const LONGEST_WORD: usize = 80;

/// One word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its place.
    pub range: Range<usize>,
    /// The word in lower case, without `_` at its ends.
    pub whole: String,
    /// The parts of an identifier in lower case; empty if it has no parts of its own.
    pub parts: Vec<String>,
    /// True if this is a piece of a CJK run: a pair of characters, or the last one of the run.
    pub cjk: bool,
}

/// All words of `text`, in order.
pub fn words(text: &str) -> impl Iterator<Item = Word> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let found = next_word(text, at)?;
        at = found.resume;
        let raw = &text[found.range.clone()];
        if found.cjk {
            return Some(Word { whole: raw.to_owned(), range: found.range, parts: Vec::new(), cjk: true });
        }
        let mut parts = Vec::new();
        each_part(raw, |part| parts.push(part.to_lowercase()));
        if parts.len() < 2 {
            parts.clear();
        }
        Some(Word { whole: raw.to_lowercase(), range: found.range, parts, cjk: false })
    })
}

/// The words of `text` with the parts of identifiers as words of their own: `AuthService` and
/// `auth_service` both give `auth service`.
pub fn fold_words(text: &str) -> Vec<String> {
    let mut folded = Vec::new();
    each_folded_word(text, |word| folded.push(word.to_owned()));
    folded
}

/// Calls `work` with each of [`fold_words`], which are not kept.
pub fn each_folded_word(text: &str, mut work: impl FnMut(&str)) {
    let (mut at, mut lower, mut parts) = (0, String::new(), Vec::new());
    while let Some(found) = next_word(text, at) {
        at = found.resume;
        let raw = &text[found.range];
        if found.cjk || raw.bytes().all(|byte| byte.is_ascii_lowercase()) {
            work(raw);
            continue;
        }
        parts.clear();
        each_part(raw, |part| parts.push(part));
        if parts.len() < 2 {
            parts.clear();
            parts.push(raw);
        }
        for part in &parts {
            lower.clear();
            match part.is_ascii() {
                true => lower.extend(part.bytes().map(|byte| char::from(byte.to_ascii_lowercase()))),
                false => lower.push_str(&part.to_lowercase()),
            }
            work(&lower);
        }
    }
}

/// A word as a range; the search for the next one resumes at `resume`.
pub(super) struct WordRange {
    pub range: Range<usize>,
    pub cjk: bool,
    pub resume: usize,
}

/// The first word at or after `at`.
pub(super) fn next_word(text: &str, mut at: usize) -> Option<WordRange> {
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let byte = bytes[at];
        if byte < 0x80 && !is_ascii_word(byte) {
            at += 1;
            continue;
        }
        let first = text[at..].chars().next()?;
        if is_cjk(first) {
            return Some(cjk_pair(text, at, first));
        }
        if byte >= 0x80 && !first.is_alphanumeric() {
            at += first.len_utf8();
            continue;
        }
        let end = word_end(text, at);
        let range = trimmed(bytes, at..end);
        at = end;
        if !range.is_empty() && range.len() <= LONGEST_WORD {
            return Some(WordRange { range, cjk: false, resume: end });
        }
    }
    None
}

fn is_ascii_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn word_end(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    while at < bytes.len() {
        if bytes[at] < 0x80 {
            if !is_ascii_word(bytes[at]) {
                break;
            }
            at += 1;
            continue;
        }
        match text[at..].chars().next() {
            Some(next) if (next.is_alphanumeric() || is_joiner(next)) && !is_cjk(next) => at += next.len_utf8(),
            _ => break,
        }
    }
    at
}

/// Marks that stand inside words: combining accents and the vowel killers of Indic scripts.
fn is_joiner(character: char) -> bool {
    matches!(character as u32, 0x300..=0x36f | 0x900..=0xdff)
}

fn trimmed(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let (mut start, mut end) = (range.start, range.end);
    while start < end && bytes[start] == b'_' {
        start += 1;
    }
    while end > start && bytes[end - 1] == b'_' {
        end -= 1;
    }
    start..end
}

/// Two characters of a CJK run; the last one of the run stands alone, so that every character starts a word.
fn cjk_pair(text: &str, at: usize, first: char) -> WordRange {
    let resume = at + first.len_utf8();
    let end = match text[resume..].chars().next() {
        Some(second) if is_cjk(second) => resume + second.len_utf8(),
        _ => resume,
    };
    WordRange { range: at..end, cjk: true, resume }
}

/// Scripts written without spaces, and Hangul, whose words carry endings.
pub fn is_cjk(character: char) -> bool {
    matches!(character as u32,
        0x3005..=0x3007 | 0x3040..=0x30ff | 0x31f0..=0x31ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff
        | 0xac00..=0xd7af | 0xf900..=0xfaff | 0xff66..=0xff9f | 0x20000..=0x3ffff)
}

/// Calls `part` for the parts of an identifier: split at `_`, at a change of case, between letters and digits.
pub(super) fn each_part<'w>(word: &'w str, mut part: impl FnMut(&'w str)) {
    let mut start = 0;
    let mut previous: Option<char> = None;
    for (at, character) in word.char_indices() {
        let next = word[at + character.len_utf8()..].chars().next();
        let cut = match previous {
            None => false,
            Some(_) if character == '_' => true,
            Some('_') => true,
            Some(before) => {
                let starts_word = character.is_uppercase()
                    && (before.is_lowercase() || next.is_some_and(|next| before.is_uppercase() && next.is_lowercase()));
                starts_word || before.is_numeric() != character.is_numeric()
            }
        };
        if cut {
            emit(&word[start..at], &mut part);
            start = at;
        }
        previous = Some(character);
    }
    emit(&word[start..], &mut part);
}

fn emit<'w>(piece: &'w str, part: &mut impl FnMut(&'w str)) {
    let piece = piece.trim_matches('_');
    if !piece.is_empty() {
        part(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_have_parts_and_prose_has_none() {
        let shown: Vec<String> = words("HTTPServer auth_service x2y don't __init__ Größe")
            .map(|word| format!("{}={}", word.whole, word.parts.join("+")))
            .collect();
        assert_eq!(
            shown,
            ["httpserver=http+server", "auth_service=auth+service", "x2y=x+2+y", "don=", "t=", "init=", "größe="]
        );
        assert_eq!(fold_words("AuthService auth-service"), ["auth", "service", "auth", "service"]);
    }

    #[test]
    fn cjk_runs_are_overlapping_pairs() {
        let found: Vec<String> = words("用户认证 API 架").map(|word| word.whole).collect();
        assert_eq!(found, ["用户", "户认", "认证", "证", "api", "架"]);
    }

    #[test]
    fn data_is_no_word() {
        let blob = "a".repeat(LONGEST_WORD + 1);
        assert_eq!(words(&blob).count(), 0);
    }
}
