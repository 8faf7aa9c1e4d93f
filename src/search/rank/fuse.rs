//! Reciprocal rank fusion: one entry per target, with its rank in every channel that found it.

use crate::search::model::channels::PICTURE;
use crate::search::model::evidence::Evidence;
use crate::search::model::lists::Lists;
use crate::search::model::target::Target;
use std::collections::HashMap;

/// The constant of the fusion: the larger it is, the slower lower ranks lose weight.
const K: f32 = 60.0;

/// One entry of the fusion.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::search) struct Fused {
    pub target: Target,
    pub evidence: Evidence,
    /// Between 0 and 1: 1 is the first place in two full channels.
    pub rank_score: f32,
    /// The channels that found it, with its rank in each.
    pub channels: Vec<(&'static str, u32)>,
}

impl Fused {
    /// True for a picture that shows what was asked for.
    pub(in crate::search) fn is_shown(&self) -> bool {
        self.channels.iter().any(|(name, _)| *name == PICTURE)
    }
}

/// Fuses the lists of all channels. The best evidence of each target counts.
pub(in crate::search) fn fuse(lists: &Lists) -> Vec<Fused> {
    let mut places: HashMap<Target, usize> = HashMap::new();
    let mut fused: Vec<Fused> = Vec::new();
    let best_possible = 2.0 / (K + 1.0);
    for (channel, list) in lists.iter() {
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
            let (known, new) = (&mut entry.evidence, &candidate.evidence);
            known.class = known.class.into_iter().chain(new.class).min();
            known.is_wider &= new.is_wider;
            known.text = known.text.max(new.text);
            known.literal = known.literal.max(new.literal);
            known.mentioned = known.mentioned.max(new.mentioned);
            known.has_identifier |= new.has_identifier;
            known.is_typed |= new.is_typed;
            known.is_copied |= new.is_copied;
            known.is_string |= new.is_string;
            known.is_value |= new.is_value;
            known.identity = known.identity.min(new.identity);
            known.cosine = known.cosine.or(new.cosine);
        }
    }
    fused
}
