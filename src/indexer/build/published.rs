//! The current snapshot: readers take it, writers grow the next one out of it.

use super::batch::Harvest;
use super::locks::{Held, PUBLISHED, Ranked};
use super::reuse::Reuse;
use crate::indexer::files::places::Places;
use crate::library::{FileId, Library, NeededName, RowKind, RowTable, Stamp};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, MutexGuard, PoisonError, RwLock};

/// The current snapshot, and what only writers know of it.
pub(in crate::indexer) struct Published {
    /// Its lock is held for a pointer's length: readers never wait for a writer.
    snapshot: RwLock<Arc<Library>>,
    record: Ranked<Record, PUBLISHED>,
}

/// The writers' knowledge of the current snapshot beyond what readers see.
#[derive(Default)]
pub(in crate::indexer) struct Record {
    /// One per file.
    pub stamps: Vec<Stamp>,
    /// Names for which every file has been scanned.
    pub covered: Vec<NeededName>,
    /// The places of the last walk.
    pub places: Arc<Places>,
    /// Structure that files without rows may take over.
    pub reuse: Arc<Reuse>,
    /// Set if files are other than the index on disk says.
    pub is_outdated: bool,
    /// Set if all vectors are known to be of a model in use.
    pub are_models_known: bool,
}

/// The current snapshot while nobody else can replace it.
pub(in crate::indexer) struct Current<'p> {
    snapshot: &'p RwLock<Arc<Library>>,
    record: MutexGuard<'p, Record>,
}

impl Published {
    /// Begins with `library`.
    pub(in crate::indexer) fn new(library: Library) -> Published {
        Published { snapshot: RwLock::new(Arc::new(library)), record: Ranked::default() }
    }

    /// The current snapshot.
    pub(in crate::indexer) fn library(&self) -> Arc<Library> {
        Arc::clone(&self.snapshot.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps others from replacing the snapshot until the guard is dropped.
    pub(in crate::indexer) fn hold<'p, const BEFORE: u8>(&'p self, held: &'p mut Held<'_, BEFORE>) -> Current<'p> {
        Current { snapshot: &self.snapshot, record: self.record.lock(held).0 }
    }

    /// Structure that files without rows may take over.
    pub(in crate::indexer) fn reuse<const BEFORE: u8>(&self, held: &mut Held<'_, BEFORE>) -> Arc<Reuse> {
        Arc::clone(&self.hold(held).reuse)
    }

    /// Publishes what a batch on `base` has brought, and has `note` written down; false, and nothing is published, if
    /// the list of files has been replaced since.
    pub(in crate::indexer) fn publish<const BEFORE: u8>(
        &self,
        base: &Library,
        mut harvest: Harvest,
        held: &mut Held<'_, BEFORE>,
        note: impl FnOnce(&mut Record),
    ) -> bool {
        let filters = std::mem::take(&mut harvest.filters);
        self.publish_rows(base, RowKind::Trigrams, filters, held);
        let (parts, unreadable) = harvest.finish();
        let mut current = self.hold(held);
        if !current.has_files_of(base) {
            return false;
        }
        note(&mut current);
        if !parts.is_empty() {
            current.grow(|library| library.with_segments(parts, unreadable));
        }
        true
    }

    /// Publishes rows of files of `base`, unless the list of files has been replaced since.
    pub(in crate::indexer) fn publish_rows<const BEFORE: u8>(
        &self,
        base: &Library,
        kind: RowKind,
        tables: Vec<(RowTable, Vec<FileId>)>,
        held: &mut Held<'_, BEFORE>,
    ) {
        let mut current = self.hold(held);
        if !current.has_files_of(base) {
            return;
        }
        for (table, files) in tables.into_iter().filter(|(_, files)| !files.is_empty()) {
            current.grow(|library| library.with_rows(kind, table, &files));
        }
    }
}

impl Current<'_> {
    /// The snapshot.
    pub(in crate::indexer) fn library(&self) -> Arc<Library> {
        Arc::clone(&self.snapshot.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// True if the list of files is still the one of `base`.
    pub(in crate::indexer) fn has_files_of(&self, base: &Library) -> bool {
        std::ptr::eq(self.library().files(), base.files())
    }

    /// Notes that the snapshot has a new list of files.
    pub(in crate::indexer) fn replace_files(&mut self, stamps: Vec<Stamp>, places: Arc<Places>) {
        (self.record.stamps, self.record.places) = (stamps, places);
        self.record.covered.clear();
    }

    /// Puts `next` in place of the snapshot.
    pub(in crate::indexer) fn replace(&mut self, next: Library) {
        *self.snapshot.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(next);
    }

    /// Puts in place of the snapshot what `next` makes of it.
    pub(in crate::indexer) fn grow(&mut self, next: impl FnOnce(&Library) -> Library) {
        let next = next(&self.library());
        self.replace(next);
    }
}

impl Deref for Current<'_> {
    type Target = Record;

    fn deref(&self) -> &Record {
        &self.record
    }
}

impl DerefMut for Current<'_> {
    fn deref_mut(&mut self) -> &mut Record {
        &mut self.record
    }
}
