//! Looking again at a few paths: what was saved, made or deleted, without walking the whole workspace.

use super::batch::Batch;
use super::progress::Progress;
use super::progress::Report;
use crate::indexer::handle::{Indexer, Published};
use crate::indexer::text::text_index::{TextStage, TextWork};
use crate::indexer::walk::options::WalkError;
use crate::indexer::walk::scan;
use crate::indexer::walk::scan::Scanned;
use crate::indexer::walk::walked_files::{Found, Stamp};
use crate::indexer::walk::walker::Finder;
use crate::indexer::watch::changes::Changes;
use crate::indexer::watch::coalesce::STORM;
use crate::indexer::watch::watcher::{Places, RULES};
use crate::library::{FileEntry, FileId, Inventory, Library, RowKind, RowTable, Skipped, TextIndex};
use crate::stdx::Ticket;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The words of up to so many files are indexed before the files are published; those of more files follow.
const FEW_TEXTS: usize = 32;

/// A file that was written this lately may be written again without its time of change telling: some
/// systems count it in seconds.
const FRESH: Duration = Duration::from_secs(2);

/// What is to be different in the next snapshot.
#[derive(Default)]
pub(super) struct Patch {
    /// Files that leave, or come back changed.
    pub gone: BTreeSet<FileId>,
    /// Files that come, or come back changed; not sorted.
    pub found: Vec<Found>,
    /// The new list of what was left out, sorted.
    pub skipped: Vec<Skipped>,
    /// Where to look from now on; `None` for where one looked before.
    pub places: Option<Places>,
}

