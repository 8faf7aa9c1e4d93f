//! How much of a question the evidence answers, by its words: which are held, and whether together.

use super::passage::Passage;
use crate::library::is_cjk;
use crate::search::AskedWord;

/// The share of confidence that the best single passage has; the rest is that of all together. A question is seldom
/// answered by words that are scattered over passages.
const BEST: f32 = 0.7;

/// The weight of a question's words that one passage holds at least, if it answers it, as a share.
const LEAST: f32 = 0.2;

/// The weight of a single word that is nowhere from which on a question is about it, as a share.
const ABOUT: f32 = 0.35;

/// The weight of words that are nowhere from which on nothing answers a question, as a share.
const NOWHERE: f32 = 0.5;

/// The weight of a single word from which on a question is about it, as a share: passages that hold it and nothing else
/// of the question mention it in passing.
const ALONE: f32 = 0.4;

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

/// True for what is done to what a question is about: "turned into", "handled". Others may say it in other words.
fn is_participle(word: &str) -> bool {
    word.len() > 4 && word.is_ascii() && word.ends_with("ed") && !word.ends_with("eed")
}

/// Whether passages that hold these words may answer the question.
pub(in crate::agent) fn is_held(passages: impl Iterator<Item = u64> + Clone, words: &[AskedWord]) -> bool {
    let best = passages.clone().map(|held| share(held, words)).fold(0.0, f32::max);
    let nowhere = (0..words.len()).filter(|at| words[*at].is_nowhere).fold(0, |bits, at| bits | 1 << at);
    let there = (0..words.len()).filter(|at| !words[*at].is_nowhere);
    let heaviest = there.max_by(|a, b| words[*a].weight.total_cmp(&words[*b].weight)).unwrap_or_default();
    let own = share(1 << heaviest, words);
    let with = passages.filter(|held| held >> heaviest & 1 == 1).map(|held| share(held, words)).fold(0.0, f32::max);
    let is_done = words.get(heaviest).is_some_and(|word| is_participle(&word.written));
    let is_in_passing = words.len() > 1 && own >= ALONE && with <= own && !is_done;
    // Where a text without spaces is cut into words, some are nowhere that nobody has asked for.
    let is_cut = |at: usize| words[at].written.starts_with(is_cjk);
    let absent =
        (0..words.len()).filter(|at| nowhere >> at & 1 == 1 && !is_cut(*at)).fold(0, |bits, at| bits | 1 << at);
    let is_heavy =
        |at: usize| nowhere >> at & 1 == 1 && share(1 << at, words) >= if is_cut(at) { ALONE } else { ABOUT };
    // What is nowhere weighs more than all that any passage holds.
    let is_about_nothing = (0..words.len()).any(is_heavy) || absent != 0 && share(absent, words) >= best;
    best >= LEAST && share(nowhere, words) < NOWHERE && !is_about_nothing && !is_in_passing
}
