//! Once a day all of the saved index is compared with its checksums: a piece at a time, while nobody waits.

use super::directory::{Condition, IndexDirectory};
use super::owner::{Kept, Subject};
use crate::indexer::build::locks::{Held, STORE};
use crate::indexer::build::reuse::Reuse;
use crate::indexer::text::indexer::TextState;
use crate::library::{Inventory, TextFiles, TextIndex};
use crate::stdx::private_file;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use xxhash_rust::xxh3::Xxh3Default;

/// Time between two comparisons of all of the saved index.
const AUDIT_EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// Its time of change is when that was done last, or when the index was made.
const AUDITED: &str = "audited";

/// Bytes that are compared at once: about a millisecond.
const PIECE: usize = 4 << 20;

/// The outcome of one piece of a comparison.
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
    /// Names and checksums of files.
    files: Vec<(String, u64)>,
    /// The files of the words; `None` if there are none that can be listed.
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

/// The outcome of reading one piece.
enum ScrubStep {
    More,
    Done,
    /// Something is not what was written, or has been replaced meanwhile.
    Suspicious,
}

impl Audit {
    fn step(&mut self) -> ScrubStep {
        if let Some((file, sum, expected)) = &mut self.reading {
            self.piece.clear();
            return match file.take(PIECE as u64).read_to_end(&mut self.piece) {
                Ok(0) if sum.digest() != *expected => ScrubStep::Suspicious,
                Ok(0) => {
                    self.reading = None;
                    ScrubStep::More
                }
                Ok(_) => {
                    sum.update(&self.piece);
                    ScrubStep::More
                }
                Err(_) => ScrubStep::Suspicious,
            };
        }
        if let Some((name, checksum)) = self.files.pop() {
            // What is not there any more has been replaced since: it does not count.
            let file = File::open(self.directory.join(name)).ok();
            self.reading = file.map(|file| (file, Box::default(), checksum));
            return ScrubStep::More;
        }
        match self.words.as_mut().and_then(TextFiles::is_next_whole) {
            None if self.has_words && self.words.is_none() => ScrubStep::Suspicious,
            None => ScrubStep::Done,
            Some(true) => ScrubStep::More,
            Some(false) => ScrubStep::Suspicious,
        }
    }
}

impl IndexDirectory {
    /// Notes that what has just been written for the first time need not be compared today.
    pub(super) fn begin_audits(&self) {
        if self.generation() == 1 {
            self.audited();
        }
    }

    /// Notes that everything has been compared.
    fn audited(&self) {
        let _ = private_file().truncate(true).open(self.directory().join(AUDITED));
    }
}

impl Audit {
    /// Compares the next piece; `None` if something is not what was written, or has been replaced meanwhile.
    pub(in crate::indexer) fn next(&mut self) -> Option<Audited> {
        match self.step() {
            ScrubStep::More => Some(Audited::More),
            ScrubStep::Done => {
                let _ = private_file().truncate(true).open(self.directory.join(AUDITED));
                Some(Audited::Whole)
            }
            ScrubStep::Suspicious => None,
        }
    }
}

impl Kept {
    /// A comparison of all that is saved with its checksums, if it is time for one and this process is the writer.
    pub(in crate::indexer) fn due_audit(&mut self, subject: &Subject<'_>) -> Option<Audit> {
        let directory = self.directory.as_mut().filter(|_| subject.options.is_whole())?;
        let mark = directory.directory().join(AUDITED);
        let age = mark.metadata().and_then(|found| found.modified()).ok().and_then(|then| then.elapsed().ok());
        let is_early = age.is_some_and(|age| age < AUDIT_EVERY) || directory.generation() == 0;
        if is_early || !matches!(directory.claim(), Ok(true)) {
            return None;
        }
        let words = directory.text();
        let mut files = directory.open_as_it_is().0?.checksums();
        // The last one comes first: segments, before their nodes are copied into others.
        files.reverse();
        Some(Audit {
            directory: directory.directory().to_owned(),
            files,
            words: TextFiles::of(&words),
            has_words: words.is_dir(),
            reading: None,
            piece: Vec::new(),
        })
    }

    /// Compares everything while nobody writes. What is damaged is put aside as a whole. True if it was: then everything
    /// is to be indexed anew.
    pub(in crate::indexer) fn put_aside(
        &mut self,
        text: &mut TextState,
        subject: &Subject<'_>,
        held: &mut Held<'_, STORE>,
    ) -> bool {
        let Some(directory) = &mut self.directory else { return false };
        let words = directory.text();
        let is_whole = match directory.open_as_it_is() {
            (Some(saved), _) => saved.damaged().is_empty() && (!words.is_dir() || TextIndex::is_whole(&words)),
            (None, condition) => condition != Condition::Broken,
        };
        if is_whole {
            directory.audited();
            return false;
        }
        text.close();
        if matches!(directory.claim(), Ok(true)) {
            let _ = directory.remove_words();
            let _ = directory.forget();
        }
        let mut current = subject.published.hold(held);
        current.reuse = Arc::new(Reuse::default());
        // Names that have been looked for in all files are in none that is known any more.
        current.covered.clear();
        current.grow(|library| {
            let inventory = Inventory {
                roots: library.roots().to_vec(),
                repositories: library.repositories().to_vec(),
                files: library.files().to_vec(),
                skipped: library.skipped().to_vec(),
            };
            library.with_files(inventory, subject.loader.clone(), |_, _| false).without_fulltext()
        });
        current.is_outdated = true;
        self.notices.push("the saved index is damaged: indexing anew".to_owned());
        true
    }
}
