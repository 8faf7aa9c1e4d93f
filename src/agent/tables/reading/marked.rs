//! Values that are words of every question as well – IT, ON, the grade A – and those with signs: a value is meant where it
//! stands as it is written.

use super::asked::Asked;
use super::spelling::{plain, signed};
use super::values::Text;
use crate::agent::tables::schema::catalog::Table;
use crate::agent::tables::schema::spoken::stemmed;
use crate::agent::tables::vocabulary::words::{ASKS, DENIALS, IDLE, LEADS};
use crate::library::Stems;
use crate::search::is_stop_word;

impl Asked {
    /// Marks the words that are values though they say nothing else: as if they stood in quotes.
    pub(in crate::agent::tables) fn mark_values(&mut self, table: &Table, values: &[Text]) {
        for text in values.iter().filter(|text| table.columns[text.column].is_text()) {
            let words: Vec<&str> = text.text.split_whitespace().collect();
            if words.is_empty() || !words.iter().all(|word| says_nothing(&word.to_lowercase())) {
                continue;
            }
            let last = self.words.len().checked_sub(words.len());
            for at in last.map_or(0..0, |last| 0..last + 1) {
                let here = &self.words[at..at + words.len()];
                if here.iter().any(|word| word.is_quoted)
                    || !here.iter().zip(&words).all(|(word, own)| word.raw.to_lowercase() == own.to_lowercase())
                {
                    continue;
                }
                if self.is_written(at, &words) || self.is_introduced(table, text, at, words.len()) {
                    self.words[at..at + words.len()].iter_mut().for_each(|word| word.is_quoted = true);
                } else if text.is_choice && self.is_dangling(at, words.len()) {
                    // "Work in it": nothing is left that "it" could stand for.
                    self.words[at].is_doubtful = true;
                }
            }
        }
    }

    /// Whether words stand at a place as a value is written, with its capitals.
    fn is_written(&self, at: usize, words: &[&str]) -> bool {
        let here = &self.words[at..at + words.len()];
        let is_same = here.iter().zip(words).all(|(word, own)| word.raw == *own);
        let has_capital = words.iter().any(|word| word.chars().any(char::is_uppercase));
        let is_capital = here.iter().all(|word| word.is_abbreviation) || here.iter().any(|word| word.is_proper);
        is_same && has_capital && is_capital && words != ["I"]
    }

    /// Whether the name of its column stands right in front of a value that ends what is said: "grade a".
    fn is_introduced(&self, table: &Table, text: &Text, at: usize, count: usize) -> bool {
        let column = &table.columns[text.column];
        let is_before = |way: &Vec<String>| at.checked_sub(way.len()).is_some_and(|start| self.is_at(start, way));
        let is_end = at + count == self.words.len() || self.is_word(at + count, &["and", "or"]);
        // Several such words are no accident: a state "to do".
        let is_phrase = count > 1 && at + count == self.words.len();
        text.is_choice && (is_end && column.said.iter().any(is_before) || is_phrase)
    }

    fn is_dangling(&self, at: usize, count: usize) -> bool {
        at + count == self.words.len() && at > 0 && self.is_word(at - 1, LEADS) && !self.is_word(at, LEADS)
    }
}

/// Whether a word is in questions of every kind.
pub(in crate::agent::tables) fn says_nothing(word: &str) -> bool {
    IDLE.contains(&word)
        || is_stop_word(word)
        || DENIALS.contains(&word)
        || ASKS.iter().any(|(phrase, _)| phrase.contains(&word))
}

/// The words by which a value is found in a question, as stems; what has signs is one word with them.
pub(super) fn spelled(text: &str, stems: &mut Stems) -> Vec<String> {
    let has_signs = |piece: &str| signed(piece).is_some();
    if !text.split_whitespace().any(has_signs) {
        return stemmed(text, stems);
    }
    let pieces = text.split_whitespace();
    pieces.flat_map(|piece| signed(piece).map_or_else(|| stemmed(piece, stems), |piece| vec![plain(piece)])).collect()
}