impl Indexer {
    /// Looks at these files and directories again, and publishes once what is different. Whatever cannot be
    /// decided by looking at them alone (an edited ignore file, several roots) is decided by a walk.
    pub fn refresh_paths(
        &self,
        paths: &[PathBuf],
        ticket: &Ticket,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Changes, WalkError> {
        let _pass = self.refreshing.enter(ticket).map_err(|_| WalkError::Cancelled)?;
        let before = self.library();
        let stamps = self.published(|published| published.stamps.clone());
        match self.patch(&before, &stamps, paths, ticket) {
            _ if ticket.is_stale() => Err(WalkError::Cancelled),
            None => {
                self.doubt(&before, paths);
                self.refresh_all(true, ticket, progress)
            }
            Some(patch) => Ok(Draft::new(&before, &stamps, patch).publish(self, ticket, progress)),
        }
    }

    /// Makes a walk look into the files at and below `paths` that were written lately: their time of change may be what
    /// it was.
    fn doubt(&self, before: &Library, paths: &[PathBuf]) {
        const NEVER: Stamp = Stamp { size: u64::MAX, modified: i128::MIN };
        let told: HashSet<&Path> = paths.iter().map(PathBuf::as_path).collect();
        let fresh_since = fresh_since();
        self.published(|published| {
            for (id, stamp) in before.file_ids().zip(&mut published.stamps) {
                let is_told = || before.file(id).absolute.ancestors().any(|above| told.contains(above));
                if stamp.modified >= fresh_since && is_told() {
                    *stamp = NEVER;
                }
            }
        });
    }

    /// What is different at `paths`; `None` if only a walk can tell.
    fn patch(&self, before: &Library, stamps: &[Stamp], paths: &[PathBuf], ticket: &Ticket) -> Option<Patch> {
        let places = self.places();
        let (mut saved, mut unsure) = (Vec::new(), BTreeSet::new());
        for path in paths {
            let name = path.file_name().and_then(OsStr::to_str);
            if name.is_some_and(|name| RULES.contains(&name)) || places.roots.contains(path) {
                return None;
            }
            let known = find(before, path);
            let is_walked = path.ancestors().skip(1).any(|above| places.directories.contains(above));
            match (known, std::fs::symlink_metadata(path)) {
                (Some(id), Ok(metadata)) if metadata.is_file() => saved.push((id, metadata)),
                (Some(_), _) if !is_walked => return None,
                (Some(_), _) => drop(unsure.insert(path.clone())),
                (None, there) => {
                    let was_there = places.directories.contains(path) || is_skipped(before, path);
                    if was_there || (is_walked && there.is_ok()) {
                        unsure.insert(path.clone());
                    }
                }
            }
        }
        // Directories that come, go or become files take what is in them along: the walk knows.
        let is_plain = |path: &PathBuf| {
            let is_file = std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
            is_file && path.parent().is_some_and(|above| places.directories.contains(above))
        };
        if !unsure.iter().all(is_plain) {
            return None;
        }
        let mut patch = Patch { skipped: before.skipped().to_vec(), ..Patch::default() };
        if !unsure.is_empty() {
            let Scanned { gone, found, skipped, places } = scan::scan(&self.options, before, &places, &unsure, ticket)?;
            patch = Patch { gone, found, skipped, places };
        }
        self.add_saved(&mut patch, before, &saved, ticket);
        drop_unchanged(&mut patch, before, stamps, paths);
        Some(patch)
    }

    /// Adds known files that are still there.
    fn add_saved(&self, patch: &mut Patch, before: &Library, saved: &[(FileId, Metadata)], ticket: &Ticket) {
        let finder = Finder::new(&self.options, ticket, &|_| {});
        for (id, metadata) in saved.iter().filter(|(id, _)| !patch.gone.contains(id)) {
            let entry = before.file(*id);
            finder.file(
                entry.path.to_string(),
                entry.absolute.clone(),
                entry.absolute.clone(),
                Stamp::of(metadata),
                entry.root,
            );
        }
        patch.gone.extend(saved.iter().map(|(id, _)| *id));
        let pile = finder.found();
        patch.found.extend(pile.files.into_iter().map(|found| with_repository(found, before)));
        patch.skipped.extend(pile.skipped);
    }
}

/// The file that is at `path`.
fn find(library: &Library, path: &Path) -> Option<FileId> {
    let shown = scan::shown(library, path);
    let by_name = shown.and_then(|shown| library.find(&shown)).filter(|&id| library.file(id).absolute == path);
    let is_alone = || library.roots().iter().any(|root| !root.absolute.is_dir()) || library.roots().len() > 1;
    by_name.or_else(|| match is_alone() {
        true => library.file_ids().find(|&id| library.file(id).absolute == path),
        false => None,
    })
}

fn is_skipped(library: &Library, path: &Path) -> bool {
    scan::shown(library, path)
        .is_some_and(|shown| library.skipped().binary_search_by(|skipped| skipped.path.cmp(&shown)).is_ok())
}

pub(in crate::indexer) fn with_repository(mut found: Found, library: &Library) -> Found {
    found.entry.repository =
        crate::indexer::walk::repositories::number_of(found.entry.directory(), library.repositories());
    found
}

/// What was written since then may be written again without its time of change telling.
fn fresh_since() -> i128 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.saturating_sub(FRESH).as_nanos() as i128
}

/// Takes out of the patch what is as it was, and settles what is left out.
fn drop_unchanged(patch: &mut Patch, before: &Library, stamps: &[Stamp], told: &[PathBuf]) {
    let fresh_since = fresh_since();
    let Patch { gone, found, skipped, .. } = patch;
    found.retain(|found| {
        let Some(id) = before.find(&found.entry.path).filter(|id| gone.contains(id)) else { return true };
        let is_fresh = found.stamp.modified >= fresh_since && told.contains(&found.entry.absolute);
        let same_format = before.file(id).format.id == found.entry.format.id;
        let is_same = same_format && !is_fresh && stamps.get(id.0 as usize) == Some(&found.stamp);
        if is_same {
            gone.remove(&id);
        }
        !is_same
    });
    // What reading has found out about a file holds until the file changes.
    let is_outdated = |skipped: &Skipped| before.find(&skipped.path).is_some_and(|id| gone.contains(&id));
    let is_news = |skipped: &Skipped| before.skipped().binary_search(skipped).is_err();
    skipped.retain(|skipped| is_news(skipped) || !is_outdated(skipped));
    skipped.sort();
    skipped.dedup_by(|a, b| a.path == b.path);
}

