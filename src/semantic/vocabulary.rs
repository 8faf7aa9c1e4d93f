//! The tokens of a model by their text: look-ups by hash, in an open table of token numbers.

use xxhash_rust::xxh3::xxh3_64;

/// The prefix of tokens that continue a word.
const CONTINUES: &str = "##";

/// No token.
const NONE: u32 = u32::MAX;

/// The tokens that start words, or those that go on with them.
#[derive(Debug)]
pub(super) struct Pieces<'m> {
    /// The text of each token, without [`CONTINUES`].
    texts: Vec<&'m str>,
    ids: Vec<u32>,
    /// Numbers into `texts`; a power of two, at most half full.
    slots: Vec<u32>,
    /// The bytes of the longest piece that begins with each byte.
    longest: [u8; 256],
}

impl<'m> Pieces<'m> {
    fn new(entries: &[(&'m str, u32)]) -> Pieces<'m> {
        let mut pieces = Pieces {
            texts: Vec::with_capacity(entries.len()),
            ids: Vec::with_capacity(entries.len()),
            slots: vec![NONE; (entries.len() * 2).next_power_of_two().max(2)],
            longest: [0; 256],
        };
        for &(text, id) in entries {
            let Some(&first) = text.as_bytes().first() else { continue };
            let slot = pieces.slot(text);
            // Of two tokens with one text the first counts.
            if pieces.slots[slot] == NONE {
                pieces.slots[slot] = pieces.texts.len() as u32;
                pieces.texts.push(text);
                pieces.ids.push(id);
                let longest = &mut pieces.longest[usize::from(first)];
                *longest = (*longest).max(u8::try_from(text.len()).unwrap_or(u8::MAX));
            }
        }
        pieces
    }

    /// The slot of `text`, or the one where it would be.
    fn slot(&self, text: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = xxh3_64(text.as_bytes()) as usize & mask;
        while let Some(known) = self.texts.get(self.slots[slot] as usize) {
            if *known == text {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn get(&self, text: &str) -> Option<u32> {
        self.ids.get(self.slots[self.slot(text)] as usize).copied()
    }

    /// The longest piece of at most `most` characters that `text` begins with: its token, and its bytes.
    pub(super) fn longest(&self, text: &str, most: usize) -> Option<(u32, usize)> {
        let first = *text.as_bytes().first()?;
        let end = text.char_indices().nth(most).map_or(text.len(), |(at, _)| at);
        let mut end = end.min(usize::from(self.longest[usize::from(first)]));
        while end > 0 {
            if text.is_char_boundary(end)
                && let Some(id) = self.get(&text[..end])
            {
                return Some((id, end));
            }
            end -= 1;
        }
        None
    }
}

/// All tokens of a model.
#[derive(Debug)]
pub(super) struct Vocabulary<'m> {
    /// Tokens that start a word.
    pub(super) starts: Pieces<'m>,
    /// Tokens that go on with one.
    pub(super) continues: Pieces<'m>,
}

impl<'m> Vocabulary<'m> {
    /// The tokens of `text`, one on each line, numbered from 0.
    pub(super) fn new(text: &'m str) -> Vocabulary<'m> {
        let (mut starts, mut continues) = (Vec::new(), Vec::new());
        for (token, id) in text.split_terminator('\n').zip(0..) {
            match token.strip_prefix(CONTINUES).filter(|rest| !rest.is_empty()) {
                Some(rest) => continues.push((rest, id)),
                None => starts.push((token, id)),
            }
        }
        Vocabulary { starts: Pieces::new(&starts), continues: Pieces::new(&continues) }
    }
}
