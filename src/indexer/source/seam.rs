//! The seam under the indexer: where files come from.

use crate::databases::{Database, DatabaseProblem};
use crate::document::Document;
use crate::indexer::files::options::WalkError;
use crate::indexer::files::patch::Patch;
use crate::indexer::files::places::Places;
use crate::indexer::files::progress::Report;
use crate::indexer::files::unchanged::KnownFiles;
use crate::indexer::files::walked_files::{Findings, Walked};
use crate::indexer::watch::watcher::{News, Watch};
use crate::library::{
    ChangeState, ChangedLines, FileEntry, Library, LocateError, NoPlace, Origin, ReadError, Repository, Root, Stamp,
};
use crate::stdx::Ticket;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Files, wherever they are. Everything above this trait knows files by their entries alone.
pub(in crate::indexer) trait Source: Send + Sync {
    /// True if files of this origin are to be had here.
    fn owns(&self, origin: &Origin) -> bool;

    /// Finds all files.
    ///
    /// # Errors
    ///
    /// If a root cannot be looked at, or the ticket goes stale.
    fn list(&self, request: &ListRequest<'_>) -> Result<Listed, WalkError>;

    /// The first level alone: its files, and its directories by name; `None` where there is no one first level.
    fn first_level(&self) -> Option<Walked> {
        None
    }

    /// The difference at a few paths; `None` if only a new list can tell.
    fn look_again(&self, look: &Look<'_>) -> Option<Patch> {
        let _ = look;
        None
    }

    /// Calls `work` with the bytes of a file of up to `limit` bytes. `scratch` is memory that calls reuse.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    fn read(
        &self,
        file: &FileEntry,
        limit: u64,
        scratch: &mut Vec<u8>,
        work: &mut dyn FnMut(&[u8]),
    ) -> Result<(), ReadError>;

    /// The bytes of a file of up to `limit` bytes.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    fn bytes(&self, file: &FileEntry, limit: u64) -> Result<Vec<u8>, ReadError>;

    /// At most `length` bytes of a file from byte `start` on.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    fn window(&self, file: &FileEntry, start: u64, length: usize) -> Result<Vec<u8>, ReadError>;

    /// The file as a document; `None` if it is made of its bytes.
    fn document(&self, file: &FileEntry) -> Option<Result<Document, ReadError>> {
        let _ = file;
        None
    }

    /// The database that a file is, or is a part of; `None` if it is made of its bytes.
    fn database(&self, file: &FileEntry) -> Option<Result<Database, DatabaseProblem>> {
        let _ = file;
        None
    }

    /// Looks at what was put off when files were listed; true if another list has more than the last one.
    fn complete(&self) -> bool {
        false
    }

    /// The stamp of a file as it is now; `None` if it is gone.
    fn stamp(&self, file: &FileEntry) -> Option<Stamp>;

    /// True if a file is as it was when it was found.
    fn is_current(&self, file: &FileEntry) -> bool {
        let _ = file;
        true
    }

    /// The file at `path` below `root`, also if it is not among the listed ones. Nothing outside of the root is found.
    fn find(&self, root: &Root, path: &str) -> Option<(FileEntry, Stamp)> {
        let _ = (root, path);
        None
    }

    /// The path at which an editor finds a file.
    fn editable(&self, file: &FileEntry) -> Result<PathBuf, LocateError> {
        Err(LocateError::of(file, NoPlace::NoFile))
    }

    /// Looks again at what is checked out, in the repositories of these roots and in these below them: what was said
    /// before about changes may be another thing now.
    fn look_at_commit(&self, roots: &[Root], repositories: &[Repository]) {
        let _ = (roots, repositories);
    }

    /// The paths of files in these roots that this commit has and the disk has no more, but for those that are `known`
    /// to be there.
    fn gone(&self, roots: &[Root], known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        let _ = (roots, known);
        BTreeSet::new()
    }

    /// What this commit has of a file in these roots that is gone.
    fn gone_bytes(&self, roots: &[Root], path: &str) -> Option<Vec<u8>> {
        let _ = (roots, path);
        None
    }

    /// The paths of files in these roots that differ from this commit, and of which no file that is `known` tells: nothing
    /// here reads them.
    fn changed_unread(&self, roots: &[Root], known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        let _ = (roots, known);
        BTreeSet::new()
    }

    /// The revision that files are compared with; `None` if they are compared with none.
    fn compared_with(&self) -> Option<String> {
        None
    }

    /// The two revisions of a range, in words; `None` where files are no range of revisions.
    fn range(&self) -> Option<String> {
        None
    }

    /// How the file differs from the commit that is checked out; `None` if it does not, or there is none.
    fn change(&self, file: &FileEntry) -> Option<ChangeState> {
        let _ = file;
        None
    }

    /// Where its lines differ from an earlier text in that commit; `None` if there is none or they are not compared.
    fn changed_lines(&self, file: &FileEntry) -> Option<Arc<ChangedLines>> {
        let _ = file;
        None
    }

    /// Starts a thread that tells of changes; `None` if nothing here ever changes.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started.
    fn watch(&self, tell: Tell) -> std::io::Result<Option<Watch>> {
        let _ = tell;
        Ok(None)
    }

    /// Writes to disk what was fetched from elsewhere and is kept.
    fn settle(&self) {}

    /// Removes what was kept.
    fn clear(&self) {}

    /// The keys of other indexes that probably have files with the same content.
    fn relatives(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// The names under which an index of these files is kept on disk; `None` if it is not kept.
    fn index_keys(&self) -> Option<IndexKeys> {
        None
    }
}

/// Receives news of changes, on the thread that watches.
pub(in crate::indexer) type Tell = Box<dyn Fn(News) + Send>;

/// A request for the list of all files.
#[derive(Clone, Copy)]
pub(in crate::indexer) struct ListRequest<'l> {
    /// The files of the last snapshot, if those that stayed as they were may be told by their numbers.
    pub known: Option<&'l KnownFiles<'l>>,
    /// The number of the first root that is listed.
    pub first_root: u32,
    pub ticket: &'l Ticket,
    pub progress: Report<'l>,
}

/// The answer.
#[derive(Debug, Default)]
pub(in crate::indexer) struct Listed {
    pub roots: Vec<Root>,
    pub findings: Findings,
}

/// A look at a few paths.
#[derive(Clone, Copy)]
pub(in crate::indexer) struct Look<'l> {
    pub before: &'l Library,
    /// One per file.
    pub stamps: &'l [Stamp],
    pub places: &'l Places,
    pub paths: &'l [PathBuf],
    pub ticket: &'l Ticket,
}

/// The names under which an index is kept on disk.
#[derive(Debug)]
pub(in crate::indexer) struct IndexKeys {
    /// The roots with a path each that names them.
    pub roots: Vec<(Root, PathBuf)>,
    /// The paths that name places above all of the roots, nearest first: an index of one of them serves too.
    pub above: Vec<PathBuf>,
}
