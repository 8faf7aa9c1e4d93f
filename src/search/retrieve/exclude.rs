//! Exclusions: names, paths and vectors find places whose text holds an excluded word all the same.

use crate::library::{FileId, Library, Phrase};
use crate::search::model::file_text::FileText;
use crate::search::model::lists::Lists;
use crate::search::model::target::Target;
use crate::stdx::Ticket;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};

/// Drops what says one of the words or phrases `excluded`. With a stale ticket some of it stays.
pub(super) fn exclude(lists: &mut Lists, excluded: &[String], library: &Library, ticket: &Ticket) {
    let phrases: Vec<Phrase> = excluded.iter().filter_map(|phrase| Phrase::read(phrase)).collect();
    if phrases.is_empty() {
        return;
    }
    let mut files: BTreeMap<FileId, Vec<Target>> = BTreeMap::new();
    let all = lists.iter().flat_map(|(_, list)| list.targets());
    all.for_each(|target| files.entry(target.file()).or_default().push(target));
    let files: Vec<(FileId, Vec<Target>)> = files.into_iter().collect();
    let unwanted = |(file, targets): &(FileId, Vec<Target>)| -> Vec<Target> {
        if ticket.is_stale() {
            return Vec::new();
        }
        let Some(text) = FileText::read(*file, library) else { return Vec::new() };
        let says = |target: &&Target| {
            text.own_text(**target).iter().any(|text| phrases.iter().any(|phrase| phrase.is_in(text)))
        };
        targets.iter().filter(says).copied().collect()
    };
    let unwanted: HashSet<Target> = files.par_iter().flat_map_iter(unwanted).collect();
    lists.iter_mut().for_each(|(_, list)| list.remove(&unwanted));
}