/// The next snapshot in the making.
struct Draft<'d> {
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
    fn new(before: &'d Arc<Library>, stamps: &[Stamp], mut patch: Patch) -> Draft<'d> {
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
    fn after(&self, indexer: &Indexer, base: &Library) -> Library {
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
        base.with_files(inventory, indexer.loader.clone(), |old, _| !self.patch.gone.contains(&old))
    }

    /// Reads what is new and publishes everything at once, so that no reader sees files without their rows.
    fn publish(mut self, indexer: &Indexer, ticket: &Ticket, progress: Report) -> Changes {
        let places = self.patch.places.take();
        if self.changes.is_empty() && self.patch.skipped == self.before.skipped() {
            indexer.keep_places(places);
            return self.changes;
        }
        indexer.outdated.store(true, std::sync::atomic::Ordering::Relaxed);
        let draft = self.after(indexer, self.before);
        let new = self.changes.edited.iter().chain(&self.changes.added);
        let mut files: Vec<FileId> = new.filter_map(|path| draft.find(path)).collect();
        let all = files.len() <= STORM;
        if !all {
            files.clear();
        }
        let batch = Batch {
            library: &draft,
            loader: &indexer.loader,
            files: &files,
            needles: None,
            recall: &indexer.recall(),
            until: None,
            ticket: &Ticket::forever(),
            progress,
            offset: (0, files.len() as u32),
        };
        let (parts, unreadable) = batch.run(&indexer.front).finish();
        let with_rows = |library: Library| match parts.is_empty() {
            true => library,
            false => library.with_segments(parts.clone(), unreadable.clone()),
        };
        let mut ready = with_rows(draft);

        let mut text = indexer.text.lock();
        self.changes.edited.iter().chain(&self.changes.removed).for_each(|path| text.forget(path));
        let (words, filters) = text.open().map_or_else(Default::default, |stage| {
            let few = all && files.len() <= FEW_TEXTS && self.before.is_text_complete();
            if few { index_words(stage, &ready, indexer, &files, ticket) } else { Default::default() }
        });
        let stamps = std::mem::take(&mut self.stamps);
        indexer.published(|published| {
            let current = indexer.library();
            if !Arc::ptr_eq(&current, self.before) {
                // Others have published rows meanwhile; the list of files is still the same.
                ready = with_rows(self.after(indexer, &current));
            }
            if let Some(words) = words {
                ready = ready.with_fulltext(words);
            }
            for (table, files) in filters {
                ready = ready.with_rows(RowKind::Trigrams, table, &files);
            }
            indexer.replace(ready);
            // All that is new has been read, so what every file was scanned for holds.
            let covered = if all { std::mem::take(&mut published.covered) } else { Vec::new() };
            *published = Published { stamps, covered };
        });
        indexer.keep_places(places);
        self.changes
    }
}

impl Indexer {
    fn keep_places(&self, places: Option<Places>) {
        if let Some(places) = places {
            *self.places.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Arc::new(places);
        }
    }
}

/// Tables of filters over trigrams, with the files of their rows.
type Filters = Vec<(RowTable, Vec<FileId>)>;

/// Adds the words of a few files. No index if that fails: they are then added in the background. Filters over
/// their trigrams come with them.
fn index_words(
    stage: &mut TextStage,
    library: &Library,
    indexer: &Indexer,
    files: &[FileId],
    ticket: &Ticket,
) -> (Option<Arc<TextIndex>>, Filters) {
    let work = TextWork {
        library,
        loader: &indexer.loader,
        files,
        until: None,
        ticket,
        progress: &|_| {},
        offset: (0, files.len() as u32),
    };
    let harvest = stage.add(work, &indexer.front);
    let index = if harvest.done == files.len() { stage.commit(None).ok() } else { None };
    (index, harvest.filters)
}
