//! Running a search: levels of expansion until there is enough, fusion, scores.

use super::channels::{CHANNELS, List, Question, Source};
use super::expand::{self, LevelCount, TOO_FEW, WordForms};
use super::facets::Filter;
use super::names::NameQuery;
use super::request::Request;
use super::{fuse, fuzzy, rank};
use crate::document::Span;
use crate::library::{FileId, Library, NodeRef, TextQuery};
use crate::stdx::Ticket;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// A section or a symbol.
    Node(NodeRef),
    /// A file as a whole.
    File(FileId),
    /// Text outside of all sections and symbols.
    Text {
        /// The file.
        file: FileId,
        /// Where in the file's node text.
        span: Span,
        /// The first line in the file, 1-based.
        line: u32,
    },
}

/// One hit.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedHit {
    /// What it is.
    pub target: Target,
    /// The higher the better; comparable within one result only.
    pub score: f32,
    /// The channels that found it, with its rank in each.
    pub channels: Vec<(&'static str, u32)>,
}

/// The answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranked {
    /// The best hits, best first.
    pub hits: Vec<RankedHit>,
    /// How many there are in all; a few may be counted in two channels where there are very many.
    pub total: usize,
    /// What was tried, and how much it brought.
    pub levels: Vec<LevelCount>,
    /// Whether all files were indexed, their structure and their text.
    pub complete: bool,
}

/// Candidates that a channel hands on, at least.
const LEAST_DEPTH: usize = 200;

/// What the closest of similar names counts, as a share of the best match in text: a word that is there
/// beats a word that looks like it.
const CLOSEST: f32 = 0.5;

/// What text found by a wider search counts against text that holds the words as written.
const WIDER: f32 = 0.6;

/// Runs a search on what is indexed so far. With a stale ticket the answer is some part of the whole: the
/// caller, who holds the ticket, drops it.
pub fn run(request: &Request, library: &Library, limit: usize, ticket: &Ticket) -> Ranked {
    let complete = library.is_complete() && library.is_text_complete();
    if request.is_empty() {
        return Ranked { complete, ..Ranked::default() };
    }
    let mut search = Search {
        filter: Filter::new(request, library),
        request,
        library,
        depth: limit.max(LEAST_DEPTH),
        ticket,
        levels: Vec::new(),
    };
    let lists = search.lists();
    let total = total(&lists);
    let is_question = expand::is_question(&request.terms);
    let mut hits: Vec<RankedHit> = fuse::fuse(&lists)
        .into_iter()
        .map(|fused| RankedHit {
            score: rank::score(&fused, library, is_question),
            target: fused.target,
            channels: fused.channels,
        })
        .collect();
    hits.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.target.cmp(&b.target)));
    hits.truncate(limit);
    Ranked { hits, total, levels: search.levels, complete }
}

/// The words of `request` that occur nowhere as written, in names and texts that count.
pub(super) fn absent(request: &Request, library: &Library, ticket: &Ticket) -> Vec<String> {
    let filter = Filter::new(request, library);
    let mut search = Search { filter, request, library, depth: 1, ticket, levels: Vec::new() };
    let mut words = expand::forms(&request.terms);
    words.retain(|word| total(&search.level("", std::slice::from_ref(word), 1, false)) == 0);
    if ticket.is_stale() { Vec::new() } else { words.into_iter().map(|word| word.written).collect() }
}

/// What would make an answer better that was found with the structure of some files only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The structure of these files: hits in them do not know what they lie in.
    Files(Vec<Arc<str>>),
    /// The structure of all files: too little was found, and names may be spelled nearly so.
    Structure,
}

/// What `ranked` lacks; `None` if it is as good as it gets.
pub fn wish(ranked: &Ranked, library: &Library) -> Option<Wish> {
    if library.is_complete() {
        return None;
    }
    if ranked.total < TOO_FEW {
        return Some(Wish::Structure);
    }
    let unknown = |hit: &RankedHit| match hit.target {
        Target::Text { file, .. } if !library.is_indexed(file) => Some(file),
        _ => None,
    };
    let files: BTreeSet<FileId> = ranked.hits.iter().filter_map(unknown).collect();
    let paths: Vec<Arc<str>> = files.into_iter().map(|file| Arc::clone(&library.file(file).path)).collect();
    if paths.is_empty() { None } else { Some(Wish::Files(paths)) }
}

struct Search<'s> {
    request: &'s Request,
    library: &'s Library,
    filter: Filter<'s>,
    depth: usize,
    ticket: &'s Ticket,
    levels: Vec<LevelCount>,
}

