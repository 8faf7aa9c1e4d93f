//! The sources of a workspace as one.

use super::seam::{IndexKeys, ListRequest, Listed, Look, Source, Tell};
use crate::indexer::files::options::WalkError;
use crate::indexer::files::patch::Patch;
use crate::indexer::files::places::Places;
use crate::indexer::files::progress::Report;
use crate::indexer::files::unchanged::KnownFiles;
use crate::indexer::files::walked_files::{Findings, Walked};
use crate::indexer::watch::watcher::Watch;
use crate::library::{Origin, ReadError, Repository, Root, Skipped};
use crate::stdx::Ticket;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The sources of a workspace; its roots are theirs, in this order.
pub(in crate::indexer) struct Sources(Vec<Box<dyn Source>>);

/// The list of files, compared with the last one.
pub(in crate::indexer) enum Relisted {
    /// The same files as they were, with what was left out (sorted), and where it looked.
    Same(Vec<Skipped>, Places),
    /// Something is different.
    Other(Walked),
}

impl Sources {
    /// Of these parts.
    pub(in crate::indexer) fn new(parts: Vec<Box<dyn Source>>) -> Sources {
        Sources(parts)
    }

    /// The source that has files of this origin.
    pub(super) fn of(&self, origin: &Origin) -> Result<&dyn Source, ReadError> {
        self.0.iter().find(|source| source.owns(origin)).map(|source| &**source).ok_or(ReadError::Gone)
    }

    /// The source, if it is the only one.
    fn only(&self) -> Option<&dyn Source> {
        if let [only] = self.0.as_slice() { Some(&**only) } else { None }
    }

    /// Finds all files.
    pub(in crate::indexer) fn list(&self, ticket: &Ticket, progress: Report) -> Result<Walked, WalkError> {
        let Listed { roots, findings } = self.collect(&ListRequest { known: None, first_root: 0, ticket, progress })?;
        Ok(findings.sorted(roots))
    }

    fn collect(&self, request: &ListRequest<'_>) -> Result<Listed, WalkError> {
        let mut all = Listed::default();
        for source in &self.0 {
            let Listed { roots, findings } =
                source.list(&ListRequest { first_root: all.roots.len() as u32, ..*request })?;
            all.roots.extend(roots);
            all.findings.extend(findings);
            if request.ticket.is_stale() {
                return Err(WalkError::Cancelled);
            }
        }
        Ok(all)
    }

    /// Finds all files again.
    pub(in crate::indexer) fn list_again(
        &self,
        known: &KnownFiles<'_>,
        ticket: &Ticket,
        progress: Report,
    ) -> Result<Relisted, WalkError> {
        let request = ListRequest { known: self.only().map(|_| known), first_root: 0, ticket, progress };
        let Listed { roots, mut findings } = self.collect(&request)?;
        let before = known.library();
        let is_same =
            findings.files.is_empty() && findings.same.len() == before.files().len() && roots == before.roots();
        if !is_same {
            let same = std::mem::take(&mut findings.same);
            findings.files.extend(same.into_iter().map(|id| known.found(id)));
            return Ok(Relisted::Other(findings.sorted(roots)));
        }
        let Walked { repositories, skipped, places, .. } = findings.sorted(roots.clone());
        if repositories != before.repositories() {
            let files = before.file_ids().map(|id| known.found(id)).collect();
            let all = Findings { files, skipped, repositories, ..Findings::default() };
            return Ok(Relisted::Other(Walked { places, ..all.sorted(roots) }));
        }
        Ok(Relisted::Same(skipped, places))
    }

    /// The first level alone, where there is one.
    pub(in crate::indexer) fn first_level(&self) -> Option<Walked> {
        self.only()?.first_level()
    }

    /// Looks at what was put off when files were listed; true if another list has more than the last one.
    pub(in crate::indexer) fn complete(&self) -> bool {
        self.0.iter().map(|source| source.complete()).fold(false, |a, b| a | b)
    }

    /// The difference at a few paths; `None` if only a new list can tell.
    pub(in crate::indexer) fn look_again(&self, look: &Look<'_>) -> Option<Patch> {
        self.0.iter().find_map(|source| source.look_again(look))
    }

    /// Looks again at what is checked out.
    pub(super) fn look_at_commit(&self, roots: &[Root], repositories: &[Repository]) {
        self.0.iter().for_each(|source| source.look_at_commit(roots, repositories));
    }

    /// The revision that files are compared with.
    pub(super) fn compared_with(&self) -> Option<String> {
        self.0.iter().find_map(|source| source.compared_with())
    }

    /// The two revisions of a range, in words.
    pub(super) fn range(&self) -> Option<String> {
        self.0.iter().find_map(|source| source.range())
    }

    /// The files of the commits that are checked out which are not on disk.
    pub(super) fn gone(&self, roots: &[Root], known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        self.0.iter().flat_map(|source| source.gone(roots, known)).collect()
    }

    /// What these commits have of a file that is not on disk.
    pub(super) fn gone_bytes(&self, roots: &[Root], path: &str) -> Option<Vec<u8>> {
        self.0.iter().find_map(|source| source.gone_bytes(roots, path))
    }

    /// The files that differ from these commits and that nothing here reads.
    pub(super) fn changed_unread(&self, roots: &[Root], known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        self.0.iter().flat_map(|source| source.changed_unread(roots, known)).collect()
    }

    /// Starts a thread that tells of changes; `None` if nothing ever changes.
    pub(in crate::indexer) fn watch(&self, tell: Tell) -> std::io::Result<Option<Watch>> {
        let tell = Arc::new(Mutex::new(tell));
        let mut all: Option<Watch> = None;
        for source in &self.0 {
            let tell = Arc::clone(&tell);
            let told = Box::new(move |news| tell.lock().unwrap_or_else(PoisonError::into_inner)(news));
            let watch = source.watch(told)?;
            all = match (all, watch) {
                (Some(all), Some(watch)) => Some(all.with(watch)),
                (all, watch) => all.or(watch),
            };
        }
        Ok(all)
    }

    /// Writes to disk what was fetched from elsewhere and is kept.
    pub(in crate::indexer) fn settle(&self) {
        self.0.iter().for_each(|source| source.settle());
    }

    /// Removes what was kept.
    pub(in crate::indexer) fn clear(&self) {
        self.0.iter().for_each(|source| source.clear());
    }

    /// The keys of other indexes that probably have files with the same content.
    pub(in crate::indexer) fn relatives(&self) -> Vec<PathBuf> {
        self.0.iter().flat_map(|source| source.relatives()).collect()
    }

    /// The names under which an index of the workspace is kept on disk; `None` if it is not kept.
    pub(in crate::indexer) fn index_keys(&self) -> Option<IndexKeys> {
        if let Some(only) = self.only() {
            return only.index_keys();
        }
        let mut all = IndexKeys { roots: Vec::new(), above: Vec::new() };
        for source in &self.0 {
            all.roots.extend(source.index_keys()?.roots);
        }
        Some(all)
    }
}
