//! Once a day all of the saved index is compared with its checksums: a piece at a time, while nobody waits.

use super::Store;
use crate::indexer::build::reuse::Recall;
use crate::indexer::handle::Indexer;
use crate::indexer::text::text_index::TextState;
use crate::library::{Inventory, TextFiles, TextIndex};
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use xxhash_rust::xxh3::Xxh3Default;

/// How often all of the saved index is compared with its checksums.
const AUDIT_EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// Its time of change is when that was done last, or when the index was made.
const AUDITED: &str = "audited";

/// Bytes that are compared at once: about a millisecond.
const PIECE: usize = 4 << 20;

/// How far a comparison has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audited {
    /// There is more to compare.
    More,
    /// Everything is what was written.
    Whole,
    /// Something is not: it has been put aside, and everything is to be indexed anew.
    Damaged,
}

/// A comparison under way.
pub struct Audit {
    directory: PathBuf,
    /// Names of files, each with its checksum.
    files: Vec<(String, u64)>,
    /// Those of the words; `None` if there are none that can be listed.
    words: Option<TextFiles>,
    has_words: bool,
    /// The file that is being read, with the checksum of what has been read and that of all of it.
    reading: Option<(File, Box<Xxh3Default>, u64)>,
    piece: Vec<u8>,
}

impl std::fmt::Debug for Audit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Audit").field("files", &self.files).field("words", &self.words).finish_non_exhaustive()
    }
}

/// What one piece has brought.
enum Step {
    More,
    Done,
    /// Something is not what was written, or has been replaced meanwhile.
    Suspicious,
}

impl Audit {
    fn step(&mut self) -> Step {
        if let Some((file, sum, expected)) = &mut self.reading {
            self.piece.clear();
            return match file.take(PIECE as u64).read_to_end(&mut self.piece) {
                Ok(0) if sum.digest() != *expected => Step::Suspicious,
                Ok(0) => {
                    self.reading = None;
                    Step::More
                }
                Ok(_) => {
                    sum.update(&self.piece);
                    Step::More
                }
                Err(_) => Step::Suspicious,
            };
        }
        if let Some((name, checksum)) = self.files.pop() {
            // What is not there any more has been replaced since: it does not count.
            let file = File::open(self.directory.join(name)).ok();
            self.reading = file.map(|file| (file, Box::default(), checksum));
            return Step::More;
        }
        match self.words.as_mut().and_then(TextFiles::is_next_whole) {
            None if self.has_words && self.words.is_none() => Step::Suspicious,
            None => Step::Done,
            Some(true) => Step::More,
            Some(false) => Step::Suspicious,
        }
    }
}

impl Indexer {
    /// A comparison of all that is saved with its checksums, if it is time for one and this process is the writer.
    pub fn due_audit(&self) -> Option<Audit> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let store = store.as_mut().filter(|_| self.options.is_whole())?;
        let mark = store.directory().join(AUDITED);
        let age = mark.metadata().and_then(|found| found.modified()).ok().and_then(|then| then.elapsed().ok());
        if age.is_some_and(|age| age < AUDIT_EVERY) || store.generation() == 0 || !matches!(store.claim(), Ok(true)) {
            return None;
        }
        let words = store.text();
        let mut files = store.open().0?.checksums();
        // The last one comes first: segments, before their nodes are copied into others.
        files.reverse();
        Some(Audit {
            directory: store.directory().to_owned(),
            files,
            words: TextFiles::of(&words),
            has_words: words.is_dir(),
            reading: None,
            piece: Vec::new(),
        })
    }

    /// Compares the next piece. Others may search, edit and save between two pieces.
    pub fn audit_some(&self, audit: &mut Audit) -> Audited {
        match audit.step() {
            Step::More => Audited::More,
            Step::Done => {
                let _ = File::create(audit.directory.join(AUDITED));
                Audited::Whole
            }
            Step::Suspicious if self.put_aside() => Audited::Damaged,
            Step::Suspicious => Audited::Whole,
        }
    }

    /// All of it at once, if it is due. True if there was damage.
    pub fn audit(&self) -> bool {
        let Some(mut audit) = self.due_audit() else { return false };
        loop {
            match self.audit_some(&mut audit) {
                Audited::More => {}
                Audited::Whole => return false,
                Audited::Damaged => return true,
            }
        }
    }

    /// What has just been written for the first time need not be compared today.
    pub(super) fn begins_whole(store: &Store) {
        if store.generation() == 1 {
            let _ = File::create(store.directory().join(AUDITED));
        }
    }

    /// Compares everything while nobody writes. What is damaged is put aside as a whole. True if it was: then everything
    /// is to be indexed anew.
    fn put_aside(&self) -> bool {
        let mut text = self.text.lock();
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(store) = store.as_mut() else { return false };
        let (Some(restored), _) = store.open() else { return false };
        let words = store.text();
        if restored.damaged().is_empty() && (!words.is_dir() || TextIndex::is_whole(&words)) {
            let _ = File::create(store.directory().join(AUDITED));
            return false;
        }
        *text = TextState::default();
        let _ = std::fs::remove_dir_all(words);
        let _ = store.forget();
        let _published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
        *self.recall.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(Recall::default());
        let library = self.library();
        let inventory = Inventory {
            roots: library.roots().to_vec(),
            repositories: library.repositories().to_vec(),
            files: library.files().to_vec(),
            skipped: library.skipped().to_vec(),
        };
        self.replace(library.with_files(inventory, self.loader.clone(), |_, _| false).without_fulltext());
        self.outdated.store(true, Ordering::Relaxed);
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        notices.push("the saved index is damaged: indexing anew".to_owned());
        true
    }
}
