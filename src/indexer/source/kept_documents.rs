//! Documents whose text costs much to be made – PDF, Office files – kept on disk by the content that they were made of,
//! so that a file is read once, whichever workspace, branch or name it is met in.
//!
//! **Invariants:** a document is written as a whole and never changed; all together stay below the limit, those that were
//! used longest ago leave first; what is damaged, or was made by other code, is made anew. Only their user can read them.

use super::document_bytes::{decode, encode, text};
use crate::document::{Document, FormatInfo};
use crate::stdx::{not_private, private_directory, private_file};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// The directory of documents, beside those of indexes.
const DIRECTORY: &str = "documents";

/// Most bytes of all documents.
const MAX_BYTES: u64 = 512 << 20;

/// Files below this are not worth a file of their own.
const MIN_FILE: usize = 16 << 10;

/// A document that was used more lately than this need not be marked as used.
const MARK_EVERY: Duration = Duration::from_secs(60 * 60);

/// A document that was of no use for so long leaves.
const EXPIRY: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The ending of documents, and of what is being written.
const ENDING: &str = "doc";
const DRAFT: &str = "tmp";

/// The code that made a document of bytes.
const MADE_BY: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("DOCQL_READING"));

/// Documents on disk.
pub(super) struct KeptDocuments {
    directory: PathBuf,
    limit: u64,
    /// Bytes of all, once they have been counted.
    total: Mutex<Option<u64>>,
    drafts: AtomicU64,
}

/// Documents by what they were made of.
pub(super) trait Documents {
    /// The document of `key`.
    fn get(&self, key: &Key) -> Option<Document>;

    /// The text of that document.
    fn text(&self, key: &Key) -> Option<String>;

    /// Whether there is a document of `key`, whole or not.
    fn has(&self, key: &Key) -> bool;

    /// Keeps a document. Where there is no room for it, it is read again.
    fn put(&self, key: &Key, document: &Document);
}

/// A document by what it was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key(String);

impl Key {
    /// Of these bytes as a file of this format.
    pub(super) fn of(bytes: &[u8], format: &FormatInfo) -> Key {
        let made = xxh3_64(format!("{MADE_BY} {}", format.id).as_bytes());
        Key(format!("{:032x}-{made:016x}.{ENDING}", xxh3_128(bytes)))
    }

    #[cfg(test)]
    pub(super) fn of_number(number: u64) -> Key {
        Key(format!("{number:032x}.{ENDING}"))
    }
}

impl KeptDocuments {
    /// Those below the directory of all indexes. Nothing is made by this.
    pub(super) fn below(index: &Path) -> KeptDocuments {
        KeptDocuments::new(index.join(DIRECTORY), MAX_BYTES)
    }

    /// Whether what is made of a file of `bytes` is kept on disk.
    pub(super) fn is_for(bytes: &[u8]) -> bool {
        bytes.len() >= MIN_FILE
    }

    fn new(directory: PathBuf, limit: u64) -> KeptDocuments {
        KeptDocuments { directory, limit, total: Mutex::default(), drafts: AtomicU64::default() }
    }

    fn read<T>(&self, key: &Key, of: fn(&[u8]) -> Option<T>) -> Option<T> {
        let place = self.directory.join(&key.0);
        if not_private(&self.directory).is_some() || not_private(&place).is_some() {
            return None;
        }
        let found = of(&fs::read(&place).ok()?);
        if found.is_none() {
            let _ = fs::remove_file(&place);
        } else if age(&place).is_some_and(|age| age > MARK_EVERY) {
            // Where it cannot be marked, it leaves the earlier.
            let _ = File::options().append(true).open(&place).and_then(|file| file.set_modified(SystemTime::now()));
        }
        found
    }

