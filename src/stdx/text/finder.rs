//! Case-insensitive search for an ASCII needle in many short names, at memory speed.

/// Bytes of names in programs, the most frequent first; all others are rarer.
const FREQUENT: &[u8] = b"e_tirsnaodclpmufgbh\nxkvyw012";

/// Positions tested at a time: the compiler vectorizes the loop.
const BLOCK_BYTES: usize = 64;

/// Finds one needle. Bytes outside ASCII match only themselves.
#[derive(Clone, Debug)]
pub struct AsciiFinder {
    /// In lower case.
    needle: Vec<u8>,
    /// The three rarest bytes of the needle, tested first. Two let through too many candidates.
    rare: [RareByte; 3],
}

/// A byte of the needle with its position and its case bit, 0 if it has no case.
#[derive(Clone, Copy, Debug)]
struct RareByte {
    place: usize,
    lower: u8,
    case: u8,
}

impl AsciiFinder {
    /// A finder for `needle`, ignoring case.
    pub fn new(needle: &str) -> AsciiFinder {
        let needle = needle.to_ascii_lowercase().into_bytes();
        let rank = |byte: u8| FREQUENT.iter().position(|&frequent| frequent == byte).unwrap_or(FREQUENT.len());
        let mut places: Vec<usize> = (0..needle.len()).collect();
        // Of equally rare bytes the last: words differ in their ends.
        places.sort_by_key(|&place| std::cmp::Reverse((rank(needle[place]), place)));
        let rare_byte = |at: usize| {
            let place = places.get(at).or(places.first()).copied().unwrap_or(0);
            let lower = needle.get(place).copied().unwrap_or(0);
            RareByte { place, lower, case: if lower.is_ascii_lowercase() { 0x20 } else { 0 } }
        };
        AsciiFinder { rare: [rare_byte(0), rare_byte(1), rare_byte(2)], needle }
    }

    /// The first position of the needle in `text` from `start` on.
    pub fn find(&self, text: &[u8], start: usize) -> Option<usize> {
        // The needle does not fit at later positions.
        let end = (text.len() + 1).checked_sub(self.needle.len())?;
        let mut at = start;
        while at + BLOCK_BYTES <= end {
            let [first, second, third] = self.rare;
            let (Some(a), Some(b)) = (block(text, at + first.place), block(text, at + second.place)) else { break };
            let Some(c) = block(text, at + third.place) else { break };
            let is_candidate = |place: usize| first.is(a[place]) & second.is(b[place]) & third.is(c[place]);
            let mut candidates = 0;
            for place in 0..BLOCK_BYTES {
                candidates |= u8::from(is_candidate(place));
            }
            if candidates != 0
                && let Some(place) = (0..BLOCK_BYTES).find(|&place| is_candidate(place) && self.is_at(text, at + place))
            {
                return Some(at + place);
            }
            at += BLOCK_BYTES;
        }
        (at..end).find(|&place| self.is_at(text, place))
    }

    fn is_at(&self, text: &[u8], place: usize) -> bool {
        text.get(place..place + self.needle.len()).is_some_and(|part| part.eq_ignore_ascii_case(&self.needle))
    }
}

impl RareByte {
    #[inline]
    fn is(self, byte: u8) -> bool {
        byte | self.case == self.lower
    }
}

#[inline]
fn block(text: &[u8], at: usize) -> Option<&[u8; BLOCK_BYTES]> {
    text.get(at..)?.first_chunk()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_place_is_found(
            text in proptest::collection::vec("[abAB_eE]{0,9}|é|K|\\[|\u{0}", 0..60),
            needle in "[abABeE_@{\\[\n`]{1,4}|[a-z]",
            start in 0..30_usize,
        ) {
            let text = text.join("\n");
            let lower = needle.to_ascii_lowercase();
            let is_there = |at: &usize| text.as_bytes()[*at..].to_ascii_lowercase().starts_with(lower.as_bytes());
            let wanted = (start..text.len()).find(is_there);
            prop_assert_eq!(AsciiFinder::new(&needle).find(text.as_bytes(), start), wanted);
        }
    }

    #[test]
    fn the_ends_of_blocks_are_no_ends() {
        for at in 0..3 * BLOCK_BYTES {
            let text = format!("{}NeedLe{}", "n".repeat(at), "e".repeat(at % 7));
            assert_eq!(AsciiFinder::new("needle").find(text.as_bytes(), 0), Some(at));
            assert_eq!(AsciiFinder::new("needle").find(text.as_bytes(), at + 1), None);
        }
        assert_eq!(AsciiFinder::new("long").find(b"lon", 0), None);
        assert_eq!(AsciiFinder::new("a").find(b"ba", 7), None);
    }
}
