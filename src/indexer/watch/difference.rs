//! The difference that a look at the files has found.

use crate::library::{FileId, Library, Stamp};
use std::cmp::Ordering;
use std::sync::Arc;

/// Files that are not as they were, by path; each list is sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// With other contents.
    pub edited: Vec<Arc<str>>,
    /// That were not there before.
    pub added: Vec<Arc<str>>,
    /// That are not there any more.
    pub removed: Vec<Arc<str>>,
}

impl Changes {
    /// True if nothing is different.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of different files.
    pub fn len(&self) -> usize {
        self.edited.len() + self.added.len() + self.removed.len()
    }

    /// All of them.
    pub fn paths(&self) -> impl Iterator<Item = &Arc<str>> {
        self.edited.iter().chain(&self.added).chain(&self.removed)
    }

    /// The difference between two lists of files, each with the stamps of its files.
    pub(in crate::indexer) fn between(old: (&Library, &[Stamp]), new: (&Library, &[Stamp])) -> Changes {
        let mut changes = Changes::default();
        let ((old, old_stamps), (new, new_stamps)) = (old, new);
        let (mut at, mut to) = (0, 0);
        loop {
            let (before, after) = (old.files().get(at), new.files().get(to));
            let order = match (before, after) {
                (None, None) => return changes,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(before), Some(after)) => before.path.cmp(&after.path),
            };
            let path = |library: &Library, number: usize| Arc::clone(&library.file(FileId(number as u32)).path);
            match order {
                Ordering::Less => changes.removed.push(path(old, at)),
                Ordering::Greater => changes.added.push(path(new, to)),
                Ordering::Equal if old_stamps.get(at) != new_stamps.get(to) => changes.edited.push(path(new, to)),
                Ordering::Equal => {}
            }
            at += usize::from(order != Ordering::Greater);
            to += usize::from(order != Ordering::Less);
        }
    }
}
