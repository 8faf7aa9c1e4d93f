//! The letters of names, sliced: for each letter a number that says of 64 names which of them hold it. A word is looked
//! for in 64 names by as many numbers as it has letters and pairs (bit-sliced signatures; Goodwin et al., "BitFunnel",
//! SIGIR 2017).

use super::name_signature::{LENGTH_AT, Letters, PAIRS};
use std::ops::Range;
use std::sync::OnceLock;

/// A slice for each bit of [`Letters`], and one for the nodes that have others below them.
const SLICES: usize = OUTER + 1;

/// The first slice of a pair.
const PAIRS_AT: usize = u64::BITS as usize;
const OUTER: usize = PAIRS_AT + PAIRS as usize;

/// Names that stand side by side.
const BLOCK: usize = u64::BITS as usize;

/// Documents whose names share their slices, so that few bits are of no name.
const TOGETHER: usize = 64;

/// Numbers before the slices that say where the names of each document end, two to a number.
const ENDS: usize = TOGETHER / 2;

/// Behind them stand the letters of the details of each document, two numbers for each, then the slices.
const SLICES_AT: usize = ENDS + 2 * TOGETHER;

/// The slices of the names of a segment, group of documents by group, each read when it is first asked for.
pub(super) struct SlicedLetters(Box<[OnceLock<Box<[u64]>>]>);

/// The names of a group of documents, one after the other.
#[derive(Default)]
pub(super) struct GroupLetters {
    pub names: Vec<Letters>,
    /// True if each node has others below it.
    pub outer: Vec<bool>,
}

impl SlicedLetters {
    /// Slices that are still to be read.
    pub(super) fn unread(documents: usize) -> SlicedLetters {
        SlicedLetters((0..documents.div_ceil(TOGETHER)).map(|_| OnceLock::new()).collect())
    }

    /// The letters of the names of a document's nodes. `read` appends those of one document of its group, and gives the
    /// letters of all details of the document; `None` if there is no such document.
    pub(super) fn of(
        &self,
        document: u32,
        read: impl Fn(u32, &mut GroupLetters) -> Option<Letters>,
    ) -> LettersOfNames<'_> {
        let (group, member) = (document as usize / TOGETHER, document as usize % TOGETHER);
        let Some(known) = self.0.get(group) else { return LettersOfNames::default() };
        let (before, slices) = known.get_or_init(|| read_group(group, read)).split_at(SLICES_AT);
        let (ends, details) = before.split_at(ENDS);
        let end = |member: usize| ends[member / 2] >> (member % 2 * 32) & u64::from(u32::MAX);
        let start = member.checked_sub(1).map_or(0, end) as usize;
        let details = Letters { letters: details[2 * member], pairs: details[2 * member + 1] };
        LettersOfNames { slices, stride: slices.len() / SLICES, start, len: end(member) as usize - start, details }
    }
}

/// The ends and details of a group of documents, and its slices.
fn read_group(group: usize, read: impl Fn(u32, &mut GroupLetters) -> Option<Letters>) -> Box<[u64]> {
    let (mut letters, mut before) = (GroupLetters::default(), [0; SLICES_AT]);
    for member in 0..TOGETHER {
        if let Some(details) = read((group * TOGETHER + member) as u32, &mut letters) {
            before[ENDS + 2 * member] = details.letters;
            before[ENDS + 2 * member + 1] = details.pairs;
        }
        before[member / 2] |= (letters.names.len() as u64) << (member % 2 * 32);
    }
    sliced(&before, &letters)
}

