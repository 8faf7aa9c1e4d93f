//! The number of hits beyond those that are shown.

use crate::library::{FileId, Library};
use crate::search::listing::listing;
use crate::search::model::answer::Ranked;
use crate::search::model::target::Target;
use crate::search::request::options::Options;
use crate::search::request::read::Request;
use crate::search::retrieve::fallbacks::first_texts;
use crate::search::retrieve::to_the_letter::retrieve;
use crate::search::words::question::Question;
use crate::stdx::Ticket;
use std::collections::HashSet;

/// The number of hits, up to a limit, and of the files that they are in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Hits.
    pub hits: usize,
    /// Files with hits.
    pub files: usize,
    /// True if there may be more.
    pub at_least: bool,
}

/// Counts the hits of [`crate::search::run`], which has answered `ranked`, with `limit`, and scores none of them.
pub fn count(
    ranked: &Ranked,
    (request, library): (&Request, &Library),
    options: &Options,
    limit: usize,
    ticket: &Ticket,
) -> Count {
    if request.lists() {
        // Nothing is scored: all of it is counted at once.
        let all = listing(request, library, usize::MAX, ticket);
        let files: HashSet<FileId> = all.hits.iter().map(|hit| hit.target.file()).collect();
        return Count { hits: all.total, files: files.len(), at_least: false };
    }
    let question = Question::new(request, library, options, ticket);
    let (mut targets, is_cut) = match &ranked.beside_text {
        Some(known) if !request.is_to_the_letter() => {
            let texts = first_texts(&question, limit);
            (texts.targets().chain(known.iter().copied()).collect::<Vec<Target>>(), texts.is_cut)
        }
        _ => {
            let lists = retrieve(&question, limit).lists;
            let targets = lists.iter().flat_map(|(_, list)| list.targets()).collect();
            (targets, lists.iter().any(|(_, list)| list.is_cut))
        }
    };
    targets.sort_unstable();
    targets.dedup();
    let files: HashSet<FileId> = targets.iter().map(|target| target.file()).collect();
    Count { hits: targets.len().min(limit), files: files.len(), at_least: is_cut || targets.len() >= limit }
}
