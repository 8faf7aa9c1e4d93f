//! The words of a question that mean something: how rare they are, and which of them a text holds.

use super::expand::{self, WordForms, is_stop_word};
use crate::library::{Library, Stems, Word, fold_words, is_cjk, words};
use std::collections::HashMap;

/// Words of a question that are told apart: one bit each.
const MAX_WORDS: usize = 64;

/// Letters of each of two pieces that may be a word together, at least.
const LEAST_PIECE: usize = 2;

/// One word of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedWord {
    /// As written, in lower case.
    pub written: String,
    /// How rare it is in the workspace: Robertson and Spärck Jones' weight.
    pub weight: f32,
    /// True if neither the word nor another form of it is anywhere.
    pub is_nowhere: bool,
}

/// The words of a question, ready to be looked for in texts.
#[derive(Debug)]
pub struct AskedWords {
    /// The words, in the order of the question.
    pub words: Vec<AskedWord>,
    /// Stems and pieces of text without spaces, with the words that they are.
    forms: HashMap<String, u64>,
    /// Forms that are found in a text as they are: of scripts without spaces.
    runs: Vec<(String, u64)>,
    stems: Stems,
}

impl AskedWords {
    /// The words of `terms` in all their forms, synonyms too, weighed by how rare they are in `library`.
    pub fn of(terms: &[String], library: &Library) -> AskedWords {
        let is_nowhere = |word: &str| library.is_nowhere(word);
        let (plain, lost) = expand::translated(terms, &is_nowhere);
        let mut all = expand::with_synonyms(&plain).unwrap_or(plain);
        // What is nowhere and means nothing known finds nothing, and may be all that the question is about.
        all.extend(lost.into_iter().filter(|word| word.written.chars().nth(1).is_some()));
        all.truncate(MAX_WORDS);
        let mut asked = AskedWords { words: Vec::new(), forms: HashMap::new(), runs: Vec::new(), stems: Stems::new() };
        for (at, word) in all.iter().enumerate() {
            let mut word = word.clone();
            if terms.iter().any(|term| is_acronym(term) && term.eq_ignore_ascii_case(&word.written)) {
                // What is like what it stands for is not it: a cache without a TTL has stale entries, too.
                word.forms.retain(|form| is_short_for(&word.written, form));
            }
            asked.add(&word, 1 << at, library);
        }
        for term in terms {
            asked.join(term, library);
        }
        asked
    }

    /// Has a name that a text writes as one word hold the words that its capitals make of it: `PostgreSQL`, "postgresql".
    fn join(&mut self, term: &str, library: &Library) {
        let term = term.trim_matches(|c: char| !c.is_alphanumeric());
        let (whole, parts) = (term.to_lowercase(), fold_words(term));
        if parts.len() < 2 || !term.bytes().all(|byte| byte.is_ascii_alphabetic()) || library.is_nowhere(&whole) {
            return;
        }
        let stem = self.stems.stem(&whole).to_owned();
        for (at, word) in self.words.iter_mut().enumerate().filter(|(_, word)| parts.contains(&word.written)) {
            *self.forms.entry(stem.clone()).or_default() |= 1 << at;
            if word.is_nowhere {
                (word.is_nowhere, word.weight) = (false, library.rarity(&whole));
            }
        }
    }

    fn add(&mut self, word: &WordForms, bit: u64, library: &Library) {
        let mut rarest = 0.0_f32;
        let mut known = false;
        for form in std::iter::once(&word.written).chain(&word.forms) {
            if form.starts_with(is_cjk) {
                self.runs.push((form.clone(), bit));
            } else {
                *self.forms.entry(self.stems.stem(form).to_owned()).or_default() |= bit;
            }
            if !library.is_nowhere(form) {
                let weight = library.rarity(form);
                // What is written counts; of what stands for it the most usual.
                rarest = if known { rarest.min(weight) } else { weight };
                known = true;
            }
        }
        let weight = if known { rarest } else { library.rarity(&word.written) };
        self.words.push(AskedWord { written: word.written.clone(), weight, is_nowhere: !known });
    }

    /// The words that `text` holds, as bits in their order. One that a question writes in one is held where a text writes it
    /// in two: `keybinding` by `key_bindings` and "key bindings".
    pub fn held(&mut self, text: &str) -> u64 {
        let mut held = 0;
        let mut before: Option<Word> = None;
        for word in words(text).filter(|word| !word.cjk) {
            for part in word.parts.iter().chain(std::iter::once(&word.whole)) {
                held |= self.forms.get(self.stems.stem(part)).copied().unwrap_or(0);
            }
            for pair in word.parts.windows(2) {
                held |= self.in_two(&pair[0], &pair[1]);
            }
            if let Some(before) = before.filter(|before| is_beside(before, &word, text)) {
                held |= self.in_two(&before.whole, &word.whole);
            }
            before = Some(word);
        }
        let runs = self.runs.iter().filter(|(run, _)| text.contains(run.as_str()));
        runs.fold(held, |held, (_, bit)| held | bit)
    }

    /// The words that two pieces are together.
    fn in_two(&mut self, first: &str, second: &str) -> u64 {
        let least = first.len().min(second.len());
        let is_begun = |form: &String| form.len() > first.len() && form.starts_with(first);
        // Most pairs are no word that is asked for: no stem is made of them.
        let is_number = second.bytes().all(|byte| byte.is_ascii_digit());
        if least < LEAST_PIECE && !(is_number && first.len() >= LEAST_PIECE) || !self.forms.keys().any(is_begun) {
            return 0;
        }
        let together = format!("{first}{second}");
        self.forms.get(self.stems.stem(&together)).copied().unwrap_or(0)
    }

    /// The weight of the words whose bits are set.
    pub fn weight(&self, bits: u64) -> f32 {
        let held = self.words.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
        held.map(|(_, word)| word.weight).sum()
    }

    /// The weight of all words.
    pub fn whole(&self) -> f32 {
        self.words.iter().map(|word| word.weight).sum()
    }
}

/// Letters of an acronym.
const ACRONYM: std::ops::RangeInclusive<usize> = 2..=6;

/// True for a word that is written in capitals alone: what it stands for has a name of its own.
fn is_acronym(term: &str) -> bool {
    ACRONYM.contains(&term.len()) && term.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// True if a word is another one cut short: its letters stand in that in their order, from the first on (`db`, `database`).
fn is_short_for(short: &str, form: &str) -> bool {
    let mut letters = form.chars();
    form.chars().next() == short.chars().next() && short.chars().all(|letter| letters.any(|other| other == letter))
}

/// True if two words of a text may be one that is written in two: nothing but a space or a hyphen is between them, and both
/// say something. "In line 3" says nothing about what is inline.
fn is_beside(first: &Word, second: &Word, text: &str) -> bool {
    let between = text.get(first.range.end..second.range.start);
    // A number behind a word is one with it behind a hyphen alone: `utf-8`.
    let is_number = second.whole.bytes().all(|byte| byte.is_ascii_digit());
    matches!(between, Some(" " | "-"))
        && (!is_number || between == Some("-"))
        && !is_stop_word(&first.whole)
        && !is_stop_word(&second.whole)
}
