//! Passes that bring the structure of files into the snapshot.

use super::batch::Batch;
use super::locks::Held;
use super::name_prefilter::NamePrefilter;
use super::published::{Published, Record};
use super::reuse::Reuse;
use crate::indexer::files::progress::{Progress, Report, Stage};
use crate::indexer::source::loader::SourceLoader;
use crate::library::{FileId, Library, NeededName};
use crate::stdx::{Stale, Ticket};
use rayon::ThreadPool;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time between two snapshots of a pass at first; the pauses grow, so that there are never many.
const FIRST_STEP: Duration = Duration::from_millis(150);

/// The longest time between two snapshots of a pass.
pub(in crate::indexer) const LONGEST_STEP: Duration = Duration::from_millis(1200);

/// The parts of an indexer that a structure pass works with.
pub(in crate::indexer) struct StructurePass<'s> {
    pub published: &'s Published,
    pub loader: &'s SourceLoader,
    pub pool: &'s ThreadPool,
    pub ticket: &'s Ticket,
    pub progress: Report<'s>,
}

impl StructurePass<'_> {
    /// Parses every file that may declare one of `names`; every file for `None`.
    pub(in crate::indexer) fn of_names(
        &self,
        names: Option<&[NeededName]>,
        held: &mut Held<'_, 0>,
    ) -> Result<(), Stale> {
        let prefilter = names.map(NamePrefilter::new);
        // Until no refresh replaces the list of files in between.
        while !self.of_current_names(names, prefilter.as_ref(), held)? {}
        Ok(())
    }

    /// The same on the list of files as it is now; false if it has been replaced meanwhile.
    fn of_current_names(
        &self,
        names: Option<&[NeededName]>,
        prefilter: Option<&NamePrefilter>,
        held: &mut Held<'_, 0>,
    ) -> Result<bool, Stale> {
        let library = self.published.library();
        let missing = names.map_or_else(Vec::new, |names| self.uncovered(names, held));
        let files: Vec<FileId> = library.file_ids().filter(|&id| !library.is_indexed(id)).collect();
        if files.is_empty() || (names.is_some() && missing.is_empty()) {
            return Ok(true);
        }
        let reuse = self.published.reuse(held);
        let (mut at, mut step) = (0, FIRST_STEP);
        while at < files.len() {
            let offset = (at as u32, files.len() as u32);
            let batch = Batch { prefilter, offset, ..self.batch(&library, &files[at..], &reuse, step) };
            let harvest = batch.run(self.pool);
            at += harvest.done;
            step = (step * 2).min(LONGEST_STEP);
            let all = at == files.len();
            let note = |record: &mut Record| {
                if all {
                    record.covered.extend_from_slice(&missing);
                }
            };
            if !self.published.publish(&library, harvest, held, note) {
                return Ok(false);
            }
            self.ticket.check()?;
        }
        let total = files.len() as u32;
        (self.progress)(Progress { stage: Stage::Structure, done: total, total });
        Ok(true)
    }

    /// The names for which files must be scanned. A text that may hold a name may hold any part of it.
    fn uncovered(&self, names: &[NeededName], held: &mut Held<'_, 0>) -> Vec<NeededName> {
        let current = self.published.hold(held);
        let is_covered = |name: &NeededName| current.covered.iter().any(|covered| covered.covers(name));
        let lower = |name: &NeededName| NeededName { text: name.text.to_lowercase(), ..*name };
        names.iter().map(lower).filter(|name| !is_covered(name)).collect()
    }

    /// Parses those of the files at `paths` that have no structure.
    pub(in crate::indexer) fn of_paths(&self, paths: &[Arc<str>], held: &mut Held<'_, 0>) -> Result<(), Stale> {
        let library = self.published.library();
        let wanted = |path: &Arc<str>| library.find(path).filter(|&id| !library.is_indexed(id));
        let files: Vec<FileId> = paths.iter().filter_map(wanted).collect();
        let reuse = self.published.reuse(held);
        let mut at = 0;
        while at < files.len() {
            let harvest = self.batch(&library, &files[at..], &reuse, LONGEST_STEP).run(self.pool);
            at += harvest.done;
            if !self.published.publish(&library, harvest, held, |_| {}) {
                // A refresh has replaced the list of files; its own pass comes to these.
                return Ok(());
            }
            self.ticket.check()?;
        }
        Ok(())
    }

    /// Parses some of `files` for about `budget`.
    pub(in crate::indexer) fn of_some(
        &self,
        library: &Library,
        files: &[FileId],
        budget: Duration,
        held: &mut Held<'_, 0>,
    ) {
        let offset = (library.indexed() as u32, library.files().len() as u32);
        let reuse = self.published.reuse(held);
        let harvest = Batch { offset, ..self.batch(library, files, &reuse, budget) }.run(self.pool);
        self.published.publish(library, harvest, held, |_| {});
    }

    fn batch<'b>(&'b self, library: &'b Library, files: &'b [FileId], reuse: &'b Reuse, budget: Duration) -> Batch<'b> {
        Batch {
            library,
            loader: self.loader,
            files,
            prefilter: None,
            reuse,
            until: Some(Instant::now() + budget),
            ticket: self.ticket,
            progress: self.progress,
            offset: (0, files.len() as u32),
        }
    }
}
