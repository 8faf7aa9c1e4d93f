//! The terms of one entry: every word in lower case, its parts and its stem, each once, with how often it counts.
//!
//! A word that stands in an entry twenty times is taken apart once and filed once. Of how often it stands there
//! only is kept whether it is more than once: an entry is short, and what BM25 makes of more is little.

use super::stems::Stems;
use super::words::{LONGEST_WORD, each_part, next_word};

/// The largest frequency that is filed: once, or more than once.
pub(super) const MOST: u8 = 2;

/// Collects the terms of one entry after another, in the same memory: little enough for a core's first cache.
pub struct Terms {
    /// The words of this entry as they are written.
    words: Bag,
    /// Its terms.
    terms: Bag,
    stems: Option<Stems>,
    lower: String,
    listed: Vec<u8>,
}

impl Terms {
    /// For code, data, names and paths.
    pub fn of_code() -> Terms {
        Terms::with(None)
    }

    /// For prose: stems are terms too.
    pub fn of_prose() -> Terms {
        Terms::with(Some(Stems::new()))
    }

    fn with(stems: Option<Stems>) -> Terms {
        Terms { words: Bag::default(), terms: Bag::default(), stems, lower: String::new(), listed: Vec::new() }
    }

    /// Adds the words of `text`.
    pub fn add(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            match CLASS[bytes[at] as usize] {
                SEPARATOR => at += 1,
                WORD => {
                    let start = at;
                    while at < bytes.len() && CLASS[bytes[at] as usize] == WORD {
                        at += 1;
                    }
                    if at < bytes.len() && CLASS[bytes[at] as usize] == WIDE {
                        at = self.add_wide(text, start);
                    } else {
                        let word = trimmed(&bytes[start..at]);
                        if !word.is_empty() && word.len() <= LONGEST_WORD {
                            self.words.add(word, 1);
                        }
                    }
                }
                _ => at = self.add_wide(text, at),
            }
        }
    }

    /// Adds the word at or after `at`, which is not all ASCII; returns where to go on.
    fn add_wide(&mut self, text: &str, at: usize) -> usize {
        let Some(found) = next_word(text, at) else { return text.len() };
        self.words.add(&text.as_bytes()[found.range], 1);
        found.resume
    }

    /// The terms of what was added, as the index reads them; the next entry starts empty.
    pub fn take(&mut self) -> &str {
        let Terms { words, terms, stems, lower, listed } = self;
        for entry in &words.entries {
            // Words are taken from text.
            let Ok(word) = std::str::from_utf8(words.key(entry)) else { continue };
            let mut file = |piece: &str| {
                terms.add(piece.as_bytes(), entry.count);
                if let Some(stems) = stems {
                    let stem = stems.stem(piece);
                    if stem != piece {
                        terms.add(stem.as_bytes(), entry.count);
                    }
                }
            };
            lower.clear();
            if word.is_ascii() {
                lower.push_str(word);
                lower.make_ascii_lowercase();
                file(lower);
                if has_parts(word) {
                    each_ascii_part(word.as_bytes(), |part| file(&lower[part]));
                }
            } else {
                lower.extend(word.chars().flat_map(char::to_lowercase));
                file(lower);
                each_part(word, |part| {
                    if part.len() > 1 && part.len() < word.len() {
                        file(&part.to_lowercase());
                    }
                });
            }
        }
        words.clear();
        listed.clear();
        for entry in &terms.entries {
            listed.extend_from_slice(terms.key(entry));
            listed.push(entry.count.min(u32::from(MOST)) as u8);
        }
        terms.clear();
        std::str::from_utf8(listed).unwrap_or_default()
    }
}

/// The parts of an identifier as [`each_part`] has them, by bytes. A part of one letter says nothing, and the
/// whole word is there.
fn each_ascii_part(word: &[u8], mut part: impl FnMut(std::ops::Range<usize>)) {
    let mut start = 0;
    for at in 0..=word.len() {
        let cuts = match (at.checked_sub(1).map(|before| word[before]), word.get(at)) {
            (None, _) => false,
            (_, None) => true,
            (Some(before), Some(&here)) => {
                let starts_word = here.is_ascii_uppercase()
                    && (before.is_ascii_lowercase()
                        || before.is_ascii_uppercase() && word.get(at + 1).is_some_and(u8::is_ascii_lowercase));
                here == b'_' || starts_word || before.is_ascii_digit() != here.is_ascii_digit() && before != b'_'
            }
        };
        if cuts {
            if at > start + 1 && at - start < word.len() {
                part(start..at);
            }
            start = at;
        }
        if word.get(at) == Some(&b'_') {
            start = at + 1;
        }
    }
}

/// The letters and digits of a number say nothing apart.
pub(super) fn has_parts(word: &str) -> bool {
    !word.starts_with(|first: char| first.is_ascii_digit()) || word.contains('_')
}

fn trimmed(word: &[u8]) -> &[u8] {
    let start = word.iter().position(|&byte| byte != b'_').unwrap_or(word.len());
    let end = word.iter().rposition(|&byte| byte != b'_').map_or(start, |last| last + 1);
    &word[start..end]
}

