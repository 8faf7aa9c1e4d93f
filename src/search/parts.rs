//! Parts of documents – tables, lists, code, pictures, paragraphs – by the words in them, where their kind is asked for.
//!
//! The channels know sections and declarations. Who asks for `kind:table` gets the tables themselves: those of all files
//! that pass the filters are looked through. Pictures are found by what they show as well, where they have vectors; and by
//! a picture that they are to be like.

use crate::docql::resolved_link;
use crate::document::{Family, FormatFamily, Kind};
use crate::library::{FileId, Library, NodeRef, Outline, fold_words, is_source};
use crate::search::model::answer::{Parts, Ranked, RankedHit};
use crate::search::model::channels::{CandidateSource, PICTURE};
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::model::file_text::FileText;
use crate::search::model::lists::{List, Lists};
use crate::search::model::target::Target;
use crate::search::rank::fuse::{Fused, fuse};
use crate::search::request::filter::Filter;
use crate::search::request::options::{Meant, Options};
use crate::search::request::read::Request;
use crate::search::retrieve::pictured::{self, Wish};
use crate::stdx::Ticket;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// The share of the words that a part must hold, by their weights.
const LEAST: f32 = 0.5;

/// The nearness of a word that only begins like the one that is asked for, or the other way round.
const LIKE: f32 = 0.8;

/// The nearness of a word that stands in the heading above.
const ABOVE: f32 = 0.6;

/// The worth of all words standing one after the other.
const TOGETHER: f32 = 0.2;

/// True if a request is for parts of documents, and for nothing else.
pub(super) fn are_wanted(request: &Request) -> bool {
    let is_part = |kind: &Kind| {
        matches!(kind.family(), Family::Section | Family::Entity) && !matches!(kind, Kind::Heading | Kind::Page)
    };
    !request.facets.kind.is_empty() && request.facets.kind.iter().all(is_part)
}

/// A part, and how near each of the words is in it.
struct PartMatch {
    node: NodeRef,
    near: Vec<f32>,
    is_together: bool,
    is_source: bool,
}

/// The parts that hold the words, and the pictures that show what they say or are like the one that was given, best first.
pub(super) fn parts(request: &Request, library: &Library, options: &Options, limit: usize, ticket: &Ticket) -> Ranked {
    let wish = if options.picture.is_some() { Wish::Alike } else { Wish::Pictures };
    let request = match wish {
        Wish::Alike => Cow::Owned(of_pictures(request)),
        _ => Cow::Borrowed(request),
    };
    let filter = Filter::new(&request, library);
    let worded = by_words(&request, library, &filter, ticket);
    let vector = pictured::vector(&options.pictured).filter(|_| filter.may_accept(Kind::Image));
    let alike = vector.map_or_else(List::default, |vector| pictured::list(vector, library, &filter, wish, ticket));
    let mut hits: Vec<RankedHit> = match (worded.is_empty(), alike.best.is_empty()) {
        (_, true) => worded.into_iter().map(|(score, node)| RankedHit::at(Target::Node(node), score)).collect(),
        (true, false) => alike.best.iter().enumerate().map(by_likeness).collect(),
        (false, false) => by_both(worded, alike, wish),
    };
    let total = hits.len();
    hits.truncate(limit);
    Ranked {
        hits,
        is_whole: total <= limit,
        total,
        least: total,
        complete: library.is_complete(),
        pictures: pictures(library, options),
        without_pictures: without_pictures(options),
        ..Ranked::default()
    }
}

/// The request for nothing but pictures.
fn of_pictures(request: &Request) -> Request {
    let mut request = request.clone();
    request.facets.kind = vec![Kind::Image];
    request
}

/// The number of pictures with vectors, and of all, where those are compared.
pub(super) fn pictures(library: &Library, options: &Options) -> Option<(usize, usize)> {
    let vector = pictured::vector(&options.pictured)?;
    Some((library.pictures_with_vectors(vector.model), library.pictures().count()))
}

/// The reason why they are not, where people should know.
pub(super) fn without_pictures(options: &Options) -> Option<String> {
    match &options.pictured {
        Meant::Nothing(reason) if options.asks_meaning() => reason.clone(),
        _ => None,
    }
}

