//! The next snapshot where a few files are different.

use super::whole::Refresh;
use crate::indexer::build::batch::Batch;
use crate::indexer::build::locks::Held;
use crate::indexer::files::patch::Patch;
use crate::indexer::text::writer::{TextWork, TextWriter};
use crate::indexer::watch::coalesce::STORM;
use crate::indexer::watch::difference::Changes;
use crate::library::{FileEntry, FileId, Inventory, Library, RowKind, RowTable, Segment, Skipped, Stamp, TextIndex};
use crate::stdx::Ticket;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The words of up to so many files are indexed before the files are published; those of more files follow.
const FEW_TEXTS: usize = 32;

/// The next snapshot in the making.
pub(super) struct Draft<'d> {
    before: &'d Arc<Library>,
    patch: Patch,
    changes: Changes,
    /// The files that changed, where the list of paths stays.
    edited: Option<Vec<(FileId, FileEntry)>>,
    /// The new list, where it does not stay.
    files: Vec<FileEntry>,
    /// One per file of the new list.
    stamps: Vec<Stamp>,
}

impl<'d> Draft<'d> {
    pub(super) fn new(before: &'d Arc<Library>, stamps: &[Stamp], mut patch: Patch) -> Draft<'d> {
        let mut found: BTreeMap<Arc<str>, (FileEntry, Stamp)> =
            patch.found.drain(..).map(|found| (Arc::clone(&found.entry.path), (found.entry, found.stamp))).collect();
        let mut changes = Changes::default();
        for id in &patch.gone {
            let path = &before.file(*id).path;
            let list = if found.contains_key(path) { &mut changes.edited } else { &mut changes.removed };
            list.push(Arc::clone(path));
        }
        changes.added = found.keys().filter(|path| changes.edited.binary_search(path).is_err()).cloned().collect();
        if changes.added.is_empty() && changes.removed.is_empty() {
            let mut stamps = stamps.to_vec();
            let mut edited = Vec::new();
            for id in &patch.gone {
                if let Some((entry, stamp)) = found.remove(&before.file(*id).path) {
                    stamps[id.0 as usize] = stamp;
                    edited.push((*id, entry));
                }
            }
            return Draft { before, patch, changes, edited: Some(edited), files: Vec::new(), stamps };
        }
        let kept = before.file_ids().filter(|id| !patch.gone.contains(id));
        let kept = kept.map(|id| (before.file(id).clone(), stamps[id.0 as usize]));
        let mut all: Vec<(FileEntry, Stamp)> = kept.chain(found.into_values()).collect();
        all.sort_by(|a, b| a.0.path.cmp(&b.0.path));
        let (files, stamps) = all.into_iter().unzip();
        Draft { before, patch, changes, edited: None, files, stamps }
    }

    /// The snapshot after `base`, without the rows of what is new.
    fn after(&self, refresh: &Refresh<'_>, base: &Library) -> Library {
        let skipped = self.patch.skipped.clone();
        if let Some(edited) = &self.edited {
            return base.with_edited(edited.clone(), skipped);
        }
        let inventory = Inventory {
            roots: base.roots().to_vec(),
            repositories: base.repositories().to_vec(),
            files: self.files.clone(),
            skipped,
        };
        base.with_files(inventory, refresh.loader.clone(), |old, _| !self.patch.gone.contains(&old))
    }

    /// Reads what is new and publishes everything at once, so that no reader sees files without their rows.
    pub(super) fn publish(mut self, refresh: &Refresh<'_>, held: &mut Held<'_, 0>) -> Changes {
        let places = self.patch.places.take().map(Arc::new);
        if self.changes.is_empty() && self.patch.skipped == self.before.skipped() {
            if let Some(places) = places {
                refresh.published.hold(held).places = places;
            }
            return self.changes;
        }
        let draft = self.after(refresh, self.before);
        let new = self.changes.edited.iter().chain(&self.changes.added);
        let mut files: Vec<FileId> = new.filter_map(|path| draft.find(path)).collect();
        let all = files.len() <= STORM;
        if !all {
            files.clear();
        }
        let rows = Rows::of(&files, &draft, refresh, held);
        let mut ready = rows.added_to(draft);

        let (mut text, mut held) = refresh.text.lock(held);
        self.changes.edited.iter().chain(&self.changes.removed).for_each(|path| text.forget(path));
        let few = all && files.len() <= FEW_TEXTS && self.before.is_text_complete();
        let words = text.open().filter(|_| few).map(|writer| Words::of(&files, &ready, writer, refresh));
        let mut current = refresh.published.hold(&mut held);
        if !Arc::ptr_eq(&current.library(), self.before) {
            // Others have published rows meanwhile; the list of files is still the same.
            ready = rows.added_to(self.after(refresh, &current.library()));
        }
        let ready = match words {
            Some(words) => words.added_to(ready),
            None => ready,
        };
        current.replace(ready);
        // All that is new has been read, so what every file was scanned for holds.
        let covered = if all { std::mem::take(&mut current.covered) } else { Vec::new() };
        let places = places.unwrap_or_else(|| Arc::clone(&current.places));
        current.replace_files(self.stamps, places);
        current.covered = covered;
        current.is_outdated = true;
        self.changes
    }
}

/// The structure of some files.
struct Rows {
    parts: Vec<(Arc<Segment>, Vec<FileId>)>,
    unreadable: Vec<Skipped>,
}

impl Rows {
    /// Parses `files` of `draft`.
    fn of(files: &[FileId], draft: &Library, refresh: &Refresh<'_>, held: &mut Held<'_, 0>) -> Rows {
        let batch = Batch {
            library: draft,
            loader: refresh.loader,
            files,
            prefilter: None,
            reuse: &refresh.published.reuse(held),
            until: None,
            ticket: &Ticket::forever(),
            progress: refresh.progress,
            offset: (0, files.len() as u32),
        };
        let (parts, unreadable) = batch.run(refresh.pool).finish();
        Rows { parts, unreadable }
    }

    fn added_to(&self, library: Library) -> Library {
        match self.parts.is_empty() {
            true => library,
            false => library.with_segments(self.parts.clone(), self.unreadable.clone()),
        }
    }
}

/// The words of a few files, and the filters over their trigrams.
struct Words {
    /// `None` if the words could not be added: that is then done in the background.
    index: Option<Arc<TextIndex>>,
    filters: Vec<(RowTable, Vec<FileId>)>,
}

impl Words {
    /// Adds the words of `files`.
    fn of(files: &[FileId], library: &Library, writer: &mut TextWriter, refresh: &Refresh<'_>) -> Words {
        let work = TextWork {
            library,
            loader: refresh.loader,
            files,
            until: None,
            ticket: refresh.ticket,
            progress: &|_| {},
            offset: (0, files.len() as u32),
        };
        let harvest = writer.add(work, refresh.pool);
        let index = if harvest.done == files.len() { writer.commit().ok() } else { None };
        Words { index, filters: harvest.filters }
    }

    fn added_to(self, library: Library) -> Library {
        let library = match self.index {
            Some(index) => library.with_fulltext(index),
            None => library,
        };
        let add = |library: Library, (table, files): (RowTable, Vec<FileId>)| {
            library.with_rows(RowKind::Trigrams, table, &files)
        };
        self.filters.into_iter().fold(library, add)
    }
}