impl Search<'_> {
    /// The lists of the first level that finds enough; what wider levels find stands behind what was found before.
    fn lists(&mut self) -> Vec<List> {
        let words = expand::forms(&self.request.terms);
        let mut lists = self.level("as written", &words, words.len(), false);
        if total(&lists) < TOO_FEW && words.len() > 1 {
            let more = self.level("some of the words", &words, words.len() / 2 + 1, true);
            append(&mut lists, more);
        }
        if total(&lists) < TOO_FEW
            && let Some(expanded) = expand::with_synonyms(&words)
        {
            let more = self.level("synonyms", &expanded, expanded.len(), true);
            append(&mut lists, more);
        }
        if !self.request.fuzzy.is_empty() {
            let wanted = expand::forms(&self.request.fuzzy);
            self.add_fuzzy(&mut lists, &wanted, "similar names");
        } else if total(&lists) < TOO_FEW && self.request.phrases.is_empty() {
            self.add_fuzzy(&mut lists, &words, "similar names");
        }
        lists
    }

    fn level(&mut self, level: &'static str, words: &[WordForms], required: usize, any: bool) -> Vec<List> {
        if self.ticket.is_stale() {
            return Vec::new();
        }
        let (names, text) = self.queries(words, required, any);
        let lists = self.question(&names, &text).ask();
        self.levels.push(LevelCount { level, hits: total(&lists) });
        lists
    }

    fn question<'q>(&'q self, names: &'q NameQuery, text: &'q TextQuery) -> Question<'q> {
        Question { library: self.library, filter: &self.filter, names, text, depth: self.depth, ticket: self.ticket }
    }

    fn queries(&self, words: &[WordForms], required: usize, any: bool) -> (NameQuery, TextQuery) {
        // A phrase in a name is one word, whatever separates its parts.
        let phrase = |phrase: &String| {
            let joined: String = phrase.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
            WordForms { written: joined.clone(), forms: vec![joined] }
        };
        let phrases: Vec<WordForms> =
            self.request.phrases.iter().map(phrase).filter(|word| !word.written.is_empty()).collect();
        let required = required + phrases.len();
        let text = TextQuery {
            terms: if any {
                words.iter().flat_map(|word| std::iter::once(&word.written).chain(&word.forms[1..])).cloned().collect()
            } else {
                words.iter().map(|word| word.written.clone()).collect()
            },
            phrases: self.request.phrases.clone(),
            fuzzy: self.request.fuzzy.clone(),
            excluded: self.request.excluded.clone(),
            any,
        };
        (NameQuery::new(words.iter().cloned().chain(phrases).collect(), required), text)
    }

    fn add_fuzzy(&mut self, lists: &mut [List], words: &[WordForms], level: &'static str) {
        if lists.is_empty() || self.ticket.is_stale() {
            return;
        }
        let (names, text) = self.queries(words, words.len(), false);
        let question = self.question(&names, &text);
        let close = fuzzy::scan(&question, words);
        for (channel, list) in CHANNELS.iter().zip(lists.iter_mut()) {
            let Source::Names(accepts) = channel.source else { continue };
            // The scan has ranked them: how close a name is counts more than what it is the name of.
            for (place, named) in close.iter().enumerate().filter(|(_, named)| accepts(named.kind)) {
                let target = Target::Node(named.node);
                if list.best.iter().all(|old| old.target != target) {
                    let closeness = CLOSEST / (1.0 + place as f32);
                    let evidence = fuse::Evidence { tier: Some(named.tier), text: closeness };
                    list.best.push(fuse::Candidate { target, evidence });
                    list.total += 1;
                }
            }
        }
        self.levels.push(LevelCount { level, hits: total(lists) });
    }
}

/// Puts what a wider search has found behind what is there.
fn append(lists: &mut [List], wider: Vec<List>) {
    for (list, wider) in lists.iter_mut().zip(wider) {
        let known: HashSet<Target> = list.best.iter().map(|candidate| candidate.target).collect();
        let again = wider.best.iter().filter(|candidate| known.contains(&candidate.target)).count();
        list.total += wider.total - again.min(wider.total);
        list.best.extend(wider.best.into_iter().filter(|new| !known.contains(&new.target)).map(|mut new| {
            new.evidence.text *= WIDER;
            new
        }));
    }
}

/// How many different things the lists hold, as far as they are listed.
fn total(lists: &[List]) -> usize {
    let mut seen = HashSet::new();
    let listed: usize = lists.iter().map(|list| list.best.len()).sum();
    let all: usize = lists.iter().map(|list| list.total).sum();
    let different = lists.iter().flat_map(|list| &list.best).filter(|candidate| seen.insert(candidate.target)).count();
    all - (listed - different)
}
