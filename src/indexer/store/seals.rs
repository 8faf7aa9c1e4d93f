//! Seals: what the system said of each saved file when its bytes were known to be what was written.
//!
//! Whatever changes a file changes its seal: size, times of change and of the entry, number. A file whose seal holds
//! is taken as it is; any other is read whole and compared with its checksum before a word of it is believed. What a
//! disk loses by itself, without a write, the daily comparison finds (`scrub.rs`).

use super::layout::{TEXT, write_over};
use crate::library::TextFiles;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::UNIX_EPOCH;
use xxhash_rust::xxh3::Xxh3Default;

/// The file of the seals.
const SEALS: &str = "seals";

/// The first line of that file.
const HEADER: &str = "docql seals 1";

/// Bytes that are read at once.
const PIECE: usize = 1 << 20;

/// Whether a file belongs to the words.
pub(super) fn is_of_words(name: &str) -> bool {
    name.strip_prefix(TEXT).is_some_and(|rest| rest.starts_with('/'))
}

/// What the system says of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seal {
    size: u64,
    /// Nanoseconds since 1970 of the last change of its bytes.
    modified: u64,
    /// The same of its entry, which no program can set; 0 where the system has none.
    changed: u64,
    /// The number of its entry; 0 where the system has none.
    number: u64,
}

impl Seal {
    fn of(found: &Metadata) -> Seal {
        let modified = found.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = modified.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(u64::MAX));
        #[cfg(unix)]
        let (changed, number) = {
            use std::os::unix::fs::MetadataExt;
            let nanoseconds = found.ctime().wrapping_mul(1_000_000_000).wrapping_add(found.ctime_nsec());
            (nanoseconds as u64, found.ino())
        };
        #[cfg(not(unix))]
        let (changed, number) = (0, 0);
        Seal { size: found.len(), modified, changed, number }
    }

    fn read(text: &str) -> Option<Seal> {
        let mut numbers = text.split(' ').map(|number| number.parse().ok());
        let mut next = || numbers.next().flatten();
        Some(Seal { size: next()?, modified: next()?, changed: next()?, number: next()? })
    }

    fn write(self) -> String {
        format!("{} {} {} {}", self.size, self.modified, self.changed, self.number)
    }
}

/// The seals of the files of an index, by their names below its directory.
#[derive(Debug)]
pub(in crate::indexer) struct Seals {
    directory: PathBuf,
    known: Mutex<BTreeMap<String, Seal>>,
}

impl Seals {
    /// The seals that were written in `directory`, as far as they can be read.
    pub(super) fn of(directory: &Path) -> Seals {
        let text = std::fs::read_to_string(directory.join(SEALS)).unwrap_or_default();
        let lines = text.strip_prefix(HEADER).unwrap_or_default().lines();
        let known = lines.filter_map(|line| {
            let (seal, name) = line.split_once('\t')?;
            Some((name.to_owned(), Seal::read(seal)?))
        });
        Seals { directory: directory.to_owned(), known: Mutex::new(known.collect()) }
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Seal>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self, name: &str) -> Option<Seal> {
        self.directory.join(name).metadata().ok().map(|found| Seal::of(&found))
    }

    /// Those of `names` that do not hold what was written; each is read that has changed since it was known to.
    pub(super) fn broken(&self, names: &[String]) -> Vec<String> {
        let suspects: Vec<(&String, Option<Seal>)> = {
            let known = self.known();
            let is_sealed = |name: &String, now: Option<Seal>| now.is_some() && known.get(name).copied() == now;
            let seen = names.iter().map(|name| (name, self.now(name)));
            seen.filter(|(name, now)| !is_sealed(name, *now)).collect()
        };
        if suspects.is_empty() {
            return Vec::new();
        }
        let has_words = suspects.iter().any(|(name, _)| is_of_words(name));
        let words = if has_words { TextFiles::of(&self.directory.join(TEXT)) } else { None };
        let is_whole: Vec<bool> = suspects.par_iter().map(|(name, _)| self.is_whole(name, words.as_ref())).collect();
        let mut known = self.known();
        let mut broken = Vec::new();
        for ((name, seal), is_whole) in suspects.into_iter().zip(is_whole) {
            match seal.filter(|_| is_whole) {
                Some(seal) => drop(known.insert(name.clone(), seal)),
                None => {
                    known.remove(name);
                    broken.push(name.clone());
                }
            }
        }
        broken
    }

    /// The files whose bytes have changed under whoever has mapped them, and are not what was written any more. Those
    /// that have gone are no concern: what is mapped stays.
    pub(in crate::indexer) fn broken_since(&self) -> Vec<String> {
        let changed: Vec<String> = {
            let known = self.known();
            let changed = known.iter().filter(|(name, seal)| self.now(name).is_some_and(|now| now != **seal));
            changed.map(|(name, _)| name.clone()).collect()
        };
        if changed.is_empty() { Vec::new() } else { self.broken(&changed) }
    }

    /// Seals what has just been written, and forgets what is not among `names`. What was sealed before keeps its seal:
    /// it may have been changed since.
    pub(super) fn seal(&self, names: Vec<String>) {
        let mut text = format!("{HEADER}\n");
        {
            let mut known = self.known();
            let before = std::mem::take(&mut *known);
            for name in names {
                let Some(seal) = before.get(&name).copied().or_else(|| self.now(&name)) else { continue };
                text += &format!("{}\t{name}\n", seal.write());
                known.insert(name, seal);
            }
        }
        // Without them the next start reads everything once.
        let _ = write_over(&self.directory, SEALS, text.as_bytes());
    }

    /// Whether a file holds what was written. Its name says what that is, or the record of the words.
    fn is_whole(&self, name: &str, words: Option<&TextFiles>) -> bool {
        if let Some(name) = name.strip_prefix(TEXT).and_then(|rest| rest.strip_prefix('/')) {
            return words.is_some_and(|words| words.is_whole(Path::new(name)));
        }
        let Some(expected) = name.split('.').next().and_then(|sum| u64::from_str_radix(sum, 16).ok()) else {
            return false;
        };
        self.checksum(name).is_ok_and(|sum| sum == expected)
    }

    fn checksum(&self, name: &str) -> std::io::Result<u64> {
        let mut file = File::open(self.directory.join(name))?;
        let mut sum = Xxh3Default::new();
        let mut piece = vec![0; PIECE];
        loop {
            let read = file.read(&mut piece)?;
            if read == 0 {
                return Ok(sum.digest());
            }
            sum.update(piece.get(..read).unwrap_or_default());
        }
    }
}
