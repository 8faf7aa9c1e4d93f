//! Running a search: the lists of all channels, fused, weighed and scored.

use crate::document::Span;
use crate::library::{FileId, Library, NodeRef};
use crate::search::rank::fuse::Fused;
use crate::search::rank::rank::Parts;
use crate::search::rank::rescore;
use crate::search::rank::rescore::Measures;
use crate::search::rank::{diversify, fuse, rank};
use crate::search::request::options::{Meant, Mode, Options};
use crate::search::request::question::Request;
use crate::search::retrieve::channels::{CHANNELS, Channel, List, Source, TEXT};
use crate::search::retrieve::fallbacks::{AS_WRITTEN, MEANING, Search, total};
use crate::search::words::expand;
use crate::search::words::expand::{LevelCount, TOO_FEW, WordForms};
use crate::stdx::Ticket;
use std::cmp::Reverse;
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
    /// What the score is made of.
    pub parts: Parts,
    /// The channels that found it, with its rank in each.
    pub channels: Vec<(&'static str, u32)>,
    /// What a reranker gave it, and the place it had before, from 1.
    pub reranked: Option<(f32, u32)>,
}

impl RankedHit {
    /// A hit of which nothing else is known.
    pub fn at(target: Target, score: f32) -> RankedHit {
        RankedHit { target, score, parts: Parts::default(), channels: Vec::new(), reranked: None }
    }
}

/// The answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranked {
    /// The best hits, best first.
    pub hits: Vec<RankedHit>,
    /// How many there are in all; a few may be counted in two channels where there are very many.
    pub total: usize,
    /// How many there are at least, none counted twice.
    pub least: usize,
    /// All that was found otherwise than in the text, where that is known.
    pub beside_text: Option<Vec<Target>>,
    /// Whether `hits` are all there are.
    pub is_whole: bool,
    /// What was tried, and how much it brought.
    pub levels: Vec<LevelCount>,
    /// How many each channel found.
    pub found: Vec<(&'static str, usize)>,
    /// Whether all files were indexed, their structure and their text.
    pub complete: bool,
    /// Whether vectors were asked, and how many of the files have them.
    pub vectors: Option<(usize, usize)>,
    /// Why meaning has no part in it, where people should know.
    pub without_meaning: Option<String>,
    /// Why a reranker that there is has not put the hits in order.
    pub not_reranked: Option<String>,
}

/// So many candidates are weighed on their own text; the others stand behind them.
const WEIGHED: usize = 400;

/// So many of the best are looked at closely.
const LOOKED_AT: usize = 50;

/// Runs a search on what is indexed so far. With a stale ticket the answer is some part of the whole: the
/// caller, who holds the ticket, drops it.
pub fn run(request: &Request, library: &Library, options: &Options, limit: usize, ticket: &Ticket) -> Ranked {
    let complete = library.is_complete() && library.is_text_complete();
    if request.is_empty() {
        return Ranked { complete, is_whole: true, ..Ranked::default() };
    }
    let mut search = Search::new(request, library, options, limit, ticket);
    let lists = search.lists();
    let total = total(&lists);
    let least = least(&lists);
    let beside_text = beside_text(&lists).filter(|_| search.is_of_first_level());
    let is_question = expand::is_question(&request.terms);
    let letters = search.words.iter().map(|word| word.written.chars().count()).sum();
    let roles = rank::Roles::of(&request.terms);
    let scale = rank::Scale {
        alpha: options.alpha,
        mode: options.mode,
        is_question,
        letters,
        strength: 1.0,
        names_something: false,
        roles,
    };
    let mut fused = fuse::fuse(&lists);
    sort(&mut fused, library, &scale);
    let head = fused.len().min(WEIGHED);
    let measures =
        Measures { coverage: search.coverage(), identifier: search.identifier(), meaning: search.meaning.as_ref() };
    rescore::weigh(&mut fused[..head], library, &measures, ticket);
    let best = fused[..head].iter().filter_map(|fused| fused.evidence.coverage).reduce(f32::max);
    let names_something = fused[..head].iter().any(|fused| fused.evidence.is_named());
    let scale = rank::Scale { strength: best.map_or(1.0, rank::strength), names_something, ..scale };
    sort(&mut fused[..head], library, &scale);
    let first = head.min(LOOKED_AT);
    if let Some(closely) = search.closely() {
        closely.look(&mut fused[..first], library, ticket);
        sort(&mut fused[..first], library, &scale);
        if !names_something && options.mode != Mode::Semantic {
            diversify::put(&mut fused[..first], library, &scale);
        }
    }
    let is_whole = fused.len() <= limit && lists.iter().all(|list| list.total <= search.depth);
    fused.truncate(limit);
    let hit = |fused: Fused| {
        let parts = rank::parts(&fused, library, &scale);
        RankedHit { target: fused.target, score: parts.sum(), parts, channels: fused.channels, reranked: None }
    };
    let found = CHANNELS.iter().zip(&lists).map(|(channel, list)| (channel.name, list.total)).collect();
    let vectors = search.meaning.as_ref().map(|meaning| meaning.reach(library));
    let hits = fused.into_iter().map(hit).collect();
    let without_meaning = match &options.meant {
        Meant::Nothing(reason) if options.asks_meaning() => reason.clone(),
        _ => None,
    };
    Ranked {
        hits,
        total,
        least,
        beside_text,
        is_whole,
        levels: search.levels,
        found,
        complete,
        vectors,
        without_meaning,
        not_reranked: None,
    }
}