/// A picture that nothing is known of but how near it is.
fn by_likeness((place, candidate): (usize, &ChannelEntry)) -> RankedHit {
    let meaning = candidate.evidence.cosine.unwrap_or_default();
    let parts = Parts { meaning, role: 1.0, diversity: 1.0, whole: 1.0, ..Parts::default() };
    let channels = vec![(PICTURE, place as u32 + 1)];
    RankedHit { parts, channels, ..RankedHit::at(candidate.target, meaning) }
}

/// Parts found by words and pictures found by what they show, by their ranks: a share of words and a cosine are not
/// comparable.
fn by_both(worded: Vec<(f32, NodeRef)>, alike: List, wish: Wish) -> Vec<RankedHit> {
    let candidate = |(text, node): (f32, NodeRef)| ChannelEntry {
        target: Target::Node(node),
        evidence: Evidence { text, ..Evidence::default() },
    };
    let worded = List { best: worded.into_iter().map(candidate).collect(), ..List::default() };
    let mut lists = Lists::empty();
    for (source, found) in [(CandidateSource::Text, worded), (CandidateSource::Pictures, alike)] {
        if let Some(list) = lists.of(&source) {
            *list = found;
        }
    }
    let mut fused = fuse(&lists);
    // Of two that are as good the one comes first that is what was asked with: words, or a picture.
    let is_second = |fused: &Fused| (fused.channels[0].0 == PICTURE) != (wish == Wish::Alike);
    fused.sort_by(|a, b| b.rank_score.total_cmp(&a.rank_score).then(is_second(a).cmp(&is_second(b))));
    let hit = |fused: Fused| {
        let parts = Parts { rank: fused.rank_score, role: 1.0, diversity: 1.0, whole: 1.0, ..Parts::default() };
        RankedHit { parts, channels: fused.channels, ..RankedHit::at(fused.target, fused.rank_score) }
    };
    fused.into_iter().map(hit).collect()
}

/// The parts that hold the words, best first, with the share of the words that they hold.
fn by_words(request: &Request, library: &Library, filter: &Filter<'_>, ticket: &Ticket) -> Vec<(f32, NodeRef)> {
    let sought = Sought::new(request);
    if sought.words.is_empty() {
        return Vec::new();
    }
    let files: Vec<FileId> = library.file_ids().filter(|&file| filter.accepts_file(file)).collect();
    let of_file = |&file: &FileId| if ticket.is_stale() { Vec::new() } else { sought.in_file(file, filter, library) };
    let mut found: Vec<PartMatch> = files.par_iter().flat_map_iter(of_file).collect();
    add_shown_pictures(&mut found, filter, library);
    // A word that few of them hold says more than one that all hold.
    let weight = |word: usize| {
        let holding = found.iter().filter(|part| part.near[word] > 0.0).count();
        (1.0 + found.len() as f32 / (1.0 + holding as f32)).ln()
    };
    let weights: Vec<f32> = (0..sought.words.len()).map(weight).collect();
    let all = weights.iter().sum::<f32>().max(f32::EPSILON);
    let score = |part: PartMatch| {
        let held: f32 = part.near.iter().zip(&weights).map(|(near, weight)| near * weight).sum::<f32>() / all;
        let together = if part.is_together { TOGETHER } else { 0.0 };
        (held >= LEAST).then_some((held + together, part.is_source, part.node))
    };
    let mut scored: Vec<(f32, bool, NodeRef)> = found.into_iter().filter_map(score).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.cmp(&b.2)));
    scored.into_iter().map(|(score, _, node)| (score, node)).collect()
}

