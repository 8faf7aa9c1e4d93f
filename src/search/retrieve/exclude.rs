//! What must not occur: names, paths and vectors find places whose text holds an excluded word all the same.

use super::channels::List;
use crate::library::{FileId, Library, Phrase};
use crate::search::rank::rescore;
use crate::search::rank::rescore::{Around, file_of};
use crate::search::run::Target;
use crate::stdx::Ticket;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};

/// Takes from `lists` what says one of the words or phrases `excluded`. With a stale ticket some of it stays.
pub(in crate::search) fn without(lists: &mut [List], excluded: &[String], library: &Library, ticket: &Ticket) {
    let phrases: Vec<Phrase> = excluded.iter().filter_map(|phrase| Phrase::read(phrase)).collect();
    if phrases.is_empty() {
        return;
    }
    let all = lists.iter().flat_map(|list| list.best.iter().map(|found| found.target).chain(list.rest.iter().copied()));
    let mut files: BTreeMap<FileId, Vec<Target>> = BTreeMap::new();
    all.for_each(|target| files.entry(file_of(target)).or_default().push(target));
    let files: Vec<(FileId, Vec<Target>)> = files.into_iter().collect();
    let unwanted = |(file, targets): &(FileId, Vec<Target>)| -> Vec<Target> {
        if ticket.is_stale() {
            return Vec::new();
        }
        let Some(text) = rescore::text_of(*file, library) else { return Vec::new() };
        let around = Around { text: &text, outline: library.outline(*file), file: library.file(*file) };
        let says = |target: &&Target| {
            rescore::says(**target, &around).iter().any(|text| phrases.iter().any(|phrase| phrase.is_in(text)))
        };
        targets.iter().filter(says).copied().collect()
    };
    let unwanted: HashSet<Target> = files.par_iter().flat_map_iter(unwanted).collect();
    for list in lists {
        let before = list.best.len() + list.rest.len();
        list.best.retain(|found| !unwanted.contains(&found.target));
        list.rest.retain(|target| !unwanted.contains(target));
        let gone = before - list.best.len() - list.rest.len();
        list.total -= gone.min(list.total);
        list.different -= gone.min(list.different);
    }
}
