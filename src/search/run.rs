//! The pipeline of a search: request → question → candidates → fusion → scores → hits.

use crate::library::Library;
use crate::search::finder::{Known, first_files, is_whole_path};
use crate::search::listing::listing;
use crate::search::literal::keys::defined;
use crate::search::model::answer::{Ranked, RankedHit};
use crate::search::model::channels::CandidateSource;
use crate::search::model::evidence::Identity;
use crate::search::model::match_class::MatchClass;
use crate::search::model::target::Target;
use crate::search::parts;
use crate::search::rank::diversify::diversify;
use crate::search::rank::fuse::{Fused, fuse};
use crate::search::rank::late_interaction;
use crate::search::rank::rescore::rescore;
use crate::search::rank::score;
use crate::search::request::options::{Meant, Options};
use crate::search::request::read::Request;
use crate::search::retrieve::fallbacks::{MIN_DEPTH, mentions};
use crate::search::retrieve::to_the_letter::retrieve;
use crate::search::words::identifier::whole;
use crate::search::words::question::Question;
use crate::stdx::Ticket;
use std::collections::HashSet;

/// How many times more candidates of each channel are looked at where more hits are wanted.
const DEEPER: usize = 10;

/// The best candidates, which are compared word by word and put apart.
const CLOSELY: usize = 50;

/// Runs a search on what is indexed so far. The first hits are the same however many are wanted. With a stale ticket the
/// answer is some part of the whole: the caller, who holds the ticket, drops it.
pub fn run(request: &Request, library: &Library, options: &Options, limit: usize, ticket: &Ticket) -> Ranked {
    let mut depth = MIN_DEPTH;
    let mut ranked = run_to(depth, (request, library), options, limit, ticket);
    // Among more candidates those before them would rank anew, so they are left where they were.
    while ranked.hits.len() < limit && !ranked.is_whole && !ticket.is_stale() {
        let before = ranked.hits;
        depth = depth.saturating_mul(DEEPER);
        ranked = run_to(depth, (request, library), options, usize::MAX, ticket);
        let known: HashSet<Target> = before.iter().map(|hit| hit.target).collect();
        let last = before.last().map_or(f32::INFINITY, |hit| hit.score);
        ranked.hits.retain(|hit| !known.contains(&hit.target));
        ranked.hits.iter_mut().for_each(|hit| hit.score = hit.score.min(last));
        ranked.hits.splice(0..0, before);
    }
    ranked.is_whole &= ranked.hits.len() <= limit;
    ranked.hits.truncate(limit);
    ranked
}

