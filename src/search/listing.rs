//! Everything that passes the filters, where no word is looked for.

use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};
use crate::search::model::answer::{Ranked, RankedHit};
use crate::search::model::target::Target;
use crate::search::request::filter::Filter;
use crate::search::request::read::Request;
use crate::stdx::Ticket;
use std::cmp::Reverse;

/// Lists files, or the declarations and sections of the kinds that are asked for: in the order of their paths, or, where
/// a date was asked for, the last changed first.
pub(super) fn listing(request: &Request, library: &Library, limit: usize, ticket: &Ticket) -> Ranked {
    let filter = Filter::new(request, library);
    let mut files: Vec<FileId> = library.file_ids().filter(|&file| filter.accepts_file(file)).collect();
    if request.facets.after.is_some() || request.facets.before.is_some() {
        files.sort_by_key(|&file| Reverse(library.file(file).modified));
    }
    let is_of_files = filter.accepts_all_kinds() || request.facets.kind == [Kind::File];
    let (mut hits, mut total) = (Vec::new(), 0);
    for file in files {
        if ticket.is_stale() {
            break;
        }
        let push = |hits: &mut Vec<RankedHit>, total: &mut usize, target: Target| {
            *total += 1;
            if hits.len() < limit {
                hits.push(RankedHit::at(target, 0.0));
            }
        };
        if is_of_files {
            push(&mut hits, &mut total, Target::File(file));
            continue;
        }
        let Some(outline) = library.outline(file) else { continue };
        for node in 0..outline.len() {
            let kind = outline.kind(node);
            if filter.accepts_node(kind, outline.flags(node)) && (!kind.in_outline() || !outline.name(node).is_empty())
            {
                push(&mut hits, &mut total, Target::Node(NodeRef { file, node }));
            }
        }
    }
    let complete = library.is_complete();
    Ranked { is_whole: total <= limit, total, least: total, hits, complete, ..Ranked::default() }
}
