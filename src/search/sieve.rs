//! Which names of a file can hold enough of the words, with what is around them: told by their letters alone, 64 names
//! at a time. Of two common words most names hold one by chance; few hold both, and only those are read.

use super::forms::Form;
use super::names::NameQuery;
use crate::library::{LettersOfNames, Outline};

/// So many names are told apart by one number.
pub(super) const BLOCK: usize = LettersOfNames::BLOCK;

/// What the names of a file are searched with.
pub(super) struct Surroundings<'f> {
    /// The letters of the names.
    pub letters: LettersOfNames<'f>,
    /// The nodes of the names, asked for only where it matters.
    pub outline: &'f dyn Fn() -> Option<Outline<'f>>,
    /// The words that are in the path of the file, a bit for each.
    pub path: &'f dyn Fn() -> u32,
    /// Whether a form can be in the details of any node.
    pub in_details: &'f dyn Fn(&Form) -> bool,
}

/// The memory of one thread.
#[derive(Debug, Default)]
pub(super) struct Sieve {
    /// For each word the names that can hold it where it counts; a bit for each name of the file.
    own: Vec<Vec<u64>>,
    /// For each word the names that can hold it anywhere; then those below such a name.
    around: Vec<Vec<u64>>,
}

/// What is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// No name.
    Nothing,
    /// Those of [`Sieve::block`].
    Names,
    /// The same, but whether the details of a node hold a word has to be looked at for each.
    Likely,
}

impl Sieve {
    /// Takes the names of the next file: to be asked before [`Sieve::block`].
    pub(super) fn sift(&mut self, names: &NameQuery, file: &Surroundings<'_>) -> Left {
        let words = names.words();
        self.own.resize_with(words.len(), Vec::new);
        self.around.resize_with(words.len(), Vec::new);
        let blocks = file.letters.blocks();
        for (word, own) in words.iter().zip(&mut self.own) {
            own.clear();
            own.extend((0..blocks).map(|number| file.letters.block(number, &word.in_name)));
        }
        if words.len() == 1 {
            return Left::Names;
        }
        let mut missing = 0;
        for ((number, word), around) in words.iter().enumerate().zip(&mut self.around) {
            around.clear();
            match word.in_name == word.anywhere {
                true => around.extend_from_slice(&self.own[number]),
                false => around.extend((0..blocks).map(|number| file.letters.block(number, &word.anywhere))),
            }
            missing |= u32::from(around.iter().all(|&bits| bits == 0)) << number;
        }
        let in_path = (file.path)();
        let in_details = |number: &usize| words[*number].forms.iter().any(|form| (file.in_details)(form));
        let unknown = (0..words.len()).filter(|number| in_path >> number & 1 == 0);
        let in_details = unknown.filter(in_details).fold(0u32, |all, number| all | 1 << number);
        let known = in_path | in_details;
        let found = words.len() - (missing & !known).count_ones() as usize;
        if found < names.required() && (0..blocks).all(|number| file.letters.block(number, names.otherwise()) == 0) {
            return Left::Nothing;
        }
        for (number, around) in self.around.iter_mut().enumerate() {
            match known >> number & 1 == 1 {
                true => around.fill(u64::MAX),
                false => spread(around, file),
            }
        }
        if in_details == 0 { Left::Names } else { Left::Likely }
    }

    /// A bit for each of the names from [`BLOCK`] times `number` that is left.
    pub(super) fn block(&self, number: usize, names: &NameQuery, letters: LettersOfNames<'_>) -> u64 {
        let held = self.own.iter().fold(0, |all, own| all | own[number]);
        let otherwise = letters.block(number, names.otherwise());
        if self.own.len() == 1 || held == 0 {
            return held | otherwise;
        }
        // In place `n` the names that hold `n` of the words looked at so far, or more.
        let mut at_least = [0u64; super::names::MOST_WORDS + 1];
        at_least[0] = u64::MAX;
        let required = names.required();
        for (own, around) in self.own.iter().zip(&self.around) {
            let holds = own[number] | around[number];
            for count in (1..=required).rev() {
                at_least[count] |= at_least[count - 1] & holds;
            }
        }
        held & at_least[required] | otherwise
    }
}

/// From the names that hold a word to those below them.
fn spread(bits: &mut [u64], file: &Surroundings<'_>) {
    let mut below: Option<Vec<u64>> = None;
    for number in 0..bits.len() {
        let mut outer = bits[number] & file.letters.outer(number);
        while outer != 0 {
            let node = number * BLOCK + outer.trailing_zeros() as usize;
            outer &= outer - 1;
            let Some(outline) = (file.outline)() else { return };
            let below = below.get_or_insert_with(|| vec![0; bits.len()]);
            // What is below one that is below another is there already.
            if below[number] >> (node % BLOCK) & 1 == 0 {
                set(below, node + 1, outline.end(node as u32) as usize);
            }
        }
    }
    match below {
        Some(below) => bits.copy_from_slice(&below),
        None => bits.fill(0),
    }
}

/// Sets the bits from `start` to `end`.
fn set(bits: &mut [u64], start: usize, end: usize) {
    let end = end.min(bits.len() * BLOCK);
    let touched = end.div_ceil(BLOCK);
    for (number, bits) in bits.iter_mut().enumerate().take(touched).skip(start / BLOCK) {
        let from = start.saturating_sub(number * BLOCK);
        let to = (end - number * BLOCK).min(BLOCK);
        *bits |= u64::MAX << from & u64::MAX >> (BLOCK - to);
    }
}
