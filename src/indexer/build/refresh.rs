//! Looking again: what changed is read again, what is gone leaves, everything else keeps its rows.

use super::batch::Batch;
use super::progress::Progress;
use super::progress::Report;
use crate::indexer::handle::{Indexer, Published};
use crate::indexer::walk::options::WalkError;
use crate::indexer::walk::unchanged::Known;
use crate::indexer::walk::walked_files::{Stamp, Walked};
use crate::indexer::walk::walker;
use crate::indexer::walk::walker::Again;
use crate::indexer::watch::changes::Changes;
use crate::indexer::watch::coalesce::STORM;
use crate::indexer::watch::watcher::Places;
use crate::library::{FileId, Inventory, Library, Skipped};
use crate::stdx::Ticket;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

/// Lists with their stamps, to compare.
struct Comparison<'c> {
    old: &'c Library,
    old_stamps: &'c [Stamp],
    new_stamps: &'c [Stamp],
    /// Format, and whether it is too large to be parsed.
    new_formats: &'c [(&'static str, bool)],
}

impl Comparison<'_> {
    fn is_unchanged(&self, old: FileId, new: FileId) -> bool {
        let (at, to) = (old.0 as usize, new.0 as usize);
        self.old_stamps.get(at).is_some_and(|stamp| Some(stamp) == self.new_stamps.get(to))
            && Some(&(self.old.file(old).format.id, self.old.file(old).text_only)) == self.new_formats.get(to)
    }
}

impl Indexer {
    /// Walks again and publishes the difference: removed files vanish, new ones appear, changed ones are
    /// parsed again if they were indexed before (all of them, if everything was). Very many are left to
    /// [`Indexer::index_some`]. Returns what is different.
    pub fn refresh(&self, ticket: &Ticket, progress: &(dyn Fn(Progress) + Sync)) -> Result<Changes, WalkError> {
        let _pass = self.refreshing.enter(ticket).map_err(|_| WalkError::Cancelled)?;
        self.refresh_all(true, ticket, progress)
    }

    /// The same without reading any file: what changed is merely not indexed any more.
    pub fn refresh_list(&self, ticket: &Ticket) -> Result<Changes, WalkError> {
        let _pass = self.refreshing.enter(ticket).map_err(|_| WalkError::Cancelled)?;
        self.refresh_all(false, ticket, &|_| {})
    }

    /// The same for who has entered already; `read` says whether changed files are read.
    pub(super) fn refresh_all(&self, read: bool, ticket: &Ticket, progress: Report) -> Result<Changes, WalkError> {
        self.restore();
        let (before, old_stamps) = self.published(|published| (self.library(), published.stamps.clone()));
        let walked = match walker::find_again(&self.options, &Known::new(&before, &old_stamps), ticket, progress)? {
            Again::Other(walked) => walked,
            Again::Same(skipped, places) => {
                return match self.looked_at(&before, skipped, places) {
                    true => Ok(Changes::default()),
                    false => self.refresh_all(read, ticket, progress),
                };
            }
        };
        let Walked { roots, repositories, files, stamps, skipped, places, .. } = walked;
        let inventory = Inventory { roots, repositories, files, skipped };

        // The changed files are parsed on a draft, so that no reader sees them without their rows.
        let draft = self.successor(&before, &old_stamps, inventory.clone(), &stamps);
        let changes = Changes::between((&before, &old_stamps), (&draft, &stamps));
        self.outdated.fetch_or(!changes.is_empty(), Ordering::Relaxed);
        let mut files = changed(&before, &draft);
        if !read || files.len() > STORM {
            files.clear();
        }
        self.remember(&before, &draft);
        let batch = Batch {
            library: &draft,
            loader: &self.loader,
            files: &files,
            needles: None,
            recall: &self.recall(),
            until: None,
            ticket,
            progress,
            offset: (0, files.len() as u32),
        };
        let (parts, unreadable) = batch.run(&self.front).finish();

        // Meanwhile others may have published rows: the final snapshot grows out of the newest one.
        let mut text = self.text.lock();
        for old in before.file_ids() {
            let path = &before.file(old).path;
            let kept = draft.find(path).is_some_and(|new| keeps(&before, old, &old_stamps, new, &draft, &stamps));
            if !kept {
                text.forget(path);
            }
        }
        self.published(|published| {
            let next = self.successor(&self.library(), &published.stamps, inventory, &stamps);
            let next = if parts.is_empty() { next } else { next.with_segments(parts, unreadable) };
            self.replace(next);
            *published = Published { stamps, ..Published::default() };
        });
        *self.places.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(places);
        Ok(changes)
    }

    /// Publishes that a walk has found the files of `before` as they were; false if others have replaced them meanwhile.
    fn looked_at(&self, before: &Library, skipped: Vec<Skipped>, places: Places) -> bool {
        self.remember(before, before);
        let is_current = self.published(|_| {
            let current = self.library();
            let is_current = std::ptr::eq(current.files(), before.files());
            if is_current {
                self.replace(current.with_looked_at(skipped));
            }
            is_current
        });
        *self.places.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(places);
        is_current
    }

    pub(in crate::indexer) fn published<T>(&self, work: impl FnOnce(&mut Published) -> T) -> T {
        work(&mut self.publication.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn successor(&self, old: &Library, old_stamps: &[Stamp], inventory: Inventory, stamps: &[Stamp]) -> Library {
        let formats: Vec<(&'static str, bool)> =
            inventory.files.iter().map(|entry| (entry.format.id, entry.text_only)).collect();
        let comparison = Comparison { old, old_stamps, new_stamps: stamps, new_formats: &formats };
        old.with_files(inventory, self.loader.clone(), |old, new| comparison.is_unchanged(old, new))
    }
}

fn keeps(before: &Library, old: FileId, old_stamps: &[Stamp], new: FileId, draft: &Library, stamps: &[Stamp]) -> bool {
    old_stamps.get(old.0 as usize) == stamps.get(new.0 as usize)
        && before.file(old).format.id == draft.file(new).format.id
}

/// The files of `draft` without rows that had some before, and the new ones where everything had.
fn changed(before: &Library, draft: &Library) -> Vec<FileId> {
    let was_complete = before.is_complete();
    let missing = draft.file_ids().filter(|&id| !draft.is_indexed(id));
    let matters = |id: &FileId| match before.find(&draft.file(*id).path) {
        Some(old) => before.is_indexed(old),
        None => was_complete,
    };
    missing.filter(matters).collect()
}