/// The slices of these names, behind `before`.
fn sliced(before: &[u64], GroupLetters { names: letters, outer }: &GroupLetters) -> Box<[u64]> {
    let stride = letters.len().div_ceil(BLOCK);
    let mut all = vec![0; before.len() + SLICES * stride].into_boxed_slice();
    let (start, slices) = all.split_at_mut(before.len());
    start.copy_from_slice(before);
    for (number, (letters, outer)) in letters.chunks(BLOCK).zip(outer.chunks(BLOCK)).enumerate() {
        let turned = |bits: fn(&Letters) -> u64| {
            let mut all = [0; BLOCK];
            all.iter_mut().zip(letters).for_each(|(row, letters)| *row = bits(letters));
            transpose(&mut all);
            all
        };
        let pairs = turned(|letters| letters.pairs).into_iter().take(PAIRS as usize);
        let outer = (0..).zip(outer).fold(0, |all, (at, &is_outer)| all | u64::from(is_outer) << at);
        let of_block = turned(|letters| letters.letters).into_iter().chain(pairs).chain([outer]);
        of_block.enumerate().for_each(|(slice, bits)| slices[slice * stride + number] = bits);
    }
    all
}

/// Bit `b` of row `r` becomes bit `r` of row `b`: halves change places, then quarters, down to single bits
/// (Warren, "Hacker's Delight", 7-3).
fn transpose(rows: &mut [u64; BLOCK]) {
    let (mut width, mut low) = (BLOCK / 2, u64::MAX >> (BLOCK / 2));
    while width > 0 {
        let mut row = 0;
        while row < BLOCK {
            let swapped = (rows[row] >> width ^ rows[row + width]) & low;
            rows[row + width] ^= swapped;
            rows[row] ^= swapped << width;
            row = (row + width + 1) & !width;
        }
        width /= 2;
        low ^= low << width;
    }
}

/// The letters of the names of a document's nodes, in blocks of 64 names that stand side by side. The first block may
/// begin before the first name, and the last one end behind the last.
#[derive(Clone, Copy, Debug, Default)]
pub struct LettersOfNames<'l> {
    slices: &'l [u64],
    /// Numbers in each slice.
    stride: usize,
    /// The place of the first name.
    start: usize,
    len: usize,
    details: Letters,
}

impl<'l> LettersOfNames<'l> {
    /// Names in a block.
    pub const BLOCK: usize = BLOCK;

    /// The number of names.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The place of the first name in the first block.
    pub fn offset(&self) -> usize {
        self.start % BLOCK
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        if self.len == 0 { 0 } else { (self.offset() + self.len).div_ceil(BLOCK) }
    }

    /// Identifies the group of documents: those of one share what [`LettersOfNames::together`] finds.
    pub fn group(&self) -> usize {
        self.slices.as_ptr().addr()
    }

    /// Of the names of all documents of the group those that hold any of `wanted`, in [`LettersOfNames::own`] blocks. One
    /// slice after the other is far less work than one block after the other.
    pub fn together(&self, wanted: &[Letters], found: &mut Vec<u64>) {
        found.clear();
        found.resize(self.stride, 0);
        let mut hold = vec![0; self.stride];
        for wanted in wanted {
            hold.fill(u64::MAX);
            let pairs = ones(wanted.pairs).map(|pair| PAIRS_AT + pair);
            for slice in pairs.chain(ones(wanted.letters)) {
                let of_group = self.slices.chunks_exact(self.stride.max(1)).nth(slice).unwrap_or_default();
                let both = |any: u64, (hold, has): (&mut u64, &u64)| {
                    *hold &= has;
                    any | *hold
                };
                if hold.iter_mut().zip(of_group).fold(0, both) == 0 {
                    break;
                }
            }
            found.iter_mut().zip(&hold).for_each(|(found, hold)| *found |= hold);
        }
    }

