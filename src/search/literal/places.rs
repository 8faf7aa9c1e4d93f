//! The channel of text as it was typed: places that hold it word after word, or the template of it.

use super::typed::Typed;
use crate::document::FormatFamily;
use crate::library::{FileId, NodeRef, Place, TextHit, TextQuery, is_source};
use crate::search::model::evidence::{Candidate, Evidence};
use crate::search::model::lists::List;
use crate::search::model::target::Target;
use crate::search::words::question::Question;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Entries of the full text with all words whose files are looked at if they may hold them in one line.
const MAX_IN_LINE: usize = 5_000;

/// Entries with all words that are looked at however lines are broken.
const MAX_BROKEN: usize = 400;

/// Entries with some of the words that may hold the template of a message.
const MAX_TEMPLATES: usize = 600;

/// Bytes behind an entry that are looked at too: what was typed may begin in one entry and end in the next.
const OVERLAP_BYTES: usize = 400;

/// Places that are handed on.
const MAX_PLACES: usize = 100;

/// The share of a message, of the most that any string has, that another string of it has: a message may be made of two.
const NEARLY_MOST: f32 = 0.8;

/// How much less a string is worth that has less of the message than another: the power of its share of the most.
const FIT: i32 = 8;

/// What the string of a message is worth, as a share, beside a place that quotes the message whole: what was typed to the
/// letter comes first.
const BEHIND_LITERAL: f32 = 0.5;

/// The share of a message that a string has if it says most of what the message says.
const MOST_OF_MESSAGE: f32 = 0.5;

/// What the string that passes an error on is worth, as a share of the string that the error was made from.
const PASSED_ON: f32 = 0.8;

/// From so many places on, two words that were typed are an everyday phrase, and say little.
const MANY_PLACES: usize = 20;

/// What such a phrase is worth, as a share of a message.
const EVERYDAY: f32 = 0.05;

/// Finds the places of what was typed. They all have the words; the other channels know more of each.
pub(in crate::search) fn list(question: &Question<'_>) -> List {
    let request = question.request;
    let Some(typed) = Typed::of(request).filter(|_| question.options.asks_words()) else { return List::default() };
    let words: Vec<String> = request.terms.iter().chain(&request.phrases).cloned().collect();
    let mut best = in_entries(question, &typed, &words, Look::InLine);
    // The last word is still being typed, and the beginning of it is a word by itself.
    if let ([before @ .., _], true) = (&request.terms[..], best.is_empty() && request.phrases.is_empty())
        && before.len() >= 2
    {
        best = in_entries(question, &typed, before, Look::InLine);
    }
    if best.is_empty() {
        best = in_entries(question, &typed, &words, Look::Broken);
    }
    // A test or a manual that quotes a message is not what it comes from.
    let is_own = |candidate: &Candidate| {
        let file = question.library.file(candidate.target.file());
        is_source(file) && file.format.family != FormatFamily::Prose
    };
    if typed.may_have_values() && !best.iter().any(is_own) {
        let mut made = in_entries(question, &typed, &words, Look::Templates);
        made.retain(|candidate| best.is_empty() || is_own(candidate));
        let most = likeliest(&mut made, is_own);
        // What passes an error on says little of it: what it passes on comes first.
        let cause = typed.cause().filter(|_| best.is_empty() && most < MOST_OF_MESSAGE);
        let mut of_cause =
            cause.map_or(Vec::new(), |(cause, words)| in_entries(question, &cause, &words, Look::Templates));
        likeliest(&mut of_cause, is_own);
        let behind = if best.is_empty() { 1.0 } else { BEHIND_LITERAL };
        let passes_on = if of_cause.is_empty() { behind } else { behind * PASSED_ON };
        made.iter_mut().for_each(|made| made.evidence.literal *= passes_on);
        of_cause.iter_mut().for_each(|made| made.evidence.literal *= behind);
        let seen: HashSet<Target> = of_cause.iter().map(|candidate| candidate.target).collect();
        best.extend(of_cause);
        best.extend(made.into_iter().filter(|candidate| !seen.contains(&candidate.target)));
    }
    if typed.words == 2 && request.phrases.is_empty() && best.len() > MANY_PLACES {
        best.iter_mut().for_each(|candidate| candidate.evidence.literal *= EVERYDAY);
    }
    let total = best.len();
    best.truncate(MAX_PLACES);
    List { total, different: 0, best, ..List::default() }
}

