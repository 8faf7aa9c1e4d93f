//! Files that were touched and hold what they held: another owner, another name that leads to them, a copy of the whole
//! workspace in its place. They are read once more, and keep what is known of them.

use crate::indexer::build::batch::content_key;
use crate::indexer::source::loader::SourceLoader;
use crate::library::{FileEntry, FileId, Library, Stamp};
use crate::stdx::Ticket;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// The stamps that files had and have, by path.
pub(super) struct Touched(HashMap<Arc<str>, (Stamp, Stamp)>);

impl Touched {
    /// Those of `files` whose size and time of change are what they were in `old`, and whose bytes are, too.
    pub(super) fn of(
        (old, old_stamps): (&Library, &[Stamp]),
        (files, stamps): (&[FileEntry], &[Stamp]),
        (loader, pool, ticket): (&SourceLoader, &ThreadPool, &Ticket),
    ) -> Touched {
        let suspect = |(entry, now): (&FileEntry, &Stamp)| {
            let id = old.find(&entry.path)?;
            let then = *old_stamps.get(id.0 as usize)?;
            let is_touched = then != *now && (then.size, then.version) == (now.size, now.version);
            (is_touched && old.file(id).text_only == entry.text_only).then_some((id, then, *now))
        };
        let suspects: Vec<(FileId, Stamp, Stamp)> = files.iter().zip(stamps).filter_map(suspect).collect();
        let is_same = |&(id, then, now): &(FileId, Stamp, Stamp)| {
            let (segment, row) = old.saved_row(id).filter(|_| !ticket.is_stale())?;
            let entry = old.file(id);
            let bytes = loader.bytes(entry).ok()?;
            (segment.key(row) == content_key(&bytes, entry.format)).then(|| (Arc::clone(&entry.path), (then, now)))
        };
        Touched(pool.install(|| suspects.par_iter().filter_map(is_same).collect()))
    }

    /// True if there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The stamps of the files of `library`: of those that were touched the ones that they have now.
    pub(super) fn settled(&self, library: &Library, stamps: &[Stamp]) -> Vec<Stamp> {
        if self.is_empty() {
            return stamps.to_vec();
        }
        let settled = |(entry, &stamp): (&FileEntry, &Stamp)| match self.0.get(&entry.path) {
            Some((then, now)) if *then == stamp => *now,
            _ => stamp,
        };
        library.files().iter().zip(stamps).map(settled).collect()
    }
}
