//! Repositories → the few to look in: those that say of themselves what is asked, mean it, and hold what a search finds.

use super::profile::{Profile, profiles, without_version};
use crate::library::{FileId, Library, Stems, fold_words};
use crate::search::request::filter::AUTO;
use crate::search::request::read::Request;
use crate::search::words::expand::is_stop_word;
use crate::semantic::EmbeddingModel;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// A question about more repositories than these is about some of them.
pub const MANY: usize = 10;

/// Repositories that are looked in, at most and at least.
const MOST: usize = 8;
const LEAST: usize = 5;

/// A repository is left out whose worth is less than this share of the best one's.
const WORTH: f32 = 0.4;

/// The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009), small since lists are short.
const FUSION: f32 = 5.0;

/// Okapi BM25 (Robertson, Walker and others, 1994).
const K1: f32 = 1.2;
const B: f32 = 0.6;

/// The best hits of a repository that speak for it.
const VOTES: usize = 3;

/// What speaks for a repository that the user has named: as much as being first in a list.
const GOLDEN: f32 = 1.0 / FUSION;

/// The repositories to look in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// Their numbers in the library, best first.
    pub numbers: Vec<u32>,
    /// As `repo:` names them.
    pub names: Vec<String>,
    /// The number of all repositories.
    pub of: usize,
}

/// The repositories that `request` is about, where there are several. `hits` are the files that a search of all of them
/// finds, best first; `golden` are names and paths that come first if anything speaks for them.
pub fn choose(request: &Request, library: &Library, hits: &[FileId], golden: &[String]) -> Option<Chosen> {
    let all = library.repositories();
    if all.len() < 2 {
        return None;
    }
    let profiles = profiles(library);
    let text = request.text();
    let lists = [by_words(&text, &profiles), by_meaning(&text, &profiles), by_hits(library, hits, all.len())];
    let mut worth: Vec<f32> = vec![0.0; all.len()];
    for list in &lists {
        for (rank, at) in ranked(list).into_iter().enumerate() {
            worth[at] += 1.0 / (FUSION + rank as f32);
        }
    }
    for (worth, repository) in worth.iter_mut().zip(all).filter(|(worth, _)| **worth > 0.0) {
        let own = [&*repository.name, &*repository.path, without_version(&repository.name)];
        let is_golden = golden.iter().any(|name| own.contains(&name.as_str()));
        *worth += if is_golden { GOLDEN } else { 0.0 };
    }
    let best = ranked(&worth);
    let least = best.first().map_or(0.0, |at| worth[*at] * WORTH);
    let kept = best.iter().enumerate().take(MOST).filter(|(rank, at)| *rank < LEAST || worth[**at] >= least);
    let kept: Vec<usize> = kept.map(|(_, at)| *at).collect();
    let names = kept.iter().map(|at| name_of(library, *at)).collect();
    Some(Chosen { numbers: kept.into_iter().map(|at| at as u32).collect(), names, of: all.len() })
}

/// The numbers of what is worth anything, best first; of equal ones the first.
fn ranked(worth: &[f32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..worth.len()).filter(|at| worth[*at] > 0.0).collect();
    order.sort_by(|a, b| worth[*b].total_cmp(&worth[*a]).then(a.cmp(b)));
    order
}

/// The name of a repository, or its path where others have the name too.
fn name_of(library: &Library, at: usize) -> String {
    let all = library.repositories();
    let Some(own) = all.get(at) else { return String::new() };
    let is_alone = all.iter().filter(|other| other.name.eq_ignore_ascii_case(&own.name)).count() == 1;
    if is_alone || own.path.is_empty() { own.name.clone() } else { own.path.clone() }
}

/// By the words that a repository says of itself.
fn by_words(text: &str, profiles: &[Profile]) -> Vec<f32> {
    let mut stems = Stems::new();
    let words = fold_words(text).into_iter().filter(|word| !is_stop_word(word));
    let words: BTreeSet<String> = words.map(|word| stems.stem(&word).to_owned()).collect();
    let count = profiles.len() as f32;
    let mean = (profiles.iter().map(|profile| profile.length).sum::<f32>() / count).max(1.0);
    let weight = |word: &String| {
        let with = profiles.iter().filter(|profile| profile.words.contains_key(word)).count() as f32;
        (1.0 + (count - with + 0.5) / (with + 0.5)).ln()
    };
    let weights: Vec<(&String, f32)> = words.iter().map(|word| (word, weight(word))).collect();
    let worth = |profile: &Profile| {
        let long = K1 * (1.0 - B + B * profile.length / mean);
        let held = weights.iter().filter_map(|(word, weight)| Some((profile.words.get(*word)?, weight)));
        held.map(|(count, weight)| weight * count * (K1 + 1.0) / (count + long)).sum()
    };
    profiles.iter().map(worth).collect()
}

/// By the meaning of what it says first; nothing without a built-in model.
fn by_meaning(text: &str, profiles: &[Profile]) -> Vec<f32> {
    let Some(question) = EmbeddingModel::built_in().embedder().embed(text) else { return Vec::new() };
    let cosine = |profile: &Profile| {
        let own = EmbeddingModel::built_in().embedder().embed(&profile.text)?;
        Some(own.iter().zip(&question).map(|(own, asked)| own * asked).sum::<f32>())
    };
    profiles.par_iter().map(|profile| cosine(profile).unwrap_or_default().max(0.0)).collect()
}

/// By the best hits in it.
fn by_hits(library: &Library, hits: &[FileId], count: usize) -> Vec<f32> {
    let mut worth = vec![0.0; count];
    let mut votes: HashMap<u32, usize> = HashMap::new();
    for (rank, number) in hits.iter().filter_map(|file| library.file(*file).repository).enumerate() {
        let cast = votes.entry(number).or_default();
        *cast += 1;
        if let Some(worth) = worth.get_mut(number as usize).filter(|_| *cast <= VOTES) {
            *worth += 1.0 / (FUSION + rank as f32) / *cast as f32;
        }
    }
    worth
}

impl Chosen {
    /// The number of the files that a search of all repositories has to find to choose by.
    pub const HITS: usize = 100;

    /// The request with these repositories in the place of `repo:auto`.
    pub fn narrow(&self, request: &Request) -> Request {
        let mut narrowed = request.clone();
        narrowed.facets.repo.retain(|value| value != AUTO);
        narrowed.facets.repo.extend(self.names.iter().map(|name| name.to_lowercase()));
        narrowed
    }

    /// What was chosen, for people.
    pub fn told(&self) -> String {
        let count = self.names.len();
        format!("looked in {count} of {} repositories, repo:* looks in all: {}", self.of, self.names.join(", "))
    }
}
