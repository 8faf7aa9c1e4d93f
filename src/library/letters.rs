//! Which letters a name holds: about twelve bytes a node, by which a search passes over most names unread.

use super::spelled::{CLASS, LOWER, SEPARATOR, STARTS, UPPER};
use super::{FileId, Library, Outline, Segment};
use crate::stdx::{Stale, Ticket};
use multiversion::multiversion;
use std::ops::Range;
use std::sync::OnceLock;

/// What is known of the letters of a word or of a name. Separators are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Letters {
    /// One bit each for `a` to `z`, five for digits, one for all that is not ASCII. Of a name also one for each letter
    /// that a part of it starts with, and how many letters it has.
    letters: u64,
    /// Which letters follow each other, 32 groups of pairs.
    pairs: u32,
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
            false => Letters { letters: Letters::of(name).letters | INITIALS, pairs: u32::MAX },
        }
    }

    /// Without branches: every name of the workspace is read so, before anything is searched for.
    fn of_ascii_name(name: &[u8]) -> Letters {
        let (mut letters, mut pairs, mut length) = (0, 0u32, 0u64);
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
            pairs |= ((is_letter & u64::from(length > 0)) as u32) << ((last * 37 + code) % 32);
            last = if class == SEPARATOR { last } else { code };
            length += is_letter;
        }
        Letters { letters: letters | length.min(LONGEST) << LENGTH_AT, pairs }
    }

    /// What a name must hold in which a part starts with `letter`: nothing where that is no ASCII letter.
    pub fn initial(letter: u8) -> Letters {
        Letters { letters: (BITS[usize::from(letter)] & LETTERS) << INITIALS_AT, pairs: 0 }
    }

    /// What holds both.
    pub fn and(self, other: Letters) -> Letters {
        Letters { letters: self.letters | other.letters, pairs: self.pairs | other.pairs }
    }

    /// Whether all of `other`, those of a word, are among these: where not, a name with these does not hold it.
    #[inline]
    pub fn hold(self, other: Letters) -> bool {
        self.letters & other.letters == other.letters && self.pairs & other.pairs == other.pairs
    }

    /// How many letters one has and the other has not. Each edit of a name changes at most two.
    pub fn differ(self, other: Letters) -> u32 {
        ((self.letters ^ other.letters) as u32).count_ones()
    }

    /// How many letters and digits a name has at least.
    pub fn least_length(self) -> u32 {
        (self.letters >> LENGTH_AT) as u32
    }

    /// Whether any is not ASCII, and so may be spelled in several ways.
    pub fn are_foreign(self) -> bool {
        self.letters & FOREIGN != 0
    }
}

/// All bits, or none.
fn mask(holds: bool) -> u64 {
    0u64.wrapping_sub(u64::from(holds))
}

const LETTERS: u64 = (1 << 26) - 1;
const FOREIGN: u64 = 1 << 31;
const INITIALS_AT: u32 = 32;
const INITIALS: u64 = LETTERS << INITIALS_AT;
const LENGTH_AT: u32 = 58;
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

/// The letters of the names of each document's nodes, as columns, read when they are first asked for.
pub(super) type LettersOfNodes = Box<[OnceLock<Box<[u32]>>]>;

impl Segment {
    /// The letters of the names of a document's nodes.
    fn letters(&self, document: u32) -> LettersOfNames<'_> {
        let Some(known) = self.letters.get(document as usize) else { return LettersOfNames::default() };
        LettersOfNames {
            columns: known.get_or_init(|| {
                let outline = self.outline(document);
                let is_outer = |node| outline.end(node as u32) > node as u32 + 1;
                columns(&of_names(&outline), is_outer)
            }),
        }
    }
}

/// Columns of a document's names: the lower and the upper half of the letters, the pairs.
const COLUMNS: usize = 3;

/// The columns, and behind them a bit for each node that has others below it.
fn columns(letters: &[Letters], is_outer: impl Fn(usize) -> bool) -> Box<[u32]> {
    let low = letters.iter().map(|letters| letters.letters as u32);
    let high = letters.iter().map(|letters| (letters.letters >> 32) as u32);
    let outer = |start: usize| {
        let nodes = start..letters.len().min(start + BITS_OF_OUTER);
        nodes.fold(0, |all, node| all | u32::from(is_outer(node)) << (node - start))
    };
    let outer = (0..letters.len()).step_by(BITS_OF_OUTER).map(outer);
    low.chain(high).chain(letters.iter().map(|letters| letters.pairs)).chain(outer).collect()
}

