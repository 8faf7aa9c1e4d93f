//! The trigrams of one text as a small set of bits: "not in here" is certain, "in here" is a guess.
//!
//! A row is a Bloom filter with one hash function over the byte trigrams of the folded UTF-8 text. One hash
//! makes a weak filter, but a literal of n bytes asks for n − 2 trigrams, and their errors multiply. Its
//! length is a power of two, or three times one, so that a large set can be folded in half or in thirds until it
//! is as full as it may be: nothing has to be counted before.

use std::borrow::Cow;

/// A row may be so full, in tenths: a trigram that is not there is seen in at most this share of rows.
const FULLEST: usize = 3;

/// The bits of the shortest row that is not empty.
const LEAST_BITS: usize = 64;

/// The bits of a third of the longest row, which is 192 kB for a file of many megabytes.
const MAX_THIRD: usize = 1 << 19;

/// Characters outside ASCII that some letter in ASCII is the lower case or the simple case folding of.
const STRANGERS: [(&str, &str); 3] = [("\u{17f}", "s"), ("\u{212a}", "k"), ("\u{130}", "i")];

/// `text` as the filters see it: letters of ASCII in lower case, their strange relatives as well. All other
/// characters stand for themselves.
pub(super) fn fold(text: &str) -> Vec<u8> {
    let mut bytes = plain(text).into_owned().into_bytes();
    bytes.make_ascii_lowercase();
    bytes
}

/// `text` without the [`STRANGERS`], which next to no text holds.
fn plain(text: &str) -> Cow<'_, str> {
    let mut plain = Cow::Borrowed(text);
    if !text.is_ascii() {
        for (stranger, letter) in STRANGERS {
            if memchr::memmem::find(plain.as_bytes(), stranger.as_bytes()).is_some() {
                plain = Cow::Owned(plain.replace(stranger, letter));
            }
        }
    }
    plain
}

/// A trigram, spread over the bits that rows of every length take their place numbers from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Spread(u32);

impl Spread {
    /// Of the first three of four folded bytes.
    fn of(bytes: [u8; 4]) -> Spread {
        let trigram = u32::from_le_bytes(bytes) & 0xff_ffff;
        // Fibonacci hashing: the golden ratio in 64 bits; bits from 40 on depend on all of the trigram.
        Spread((u64::from(trigram).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as u32)
    }

    /// Its place in a row of three blocks of `block` bits, a power of two.
    fn in_thirds(self, block: usize) -> usize {
        // The place within a block is of the lowest bits, the block of the highest ones.
        (((self.0 >> 16) * 3) >> 8) as usize * block + (self.0 as usize & (block - 1))
    }

    /// True if `row` may hold the trigram. Rows shorter than three bytes of text hold none.
    pub(super) fn is_in(self, row: &[u8]) -> bool {
        // A damaged row may have any length: the largest power of two in it decides.
        let Some(log) = row.len().checked_ilog2() else { return false };
        let place = match row.len() * 2 == 3 << log {
            true => self.in_thirds(4 << log),
            false => self.0 as usize & ((8 << log) - 1),
        };
        row[place / 8] >> (place % 8) & 1 == 1
    }
}

/// All trigrams of `folded`.
pub(super) fn trigrams(folded: &[u8]) -> impl Iterator<Item = Spread> {
    folded.windows(3).map(|bytes| Spread::of([bytes[0], bytes[1], bytes[2], 0]))
}

/// Makes rows; keeps its memory from one to the next.
#[derive(Debug, Default)]
pub(super) struct Sketcher {
    folded: Vec<u8>,
    words: Vec<u64>,
}

impl Sketcher {
    /// Appends the row of `text` to `out`: a multiple of eight bytes, none for a text without trigrams.
    pub(super) fn append(&mut self, text: &str, out: &mut Vec<u8>) {
        if text.len() < 3 {
            return;
        }
        self.folded.clear();
        self.folded.extend_from_slice(plain(text).as_bytes());
        self.folded.make_ascii_lowercase();
        // One more byte, so that each trigram is read as four bytes at once: a third faster.
        self.folded.push(0);
        let block = self.folded.len().next_power_of_two().clamp(LEAST_BITS, MAX_THIRD);
        self.words.clear();
        self.words.resize(3 * block / 64, 0);
        for bytes in self.folded.windows(4) {
            let place = Spread::of([bytes[0], bytes[1], bytes[2], bytes[3]]).in_thirds(block);
            self.words[place / 64] |= 1 << (place % 64);
        }
        self.shrink();
        out.extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
    }

    /// Makes the row as short as it may be: three blocks that are folded in half while they stay empty enough, or
    /// the three last or last but one as one block.
    fn shrink(&mut self) {
        let mut single = Vec::new();
        loop {
            let block = self.words.len() / 3;
            let (first, rest) = self.words.split_at(block);
            let (second, third) = rest.split_at(block);
            let one: Vec<u64> = (0..block).map(|at| first[at] | second[at] | third[at]).collect();
            if is_empty_enough(&one) {
                single = one;
            }
            let fold = |third: &[u64]| {
                let (low, high) = third.split_at(block / 2);
                low.iter().zip(high).map(|(low, high)| low | high).collect::<Vec<u64>>()
            };
            let halved: Vec<u64> = self.words.chunks_exact(block).flat_map(fold).collect();
            if halved.is_empty() || !is_empty_enough(&halved) {
                break;
            }
            self.words = halved;
        }
        if !single.is_empty() && single.len() < self.words.len() {
            self.words = single;
        }
    }
}

fn is_empty_enough(words: &[u64]) -> bool {
    let set: usize = words.iter().map(|word| word.count_ones() as usize).sum();
    set * 10 <= words.len() * 64 * FULLEST
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> Vec<u8> {
        let mut out = Vec::new();
        Sketcher::default().append(text, &mut out);
        out
    }

    fn holds(row: &[u8], text: &str) -> bool {
        trigrams(&fold(text)).all(|trigram| trigram.is_in(row))
    }

    #[test]
    fn what_is_in_the_text_is_in_the_row() {
        let text = "int MAIN(void) { return 0; } // größe 架构 \u{212a}ELVIN TAK\u{17f}\u{130}";
        let row = row(text);
        for part in ["int main(", "größe", "架构", "kelvin", "taksi", "\u{212a}elvin"] {
            assert!(holds(&row, part), "{part}");
        }
        assert!(!holds(&row, "struct sk_buff"));
    }

    #[test]
    fn rows_are_as_short_as_their_fill_allows_and_short_texts_have_none() {
        assert!(row("ab").is_empty() && row("").is_empty());
        assert_eq!(row("abc").len(), 8);
        // A long text of few trigrams.
        assert_eq!(row(&"abcdefgh".repeat(10_000)).len(), 8);
        let many: String = (0..40_000).map(|n| format!("{n:x} ")).collect();
        for part in 1..9 {
            let row = row(&many[..many.len() / part]);
            let is_length = |length: usize| length.is_power_of_two() || (length / 3).is_power_of_two();
            assert!(is_length(row.len()) && holds(&row, "1f40 "), "{part}: {}", row.len());
        }
        let row = row(&many);
        let set: u32 = row.iter().map(|byte| byte.count_ones()).sum();
        assert!(set as usize * 10 <= row.len() * 8 * FULLEST, "{set} in {}", row.len());
        assert!(set as usize * 10 > row.len() * 8 * FULLEST / 2, "{set} in {}", row.len());
    }

    #[test]
    fn rows_of_any_length_can_be_asked() {
        for length in 0..40 {
            assert_eq!(holds(&vec![0xff; length], "abc"), length > 0);
        }
    }
}
