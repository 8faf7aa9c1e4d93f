//! How fresh an answer is: files as they are on disk when it is made, and what is still being indexed.

use super::opened::Opened;
use super::refusal::Refusal;
use crate::indexer::{WalkError, WorkspaceOptions, resolve};
use crate::library::{Library, NOT_SHARED, Stamp};
use crate::stdx::Ticket;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::SystemTime;
use xxhash_rust::xxh3::Xxh3;

/// How often an answer is made anew because files changed meanwhile.
const MAX_ROUNDS: usize = 3;

/// Nanoseconds by which a file system may round times of change.
const COARSE: i128 = 2_000_000_000;

/// Other roots that are named, at most.
const MAX_OTHERS: usize = 5;

/// Files of an answer, and their stamps.
type Stamps = Vec<(Arc<str>, Option<Stamp>)>;

impl Opened {
    /// Looks at the list of files again, so that what came, went or changed is known.
    pub(in crate::serve) fn look(&self, ticket: &Ticket) -> Result<(), Refusal> {
        if self.at.is_some() {
            return Ok(());
        }
        self.looks.join(ticket, || {
            if self.watched.look(&self.indexer, ticket).map_err(refused)? {
                // Nobody listens where the thread could not be started.
                let _ = self.due.send(());
            }
            Ok(())
        })
    }

    /// Makes an answer of files as they are on disk: `make` is called again, with the files read again, while files
    /// that its answer shows have changed since.
    /// `make` is told which ones do not stop changing.
    pub(in crate::serve) fn current<T>(
        &self,
        ticket: &Ticket,
        mut make: impl FnMut(&[Arc<str>]) -> Result<(T, BTreeSet<Arc<str>>), Refusal>,
    ) -> Result<T, Refusal> {
        let begun = now();
        self.look(ticket)?;
        let mut before: Option<Stamps> = None;
        let mut changing = Vec::new();
        for _ in 0..MAX_ROUNDS {
            let (made, shown) = make(&[])?;
            if self.at.is_some() || shown.is_empty() {
                return Ok(made);
            }
            let library = self.indexer.library();
            let now: Stamps = shown.iter().map(|path| (Arc::clone(path), stamp(&library, path))).collect();
            // The look saw them as they are: nothing has been written since.
            if now.iter().all(|(path, stamp)| stamp.is_some_and(|stamp| is_as_seen(&library, path, stamp, begun))) {
                return Ok(made);
            }
            // A file that was written a moment ago counts as changed again and again; what it holds was just read.
            if before.as_ref() == Some(&now) {
                return Ok(made);
            }
            let places: Vec<PathBuf> = shown.iter().filter_map(|path| place(&library, path)).collect();
            let changes = self.indexer.refresh_paths(&places, ticket, &|_| {}).map_err(refused)?;
            changing = changes.paths().filter(|path| shown.contains(*path)).cloned().collect();
            if changing.is_empty() {
                return Ok(made);
            }
            before = Some(now);
        }
        make(&changing).map(|(made, _)| made)
    }

    /// A number that is another one whenever a file of `library` is another one.
    pub(in crate::serve) fn fingerprint(&self, library: &Library) -> u64 {
        let mut last = self.fingerprint.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|(revision, _)| revision != library.revision()) {
            *last = Some((library.revision(), fingerprint_of(library)));
        }
        last.map(|(_, fingerprint)| fingerprint).unwrap_or_default()
    }

    /// Databases on servers that cannot be read, and why, but for those that agents may not read.
    pub(in crate::serve) fn unreached(&self) -> Vec<String> {
        let library = self.indexer.library();
        let shared = library.unreached().filter(|skipped| skipped.reason != NOT_SHARED);
        shared.map(|skipped| format!("{}: {}", skipped.path, skipped.reason)).collect()
    }

    /// Where the answer comes from, and what is still being indexed, in one line.
    pub(in crate::serve) fn freshness(&self, changing: &[Arc<str>]) -> String {
        self.fresh(changing).to_string()
    }

    /// The same in parts.
    pub(in crate::serve) fn fresh(&self, changing: &[Arc<str>]) -> Freshness {
        let library = self.indexer.library();
        Freshness {
            revision: self.at.clone(),
            head: head(&library, &self.options),
            // Digits alone: whatever the number, it costs the same number of tokens.
            index: format!("{:08}", self.fingerprint(&library) % 100_000_000),
            indexed: library.indexed(),
            files: library.files().len(),
            changing: changing.to_vec(),
            others: self.others.clone(),
        }
    }
}

