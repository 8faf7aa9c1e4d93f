//! `.search("words")` over rows: only the rows that were selected, misspelt words too, best first.
//!
//! Rows that a filter has left are looked through, where they are few; of many the index finds those that can be it
//! (`indexed.rs`). A word of the question is found as a
//! word, as the beginning of one, as two words written apart or together, or misspelt; the nearer the better. A row
//! stays if half of the words are found in it.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::rows::row::shown;
use crate::library::{each_folded_word, fold_words};
use crate::stdx::{Stale, edit_distance, sorted_by};
use rayon::prelude::*;

/// Rows that a thread looks at between two checks of the ticket.
const ROWS_PER_TASK: usize = 256;

/// The share of the words that a row must hold.
const LEAST: f32 = 0.5;

/// The rows of `list` that hold the words, best first.
pub(in crate::docql::eval) fn search(asked: &str, list: List, context: Context<'_>) -> Result<List, Stale> {
    let asked = RowWords::new(asked);
    if asked.words.is_empty() {
        return Ok(Vec::new());
    }
    let near = |rows: &[Found]| {
        context.check()?;
        Ok(rows.iter().map(|found| asked.nearness(found)).collect::<Vec<_>>())
    };
    let near: Vec<Vec<Vec<f32>>> = list.par_chunks(ROWS_PER_TASK).map(near).collect::<Result<_, Stale>>()?;
    let near: Vec<Vec<f32>> = near.into_iter().flatten().collect();
    // A word that few rows hold says more than one that all hold.
    let weight = |word: usize| {
        let holding = near.iter().filter(|row| row.get(word).is_some_and(|near| *near > 0.0)).count();
        (1.0 + near.len() as f32 / (1.0 + holding as f32)).ln()
    };
    let weights: Vec<f32> = (0..asked.words.len()).map(weight).collect();
    let all: f32 = weights.iter().sum();
    let mut scored: Vec<(f32, Found)> = Vec::new();
    for (found, near) in list.into_iter().zip(&near) {
        let held = near.iter().filter(|near| **near > 0.0).count() as f32 / asked.words.len() as f32;
        if held >= LEAST {
            let score =
                near.iter().zip(&weights).map(|(near, weight)| near * weight).sum::<f32>() / all.max(f32::EPSILON);
            scored.push((score, Found { score: Some(score), ..found }));
        }
    }
    let sorted = sorted_by(scored, context.ticket, |a, b| b.0.total_cmp(&a.0))?;
    Ok(sorted.into_iter().map(|(_, found)| found).collect())
}

/// The words of a question.
struct RowWords {
    words: Vec<RowWord>,
    /// Each two that follow each other, as one.
    pairs: Vec<RowWord>,
}

impl RowWords {
    fn new(asked: &str) -> RowWords {
        let mut words = fold_words(asked);
        words.dedup();
        let pairs = words.windows(2).map(|pair| RowWord::new(pair.concat())).collect();
        RowWords { words: words.into_iter().map(RowWord::new).collect(), pairs }
    }

    /// How near each word is in a row: 1 where it stands there, 0 where nothing is like it.
    fn nearness(&self, found: &Found) -> Vec<f32> {
        let mut near = vec![0.0; self.words.len()];
        let Item::Row(row) = &found.item else { return near };
        // The last two words, written together: one is where the other ends.
        let (mut joined, mut letters_before) = (String::new(), 0);
        for value in row.values() {
            joined.clear();
            each_folded_word(&shown(&value), |word| {
                let (letters, before) = (letters_of(word), joined.len());
                self.compare(word, letters, &mut near);
                joined.push_str(word);
                if before > 0 {
                    self.compare(&joined, letters | letters_before, &mut near);
                    joined.drain(..before);
                }
                letters_before = letters;
            });
        }
        near
    }

    /// Raises what is known to be near by what `held` is to each word, and to each two of them that may be one in the
    /// row: `Doo ley`, `Dooley`.
    fn compare(&self, held: &str, letters: u32, near: &mut [f32]) {
        for (word, near) in self.words.iter().zip(near.iter_mut()) {
            *near = near.max(word.nearness(held, letters, *near));
        }
        for (at, pair) in self.pairs.iter().enumerate() {
            let together = pair.nearness(held, letters, 0.0) * JOINED;
            for near in near.iter_mut().skip(at).take(2) {
                *near = near.max(together);
            }
        }
    }
}

/// What two words that are one in the row count, of what one counts.
const JOINED: f32 = 0.95;

/// A word of the question.
struct RowWord {
    word: String,
    characters: usize,
    /// The letters that may be others.
    limit: usize,
    letters: u32,
}

/// The letters of a word, a bit each; what is none has the last.
fn letters_of(word: &str) -> u32 {
    word.bytes().fold(0, |bits, byte| match byte {
        b'a'..=b'z' => bits | 1 << (byte - b'a'),
        b'0'..=b'9' => bits | 1 << 26 << (byte % 4),
        _ => bits | 1 << 31,
    })
}

impl RowWord {
    fn new(word: String) -> RowWord {
        let characters = word.chars().count();
        let limit = match characters {
            0..=3 => 0,
            4..=6 => 1,
            _ => 2,
        };
        RowWord { letters: letters_of(&word), word, characters, limit }
    }

    /// How near `held` is, which has these letters; it need not be told if that is no more than `known`.
    fn nearness(&self, held: &str, letters: u32, known: f32) -> f32 {
        if held == self.word {
            return 1.0;
        }
        if known >= 0.8 {
            return 0.0;
        }
        if self.characters >= 3 && held.starts_with(&self.word) {
            return 0.8;
        }
        // A letter that is another takes one from the word and brings one that it has not.
        let others = (letters ^ self.letters).count_ones() as usize;
        let is_ascii = (letters | self.letters) >> 31 == 0;
        let is_far = others > self.limit * 2 || is_ascii && held.len().abs_diff(self.word.len()) > self.limit;
        if self.limit == 0 || is_far {
            return 0.0;
        }
        match edit_distance(&self.word, held, self.limit) {
            distance if distance <= self.limit => 0.7 - 0.1 * distance as f32,
            _ => 0.0,
        }
    }
}
