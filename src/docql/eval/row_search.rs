//! `.search("words")` over rows: only the rows that were selected, misspelt words too, best first.
//!
//! There is no index of rows: those that a filter has left are looked through. A word of the question is found as a
//! word, as the beginning of one, as two words written apart or together, or misspelt; the nearer the better. A row
//! stays if half of the words are found in it.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::item::{Found, Item};
use crate::docql::nodes::list::List;
use crate::docql::nodes::row::{Row, shown};
use crate::library::fold_words;
use crate::stdx::{Stale, edit_distance, sorted_by};
use rayon::prelude::*;
use std::collections::HashSet;

/// Rows that a thread looks at between two checks of the ticket.
const ROWS_PER_TASK: usize = 256;

/// The share of the words that a row must hold.
const LEAST: f32 = 0.5;

/// The rows of `list` that hold the words, best first.
pub(super) fn search(asked: &str, list: List, context: Context<'_>) -> Result<List, Stale> {
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
    words: Vec<String>,
}

impl RowWords {
    fn new(asked: &str) -> RowWords {
        let mut words = fold_words(asked);
        words.dedup();
        RowWords { words }
    }

    /// How near each word is in a row: 1 where it stands there, 0 where nothing is like it.
    fn nearness(&self, found: &Found) -> Vec<f32> {
        let Item::Row(row) = &found.item else { return vec![0.0; self.words.len()] };
        let held = row_words(row);
        let singly: Vec<f32> = self.words.iter().map(|word| best(word, &held)).collect();
        self.joined(&held, singly)
    }

    /// Two words that follow each other may be one in the row: `Doo ley`, `Dooley`.
    fn joined(&self, held: &[String], mut near: Vec<f32>) -> Vec<f32> {
        for (at, pair) in self.words.windows(2).enumerate() {
            let together = best(&pair.concat(), held) * 0.95;
            for place in near.iter_mut().skip(at).take(2) {
                *place = place.max(together);
            }
        }
        near
    }
}

/// The words of a row, and those that two of them make together.
fn row_words(row: &Row) -> Vec<String> {
    let mut held: HashSet<String> = HashSet::new();
    for value in row.values() {
        let of_cell = fold_words(&shown(&value));
        for pair in of_cell.windows(2) {
            held.insert(pair.concat());
        }
        held.extend(of_cell);
    }
    held.into_iter().collect()
}

/// How near the nearest of the words is to `asked`.
fn best(asked: &str, held: &[String]) -> f32 {
    let letters = asked.chars().count();
    let limit = match letters {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    };
    let near = |word: &String| {
        if word == asked {
            return 1.0;
        }
        if letters >= 3 && word.starts_with(asked) {
            return 0.8;
        }
        let (least, most) = (asked.len().saturating_sub(limit * 4), asked.len() + limit * 4);
        if limit == 0 || !(least..=most).contains(&word.len()) {
            return 0.0;
        }
        match edit_distance(asked, word, limit) {
            distance if distance <= limit => 0.7 - 0.1 * distance as f32,
            _ => 0.0,
        }
    };
    held.iter().map(near).fold(0.0, f32::max)
}
