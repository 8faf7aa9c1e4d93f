//! Which letters a name holds: 32 bits per node, by which a search passes over most names unread.

use super::{FileId, Library, Outline, Segment};
use crate::stdx::{Stale, Ticket};
use rayon::prelude::*;

/// A set of letters: one bit each for `a` to `z`, five for digits, one for all that is not ASCII. What
/// separates words has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Letters(u32);

impl Letters {
    /// The letters of a name, whatever their case.
    pub fn of(name: &str) -> Letters {
        match name.is_ascii() {
            true => Letters::of_bytes(name.as_bytes()),
            // The Kelvin sign and its like are ASCII in lower case.
            false => Letters::of_bytes(name.to_lowercase().as_bytes()),
        }
    }

    fn of_bytes(name: &[u8]) -> Letters {
        Letters(name.iter().fold(0, |all, &byte| all | BITS[usize::from(byte)]))
    }

    /// Whether all of `other` are among these: where not, a name with these does not hold a word with those.
    pub fn hold(self, other: Letters) -> bool {
        self.0 & other.0 == other.0
    }

    /// How many letters one has and the other has not. Each edit of a name changes at most two.
    pub fn differ(self, other: Letters) -> u32 {
        (self.0 ^ other.0).count_ones()
    }

    /// Whether any is not ASCII, and so may be spelled in several ways.
    pub fn are_foreign(self) -> bool {
        self.0 & FOREIGN != 0
    }
}

const FOREIGN: u32 = 1 << 31;

const BITS: [u32; 256] = {
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

/// The letters of the names of each document's nodes.
pub(super) type LettersOfNodes = Vec<Box<[Letters]>>;

impl Segment {
    /// The letters of all nodes, read once; by all threads if somebody waits for them.
    fn letters(&self, is_urgent: bool, ticket: &Ticket) -> Result<&LettersOfNodes, Stale> {
        if let Some(letters) = self.letters.get() {
            return Ok(letters);
        }
        let of_document = |document: usize| {
            ticket.check()?;
            Ok(of_names(&self.outline(document as u32)))
        };
        let all = 0..self.len();
        let all = match is_urgent {
            true => all.into_par_iter().with_min_len(16).map(of_document).collect::<Result<_, Stale>>()?,
            false => all.map(of_document).collect::<Result<_, Stale>>()?,
        };
        Ok(self.letters.get_or_init(|| all))
    }
}

fn of_names(outline: &Outline<'_>) -> Box<[Letters]> {
    let names = outline.arenas().0;
    if names.is_ascii() {
        // One pass over the bytes, without a look at where each name ends.
        let lines = names.split_inclusive(|&byte| byte == b'\n');
        let all: Vec<Letters> = lines.map(Letters::of_bytes).collect();
        if all.len() == outline.len() as usize {
            return all.into();
        }
    }
    (0..outline.len()).map(|node| Letters::of(outline.name(node))).collect()
}

impl Library {
    /// The letters of the names of all files, in path order.
    pub fn file_letters(&self) -> &[Letters] {
        self.file_letters.get_or_init(|| self.files.iter().map(|file| Letters::of(file.name())).collect())
    }

    /// Reads what searches for names need, so that the first of them need not: on this thread alone, beside others that
    /// somebody waits for.
    pub fn read_letters(&self, ticket: &Ticket) -> Result<(), Stale> {
        self.file_letters();
        self.segments.iter().try_for_each(|segment| segment.letters(false, ticket).map(|_| ()))
    }

    /// The letters of the names of a file's nodes; none while it is not indexed. The first call for a segment
    /// reads all its names.
    pub fn letters(&self, id: FileId, ticket: &Ticket) -> Result<&[Letters], Stale> {
        let Some((segment, row)) = self.row(id) else { return Ok(&[]) };
        Ok(segment.letters(true, ticket)?.get(row as usize).map(|letters| &**letters).unwrap_or_default())
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
        assert_eq!(Letters::of_bytes(b"TokenZ9\n"), Letters::of("tokenz9"));
        assert_eq!(Letters::of("token").differ(Letters::of("taken")), 2);
        assert!(Letters::of("é").are_foreign() && !Letters::of("e").are_foreign());
    }
}
