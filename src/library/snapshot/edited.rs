//! A few files have other contents: the next snapshot, made in time for a person who has just saved one.

use super::file_list::NO_FILE;
use super::library::Library;
use crate::library::files::entries::{FileEntry, FileId, Skipped};
use std::collections::HashSet;
use std::sync::Arc;

/// A segment of more files is not looked through for whether it is still of use.
const SMALL_SEGMENT: usize = 64;

impl Library {
    /// The next snapshot on the same list of paths, in which these files have other contents: neither their
    /// nodes nor their words are known. `skipped` is the new list of what was left out, sorted.
    pub fn with_edited(&self, entries: Vec<(FileId, FileEntry)>, skipped: Vec<Skipped>) -> Library {
        let edited: HashSet<FileId> = entries.iter().map(|(id, _)| *id).collect();
        let mut next = self.next();
        next.skipped = Arc::new(skipped);
        next.searchable = false;
        next.cache = Arc::new(self.cache.without(&edited));
        let renumber = |file: FileId| if edited.contains(&file) { NO_FILE } else { file };
        next.fulltext = self.fulltext.as_ref().map(|fulltext| Arc::new(fulltext.renumbered(renumber)));
        next.rows = self.rows.renumbered(|file| (!edited.contains(&file)).then_some(file));
        let files = Arc::make_mut(&mut next.files);
        for (id, entry) in entries {
            files[id.0 as usize] = entry;
        }
        let mut left: HashSet<u32> = HashSet::new();
        for id in &edited {
            left.extend(next.placements[id.0 as usize].take().map(|(number, _)| number));
        }
        // A file that is saved again and again leaves one dead segment each time.
        let is_dead = |number: u32| {
            let rows = next.segments[number as usize].len();
            rows <= SMALL_SEGMENT && !(0..rows).any(|row| next.is_live(number as usize, row))
        };
        left.retain(|&number| is_dead(number));
        if !left.is_empty() {
            next.drop_segments(|number| left.contains(&(number as u32)));
        }
        next
    }
}