/// Adds the pictures of the workspace that documents show where something is found: what these say of them are their words
/// too.
fn add_shown_pictures(found: &mut Vec<PartMatch>, filter: &Filter<'_>, library: &Library) {
    let mut places: HashMap<NodeRef, usize> = found.iter().enumerate().map(|(at, part)| (part.node, at)).collect();
    for at in 0..found.len() {
        let picture = picture_of(found[at].node, library).filter(|picture| filter.accepts_file(picture.file));
        let Some(picture) = picture else { continue };
        let said = PartMatch { node: picture, near: found[at].near.clone(), ..found[at] };
        match places.get(&picture) {
            Some(&place) => {
                let told = &mut found[place];
                told.is_together |= said.is_together;
                told.near.iter_mut().zip(&said.near).for_each(|(near, other)| *near = near.max(*other));
            }
            None => {
                places.insert(picture, found.len());
                found.push(said);
            }
        }
    }
}

/// The node of the picture that a picture in a document is.
fn picture_of(node: NodeRef, library: &Library) -> Option<NodeRef> {
    let outline = library.outline(node.file)?;
    let is_picture = |file: FileId| library.file(file).format.family == FormatFamily::Picture;
    if outline.kind(node.node) != Kind::Image || is_picture(node.file) {
        return None;
    }
    let path = resolved_link(library, node.file, outline.detail(node.node))?;
    let path = path.trim_start_matches('/');
    let file =
        library.find(path).or_else(|| library.find(path.rsplit_once('#')?.0)).filter(|file| is_picture(*file))?;
    let pictured = library.outline(file)?;
    let node = (0..pictured.len()).find(|&node| pictured.kind(node) == Kind::Image)?;
    Some(NodeRef { file, node })
}

/// The words of a request.
struct Sought {
    words: Vec<String>,
    phrases: Vec<String>,
}

impl Sought {
    fn new(request: &Request) -> Sought {
        let mut words = fold_words(&request.text());
        let mut seen = HashSet::new();
        words.retain(|word| seen.insert(word.clone()));
        Sought { words, phrases: request.phrases.iter().map(|phrase| phrase.to_lowercase()).collect() }
    }

    /// The parts of a file that hold one of the words.
    fn in_file(&self, file: FileId, filter: &Filter<'_>, library: &Library) -> Vec<PartMatch> {
        let is_wanted = |kind: u8| Kind::from_u8(kind).is_some_and(|kind| filter.may_accept(kind));
        if !library.kinds(file).iter().any(|&kind| is_wanted(kind)) {
            return Vec::new();
        }
        let (Some(outline), Some(text)) = (library.outline(file), FileText::read(file, library)) else {
            return Vec::new();
        };
        let wanted = (0..outline.len()).filter(|&node| filter.accepts_node(outline.kind(node), outline.flags(node)));
        let is_source = is_source(library.file(file));
        let found = wanted.filter_map(|node| {
            let written = format!("{} {}", outline.name(node), text.passage(outline.span(node)));
            let near = self.near(&written, above(&outline, node));
            let lower = written.to_lowercase();
            let is_it = near.iter().any(|near| *near > 0.0)
                && filter.accepts_name(&lower)
                && self.phrases.iter().all(|phrase| lower.contains(phrase.as_str()));
            let is_together = self.words.len() > 1 && lower.contains(&self.words.join(" "));
            is_it.then_some(PartMatch { node: NodeRef { file, node }, near, is_together, is_source })
        });
        found.collect()
    }

    /// How near each word is in a text, or else in the heading above it.
    fn near(&self, written: &str, above: &str) -> Vec<f32> {
        let held: HashSet<String> = fold_words(written).into_iter().collect();
        let above: HashSet<String> = fold_words(above).into_iter().collect();
        let near = |word: &String| match () {
            () if held.contains(word) => 1.0,
            () if held.iter().any(|other| are_alike(word, other)) => LIKE,
            () if above.contains(word) => ABOVE,
            () => 0.0,
        };
        self.words.iter().map(near).collect()
    }
}

/// True if one of two words is the beginning of the other: `limit`, `limits`.
fn are_alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    short.chars().nth(3).is_some() && long.starts_with(short) && long.len() <= short.len() + 4
}

/// The heading above a part.
fn above<'o>(outline: &Outline<'o>, node: u32) -> &'o str {
    outline.ancestors(node).find(|&at| outline.kind(at) == Kind::Heading).map_or("", |at| outline.name(at))
}
