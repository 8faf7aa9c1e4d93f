//! Walking again: what changed is read again, what is gone leaves, everything else keeps its rows.

use super::touched::Touched;
use crate::indexer::build::batch::Batch;
use crate::indexer::build::locks::Held;
use crate::indexer::build::published::Published;
use crate::indexer::build::reuse::Reuse;
use crate::indexer::files::options::WalkError;
use crate::indexer::files::places::Places;
use crate::indexer::files::progress::Report;
use crate::indexer::files::stamp::{NEVER, may_be_moved};
use crate::indexer::files::unchanged::KnownFiles;
use crate::indexer::files::walked_files::Walked;
use crate::indexer::source::loader::SourceLoader;
use crate::indexer::source::sources::Relisted;
use crate::indexer::text::indexer::TextIndexer;
use crate::indexer::watch::coalesce::STORM;
use crate::indexer::watch::difference::Changes;
use crate::library::{FileEntry, FileId, Inventory, Library, Segment, Skipped, Stamp};
use crate::stdx::Ticket;
use rayon::ThreadPool;
use std::collections::HashSet;
use std::sync::Arc;

/// So many files are parsed sooner than others with the same content are looked for in other indexes.
const FEW: usize = 64;

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

/// The parts of an indexer that a refresh works with.
#[derive(Clone, Copy)]
pub(in crate::indexer) struct Refresh<'r> {
    pub loader: &'r Arc<SourceLoader>,
    /// The structure that relatives of the workspace have saved; it takes a while.
    pub relatives: &'r dyn Fn() -> Vec<Arc<Segment>>,
    pub published: &'r Published,
    pub text: &'r TextIndexer,
    pub pool: &'r ThreadPool,
    pub ticket: &'r Ticket,
    pub progress: Report<'r>,
}