/// The same with so many candidates of each channel at most.
fn run_to(
    depth: usize,
    (request, library): (&Request, &Library),
    options: &Options,
    limit: usize,
    ticket: &Ticket,
) -> Ranked {
    let complete = library.is_complete() && library.is_text_complete();
    if options.picture.is_some() || parts::are_wanted(request) && !request.is_empty() {
        return parts::parts(request, library, options, limit, ticket);
    }
    if request.lists() {
        return listing(request, library, limit, ticket);
    }
    if request.is_empty() {
        return Ranked { complete, is_whole: true, ..Ranked::default() };
    }
    let question = Question::new(request, library, options, ticket);
    let retrieved = match is_whole_path(&question) {
        true => mentions(&question, depth),
        false => retrieve(&question, depth),
    };
    let meaning = retrieved.meaning.as_ref();
    let mut fused = fuse(&retrieved.lists);
    let scale = rescore(&mut fused, &question, meaning);
    let best = fused.len().min(CLOSELY);
    let is_compared = late_interaction::compare(&mut fused[..best], &question, meaning.is_some(), &scale);
    if is_compared && scale.is_description() {
        diversify(&mut fused[..best], library, &scale);
    }
    let known = match retrieved.is_known() {
        true => Known::AsWritten,
        false if fused.is_empty() => Known::No,
        false => Known::Nearly,
    };
    // The address of a page is no path of a file that has its letters.
    let is_route =
        request.address().is_some() && fused.iter().any(|entry| entry.evidence.identity == Identity::Declares);
    let first = if is_route && !is_whole_path(&question) { Vec::new() } else { first_files(&question, known) };
    fused.retain(|fused| !matches!(fused.target, Target::File(file) if first.iter().any(|first| first.file() == file)));
    let defining = fused.iter().filter(|entry| is_defining(entry, library));
    let defining: Vec<Target> = defining.map(|entry| entry.target).collect();
    fused.retain(|entry| entry.evidence.is_named() || !is_told(entry.target, &defining, &question));
    let is_whole = first.len() + fused.len() <= limit && !retrieved.is_cut();
    let with_identifier = fused.iter().filter(|entry| entry.evidence.has_identifier).count();
    let is_name = request.plain_word().is_none() || request.marker().is_some();
    let has_parts =
        is_name && with_identifier < fused.len() && (with_identifier > 0 || complete && is_nowhere(&question, &fused));
    let hit = |fused: Fused| {
        let parts = score::parts(&fused, library, &scale);
        RankedHit { target: fused.target, score: parts.sum(), parts, channels: fused.channels, reranked: None }
    };
    // Where nobody has asked for descriptions, or for vectors of pictures, there is no such channel.
    let pictures = parts::pictures(library, options);
    let is_there = |source: &CandidateSource| match source {
        CandidateSource::Descriptions => library.has_descriptions(),
        CandidateSource::Pictures => pictures.is_some(),
        _ => true,
    };
    let channels = retrieved.lists.iter().filter(|(channel, _)| is_there(&channel.source));
    Ranked {
        hits: first
            .iter()
            .map(|&target| RankedHit::of_path(target))
            .chain(fused.into_iter().map(hit))
            .take(limit)
            .collect(),
        total: retrieved.lists.total(),
        least: retrieved.lists.at_least(),
        with_identifier: has_parts.then_some(with_identifier),
        beside_text: retrieved.beside_text(),
        is_whole,
        found: channels.map(|(channel, list)| (channel.name, list.total)).collect(),
        complete,
        vectors: meaning.map(|meaning| meaning.reach(library)),
        without_meaning: match &options.meant {
            Meant::Nothing(reason) if options.asks_meaning() => reason.clone(),
            _ => None,
        },
        pictures,
        without_pictures: parts::without_pictures(options),
        not_reranked: None,
        spent: None,
        unsent: None,
        is_only_like: retrieved.is_only_like,
        levels: retrieved.levels,
    }
}

/// Whether this is a line that defines what was typed: a key, a rule of a stylesheet, a setting.
fn is_defining(entry: &Fused, library: &Library) -> bool {
    let Target::Line { file, .. } = entry.target else { return false };
    entry.evidence.identity == Identity::Declares || defined::may_define(library.file(file))
}

/// Whether a text, or a symbol, has what was typed in one of these lines, or parts of it, and nowhere else.
fn is_told(target: Target, defining: &[Target], question: &Question<'_>) -> bool {
    let [term] = &question.request.terms[..] else { return false };
    let (file, span) = match target {
        Target::Text { file, span, .. } => (file, span),
        Target::Node(at) => {
            let outline = question.library.outline(at.file).filter(|outline| at.node < outline.len());
            let Some(outline) = outline.filter(|outline| outline.kind(at.node).is_symbol()) else { return false };
            (at.file, outline.span(at.node))
        }
        _ => return false,
    };
    let is_inside = |line: &Target| matches!(line, Target::Line { file: of, span: at, .. } if *of == file && span.start <= at.start && at.end <= span.end);
    let is_all =
        || question.library.peek_text(file).is_ok_and(|text| span.of(&text).matches(term.as_str()).count() <= 1);
    defining.iter().any(is_inside) && is_all()
}

/// Whether one identifier was typed that nothing has, and no name begins with: it may still be typed.
fn is_nowhere(question: &Question<'_>, found: &[Fused]) -> bool {
    let begins = |entry: &Fused| entry.evidence.is_named() && entry.evidence.class <= Some(MatchClass::Prefix);
    let identifier = question.request.identifier().filter(|_| question.options.asks_words());
    identifier.and_then(whole).is_some() && !found.iter().any(begins)
}
