//! The channel of text: places whose text holds the words.

use super::channel_query::ChannelQuery;
use crate::library::{FileId, HitPlace, HitWords, NodeRef};
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::model::lists::List;
use crate::search::model::target::Target;
use std::collections::HashSet;

/// The share of an entry's score that its nodes split by how many of the lines with the words they hold.
const SHARED: f32 = 0.5;

/// The places whose text holds the words, by BM25.
pub(super) fn list(query: &ChannelQuery<'_>) -> List {
    let wanted = |file: FileId| query.filter.accepts_file(file);
    let found = query.library.search_text(query.text, &wanted, query.depth, query.ticket);
    let best_score = found.hits.first().map_or(1.0, |hit| hit.score.max(f32::MIN_POSITIVE));
    let words = HitWords::of(query.text);
    let mut best: Vec<ChannelEntry> = Vec::new();
    let mut seen = HashSet::new();
    let (mut total, is_cut) = (found.total, found.hits.len() < found.total);
    let is_wanted = |kind, flags| query.filter.accepts_node(kind, flags);
    for (hit, places) in query.library.places_of(found.hits, &words, is_wanted, query.ticket) {
        total += places.len().saturating_sub(1);
        for (place, share) in places {
            let target = match place {
                HitPlace::Node(node) => Target::Node(NodeRef { file: hit.file, node }),
                HitPlace::File => Target::File(hit.file),
                HitPlace::Text if query.filter.accepts_text() => {
                    Target::Text { file: hit.file, span: hit.span, line: hit.line }
                }
                HitPlace::Text => continue,
            };
            // A long declaration has several entries: the best one speaks for it.
            if seen.insert(target) {
                let text = hit.score / best_score * (1.0 - SHARED + SHARED * share);
                best.push(ChannelEntry { target, evidence: Evidence { text, ..Evidence::default() } });
            }
        }
    }
    best.sort_by(|a, b| b.evidence.text.total_cmp(&a.evidence.text));
    // What is found in two files is not the same.
    let different = if query.filter.accepts_all_kinds() { found.files } else { 0 };
    List { best, total, different, rest: Vec::new(), is_cut }
}