    fn write(&self, key: &Key, bytes: &[u8]) -> std::io::Result<()> {
        private_directory(&self.directory)?;
        let number = self.drafts.fetch_add(1, Ordering::Relaxed);
        let draft = self.directory.join(format!("{}-{number}.{DRAFT}", std::process::id()));
        // What is lost in a crash is made again: nobody waits for the disk.
        let written = private_file().truncate(true).open(&draft).and_then(|mut file| file.write_all(bytes));
        written.and_then(|()| fs::rename(&draft, self.directory.join(&key.0))).inspect_err(|_| {
            let _ = fs::remove_file(&draft);
        })?;
        let mut total = self.total.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = total.map_or(u64::MAX, |sum| sum.saturating_add(bytes.len() as u64));
        *total = Some(if sum > self.limit { self.shrink() } else { sum });
        Ok(())
    }

    /// Removes what was used longest ago, until there is room again: the bytes that are left.
    fn shrink(&self) -> u64 {
        let entries = fs::read_dir(&self.directory).into_iter().flatten().flatten();
        let mut found: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(|entry| {
                let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((metadata.modified().ok()?, metadata.len(), entry.path()))
            })
            .collect();
        found.sort();
        let mut sum: u64 = found.iter().map(|(_, bytes, _)| bytes).sum();
        // Room for some more, so that not each new one has to look for it.
        let goal = if sum > self.limit { self.limit - self.limit / 8 } else { self.limit };
        for (used, bytes, place) in found {
            let age = used.elapsed().unwrap_or_default();
            let is_draft = place.extension().is_some_and(|ending| ending == DRAFT);
            let is_over = if is_draft { age > MARK_EVERY } else { age > EXPIRY || sum > goal };
            if is_over && fs::remove_file(&place).is_ok() {
                sum = sum.saturating_sub(bytes);
            }
        }
        sum
    }

    /// Removes all documents.
    pub(super) fn clear(&self) {
        if not_private(&self.directory).is_none() {
            let _ = fs::remove_dir_all(&self.directory);
        }
        *self.total.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Documents for KeptDocuments {
    fn get(&self, key: &Key) -> Option<Document> {
        self.read(key, decode)
    }

    fn text(&self, key: &Key) -> Option<String> {
        self.read(key, text)
    }

    fn has(&self, key: &Key) -> bool {
        self.directory.join(&key.0).is_file()
    }

    fn put(&self, key: &Key, document: &Document) {
        if let Some(bytes) = encode(document).filter(|bytes| bytes.len() as u64 <= self.limit / 4) {
            let _ = self.write(key, &bytes);
        }
    }
}

fn age(place: &Path) -> Option<Duration> {
    place.metadata().ok()?.modified().ok()?.elapsed().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_what_was_used_last() {
        let folder = tempfile::tempdir().expect("a folder");
        // Text that cannot be packed.
        let text = |seed: u64| (0..64).map(|at: u64| format!("{:016x}", xxh3_64(&(seed + at).to_le_bytes()))).collect();
        let document = |seed: u64| Document { text: text(seed), ..Document::default() };
        let size = encode(&document(0)).expect("bytes").len() as u64;
        let kept = KeptDocuments::new(folder.path().join("documents"), 8 * size);
        let key = Key::of_number;
        let place = |number: u64| kept.directory.join(&key(number).0);
        for number in 0..8 {
            kept.put(&key(number), &document(1_000 * number));
            // Written one after the other, and the first one used again.
            let at = SystemTime::now() - Duration::from_secs(60 * (100 - number));
            let file = File::options().append(true).open(place(number)).expect("a document");
            file.set_modified(at).expect("a time");
        }
        assert_eq!(kept.text(&key(0)), Some(text(0)));
        assert!(age(&place(0)).expect("an age") < MARK_EVERY, "it is marked as used");
        kept.put(&key(8), &document(8_000));
        let left: Vec<u64> = (0..9).filter(|number| kept.has(&key(*number))).collect();
        assert_eq!(left, [0, 3, 4, 5, 6, 7, 8], "some room is made at once");
        fs::write(place(4), b"nonsense").expect("a file");
        assert!(kept.get(&key(4)).is_none() && !kept.has(&key(4)), "what is damaged leaves");
        kept.clear();
        assert!(!kept.directory.exists());
    }
}