/// Where an answer comes from, and how complete and current that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::serve) struct Freshness {
    /// The revision that was asked for; else the working tree is meant.
    pub revision: Option<String>,
    /// The commit that is checked out, in short.
    pub head: Option<String>,
    /// A number that is another one whenever a file is another one.
    pub index: String,
    /// Files that are indexed.
    pub indexed: usize,
    /// Files.
    pub files: usize,
    /// Files of the answer that do not stop changing.
    pub changing: Vec<Arc<str>>,
    /// Other roots, which were not asked.
    pub others: Vec<String>,
}

impl std::fmt::Display for Freshness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.revision, &self.head) {
            (Some(revision), _) => write!(f, "revision {revision}")?,
            (None, Some(head)) => write!(f, "working tree at {head}")?,
            (None, None) => f.write_str("working tree")?,
        }
        write!(f, ", index {}", self.index)?;
        if self.indexed < self.files {
            write!(f, ", {} of {} files indexed", self.indexed, self.files)?;
        }
        if !self.others.is_empty() {
            let rest = self.others.len().saturating_sub(MAX_OTHERS);
            let shown = self.others[..self.others.len() - rest].join(", ");
            write!(f, ", other roots not asked: {shown}")?;
            if rest > 0 {
                write!(f, " and {rest} more")?;
            }
        }
        if !self.changing.is_empty() {
            write!(f, ", still changing: {}", self.changing.join(" "))?;
        }
        Ok(())
    }
}

/// The commit that is checked out, in short.
fn head(library: &Library, options: &WorkspaceOptions) -> Option<String> {
    if options.at.is_some() || library.repositories().is_empty() {
        return None;
    }
    let ids = resolve(options, "HEAD").ok()?;
    let id = ids.first()?.to_string();
    Some(id.get(..10)?.to_owned())
}

fn refused(error: WalkError) -> Refusal {
    match error {
        WalkError::Cancelled => Refusal::cancelled(),
        error => Refusal::new("files", error.to_string()),
    }
}

/// Nanoseconds since 1970.
fn now() -> i128 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i128::try_from(since.as_nanos()).unwrap_or(i128::MAX)
}

/// Whether a file is as a look that began at `begun` saw it: times of change are no finer than [`COARSE`] everywhere.
fn is_as_seen(library: &Library, path: &str, stamp: Stamp, begun: i128) -> bool {
    let size = library.find(path).map(|file| library.file(file).size);
    size == Some(stamp.size) && stamp.newest() < begun - COARSE
}

fn stamp(library: &Library, path: &str) -> Option<Stamp> {
    library.find(path).and_then(|file| library.stamp(file))
}

fn place(library: &Library, path: &str) -> Option<PathBuf> {
    library.find(path).and_then(|file| library.file(file).origin.path().map(PathBuf::from))
}

/// A number that is another one whenever a file is another one.
fn fingerprint_of(library: &Library) -> u64 {
    let mut hash = Xxh3::new();
    for file in library.files() {
        hash.update(file.path.as_bytes());
        hash.update(&[0]);
        hash.update(&file.size.to_le_bytes());
        hash.update(&file.modified.to_le_bytes());
        if let Some(object) = file.origin.object() {
            hash.update(object.as_bytes());
        }
    }
    hash.digest()
}