const BITS_OF_OUTER: usize = u32::BITS as usize;

/// So many names are looked at side by side, in the processor's wide registers.
const BLOCK: usize = 64;

/// The letters of the names of a document's nodes: twelve bytes each, in columns, so that many are looked at at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct LettersOfNames<'l> {
    columns: &'l [u32],
}

impl<'l> LettersOfNames<'l> {
    /// So many names are looked at side by side.
    pub const BLOCK: usize = BLOCK;

    /// How many names there are.
    #[inline]
    pub fn len(&self) -> usize {
        // Three numbers and a bit each. What the last number of bits has too many is less than a name.
        self.columns.len() * BITS_OF_OUTER / (COLUMNS * BITS_OF_OUTER + 1)
    }

    /// How many blocks of [`LettersOfNames::BLOCK`] names, the last of which may be shorter.
    pub fn blocks(&self) -> usize {
        self.len().div_ceil(BLOCK)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// The letters of one name.
    #[inline]
    pub fn get(&self, node: usize) -> Option<Letters> {
        let len = self.len();
        (node < len).then(|| {
            let column = |number: usize| self.columns[number * len + node];
            Letters { letters: u64::from(column(0)) | u64::from(column(1)) << 32, pairs: column(2) }
        })
    }

    /// The letters of all names.
    pub fn iter(self) -> impl Iterator<Item = Letters> + use<'l> {
        (0..self.len()).filter_map(move |node| self.get(node))
    }

    /// The numbers of the names in `range` that hold any of `wanted`.
    pub fn that_hold<'w>(
        self,
        range: Range<usize>,
        wanted: &'w [Letters],
    ) -> impl Iterator<Item = usize> + use<'l, 'w> {
        let end = range.end.min(self.len());
        (range.start..end).step_by(BLOCK).flat_map(move |start| {
            let mut bits = self.holding(start, end.min(start + BLOCK), wanted);
            std::iter::from_fn(move || {
                let at = bits.trailing_zeros() as usize;
                bits &= bits.wrapping_sub(1);
                (at < BLOCK).then_some(start + at)
            })
        })
    }

    /// A bit for each name of a block that holds any of `wanted`.
    pub fn block(self, number: usize, wanted: &[Letters]) -> u64 {
        let start = number * BLOCK;
        self.holding(start, self.len().min(start + BLOCK), wanted)
    }

    /// A bit for each node of a block that has others below it.
    pub fn outer(self, number: usize) -> u64 {
        let bits = self.columns.get(COLUMNS * self.len()..).unwrap_or_default();
        let half = |at: usize| u64::from(bits.get(at).copied().unwrap_or(0));
        half(2 * number) | half(2 * number + 1) << 32
    }

    /// A bit for each name from `start` up to `end`, no more than [`BLOCK`], that holds any of `wanted`.
    fn holding(self, start: usize, end: usize, wanted: &[Letters]) -> u64 {
        let len = self.len();
        let column = |number: usize| self.columns.get(number * len + start..number * len + end).unwrap_or_default();
        holding([column(0), column(1), column(2)], wanted)
    }
}

/// A bit for each of at most [`BLOCK`] names, whose letters stand in three columns, that holds any of `wanted`.
#[multiversion(targets("x86_64+avx2"))]
fn holding([low, high, pairs]: [&[u32]; COLUMNS], wanted: &[Letters]) -> u64 {
    let mut found = [0u8; BLOCK];
    for wanted in wanted {
        let (my_low, my_high) = (wanted.letters as u32, (wanted.letters >> 32) as u32);
        for (found, ((&low, &high), &pairs)) in found.iter_mut().zip(low.iter().zip(high).zip(pairs)) {
            let missing = !low & my_low | !high & my_high | !pairs & wanted.pairs;
            *found |= u8::from(missing == 0);
        }
    }
    let (eights, _) = found.as_chunks::<8>();
    // Eight bytes of one bit each become eight bits: the product moves each to its place in the highest byte.
    let bits = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    eights.iter().rev().fold(0, |all, eight| all << 8 | bits(eight))
}