    /// The blocks of the names of this document among those of its group.
    pub fn own<'b>(&self, of_group: &'b [u64]) -> impl Iterator<Item = u64> + use<'l, 'b> {
        let (letters, first) = (*self, self.start / BLOCK);
        let blocks = of_group.get(first..).unwrap_or_default().iter();
        (0..self.blocks()).zip(blocks).map(move |(number, bits)| bits & letters.mask(number))
    }

    /// True if one of the nodes' details can hold a word of these letters.
    pub fn can_be_in_details(&self, wanted: Letters) -> bool {
        self.details.hold(wanted)
    }

    /// Of the names of a block those that hold any of `wanted`: a bit for each.
    pub fn block(&self, number: usize, wanted: &[Letters]) -> u64 {
        let mask = self.mask(number);
        let hold = |wanted: &Letters| {
            // Pairs tell more than letters.
            let pairs = ones(wanted.pairs).map(|pair| PAIRS_AT + pair);
            let mut bits = mask;
            for slice in pairs.chain(ones(wanted.letters)) {
                bits &= self.bits(slice, number);
                if bits == 0 {
                    break;
                }
            }
            bits
        };
        wanted.iter().fold(0, |all, wanted| all | hold(wanted))
    }

    /// Of the names of a block those that have `most` letters at most, up to 7, that `wanted` has not, or the other way
    /// round. Each edit of a name changes at most two.
    pub fn near(&self, number: usize, wanted: Letters, most: u32) -> u64 {
        // Each of the 64 names counts in a column of three bits, and notes that it has counted beyond them.
        let (mut ones, mut twos, mut fours, mut more) = (0u64, 0u64, 0u64, 0u64);
        for slice in 0..u32::BITS as usize {
            let has = (wanted.letters >> slice & 1).wrapping_neg();
            let one = self.bits(slice, number) ^ has;
            let (two, four) = (ones & one, ones & one & twos);
            more |= four & fours;
            fours ^= four;
            twos ^= two;
            ones ^= one;
        }
        let (mut above, mut equal) = (more, u64::MAX);
        for (bit, counted) in [(4, fours), (2, twos), (1, ones)] {
            match most & bit {
                0 => (above, equal) = (above | equal & counted, equal & !counted),
                _ => equal &= counted,
            }
        }
        !above & self.mask(number)
    }

    /// Of the names of a block those of which it is known that they are not empty: all that hold a letter or a digit.
    pub fn not_empty(&self, number: usize) -> u64 {
        let length = LENGTH_AT as usize..u64::BITS as usize;
        let bits = length.fold(self.block(number, &[Letters::foreign()]), |all, slice| all | self.bits(slice, number));
        bits & self.mask(number)
    }

    /// A bit for each node of a block that has others below it.
    pub fn outer(&self, number: usize) -> u64 {
        self.bits(OUTER, number) & self.mask(number)
    }

    /// The nodes of a block for which a bit is set.
    pub fn nodes(&self, number: usize, bits: u64) -> impl Iterator<Item = usize> + use<> {
        let offset = self.offset();
        ones(bits).map(move |at| number * BLOCK + at - offset)
    }

    /// True if the name of a node holds `wanted`.
    pub fn holds(&self, node: usize, wanted: Letters) -> bool {
        let place = self.offset() + node;
        node < self.len && self.block(place / BLOCK, &[wanted]) >> (place % BLOCK) & 1 == 1
    }

    /// The names of a block of which it is not known that they have more than `most` letters and digits.
    pub fn at_most(&self, number: usize, most: u32) -> u64 {
        let slices = u64::BITS - LENGTH_AT;
        if most >> slices != 0 {
            return self.mask(number);
        }
        let (mut less, mut equal) = (0, u64::MAX);
        for bit in (0..slices).rev() {
            let has = self.bits((LENGTH_AT + bit) as usize, number);
            match most >> bit & 1 {
                0 => equal &= !has,
                _ => (less, equal) = (less | equal & !has, equal & has),
            }
        }
        (less | equal) & self.mask(number)
    }

    /// The numbers of the names in `range` that hold any of `wanted`.
    pub fn that_hold<'w>(
        self,
        range: Range<usize>,
        wanted: &'w [Letters],
    ) -> impl Iterator<Item = usize> + use<'l, 'w> {
        let first = range.start.min(self.len);
        let part = LettersOfNames { start: self.start + first, len: range.end.clamp(first, self.len) - first, ..self };
        let in_block = move |number| part.nodes(number, part.block(number, wanted));
        (0..part.blocks()).flat_map(in_block).map(move |node| first + node)
    }

    fn bits(&self, slice: usize, number: usize) -> u64 {
        self.slices.get(slice * self.stride + self.start / BLOCK + number).copied().unwrap_or(0)
    }

    /// The names of a block that are of the document.
    fn mask(&self, number: usize) -> u64 {
        let (first, block) = (self.offset(), number * BLOCK);
        let start = first.saturating_sub(block);
        let end = (first + self.len).saturating_sub(block).min(BLOCK);
        if start < end { u64::MAX << start & u64::MAX >> (BLOCK - end) } else { 0 }
    }
}

