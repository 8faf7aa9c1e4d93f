//! A prefilter of names: by their letters alone, 64 names at a time, it rules out those that cannot hold enough of the
//! words, with what is around them. Of two common words most names hold one by chance; few hold both, and only those
//! are read.

use super::name_query::NameQuery;
use crate::library::{LettersOfNames, Outline};
use crate::search::model::match_class::MatchClass;
use crate::search::words::term_forms::Form;

/// Names in a block: a bit of one number for each.
pub(super) const BLOCK: usize = LettersOfNames::BLOCK;

/// The names of a file, and what is around them.
pub(super) struct Surroundings<'f> {
    /// The letters of the names.
    pub letters: LettersOfNames<'f>,
    /// The nodes of the names, asked for only where it matters.
    pub outline: &'f dyn Fn() -> Option<Outline<'f>>,
    /// The words that are in the path of the file, a bit for each.
    pub path: &'f dyn Fn() -> u32,
    /// True if a form can be in the details of any node.
    pub in_details: &'f dyn Fn(&Form) -> bool,
}

/// The memory of one thread.
#[derive(Debug, Default)]
pub(super) struct NamePrefilter {
    /// Bits of the group of documents that was looked at last: files come in the order of their groups as a rule.
    group: OfGroup,
    /// For each word the names that can hold it where it counts; a bit for each name of the file.
    own: Vec<Vec<u64>>,
    /// For each word the names that can hold it anywhere; then those below such a name.
    around: Vec<Vec<u64>>,
    /// The names that may be found otherwise than by their words.
    otherwise: Vec<u64>,
}

/// The same for all documents of a group.
#[derive(Debug, Default)]
struct OfGroup {
    /// The number of the group.
    group: Option<usize>,
    own: Vec<Vec<u64>>,
    around: Vec<Vec<u64>>,
    otherwise: Vec<u64>,
}

impl OfGroup {
    /// Takes the group of a document.
    fn take(&mut self, names: &NameQuery, letters: LettersOfNames<'_>) {
        if self.group.replace(letters.group()) == Some(letters.group()) {
            return;
        }
        let words = names.words();
        self.own.resize_with(words.len(), Vec::new);
        self.around.resize_with(words.len(), Vec::new);
        for ((word, own), around) in words.iter().zip(&mut self.own).zip(&mut self.around) {
            letters.together(&word.in_name, own);
            match word.in_name == word.anywhere {
                true => around.clone_from(own),
                false => letters.together(&word.anywhere, around),
            }
        }
        letters.together(names.otherwise(), &mut self.otherwise);
    }
}

/// Outcomes of the prefilter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// No name.
    Nothing,
    /// The names that are left in each [`NamePrefilter::block`].
    Names,
    /// The same, but whether the details of a node hold a word has to be looked at for each.
    Likely,
}

impl NamePrefilter {
    /// Takes the names of the next file: to be asked before [`NamePrefilter::block`].
    pub(super) fn read_file(&mut self, names: &NameQuery, file: &Surroundings<'_>) -> Left {
        let words = names.words().len();
        self.group.take(names, file.letters);
        let copy = |bits: &mut Vec<u64>, of_group: &[u64]| {
            bits.clear();
            bits.extend(file.letters.own(of_group));
            bits.iter().any(|&bits| bits != 0)
        };
        self.own.resize_with(words, Vec::new);
        let own = self.own.iter_mut().zip(&self.group.own);
        let any = own.fold(false, |any, (own, of_group)| copy(own, of_group) | any);
        let otherwise = copy(&mut self.otherwise, &self.group.otherwise);
        match words {
            // No name holds any word.
            _ if !any && !otherwise => Left::Nothing,
            1 => Left::Names,
            _ => self.look_around(names, file, otherwise),
        }
    }

    /// Finds the words around the names: below others, in the path, in details.
    fn look_around(&mut self, names: &NameQuery, file: &Surroundings<'_>, otherwise: bool) -> Left {
        let words = names.words();
        let is_enough = |missing: u32| words.len() - missing.count_ones() as usize >= names.required();
        let mut missing = 0;
        self.around.resize_with(words.len(), Vec::new);
        for (number, (around, of_group)) in self.around.iter_mut().zip(&self.group.around).enumerate() {
            around.clear();
            around.extend(file.letters.own(of_group));
            missing |= u32::from(around.iter().all(|&bits| bits == 0)) << number;
        }
        let in_path = (file.path)();
        let in_details = |number: &usize| words[*number].forms.iter().any(|form| (file.in_details)(form));
        let unknown = (0..words.len()).filter(|number| in_path >> number & 1 == 0);
        let in_details = unknown.filter(in_details).fold(0u32, |all, number| all | 1 << number);
        let known = in_path | in_details;
        if !is_enough(missing & !known) && !otherwise {
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

    /// The names that are left in a block.
    pub(super) fn block(&self, number: usize, names: &NameQuery, letters: LettersOfNames<'_>) -> Block {
        let (held, all) = self.own.iter().fold((0, u64::MAX), |(any, all), own| (any | own[number], all & own[number]));
        let otherwise = self.otherwise[number];
        let left = match self.own.len() {
            1 => held | otherwise,
            _ if held == 0 => otherwise,
            _ => held & self.enough(number, names.required()) | otherwise,
        };
        if left == 0 {
            return Block::default();
        }
        let starts = letters.block(number, names.starts()) & all;
        Block { left, all, starts, initials: letters.block(number, names.initials()) }
    }

    /// The names of a block for which so many words can be found.
    fn enough(&self, number: usize, required: usize) -> u64 {
        // In place `n` the names that hold `n` of the words looked at so far, or more.
        let mut at_least = [0u64; super::name_query::MAX_WORDS + 1];
        at_least[0] = u64::MAX;
        for (own, around) in self.own.iter().zip(&self.around) {
            let holds = own[number] | around[number];
            for count in (1..=required).rev() {
                at_least[count] |= at_least[count - 1] & holds;
            }
        }
        at_least[required]
    }
}

/// Of the names of a block a bit for each…
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Block {
    /// …that is left.
    pub left: u64,
    /// …that can hold all words itself.
    all: u64,
    /// …that can, and in which a part can start with the first of them.
    starts: u64,
    /// …whose parts can start with the words' letters.
    initials: u64,
}

impl Block {
    /// The best that names can match as that have more letters than all the words, the best first.
    pub(in crate::search) fn best(&self) -> [(MatchClass, u64); 4] {
        [
            (MatchClass::Prefix, self.starts),
            (MatchClass::Initials, self.initials),
            (MatchClass::Substring, self.all),
            (MatchClass::Context, self.left),
        ]
    }
}

/// From the names that hold a word to those below them.
fn spread(bits: &mut [u64], file: &Surroundings<'_>) {
    let offset = file.letters.offset();
    let mut below: Option<Vec<u64>> = None;
    for (number, held) in bits.iter().enumerate() {
        for node in file.letters.nodes(number, held & file.letters.outer(number)) {
            let Some(outline) = (file.outline)() else { return };
            let below = below.get_or_insert_with(|| vec![0; bits.len()]);
            // What is below one that is below another is there already.
            let place = offset + node;
            if below[number] >> (place % BLOCK) & 1 == 0 {
                set(below, place + 1, offset + outline.end(node as u32) as usize);
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
