//! The rarity of words: how many entries hold each, and what it weighs for that.

use super::coverage::{is_character, pieces};
use super::fields::TextFields;
use super::search::FullText;
use super::stems::Stems;
use tantivy::Term;

impl FullText {
    /// True if no entry holds the word.
    pub(in crate::library) fn is_nowhere(&self, word: &str) -> bool {
        let mut stems = Stems::new();
        !self.is_empty() && pieces(word).iter().any(|piece| self.frequency(&mut stems, piece) == 0)
    }

    /// The number of entries that hold a word.
    pub(in crate::library) fn entries_with(&self, word: &str) -> u64 {
        self.frequency(&mut Stems::new(), word)
    }

    /// True if a word is in so many entries that it says next to nothing.
    pub(in crate::library) fn is_common(&self, word: &str) -> bool {
        self.len() >= MANY && self.rarity(&mut Stems::new(), word) < COMMON
    }

    /// The same of a word alone.
    pub(in crate::library) fn rarity_of(&self, word: &str) -> f32 {
        self.rarity(&mut Stems::new(), word)
    }

    /// The weight of a word: 0 for one that is everywhere.
    pub(super) fn rarity(&self, stems: &mut Stems, word: &str) -> f32 {
        let (found, all) = (self.frequency(stems, word) as f32, self.len() as f32);
        ((all - found + 0.5).max(0.5) / (found + 0.5) + 1.0).ln()
    }

    /// The number of entries that hold the word, in the field where most do.
    pub(super) fn frequency(&self, stems: &mut Stems, word: &str) -> u64 {
        let index = self.index();
        if is_character(word) {
            return self.begun_with(word);
        }
        let stem = stems.stem(word).to_owned();
        let TextFields { title, context, prose, code, .. } = index.fields;
        let fields = [(title, &*stem), (prose, &*stem), (code, word), (context, word)];
        let found = fields.into_iter().map(|(field, text)| self.holders(&Term::from_field_text(field, text)));
        found.max().unwrap_or_default()
    }
}

/// In fewer entries no word is common.
const MANY: u64 = 5_000;

/// The weight of a word that is in an eighth of all entries.
const COMMON: f32 = 2.1;
