//! Entries of the index of words, and what stands at the places in them that hold what is looked for.

use crate::document::Span;
use crate::library::{FileId, HitPlace, NodeRef, TextHit, TextQuery};
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::model::target::Target;
use crate::search::words::question::Question;
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Bytes behind an entry that are looked at too: what was typed may begin in one entry and end in the next.
const OVERLAP_BYTES: usize = 400;

/// Places that are handed on.
pub(super) const MAX_PLACES: usize = 100;

/// What `places` finds in the entries that queries find, each at most so many, with where it stands: the entries that were
/// found first come first.
pub(super) fn look_up<T: Send>(
    question: &Question<'_>,
    queries: &[(TextQuery, usize)],
    can_hold: impl Fn(FileId) -> bool + Sync,
    places: impl Fn(&str) -> Vec<(Range<usize>, T)> + Sync,
) -> Vec<(ChannelEntry, T)> {
    let Question { library, filter, ticket, .. } = question;
    let wanted = |file: FileId| filter.accepts_file(file);
    let hits = queries.iter().flat_map(|(query, limit)| library.search_text(query, &wanted, *limit, ticket).hits);
    let mut order: HashMap<(FileId, Span), usize> = HashMap::new();
    let mut hits: Vec<TextHit> = hits
        .filter(|hit| {
            let next = order.len();
            *order.entry((hit.file, hit.span)).or_insert(next) == next
        })
        .collect();
    hits.sort_by_key(|hit| (hit.file, hit.span));
    let files: Vec<&[TextHit]> = hits.chunk_by(|a, b| a.file == b.file).collect();
    let in_file = |hits: &&[TextHit]| -> Vec<(Span, ChannelEntry, T)> {
        let file = hits[0].file;
        if !can_hold(file) {
            return Vec::new();
        }
        let Some(text) = text_of(question, file).filter(|_| !ticket.is_stale()) else { return Vec::new() };
        let mut found = Vec::new();
        for hit in *hits {
            let end = text.floor_char_boundary((hit.span.end as usize + OVERLAP_BYTES).min(text.len()));
            let Some(entry) = text.get(hit.span.start as usize..end) else { continue };
            for (place, what) in places(entry) {
                let offset = hit.span.start + place.start as u32;
                let outside = || Target::Text { file, span: hit.span, line: hit.line };
                let Some(candidate) = candidate_at(question, (file, &*text), offset, outside) else { continue };
                // What begins behind an entry is found in the one that it begins in.
                if matches!(candidate.target, Target::Text { .. }) && offset >= hit.span.end {
                    continue;
                }
                found.push((hit.span, candidate, what));
            }
        }
        found
    };
    let mut found: Vec<(Span, ChannelEntry, T)> = files.par_iter().flat_map_iter(in_file).collect();
    found.sort_by_key(|(span, candidate, _)| order.get(&(candidate.target.file(), *span)).copied());
    found.into_iter().map(|(_, candidate, what)| (candidate, what)).collect()
}

/// The text that nodes stand in.
pub(super) fn text_of(question: &Question<'_>, file: FileId) -> Option<Arc<str>> {
    let library = question.library;
    let is_derived = library.file(file).format.derived_text;
    if is_derived { library.node_text(file) } else { library.peek_text(file) }.ok()
}

/// What stands at a place, if it passes the filters: a node, the file, or what is `outside` of all nodes.
pub(super) fn candidate_at(
    question: &Question<'_>,
    (file, text): (FileId, &str),
    offset: u32,
    outside: impl FnOnce() -> Target,
) -> Option<ChannelEntry> {
    let Question { library, filter, .. } = question;
    let target = match library.place_at(file, text, offset, |kind, flags| filter.accepts_node(kind, flags))? {
        HitPlace::Node(node) => Target::Node(NodeRef { file, node }),
        HitPlace::File => Target::File(file),
        HitPlace::Text if filter.accepts_text() => outside(),
        _ => return None,
    };
    Some(ChannelEntry { target, evidence: Evidence { literal: 1.0, ..Evidence::default() } })
}