/// How many different things lists hold at least: a name is of one kind, and names are of no files.
fn least(lists: &[List]) -> usize {
    let of = |of_source: fn(&Source) -> bool| {
        let lists = CHANNELS.iter().zip(lists).filter(move |(channel, _)| of_source(&channel.source));
        lists.map(|(_, list)| list.different)
    };
    let names: usize = of(|source| matches!(source, Source::Names(_) | Source::Paths)).sum();
    of(|source| matches!(source, Source::Text | Source::Meaning)).fold(names, usize::max)
}

/// How many hits a search has, of which at most `limit` are counted, and in how many files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Hits.
    pub hits: usize,
    /// Files with hits.
    pub files: usize,
    /// Whether there may be more.
    pub at_least: bool,
}

/// All that a channel has found, as far as that is known.
fn listed(list: &List) -> impl Iterator<Item = Target> + '_ {
    list.best.iter().map(|found| found.target).chain(list.rest.iter().copied())
}

/// What all channels have found but that of the text, if all of it is known.
fn beside_text(lists: &[List]) -> Option<Vec<Target>> {
    let is_beside = |(channel, _): &(&Channel, &List)| !matches!(channel.source, Source::Text);
    let beside = || CHANNELS.iter().zip(lists).filter(is_beside).map(|(_, list)| list);
    beside().all(|list| !list.is_cut).then(|| beside().flat_map(listed).collect())
}

/// Counts what [`run`], which has answered `ranked`, would find with `limit`, without weighing it.
pub fn count(
    ranked: &Ranked,
    (request, library): (&Request, &Library),
    options: &Options,
    limit: usize,
    ticket: &Ticket,
) -> Count {
    let mut search = Search::new(request, library, options, limit, ticket);
    let (lists, known) = match &ranked.beside_text {
        Some(known) => (vec![search.first_texts()], &**known),
        None => (search.lists(), &[][..]),
    };
    let mut targets: Vec<Target> = lists.iter().flat_map(listed).chain(known.iter().copied()).collect();
    let is_cut = lists.iter().any(|list| list.is_cut);
    targets.sort_unstable();
    targets.dedup();
    let file = |target: &Target| match *target {
        Target::Node(node) => node.file,
        Target::File(file) | Target::Text { file, .. } => file,
    };
    let files: HashSet<FileId> = targets.iter().map(file).collect();
    Count { hits: targets.len().min(limit), files: files.len(), at_least: is_cut || targets.len() >= limit }
}

/// The best first; equal ones in path order.
fn sort(fused: &mut [Fused], library: &Library, scale: &rank::Scale) {
    fused.sort_by_cached_key(|fused| {
        let score = rank::parts(fused, library, scale).sum();
        // Scores are never negative: as bits they have the order of their numbers.
        (Reverse(score.max(0.0).to_bits()), fused.target)
    });
}

/// The words of `request`, which was answered by `ranked`, that occur nowhere as written, in names and texts that count.
pub(super) fn absent(request: &Request, ranked: &Ranked, library: &Library, ticket: &Ticket) -> Vec<String> {
    let mut words = expand::forms(&request.terms);
    if all_occur(&words, request, ranked) {
        return Vec::new();
    }
    let options = Options::of(Mode::Keyword);
    let mut search = Search::new(request, library, &options, 1, ticket);
    words.retain(|word| {
        library.is_nowhere(&word.written) && total(&search.level("", std::slice::from_ref(word), 1, false)) == 0
    });
    if ticket.is_stale() { Vec::new() } else { words.into_iter().map(|word| word.written).collect() }
}

/// Whether the answer says that all words occur as written: asking once more, word by word, would take as long again.
/// False where it does not say.
fn all_occur(words: &[WordForms], request: &Request, ranked: &Ranked) -> bool {
    let mut levels = ranked.levels.iter().filter(|level| level.level != MEANING);
    let (Some(first), None) = (levels.next(), levels.next()) else { return false };
    let is_ascii = words.iter().all(|word| word.written.is_ascii());
    // Of one word anything that was found holds it; of several a name has some in it and others around it, while a
    // text has them all.
    let is_one = words.len() == 1 && request.phrases.is_empty();
    let is_text = |(channel, found): &(&str, usize)| *channel == TEXT && *found > 0;
    let all_are_there = is_one || ranked.found.iter().any(is_text);
    is_ascii && all_are_there && first.level == AS_WRITTEN && first.hits >= TOO_FEW
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
