//! Reciprocal rank fusion: one entry per target, with its rank in every channel that found it.

use super::match_class::Tier;
use crate::search::retrieve::channels::{CHANNELS, List};
use crate::search::run::Target;
use std::collections::HashMap;

/// The constant of the fusion: how quickly lower ranks lose weight.
const K: f32 = 60.0;

/// Why something is a candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::search) struct Evidence {
    /// How its name matches.
    pub tier: Option<Tier>,
    /// Its BM25 score as a share of the best one; for a name that is only similar, how close it is.
    pub text: f32,
    /// Whether only a wider search found it: words that are like those of the question.
    pub is_wider: bool,
    /// Whether it holds the parts of the identifier that was asked for, but not the identifier.
    pub is_scattered: bool,
    /// How much of the question its own text covers, from 0 to 1.
    pub coverage: Option<f32>,
    /// How much of the question stands together in what it says to people, from 0 to 1.
    pub together: f32,
    /// How alike what it says in short and the question are: the cosine.
    pub summary: f32,
    /// How alike the words of the question and those of it are that are most like them.
    pub each: f32,
    /// How alike its vector and the question's are: the cosine.
    pub likeness: Option<f32>,
    /// The share that better hits like it leave to it.
    pub share: Option<f32>,
}

impl Evidence {
    /// Whether its name holds the words as words.
    pub fn has_sure_name(&self) -> bool {
        self.tier.is_some_and(|tier| tier < Tier::Substring)
    }

    /// Whether its name holds the words as they were written.
    pub fn is_named(&self) -> bool {
        self.has_sure_name() && !self.is_wider
    }
}

/// One entry of one channel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::search) struct Candidate {
    pub target: Target,
    pub evidence: Evidence,
}

/// One entry of the fusion.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::search) struct Fused {
    pub target: Target,
    pub evidence: Evidence,
    /// Between 0 and 1: 1 is the first place in two full channels.
    pub rank_score: f32,
    pub channels: Vec<(&'static str, u32)>,
}

/// Fuses lists that are in the order of [`CHANNELS`].
pub(in crate::search) fn fuse(lists: &[List]) -> Vec<Fused> {
    let mut places: HashMap<Target, usize> = HashMap::new();
    let mut fused: Vec<Fused> = Vec::new();
    let best_possible = 2.0 / (K + 1.0);
    for (channel, list) in CHANNELS.iter().zip(lists) {
        for (index, candidate) in list.best.iter().enumerate() {
            let place = *places.entry(candidate.target).or_insert_with(|| {
                fused.push(Fused {
                    target: candidate.target,
                    evidence: Evidence { is_wider: true, ..Evidence::default() },
                    rank_score: 0.0,
                    channels: Vec::new(),
                });
                fused.len() - 1
            });
            let rank = index as u32 + 1;
            let entry = &mut fused[place];
            entry.rank_score += channel.weight / (K + rank as f32) / best_possible;
            entry.channels.push((channel.name, rank));
            entry.evidence.tier = match (entry.evidence.tier, candidate.evidence.tier) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            entry.evidence.is_wider &= candidate.evidence.is_wider;
            entry.evidence.text = entry.evidence.text.max(candidate.evidence.text);
            entry.evidence.likeness = entry.evidence.likeness.or(candidate.evidence.likeness);
        }
    }
    fused
}
