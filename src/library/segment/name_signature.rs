//! Signatures of names: the letters that each holds, in fourteen bytes. By them a search passes over most names unread.

use super::spelled::{CLASS, LOWER, SEPARATOR, STARTS, UPPER};

/// The letters of a word or of a name. Separators are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Letters {
    /// One bit each for `a` to `z`, five for digits, one for all that is not ASCII. Of a name also one for each letter
    /// that a part of it starts with, and how many letters it has.
    pub(in crate::library) letters: u64,
    /// The pairs of letters that follow each other, in [`PAIRS`] groups.
    pub(in crate::library) pairs: u64,
}

impl Letters {
    /// The letters of a word, wherever a name has them, whatever their case.
    pub fn of(word: &str) -> Letters {
        let of_bytes = |bytes: &[u8]| bytes.iter().fold(0, |all, &byte| all | BITS[usize::from(byte)]);
        let letters = match word.is_ascii() {
            true => of_bytes(word.as_bytes()),
            // The Kelvin sign and its like are ASCII in lower case.
            false => of_bytes(word.to_lowercase().as_bytes()),
        };
        Letters { letters, pairs: 0 }
    }

    /// The letters of a word that a name has one after the other.
    pub fn of_run(word: &str) -> Letters {
        let pairs = if word.is_ascii() { Letters::of_ascii_name(word.as_bytes()).pairs } else { 0 };
        Letters { pairs, ..Letters::of(word) }
    }

    /// All that is known of the letters of a name.
    pub fn of_name(name: &str) -> Letters {
        match name.is_ascii() {
            true => Letters::of_ascii_name(name.as_bytes()),
            // Where its parts start, and how they go on, is not looked at: anything is possible.
            false => Letters { letters: Letters::of(name).letters | INITIALS, pairs: u64::MAX >> (u64::BITS - PAIRS) },
        }
    }

    /// The letters of a text in which words may stand anywhere.
    pub(in crate::library) fn of_text(text: &[u8]) -> Letters {
        match text.is_ascii() {
            true => Letters::of_ascii_name(text),
            // How it is spelled in lower case is not looked at: anything is possible.
            false => Letters { letters: u64::MAX, pairs: u64::MAX },
        }
    }

    /// Without branches: every name of the workspace is read so, before anything is searched for.
    pub(in crate::library) fn of_ascii_name(name: &[u8]) -> Letters {
        let (mut letters, mut pairs, mut length) = (0, 0u64, 0u64);
        let (mut before, mut initial, mut last) = (SEPARATOR, 0, 0);
        for &byte in name {
            let (class, bit) = (CLASS[usize::from(byte)], BITS[usize::from(byte)]);
            let is_letter = u64::from(class != SEPARATOR);
            let starts = mask(STARTS[usize::from(before)][usize::from(class)]);
            // A capital starts a part if a small letter follows.
            let capital = mask(before == UPPER && class == LOWER) & initial;
            initial = (bit & LETTERS) << INITIALS_AT;
            letters |= bit | capital | (starts & initial);
            before = class;
            let code = u32::from(byte | 0x20);
            pairs |= (is_letter & u64::from(length > 0)) << group(last, code);
            last = if class == SEPARATOR { last } else { code };
            length += is_letter;
        }
        Letters { letters: letters | length.min(LONGEST) << LENGTH_AT, pairs }
    }

    /// The letters of a name in which a part starts with `letter`: none where that is no ASCII letter.
    pub fn initial(letter: u8) -> Letters {
        Letters { letters: (BITS[usize::from(letter)] & LETTERS) << INITIALS_AT, pairs: 0 }
    }

    /// The letters of both.
    pub fn and(self, other: Letters) -> Letters {
        Letters { letters: self.letters | other.letters, pairs: self.pairs | other.pairs }
    }

    /// True if all of `other`, those of a word, are among these: where not, a name with these does not hold it.
    #[inline]
    pub fn hold(self, other: Letters) -> bool {
        self.letters & other.letters == other.letters && self.pairs & other.pairs == other.pairs
    }

