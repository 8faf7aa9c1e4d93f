//! The files of the last snapshot, for the next walk: a file that is as it was costs no memory of its own.

use super::read::PLAIN;
use super::stamp::Stamp;
use super::walked_files::Found;
use crate::formats;
use crate::library::{FileEntry, FileId, Library};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// A free slot of the table.
const FREE: u32 = u32::MAX;

/// The files of the last snapshot by path, with their stamps.
pub(in crate::indexer) struct KnownFiles<'k> {
    library: &'k Library,
    stamps: &'k [Stamp],
    /// Numbers of files where the hashes of their paths lead to, or in one of the next slots.
    slots: Vec<u32>,
}

impl<'k> KnownFiles<'k> {
    /// Of a library with one stamp per file.
    pub(in crate::indexer) fn new(library: &'k Library, stamps: &'k [Stamp]) -> KnownFiles<'k> {
        let mut slots = vec![FREE; (library.files().len() * 2).next_power_of_two()];
        let mask = slots.len() - 1;
        for (number, entry) in library.files().iter().enumerate() {
            let mut at = xxh3_64(entry.path.as_bytes()) as usize & mask;
            while slots[at] != FREE {
                at = (at + 1) & mask;
            }
            slots[at] = number as u32;
        }
        KnownFiles { library, stamps, slots }
    }

    /// The library that knows the files.
    pub(in crate::indexer) fn library(&self) -> &'k Library {
        self.library
    }

    fn find(&self, path: &str) -> Option<FileId> {
        let mask = self.slots.len() - 1;
        let mut at = xxh3_64(path.as_bytes()) as usize & mask;
        loop {
            match self.slots[at] {
                FREE => return None,
                number if *self.library.files()[number as usize].path == *path => return Some(FileId(number)),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// The number of the file at `absolute`, shown as `path`, if its stamp is what it was and it would be read as it was:
    /// as the format that its name says, and with an outline up to `limit` bytes.
    pub(in crate::indexer) fn unchanged(
        &self,
        path: &str,
        absolute: &Path,
        stamp: Stamp,
        limit: u64,
    ) -> Option<FileId> {
        let id = self.find(path)?;
        let entry = self.library.file(id);
        let is_same = self.stamps.get(id.0 as usize) == Some(&stamp)
            && entry.text_only == (stamp.size > limit)
            && entry.absolute.as_os_str() == absolute.as_os_str();
        // A file whose name says nothing was named by its first bytes, which are what they were.
        let by_name = || formats::detect(absolute, &[]).info.id;
        (is_same && [entry.format.id, PLAIN].contains(&by_name())).then_some(id)
    }

    /// A file as a walk finds it.
    pub(in crate::indexer) fn found(&self, id: FileId) -> Found {
        let entry = FileEntry { repository: None, ..self.library.file(id).clone() };
        Found { real: entry.absolute.clone(), entry, stamp: self.stamps[id.0 as usize] }
    }
}
