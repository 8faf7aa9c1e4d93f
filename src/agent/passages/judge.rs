//! How much of a question the evidence answers, by its words: which are held, and whether together.

use super::passage::Passage;
use crate::agent::question::parts::is_comparison;
use crate::agent::question::settings::limits;
use crate::agent::question::{Analysis, is_name};
use crate::library::{fold_words, is_cjk};
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

/// The share of a question's words from which on it is about what is nowhere. A verb may be said otherwise, and a piece of
/// text without spaces.
const NOWHERE: f32 = 0.25;

/// Words of a part of a question, at least, by which it can be told whether that is answered. A side of a comparison may
/// be a single one.
const WORDS_OF_PART: u32 = 2;

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

/// True if too much of what a question says is nowhere.
fn is_about_nothing(analysis: &Analysis, words: &[AskedWord]) -> bool {
    let is_nowhere = |word: &AskedWord| {
        word.is_nowhere && !word.written.starts_with(is_cjk) && !analysis.deeds.contains(&word.written)
    };
    let nowhere = words.iter().enumerate().filter(|(_, word)| is_nowhere(word));
    share(nowhere.fold(0, |bits, (at, _)| bits | 1 << at), words) >= NOWHERE
}

/// True if a question asks how many of something there may be at most, and no passage says that of it.
fn lacks_limit(analysis: &Analysis, passages: &[&Passage]) -> bool {
    let counted = limits::counted(&analysis.text);
    counted.is_some_and(|counted| !passages.iter().any(|passage| limits::is_told(&passage.text, &counted)))
}

/// What an answer has to hold.
pub(in crate::agent) struct Demand {
    words: Vec<AskedWord>,
    /// How many of them are demanded.
    count: usize,
    /// The word that weighs most of those that are there and do not say what is done.
    heaviest: Option<usize>,
    /// True if all others only say what is done.
    has_one_matter: bool,
    /// The words that are written like names, as bits; none where a name of a program says what is asked about.
    subjects: u64,
}

impl Demand {
    /// What a question of these words demands.
    fn of(analysis: &Analysis, words: &[AskedWord]) -> Demand {
        Demand::of_some(analysis, words, all(words))
    }

    /// Whether passages may answer a question of these words: as one, or each of its parts.
    pub(in crate::agent) fn is_met_as_parts(analysis: &Analysis, words: &[AskedWord], passages: &[&Passage]) -> bool {
        // A list of words holds those of a question by chance.
        let passages: Vec<&Passage> = passages.iter().copied().filter(|passage| !passage.is_list).collect();
        let passages = &passages[..];
        let are_met = |parts: Vec<Demand>| !parts.is_empty() && parts.iter().all(|part| part.is_met(passages));
        if is_about_nothing(analysis, words) || lacks_limit(analysis, passages) {
            return false;
        }
        Demand::of(analysis, words).is_met(passages) || are_met(Demand::of_parts(analysis, words))
    }

    /// What each part of a question demands on its own; none where a part has too few words to tell.
    fn of_parts(analysis: &Analysis, words: &[AskedWord]) -> Vec<Demand> {
        let of_part = |part: &String| {
            let own = fold_words(part);
            let is_of_part = |word: &AskedWord| match word.written.starts_with(is_cjk) {
                true => part.contains(&word.written),
                false => own.contains(&word.written) || part.to_lowercase().contains(&word.written),
            };
            let bits = words.iter().enumerate().filter(|(_, word)| is_of_part(word));
            bits.fold(0_u64, |bits, (at, _)| bits | 1 << at)
        };
        let parts: Vec<u64> = analysis.parts_alone().iter().map(of_part).collect();
        let least = if is_comparison(&analysis.text) { 1 } else { WORDS_OF_PART };
        let is_told = parts.len() > 1 && parts.iter().all(|bits| bits.count_ones() >= least);
        let of_bits = |bits: &u64| Demand::of_some(analysis, words, *bits);
        if is_told { parts.iter().map(of_bits).collect() } else { Vec::new() }
    }

    /// What is demanded of those words whose bits are set; others weigh nothing.
    fn of_some(analysis: &Analysis, words: &[AskedWord], bits: u64) -> Demand {
        let is_light = |word: &AskedWord| {
            analysis.deeds.contains(&word.written) || word.is_nowhere && word.written.starts_with(is_cjk)
        };
        let weigh = |(at, word): (usize, &AskedWord)| {
            let weight = match (bits >> at & 1 == 1, is_light(word)) {
                (false, _) => 0.0,
                (true, true) => word.weight * OTHERWISE,
                (true, false) => word.weight,
            };
            AskedWord { weight, ..word.clone() }
        };
        let own = || words.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
        let is_subject = |word: &AskedWord| analysis.subjects.contains(&word.written);
        let is_named = analysis.names.iter().any(|name| is_name(name));
        let subjects = own().filter(|(_, word)| !is_named && is_subject(word));
        let heavy = own().filter(|(_, word)| !word.is_nowhere && !is_light(word));
        Demand {
            heaviest: heavy.max_by(|a, b| a.1.weight.total_cmp(&b.1.weight)).map(|(at, _)| at),
            subjects: subjects.fold(0, |bits, (at, _)| bits | 1 << at),
            has_one_matter: own().filter(|(_, word)| !is_light(word)).count() == 1,
            count: own().count(),
            words: words.iter().enumerate().map(weigh).collect(),
        }
    }

    /// Whether passages may answer the question.
    fn is_met(&self, passages: &[&Passage]) -> bool {
        let share = |bits: u64| share(bits, &self.words);
        let holders = |at: usize| passages.iter().map(|passage| passage.held).filter(move |held| held >> at & 1 == 1);
        let Some(best) = passages.iter().map(|passage| passage.held).max_by(|a, b| share(*a).total_cmp(&share(*b)))
        else {
            return false;
        };
        let with = |at: usize| holders(at).map(share).fold(0.0, f32::max);
        // What is called by the word is about it, where the question has only words beside it that say what is done.
        let is_titled = |at: usize| self.has_one_matter && passages.iter().any(|passage| passage.titled >> at & 1 == 1);
        let is_in_passing = |at: usize| share(1 << at) >= ALONE && with(at) <= share(1 << at) && !is_titled(at);
        if self.count > 1 && self.heaviest.is_some_and(is_in_passing) {
            return false;
        }
        let lacking =
            (0..self.words.len()).filter(|at| best >> at & 1 == 0).map(|at| share(1 << at)).fold(0.0, f32::max);
        let close = passages.iter().map(|passage| share(passage.close)).fold(0.0, f32::max);
        let subjects = (0..self.words.len()).filter(|at| self.subjects >> at & 1 == 1);
        let with = subjects.map(with).fold(1.0, f32::min);
        let words = (1.0 + self.count as f32).ln();
        let logit = CONSTANT + CLOSE * close + WORDS * words + LACKING * lacking + BESIDE_SUBJECT * (1.0 - with);
        logit >= 0.0
    }
}