    /// The number of letters and digits of a name, at least.
    pub fn least_length(self) -> u32 {
        (self.letters >> LENGTH_AT) as u32
    }

    /// The letters of a name that is not all ASCII, and so may be spelled in several ways.
    pub fn foreign() -> Letters {
        Letters { letters: FOREIGN, pairs: 0 }
    }
}

/// The group, of [`PAIRS`], of two letters that follow each other.
#[inline]
fn group(first: u32, second: u32) -> u32 {
    (((first * 37 + second) & 0xff) * PAIRS) >> 8
}

/// All bits, or none.
fn mask(holds: bool) -> u64 {
    0u64.wrapping_sub(u64::from(holds))
}

/// Groups of pairs. Of long names most hold most of few groups; each more costs a bit for each name.
pub(in crate::library) const PAIRS: u32 = 48;

const LETTERS: u64 = (1 << 26) - 1;
const FOREIGN: u64 = 1 << 31;
const INITIALS_AT: u32 = 32;
const INITIALS: u64 = LETTERS << INITIALS_AT;
pub(in crate::library) const LENGTH_AT: u32 = 58;
/// Longer names count as so long.
const LONGEST: u64 = 63;

const BITS: [u64; 256] = {
    let mut bits = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        bits[byte] = match byte as u8 {
            letter @ b'a'..=b'z' => 1 << (letter - b'a'),
            letter @ b'A'..=b'Z' => 1 << (letter - b'A'),
            digit @ b'0'..=b'9' => 1 << (26 + (digit - b'0') / 2),
            128.. => FOREIGN,
            _ => 0,
        };
        byte += 1;
    }
    bits
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_word_holds_its_letters() {
        let hold = |name: &str, word: &str| Letters::of(name).hold(Letters::of(word));
        assert!(hold("auth_service", "authservice") && hold("x86_64", "64") && hold("用户认证", "认证"));
        assert!(!hold("auth", "service") && !hold("auth", "认证") && !hold("abc", "1") && hold("abc", "_"));
        assert_eq!(Letters::of_name("TokenZ9\n"), Letters::of_name("Token_Z9"));
        for word in ["reader", "eader", "http", "serverx"] {
            assert!(Letters::of_text(b"*Reader http.ServerX").hold(Letters::of_run(word)), "{word}");
            assert!(Letters::of_text("größe".as_bytes()).hold(Letters::of_run(word)), "{word}");
        }
        assert!(!Letters::of_text(b"*Reader").hold(Letters::of_run("red")));
        assert!(!Letters::of_text(b"").hold(Letters::of_run("a")));
        assert!(Letters::of("é").hold(Letters::foreign()) && !Letters::of("e").hold(Letters::foreign()));
    }
    #[test]
    fn a_name_holds_what_its_parts_start_with() {
        let starts = |name: &str| {
            let of_name = Letters::of_name(name);
            (b'a'..=b'z').filter(|&letter| of_name.hold(Letters::initial(letter))).map(char::from).collect::<String>()
        };
        for (name, initials) in
            [("HTTPServer", "hs"), ("auth_service", "as"), ("readFileX2y", "frxy"), ("__init__", "i"), ("x86_64", "x")]
        {
            assert_eq!(starts(name), initials, "{name}");
        }
        for (name, word) in
            [("auth_service", "authservice"), ("HTTPServer2", "server2"), ("größe", "öß"), ("x86_64", "8664")]
        {
            assert!(Letters::of_name(name).hold(Letters::of_run(word)), "{word} in {name}");
        }
        assert!(!Letters::of_name("devirtualise").hold(Letters::of_run("read")), "all its letters, but not in a row");
        // Nobody has looked.
        assert_eq!(starts("größe").len(), 26);
        assert!(Letters::of_name("abc").hold(Letters::initial(b'7')), "nothing is known of digits");
        assert_eq!(Letters::of_name("auth_service").least_length(), 11);
        assert_eq!(Letters::of_name(&"long".repeat(99)).least_length(), 63);
        assert_eq!(Letters::of_name("größe").least_length(), 0);
    }
}
