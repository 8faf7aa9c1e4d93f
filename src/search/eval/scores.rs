//! The ranks of right answers among hits, and what they score.

use super::rights::Right;
use crate::library::Library;
use crate::search::model::answer::RankedHit;
use std::collections::HashSet;

/// How many hits count for the mean reciprocal rank and the discounted gain.
pub const DEPTH: usize = 10;

/// The depths at which recall is measured.
pub const RECALLS: [usize; 3] = [1, 5, DEPTH];

/// The ranks, from 1, at which the right answers stand; an answer that is not among the hits has none. A hit
/// answers for one right place at most. With `by_file` each file counts once, where its first hit stands.
pub fn ranks(rights: &[Right], hits: &[RankedHit], library: &Library, by_file: bool) -> Vec<Option<usize>> {
    let mut ranks = vec![None; rights.len()];
    let mut files = HashSet::new();
    let counted = hits.iter().filter(|hit| !by_file || files.insert(hit.target.file()));
    for (at, hit) in counted.enumerate() {
        let open = (0..rights.len()).find(|&number| ranks[number].is_none() && rights[number].is(&hit.target, library));
        if let Some(number) = open {
            ranks[number] = Some(at + 1);
        }
    }
    ranks
}

/// What one case scores, or the mean of several, each between 0 and 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// The share of the right answers among the first 1, 5 and 10 hits ([`RECALLS`]).
    pub recall: [f64; 3],
    /// One by the rank of the first right answer, 0 if it is not among the first 10.
    pub reciprocal: f64,
    /// Normalised discounted cumulative gain of the first 10: a right answer at rank r gains 1 / log2(r + 1).
    pub gain: f64,
}

impl Scores {
    /// Scores one case by the ranks of its right answers. Where any one is a full answer the best placed counts.
    pub fn of(ranks: &[Option<usize>], all: bool) -> Scores {
        let best = ranks.iter().flatten().min().copied();
        let found: Vec<usize> =
            if all { ranks.iter().flatten().copied().collect() } else { best.into_iter().collect() };
        let wanted = if all { ranks.len() } else { 1 };
        let gain = |rank: usize| 1.0 / (rank as f64 + 1.0).log2();
        let ideal: f64 = (1..=wanted.min(DEPTH)).map(gain).sum();
        let within = |depth: usize| found.iter().filter(|&&rank| rank <= depth).count() as f64 / wanted as f64;
        Scores {
            recall: RECALLS.map(within),
            reciprocal: best.filter(|&rank| rank <= DEPTH).map_or(0.0, |rank| 1.0 / rank as f64),
            gain: found.iter().filter(|&&rank| rank <= DEPTH).fold(0.0, |sum, &rank| sum + gain(rank)) / ideal,
        }
    }

    /// The mean; all 0 of none.
    pub fn mean(scores: &[Scores]) -> Scores {
        let mean = |part: &dyn Fn(&Scores) -> f64| {
            if scores.is_empty() { 0.0 } else { scores.iter().map(part).sum::<f64>() / scores.len() as f64 }
        };
        Scores {
            recall: std::array::from_fn(|at| mean(&|scores| scores.recall[at])),
            reciprocal: mean(&|scores| scores.reciprocal),
            gain: mean(&|scores| scores.gain),
        }
    }
}