/// Keeps of the strings that a message may be made of those that have the most of it, the likeliest first, and says how
/// much of it the first has; own code that has nearly as much of it as a test comes before the test.
fn likeliest(made: &mut Vec<Candidate>, is_own: impl Fn(&Candidate) -> bool) -> f32 {
    made.sort_by(|a, b| b.evidence.literal.total_cmp(&a.evidence.literal));
    let most = |own: bool| made.iter().filter(|made| !own || is_own(made)).map(|made| made.evidence.literal).next();
    let (most, most_own) = (most(false).unwrap_or(0.0), most(true).unwrap_or(0.0));
    made.retain_mut(|made| {
        let (least, full) = if is_own(made) { (most_own, most_own.max(NEARLY_MOST * most)) } else { (most, most) };
        let share = made.evidence.literal;
        made.evidence.literal = (share / full).powi(FIT);
        share >= NEARLY_MOST * least
    });
    most
}

/// Ways to look for what was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// Word after word in one line.
    InLine,
    /// Word after word, however lines are broken.
    Broken,
    /// The string that a message was made from.
    Templates,
}

/// The places in entries that hold all of `words`, or, for templates, some of them.
fn in_entries(question: &Question<'_>, typed: &Typed, words: &[String], look: Look) -> Vec<Candidate> {
    let Question { library, filter, ticket, .. } = question;
    let query = TextQuery { terms: words.to_vec(), any: look == Look::Templates, ..TextQuery::default() };
    let limit = match look {
        Look::InLine => MAX_IN_LINE,
        Look::Broken => MAX_BROKEN,
        Look::Templates => MAX_TEMPLATES,
    };
    let trigrams = typed.trigrams();
    let wanted = |file: FileId| filter.accepts_file(file);
    let mut hits = library.search_text(&query, &wanted, limit, ticket).hits;
    let order: Vec<(FileId, u32)> = hits.iter().map(|hit| (hit.file, hit.span.start)).collect();
    hits.sort_by_key(|hit| (hit.file, hit.span));
    let files: Vec<&[TextHit]> = hits.chunk_by(|a, b| a.file == b.file).collect();
    let in_file = |hits: &&[TextHit]| -> Vec<((FileId, u32), Candidate)> {
        let file = hits[0].file;
        if look == Look::InLine && library.trigrams(file).is_some_and(|row| !trigrams.may_match(row)) {
            return Vec::new();
        }
        let derived = library.file(file).format.derived_text;
        let text = if derived { library.node_text(file) } else { library.peek_text(file) };
        let Some(text) = text.ok().filter(|_| !ticket.is_stale()) else { return Vec::new() };
        let mut found = Vec::new();
        for hit in *hits {
            let end = text.floor_char_boundary((hit.span.end as usize + OVERLAP_BYTES).min(text.len()));
            let Some(entry) = text.get(hit.span.start as usize..end) else { continue };
            let (places, strength): (Vec<Range<usize>>, f32) = if look == Look::Templates {
                let Some((place, share)) = typed.template(entry) else { continue };
                (vec![place], share)
            } else {
                (typed.places(entry).collect(), 1.0)
            };
            let mut seen = HashSet::new();
            for place in places {
                let offset = hit.span.start + place.start as u32;
                let target = match library.place_at(file, &text, offset, |kind, flags| filter.accepts_node(kind, flags))
                {
                    Some(Place::Node(node)) => Target::Node(NodeRef { file, node }),
                    Some(Place::File) => Target::File(file),
                    Some(Place::Text) if filter.accepts_text() => Target::Text { file, span: hit.span, line: hit.line },
                    _ => continue,
                };
                if seen.insert(target) {
                    let evidence = Evidence { literal: strength, ..Evidence::default() };
                    found.push(((file, hit.span.start), Candidate { target, evidence }));
                }
            }
        }
        found
    };
    let found: Vec<((FileId, u32), Candidate)> = files.par_iter().flat_map_iter(in_file).collect();
    let order: HashMap<(FileId, u32), usize> =
        order.into_iter().enumerate().map(|(place, entry)| (entry, place)).collect();
    let place = |entry| order.get(&entry).copied().unwrap_or(usize::MAX);
    let mut ranked: Vec<(usize, Candidate)> =
        found.into_iter().map(|(entry, candidate)| (place(entry), candidate)).collect();
    ranked.sort_by_key(|(place, _)| *place);
    let mut seen = HashSet::new();
    ranked.into_iter().map(|(_, candidate)| candidate).filter(|candidate| seen.insert(candidate.target)).collect()
}
