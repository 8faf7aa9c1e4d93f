//! The answer: ranked hits, each with what its score is made of, and what was tried.

use super::target::Target;
use crate::semantic::{Spent, Unsent};

/// Fewer hits than this, and the next level is tried.
pub(in crate::search) const TOO_FEW: usize = 3;

/// The level at which every word must be there as it is written.
pub(in crate::search) const AS_WRITTEN: &str = "as written";

/// The score of a path that was typed: above every sum of other parts.
const TYPED_PATH: f32 = 1_000.0;

/// The level of vectors.
pub(in crate::search) const MEANING: &str = "meaning";

/// The hits after one level of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelCount {
    /// The name of the level.
    pub level: &'static str,
    /// All hits until then.
    pub hits: usize,
}

/// The parts of a score: a sum, times the shares that are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// What was typed, standing there word after word.
    pub literal: f32,
    /// The identifier that was typed, at its place: it is added to what the shares leave of the others.
    pub identity: f32,
    /// The match of the name.
    pub name: f32,
    /// The prior of the kind.
    pub kind: f32,
    /// The ranks in all channels, fused.
    pub rank: f32,
    /// The words of the question that its text covers.
    pub words: f32,
    /// The words of the question that stand together in its documentation, or in prose.
    pub proximity: f32,
    /// The likeness of its vector and the question's.
    pub meaning: f32,
    /// The likeness of its summary and the question.
    pub summary: f32,
    /// The likeness of its words, each to one of the question.
    pub late_interaction: f32,
    /// The bonus of prose, where a question is asked.
    pub prose: f32,
    /// The share that the role of its file keeps.
    pub role: f32,
    /// The share that better hits of its file, or of its name, leave to it.
    pub diversity: f32,
    /// The share that is left where an identifier was asked for and only its parts are there.
    pub whole: f32,
}

impl Parts {
    /// The score.
    pub fn sum(&self) -> f32 {
        (self.literal
            + self.name
            + self.kind
            + self.rank
            + self.words
            + self.proximity
            + self.meaning
            + self.summary
            + self.late_interaction
            + self.prose)
            * self.role
            * self.diversity
            * self.whole
            + self.identity
    }
}

/// A place with its score, and what the channels say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedHit {
    /// The place.
    pub target: Target,
    /// The higher the better; comparable within one answer only.
    pub score: f32,
    /// The parts of the score.
    pub parts: Parts,
    /// The channels that found it, with its rank in each.
    pub channels: Vec<(&'static str, u32)>,
    /// The score of the reranker, and the place that it had before, from 1.
    pub reranked: Option<(f32, u32)>,
}

impl RankedHit {
    /// A hit of which nothing else is known.
    pub fn at(target: Target, score: f32) -> RankedHit {
        RankedHit { target, score, parts: Parts::default(), channels: Vec::new(), reranked: None }
    }

    /// A file whose path was typed: it comes before everything that is scored.
    pub(in crate::search) fn of_path(target: Target) -> RankedHit {
        let parts = Parts { name: TYPED_PATH, role: 1.0, diversity: 1.0, whole: 1.0, ..Parts::default() };
        RankedHit { score: parts.sum(), parts, ..RankedHit::at(target, 0.0) }
    }

    /// Whether the path of a file was typed, and this is it.
    pub(in crate::search) fn is_path(&self) -> bool {
        self.parts.name == TYPED_PATH
    }
}

/// The answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranked {
    /// The best hits, best first.
    pub hits: Vec<RankedHit>,
    /// The number of all hits; a few may be counted in two channels where there are very many.
    pub total: usize,
    /// The number of hits at least, none counted twice.
    pub least: usize,
    /// All that was found otherwise than in the text, where that is known.
    pub beside_text: Option<Vec<Target>>,
    /// The number of hits that have the identifier that was typed, whole and as it was typed, where others have but parts
    /// of it; 0 where all have but parts.
    pub with_identifier: Option<usize>,
    /// Whether `hits` are all there are.
    pub is_whole: bool,
    /// True if no hit says a quoted phrase to the letter: they have its words.
    pub is_only_like: bool,
    /// The levels that were tried.
    pub levels: Vec<LevelCount>,
    /// The number of hits of each channel.
    pub found: Vec<(&'static str, usize)>,
    /// Whether all files were indexed, their structure and their text.
    pub complete: bool,
    /// The number of files with vectors, and of all files, where vectors were asked.
    pub vectors: Option<(usize, usize)>,
    /// The reason why meaning has no part in it, where people should know.
    pub without_meaning: Option<String>,
    /// The number of pictures with vectors, and of all, where those were asked.
    pub pictures: Option<(usize, usize)>,
    /// The reason why what pictures show has no part in it, where people should know.
    pub without_pictures: Option<String>,
    /// The reason why a reranker that there is has not put the hits in order.
    pub not_reranked: Option<String>,
    /// What a language model was paid for the order of the hits just now.
    pub spent: Option<Spent>,
    /// What it would have been sent, where that was asked.
    pub unsent: Option<Box<Unsent>>,
}
