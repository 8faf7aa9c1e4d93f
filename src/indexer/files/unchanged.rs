//! The files of the last snapshot, for the next walk: a file that is as it was costs no memory of its own.

use super::classify::{PLAIN, is_text_only};

use super::walked_files::WalkedFile;
use crate::formats;
use crate::library::{FileEntry, FileId, Library, Origin, Stamp};
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

    /// The number of the file that is shown as `path`, if its stamp is what it was, `is_there` says so of its origin, and
    /// it would be read as it was: as the format that its name says, and with an outline up to `limit` bytes.
    pub(in crate::indexer) fn unchanged(
        &self,
        (path, name): (&str, &Path),
        stamp: Stamp,
        limit: u64,
        is_there: impl FnOnce(&Origin) -> bool,
    ) -> Option<FileId> {
        let id = self.find(path)?;
        let entry = self.library.file(id);
        let is_same = self.stamps.get(id.0 as usize) == Some(&stamp)
            && entry.text_only == is_text_only(entry.format, stamp.size, limit)
            && is_there(&entry.origin);
        // A file whose name says nothing was named by its first bytes, which are what they were.
        let by_name = || formats::detect(name, &[]).info.id;
        (is_same && [entry.format.id, PLAIN].contains(&by_name())).then_some(id)
    }

    /// A file as a listing finds it.
    pub(in crate::indexer) fn found(&self, id: FileId) -> WalkedFile {
        let entry = FileEntry { repository: None, ..self.library.file(id).clone() };
        WalkedFile { real: entry.origin.path().map(Path::to_owned), entry, stamp: self.stamps[id.0 as usize] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::indexer::WorkspaceOptions;
    use crate::indexer::walk;
    use crate::stdx::Ticket;

    #[test]
    fn a_file_is_known_while_its_stamp_and_its_format_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.rs", "b.go", "tool"] {
            std::fs::write(folder.path().join(name), "#!/bin/sh\n").expect("a file");
        }
        let library = walk(&WorkspaceOptions::at(folder.path()), &Ticket::forever(), &|_| {}).expect("a walk");
        let stamps: Vec<Stamp> = (0..3).map(|at| Stamp::of_version(10, at)).collect();
        let known = KnownFiles::new(&library, &stamps);
        let place = |name: &str| folder.path().canonicalize().expect("a path").join(name);
        let unchanged = |known: &KnownFiles<'_>, name: &str, place: &Path, at: usize, limit| {
            known.unchanged((name, place), stamps[at], limit, |origin| origin.path() == Some(place))
        };
        let look = |name: &str, at: usize, limit| unchanged(&known, name, &place(name), at, limit);
        assert_eq!((look("a.rs", 0, 10), look("b.go", 1, 10)), (Some(FileId(0)), Some(FileId(1))));
        assert_eq!((look("tool", 2, 10), library.file(FileId(2)).format.id), (Some(FileId(2)), "bash"));
        assert_eq!((look("a.rs", 1, 10), look("a.rs", 0, 9), look("c.rs", 0, 10)), (None, None, None));
        assert_eq!(unchanged(&known, "a.rs", &place("b.go"), 0, 10), None, "elsewhere");
        assert_eq!(known.found(FileId(1)).entry.path, library.file(FileId(1)).path);
        let none = Library::nothing();
        assert_eq!(unchanged(&KnownFiles::new(&none, &[]), "a.rs", &place("a.rs"), 0, 10), None);
    }
}