fn of_names(outline: &Outline<'_>) -> Vec<Letters> {
    let names = outline.arenas().0;
    if names.is_ascii() {
        // One pass over the bytes, without a look at where each name ends.
        let mut start = 0;
        let name = |end| Letters::of_ascii_name(&names[std::mem::replace(&mut start, end + 1)..end]);
        let mut all: Vec<Letters> = Vec::with_capacity(outline.len() as usize);
        all.extend(memchr::memchr_iter(b'\n', names).map(name));
        if all.len() == outline.len() as usize {
            return all;
        }
    }
    (0..outline.len()).map(|node| Letters::of_name(outline.name(node))).collect()
}

impl Library {
    /// The letters of the names of all files, in path order.
    pub fn file_letters(&self) -> &[Letters] {
        self.file_letters.get_or_init(|| self.files.iter().map(|file| Letters::of_name(file.name())).collect())
    }

    /// Reads what searches for names need, so that the first of them need not: on this thread alone, beside others that
    /// somebody waits for. Those take what is read already.
    pub fn read_letters(&self, ticket: &Ticket) -> Result<(), Stale> {
        self.file_letters();
        for segment in &self.segments {
            for document in 0..segment.len() as u32 {
                ticket.check()?;
                segment.letters(document);
            }
        }
        Ok(())
    }

    /// The letters of the names of a file's nodes; none while it is not indexed. The first call for a file reads its
    /// names.
    pub fn letters(&self, id: FileId) -> LettersOfNames<'_> {
        self.row(id).map(|(segment, row)| segment.letters(row)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_word_holds_its_letters() {
        let hold = |name: &str, word: &str| Letters::of(name).hold(Letters::of(word));
        assert!(hold("auth_service", "authservice") && hold("x86_64", "64") && hold("用户认证", "认证"));
        assert!(!hold("auth", "service") && !hold("auth", "认证") && !hold("abc", "1") && hold("abc", "_"));
        assert_eq!(Letters::of_name("TokenZ9\n"), Letters::of_name("Token_Z9"));
        assert_eq!(Letters::of("token").differ(Letters::of("taken")), 2);
        assert!(Letters::of("é").are_foreign() && !Letters::of("e").are_foreign());
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

    #[test]
    fn the_names_that_hold_a_word_are_found() {
        let names: Vec<String> =
            (0..150).map(|at| format!("{}Name{at}", ["read", "open_", "größe", "x"][at % 4])).collect();
        let letters: Vec<Letters> = names.iter().map(|name| Letters::of_name(name)).collect();
        let columns = columns(&letters, |at| at % 7 == 3);
        let of_names = LettersOfNames { columns: &columns };
        assert!(of_names.iter().eq(letters.iter().copied()) && of_names.get(150).is_none());
        let wanted = [Letters::of_run("read"), Letters::initial(b'o'), Letters::of("7")];
        for range in [0..150, 3..70, 64..128, 149..999, 5..5] {
            let found: Vec<usize> = of_names.that_hold(range.clone(), &wanted).collect();
            let holds = |at: &usize| wanted.iter().any(|&wanted| letters[*at].hold(wanted));
            let held: Vec<usize> = range.filter(|at| *at < 150).filter(holds).collect();
            assert_eq!(found, held);
        }
        let outer = |at: usize| of_names.outer(at / BLOCK) >> (at % BLOCK) & 1 == 1;
        assert!((0..of_names.blocks() * BLOCK).all(|at| outer(at) == (at < 150 && at % 7 == 3)));
        let held = |at: usize| of_names.block(at / BLOCK, &wanted) >> (at % BLOCK) & 1 == 1;
        assert!((0..150).filter(|at| held(*at)).eq(of_names.that_hold(0..150, &wanted)));
        // However many there are.
        for count in 0..200 {
            let columns = super::columns(&vec![Letters::default(); count], |_| true);
            assert_eq!(LettersOfNames { columns: &columns }.len(), count);
        }
        assert_eq!(of_names.that_hold(0..150, &[]).count(), 0);
        assert_eq!(of_names.that_hold(0..150, &[Letters::default()]).count(), 150, "nothing is asked of them");
    }
}