impl Refresh<'_> {
    /// Walks again and publishes the difference: removed files vanish, new ones appear, changed ones are parsed again
    /// if they were indexed before (all of them, if everything was) and `read` is set. Very many are left to the
    /// background. Returns what is different.
    pub(in crate::indexer) fn whole(&self, read: bool, held: &mut Held<'_, 0>) -> Result<Changes, WalkError> {
        loop {
            let (before, old_stamps) = self.before(held);
            let known = KnownFiles::new(&before, &old_stamps);
            match self.loader.sources().list_again(&known, self.ticket, self.progress)? {
                Relisted::Other(walked) => return Ok(self.publish(&before, &old_stamps, walked, read, held)),
                Relisted::Same(skipped, places) => {
                    if self.publish_same(&before, skipped, places, held) {
                        return Ok(Changes::default());
                    }
                    // Others have replaced the list meanwhile.
                }
            }
        }
    }

    /// The current snapshot with its stamps.
    pub(super) fn before(&self, held: &mut Held<'_, 0>) -> (Arc<Library>, Vec<Stamp>) {
        let current = self.published.hold(held);
        (current.library(), current.stamps.clone())
    }

    fn publish(
        &self,
        before: &Library,
        old_stamps: &[Stamp],
        walked: Walked,
        read: bool,
        held: &mut Held<'_, 0>,
    ) -> Changes {
        let Walked { roots, repositories, files, stamps, skipped, places, .. } = walked;
        let work = (&**self.loader, self.pool, self.ticket);
        let touched = Touched::of((before, old_stamps), (&files, &stamps), work);
        let old_stamps = touched.settled(before, old_stamps);
        let old_stamps = &trusted(before, &old_stamps, &files, &stamps);
        let inventory = Inventory { roots, repositories, files, skipped };

        // The changed files are parsed on a draft, so that no reader sees them without their rows.
        let draft = self.successor(before, old_stamps, inventory.clone(), &stamps);
        let changes = Changes::between((before, old_stamps), (&draft, &stamps));
        let mut files = changed(before, &draft);
        if !read || files.len() > STORM {
            files.clear();
        }
        self.remember(before, &draft, held);
        let batch = Batch {
            library: &draft,
            loader: self.loader,
            files: &files,
            prefilter: None,
            reuse: &self.published.reuse(held),
            until: None,
            ticket: self.ticket,
            progress: self.progress,
            offset: (0, files.len() as u32),
        };
        let (parts, unreadable) = batch.run(self.pool).finish();

        // Meanwhile others may have published rows: the final snapshot grows out of the newest one.
        let (mut text, mut held) = self.text.lock(held);
        for old in before.file_ids() {
            let path = &before.file(old).path;
            let kept = draft.find(path).is_some_and(|new| keeps(before, old, old_stamps, new, &draft, &stamps));
            if !kept {
                text.forget(path);
            }
        }
        let mut current = self.published.hold(&mut held);
        let newest = current.library();
        let next_stamps = touched.settled(&newest, &current.stamps);
        let next_stamps = trusted(&newest, &next_stamps, &inventory.files, &stamps);
        let next = self.successor(&newest, &next_stamps, inventory, &stamps);
        let next = if parts.is_empty() { next } else { next.with_segments(parts, unreadable) };
        current.replace(next);
        current.replace_files(stamps, Arc::new(places));
        current.is_outdated |= !changes.is_empty() || !touched.is_empty();
        changes
    }

    /// Publishes that a walk has found the files of `before` as they were; false if others have replaced them meanwhile.
    fn publish_same(&self, before: &Library, skipped: Vec<Skipped>, places: Places, held: &mut Held<'_, 0>) -> bool {
        self.remember(before, before, held);
        let mut current = self.published.hold(held);
        let is_current = current.has_files_of(before);
        if is_current {
            current.grow(|library| library.with_looked_at(skipped));
        }
        current.places = Arc::new(places);
        is_current
    }

    /// Keeps structure at hand while files of `after` have none: they may hold what others hold, or held before.
    fn remember(&self, before: &Library, after: &Library, held: &mut Held<'_, 0>) {
        let pending = after.file_ids().filter(|&id| !after.is_indexed(id)).take(FEW + 1).count();
        let mut segments = if pending > 0 { before.segments().to_vec() } else { Vec::new() };
        if pending > FEW || (pending > 0 && segments.is_empty()) {
            segments.extend((self.relatives)());
        }
        self.published.hold(held).reuse = Arc::new(Reuse::of(segments));
    }

    fn successor(&self, old: &Library, old_stamps: &[Stamp], inventory: Inventory, stamps: &[Stamp]) -> Library {
        let formats: Vec<(&'static str, bool)> =
            inventory.files.iter().map(|entry| (entry.format.id, entry.text_only)).collect();
        let comparison = Comparison { old, old_stamps, new_stamps: stamps, new_formats: &formats };
        old.with_files(inventory, self.loader.clone(), |old, new| comparison.is_unchanged(old, new))
    }
}

/// The stamps that the files of `old` had, without those that say nothing any more: what is gone from its place may have
/// been moved over a file that is as large and was written in the same moment.
fn trusted(old: &Library, old_stamps: &[Stamp], files: &[FileEntry], stamps: &[Stamp]) -> Vec<Stamp> {
    let stamp_now = |path: &str| {
        files.binary_search_by(|entry| (*entry.path).cmp(path)).ok().and_then(|at| stamps.get(at)).copied()
    };
    let is_left = |(entry, stamp): &(&FileEntry, &Stamp)| stamp_now(&entry.path) != Some(**stamp);
    let left: HashSet<Stamp> = old.files().iter().zip(old_stamps).filter(is_left).map(|(_, stamp)| *stamp).collect();
    let is_doubtful =
        |(entry, stamp): (&FileEntry, &Stamp)| left.contains(stamp) && entry.origin.path().is_some_and(may_be_moved);
    let known = old.files().iter().zip(old_stamps);
    known.map(|known| if is_doubtful(known) { NEVER } else { *known.1 }).collect()
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
