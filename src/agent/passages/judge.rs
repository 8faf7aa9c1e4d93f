//! How much of a question the evidence answers, by its words: which are held, and whether together.

use super::passage::Passage;
use crate::agent::question::{Analysis, is_name};
use crate::library::is_cjk;
use crate::search::AskedWord;

/// The share of confidence that the best single passage has; the rest is that of all together. A question is seldom
/// answered by words that are scattered over passages.
const BEST: f32 = 0.7;

/// What a word weighs that says what is done, and a piece of text without spaces that is nowhere: an answer may say it
/// otherwise.
const OTHERWISE: f32 = 0.5;

/// The weight of a single word from which on a question is about it, as a share: passages that hold it and nothing else
/// of the question mention it in passing.
const ALONE: f32 = 0.4;

/// What speaks for an answer: the share of the words that stand close together, and how many words the question has – of a
/// long one more is said otherwise. What speaks against it: the share of the heaviest word that the best passage lacks, and
/// what is lacking beside a word that is written like a name. Together they are a logit, fitted by logistic regression on the
/// tuned halves of `tests/ask`; the constant is somewhat higher than fitted, since who is declined wrongly loses more.
const CLOSE: f32 = 6.0;
const WORDS: f32 = 3.2;
const LACKING: f32 = -5.0;
const BESIDE_SUBJECT: f32 = -3.0;
const CONSTANT: f32 = -7.1;

/// What a round has brought.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judgement {
    /// The weight of the words in the best passage, as a share of all.
    pub best: f32,
    /// The same for all passages together.
    pub together: f32,
    /// The words that no passage holds, as bits.
    pub missing: u64,
}

impl Judgement {
    /// Judges passages, best first.
    pub(in crate::agent) fn of<'p>(passages: impl Iterator<Item = &'p Passage>, words: &[AskedWord]) -> Judgement {
        let (mut best, mut held) = (0.0_f32, 0);
        for passage in passages {
            best = best.max(share(passage.held, words));
            held |= passage.held;
        }
        Judgement { best, together: share(held, words), missing: !held & all(words) }
    }

    /// How sure it is that the evidence answers the question, from 0 to 1.
    pub fn confidence(&self) -> f32 {
        BEST * self.best + (1.0 - BEST) * self.together
    }
}

/// The bits of all words.
pub(in crate::agent) fn all(words: &[AskedWord]) -> u64 {
    if words.len() >= 64 { u64::MAX } else { (1 << words.len()) - 1 }
}

/// The weight of the words whose bits are set, as a share of that of all.
pub(in crate::agent) fn share(bits: u64, words: &[AskedWord]) -> f32 {
    let whole: f32 = words.iter().map(|word| word.weight).sum();
    let held = words.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
    if whole > 0.0 { held.map(|(_, word)| word.weight).sum::<f32>() / whole } else { 0.0 }
}

/// What an answer has to hold.
pub(in crate::agent) struct Demand {
    words: Vec<AskedWord>,
    /// The word that weighs most of those that are there and do not say what is done.
    heaviest: Option<usize>,
    /// The words that are written like names, as bits; none where a name of a program says what is asked about.
    subjects: u64,
}

impl Demand {
    /// What a question of these words demands.
    pub(in crate::agent) fn of(analysis: &Analysis, words: &[AskedWord]) -> Demand {
        let is_light = |word: &AskedWord| {
            analysis.deeds.contains(&word.written) || word.is_nowhere && word.written.starts_with(is_cjk)
        };
        let weigh = |word: &AskedWord| {
            let weight = if is_light(word) { word.weight * OTHERWISE } else { word.weight };
            AskedWord { weight, ..word.clone() }
        };
        let is_subject = |word: &AskedWord| analysis.subjects.contains(&word.written);
        let is_named = analysis.names.iter().any(|name| is_name(name));
        let subjects = words.iter().enumerate().filter(|(_, word)| !is_named && is_subject(word));
        let heavy = words.iter().enumerate().filter(|(_, word)| !word.is_nowhere && !is_light(word));
        Demand {
            heaviest: heavy.max_by(|a, b| a.1.weight.total_cmp(&b.1.weight)).map(|(at, _)| at),
            subjects: subjects.fold(0, |bits, (at, _)| bits | 1 << at),
            words: words.iter().map(weigh).collect(),
        }
    }

    /// Whether passages may answer the question.
    pub(in crate::agent) fn is_met(&self, passages: &[&Passage]) -> bool {
        let share = |bits: u64| share(bits, &self.words);
        let holders = |at: usize| passages.iter().map(|passage| passage.held).filter(move |held| held >> at & 1 == 1);
        let Some(best) = passages.iter().map(|passage| passage.held).max_by(|a, b| share(*a).total_cmp(&share(*b)))
        else {
            return false;
        };
        let with = |at: usize| holders(at).map(share).fold(0.0, f32::max);
        let is_in_passing = |at: usize| share(1 << at) >= ALONE && with(at) <= share(1 << at);
        if self.words.len() > 1 && self.heaviest.is_some_and(is_in_passing) {
            return false;
        }
        let lacking =
            (0..self.words.len()).filter(|at| best >> at & 1 == 0).map(|at| share(1 << at)).fold(0.0, f32::max);
        let close = passages.iter().map(|passage| share(passage.close)).fold(0.0, f32::max);
        let subjects = (0..self.words.len()).filter(|at| self.subjects >> at & 1 == 1);
        let with = subjects.map(with).fold(1.0, f32::min);
        let words = (1.0 + self.words.len() as f32).ln();
        let logit = CONSTANT + CLOSE * close + WORDS * words + LACKING * lacking + BESIDE_SUBJECT * (1.0 - with);
        logit >= 0.0
    }
}