/// The numbers of the bits that are set.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (at < BLOCK).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_that_hold_a_word_are_found_wherever_they_stand() {
        let names: Vec<String> =
            (0..350).map(|at| format!("{}Name{at}", ["read", "open_", "größe", "x", "writer"][at % 5])).collect();
        let of_name = |(at, name): (usize, &String)| Letters::of_name(if at % 6 == 5 { "" } else { name });
        let letters: Vec<Letters> = names.iter().enumerate().map(of_name).collect();
        let outer: Vec<bool> = (0..names.len()).map(|at| at % 7 == 3).collect();
        let group = GroupLetters { names: letters, outer };
        let slices = sliced(&[], &group);
        let GroupLetters { names: letters, outer } = group;
        let stride = slices.len() / SLICES;
        let wanted = [Letters::of_run("read"), Letters::initial(b'o'), Letters::of("7")];
        for (start, len) in [(0, 350), (0, 64), (64, 64), (10, 0), (10, 5), (60, 8), (63, 1), (100, 250), (130, 128)] {
            let of_names = LettersOfNames { slices: &slices, stride, start, len, details: Letters::default() };
            let own = &letters[start..start + len];
            let all = |bits: &dyn Fn(usize) -> u64| -> Vec<usize> {
                (0..of_names.blocks()).flat_map(|number| of_names.nodes(number, bits(number))).collect()
            };
            let those = |holds: &dyn Fn(usize) -> bool| (0..len).filter(|at| holds(*at)).collect::<Vec<_>>();
            let holds = |at: usize| wanted.iter().any(|&wanted| own[at].hold(wanted));
            assert_eq!(all(&|number| of_names.block(number, &wanted)), those(&holds));
            let mut together = Vec::new();
            for wanted in [&wanted[..], &wanted[..1], &[Letters::default()], &[]] {
                of_names.together(wanted, &mut together);
                let blocks: Vec<u64> = (0..of_names.blocks()).map(|number| of_names.block(number, wanted)).collect();
                assert_eq!(of_names.own(&together).collect::<Vec<u64>>(), blocks);
            }
            assert_eq!(all(&|number| of_names.block(number, &[])), Vec::<usize>::new());
            assert_eq!(all(&|number| of_names.block(number, &[Letters::default()])), those(&|_| true));
            assert_eq!(all(&|number| of_names.not_empty(number)), those(&|at| (start + at) % 6 != 5));
            assert_eq!(all(&|number| of_names.outer(number)), those(&|at| outer[start + at]));
            for most in [0, 1, 5, 6, 7, 8, 9, 63, 64, 999] {
                let is_short = |at: usize| own[at].least_length() <= most;
                assert_eq!(all(&|number| of_names.at_most(number, most)), those(&is_short), "{most}");
            }
            for most in 0..8 {
                let wanted = Letters::of("readname1");
                let differ = |at: usize| ((own[at].letters ^ wanted.letters) as u32).count_ones();
                assert_eq!(all(&|number| of_names.near(number, wanted, most)), those(&|at| differ(at) <= most));
            }
            for (at, letters) in own.iter().enumerate() {
                assert_eq!(of_names.holds(at, wanted[0]), letters.hold(wanted[0]));
            }
            assert!(!of_names.holds(len, Letters::default()));
            for range in [0..150, 3..70, 64..128, 149..999, 5..5] {
                let found: Vec<usize> = of_names.that_hold(range.clone(), &wanted).collect();
                assert_eq!(found, range.filter(|at| *at < len && holds(*at)).collect::<Vec<_>>());
            }
        }
    }
}