const SEPARATOR: u8 = 0;
const WORD: u8 = 1;
const WIDE: u8 = 2;

/// The class of each byte for the search for words.
static CLASS: [u8; 256] = {
    let mut table = [SEPARATOR; 256];
    let mut byte = 0;
    while byte < 256 {
        if byte >= 0x80 {
            table[byte] = WIDE;
        } else if (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_' {
            table[byte] = WORD;
        }
        byte += 1;
    }
    table
};

/// Byte strings with counts, numbered in the order in which they first came.
#[derive(Default)]
struct Bag {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    /// Number of an entry and one; 0 is empty. A power of two, at most half full.
    slots: Vec<u32>,
}

struct Entry {
    /// The first eight bytes: most words have no more, and are compared by it alone.
    head: u64,
    hash: u32,
    start: u32,
    length: u32,
    count: u32,
}

impl Bag {
    fn add(&mut self, key: &[u8], count: u32) {
        let hash = hash(key);
        if self.entries.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let head = head(key);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some(number) = (self.slots[slot] as usize).checked_sub(1) {
            let entry = &self.entries[number];
            let is_near = entry.hash == hash && entry.head == head && entry.length as usize == key.len();
            if is_near && (key.len() <= 8 || self.key(entry)[8..] == key[8..]) {
                self.entries[number].count += count;
                return;
            }
            slot = (slot + 1) & mask;
        }
        let start = self.bytes.len() as u32;
        self.bytes.extend_from_slice(key);
        self.entries.push(Entry { head, hash, start, length: key.len() as u32, count });
        self.slots[slot] = self.entries.len() as u32;
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(512);
        self.slots.clear();
        self.slots.resize(size, 0);
        for (number, entry) in self.entries.iter().enumerate() {
            let mut slot = entry.hash as usize & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number as u32 + 1;
        }
    }

    fn key(&self, entry: &Entry) -> &[u8] {
        &self.bytes[entry.start as usize..(entry.start + entry.length) as usize]
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.entries.clear();
        self.slots.fill(0);
    }
}

fn head(key: &[u8]) -> u64 {
    match key.first_chunk::<8>() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => key.iter().fold(0, |head, &byte| head << 8 | u64::from(byte)),
    }
}

/// Multiply and rotate, eight bytes at a time, as rustc's own hash does; the high bits are the good ones.
fn hash(key: &[u8]) -> u32 {
    const K: u64 = 0x517c_c1b7_2722_0a95;
    let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(K);
    let mut state = key.len() as u64;
    let mut chunks = key.chunks_exact(8);
    for chunk in &mut chunks {
        state = mix(state, head(chunk));
    }
    (mix(state, head(chunks.remainder())) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(terms: &mut Terms, text: &str) -> Vec<String> {
        terms.add(text);
        let listed = terms.take();
        let mut shown: Vec<String> = Vec::new();
        let mut term = String::new();
        for character in listed.chars() {
            match character as u32 {
                count @ 1..=2 => shown.push(format!("{}*{count}", std::mem::take(&mut term))),
                _ => term.push(character),
            }
        }
        shown.sort();
        shown
    }

    #[test]
    fn words_have_parts_and_count_once_or_more() {
        let mut terms = Terms::of_code();
        assert_eq!(
            shown(&mut terms, "HTTPServer http_server a a a 0x1f __init__ -x2y Größe 认证a"),
            [
                "0x1f*1",
                "a*2",
                "größe*1",
                "http*2",
                "http_server*1",
                "httpserver*1",
                "init*1",
                "server*2",
                "x2y*1",
                "认证*1",
                "证*1"
            ]
        );
        assert_eq!(shown(&mut terms, "again"), ["again*1"], "nothing is left of the entry before");
    }

    #[test]
    fn bytes_and_characters_give_the_same_parts() {
        for word in ["a_b", "HTTPServer2Go", "x86_64", "__A1__b", "ABC", "aB", "a1B2", "snake_case_", "A", "Ab1_cD"] {
            let (mut by_bytes, mut by_characters) = (Vec::new(), Vec::new());
            each_ascii_part(word.as_bytes(), |part| by_bytes.push(&word[part]));
            each_part(word, |part| by_characters.push(part));
            by_characters.retain(|part| part.len() > 1 && part.len() < word.len());
            assert_eq!(by_bytes, by_characters, "{word}");
        }
    }

    #[test]
    fn prose_has_stems_beside_the_words() {
        assert_eq!(
            shown(&mut Terms::of_prose(), "Running tests, running."),
            ["run*2", "running*2", "test*1", "tests*1"]
        );
    }

    #[test]
    fn many_words_are_all_kept() {
        let text: String = (0..3000).map(|number| format!("w{number} ")).collect();
        let mut terms = Terms::of_code();
        assert_eq!(shown(&mut terms, &text).len(), 3000 + 3000 - 10, "and their numbers of two digits and more");
        terms.add(&"a".repeat(LONGEST_WORD + 1));
        assert_eq!(terms.take(), "", "data is no word");
    }
}
