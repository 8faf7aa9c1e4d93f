//! Lists of candidates, one for each channel.

use super::channels::{CHANNELS, CandidateSource, Channel};
use super::evidence::ChannelEntry;
use super::target::Target;
use std::collections::HashSet;
use std::mem::discriminant;

/// The factor of the text score of what only a wider search found.
const WIDER: f32 = 0.6;

/// The candidates of one channel.
#[derive(Debug, Default)]
pub(in crate::search) struct List {
    /// The best, best first.
    pub best: Vec<ChannelEntry>,
    /// The number of all that were found.
    pub total: usize,
    /// The number of different ones at least, where `total` may count some twice.
    pub different: usize,
    /// The others, as far as they are known.
    pub rest: Vec<Target>,
    /// True if there is more than the best and the rest.
    pub is_cut: bool,
}

impl List {
    /// All targets that are known.
    pub fn targets(&self) -> impl Iterator<Item = Target> + '_ {
        self.best.iter().map(|candidate| candidate.target).chain(self.rest.iter().copied())
    }

    /// Drops targets.
    pub fn remove(&mut self, unwanted: &HashSet<Target>) {
        let before = self.best.len() + self.rest.len();
        self.best.retain(|candidate| !unwanted.contains(&candidate.target));
        self.rest.retain(|target| !unwanted.contains(target));
        let removed = before - self.best.len() - self.rest.len();
        self.total -= removed.min(self.total);
        self.different -= removed.min(self.different);
    }

    /// Makes one of the same text found twice: full text and vectors cut what is outside of all nodes in their own ways.
    pub fn unify_with(&mut self, texts: &[ChannelEntry]) {
        for candidate in &mut self.best {
            let Target::Text { file, span, .. } = candidate.target else { continue };
            let is_same = |other: &ChannelEntry| match other.target {
                Target::Text { file: at, span: of, .. } => at == file && of.start < span.end && span.start < of.end,
                _ => false,
            };
            if let Some(other) = texts.iter().find(|other| is_same(other)) {
                candidate.target = other.target;
            }
        }
        let mut seen = HashSet::new();
        self.best.retain(|candidate| seen.insert(candidate.target));
    }

    /// Puts what a wider search has found behind what is there.
    fn append(&mut self, wider: List) {
        let known: HashSet<Target> = self.best.iter().map(|candidate| candidate.target).collect();
        let again = wider.best.iter().filter(|candidate| known.contains(&candidate.target)).count();
        self.total += wider.total - again.min(wider.total);
        // Nobody knows which of the others are the same.
        self.different = self.different.max(wider.different);
        self.is_cut |= wider.is_cut;
        self.rest.extend(wider.rest);
        self.best.extend(wider.best.into_iter().filter(|new| !known.contains(&new.target)).map(|mut new| {
            new.evidence.text *= WIDER;
            new.evidence.is_wider = true;
            new
        }));
    }
}

/// A list for each of [`CHANNELS`].
#[derive(Debug)]
pub(in crate::search) struct Lists(Vec<List>);

impl Lists {
    /// Empty lists.
    pub fn empty() -> Lists {
        Lists(CHANNELS.iter().map(|_| List::default()).collect())
    }

    /// The channels with their lists.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Channel, &List)> {
        CHANNELS.iter().zip(&self.0)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&'static Channel, &mut List)> {
        CHANNELS.iter().zip(&mut self.0)
    }

    /// The list of a channel that is the only one of its source: paths, text, meaning.
    pub fn of(&mut self, source: &CandidateSource) -> Option<&mut List> {
        let is_same = |channel: &Channel| discriminant(&channel.source) == discriminant(source);
        self.iter_mut().find(|(channel, _)| is_same(channel)).map(|(_, list)| list)
    }

    /// Puts what a wider search has found behind what is there.
    pub fn append(&mut self, wider: Lists) {
        self.0.iter_mut().zip(wider.0).for_each(|(list, wider)| list.append(wider));
    }

    /// The number of different targets, as far as they are listed.
    pub fn total(&self) -> usize {
        let mut seen = HashSet::new();
        let listed: usize = self.0.iter().map(|list| list.best.len()).sum();
        let all: usize = self.0.iter().map(|list| list.total).sum();
        let candidates = self.0.iter().flat_map(|list| &list.best);
        let different = candidates.filter(|candidate| seen.insert(candidate.target)).count();
        all - (listed - different)
    }

    /// The number of different targets at least: a name is of one kind, and names are of no files.
    pub fn at_least(&self) -> usize {
        let different = |of_source: fn(&CandidateSource) -> bool| {
            self.iter().filter(move |(channel, _)| of_source(&channel.source)).map(|(_, list)| list.different)
        };
        let names: usize =
            different(|source| matches!(source, CandidateSource::Names(_) | CandidateSource::Paths)).sum();
        different(|source| matches!(source, CandidateSource::Text | CandidateSource::Meaning)).fold(names, usize::max)
    }

    /// The targets of all channels but that of the text, if all of them are known.
    pub fn beside_text(&self) -> Option<Vec<Target>> {
        let beside = || self.iter().filter(|(channel, _)| !matches!(channel.source, CandidateSource::Text));
        beside().all(|(_, list)| !list.is_cut).then(|| beside().flat_map(|(_, list)| list.targets()).collect())
    }
}
