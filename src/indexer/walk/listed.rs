//! A list of files as a source: exactly these, wherever they are on disk.

use super::disk::Disk;
use super::finder::Finder;
use super::look_again;
use crate::indexer::files::options::{WalkError, WorkspaceOptions};
use crate::indexer::files::patch::Patch;
use crate::indexer::files::paths;
use crate::indexer::files::read_error::ReadError;
use crate::indexer::source::seam::{ListRequest, Listed, Look, Source, Tell};
use crate::indexer::watch::watcher::Watch;
use crate::library::{ChangeState, ChangedLines, FileEntry, Origin, Repository, Root, Stamp};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Files that a list names.
pub(in crate::indexer) struct ListedFiles {
    options: Arc<WorkspaceOptions>,
    files: Vec<PathBuf>,
    disk: Disk,
}

impl ListedFiles {
    /// These files; relative paths start at the base.
    pub(in crate::indexer) fn new(options: Arc<WorkspaceOptions>, files: Vec<PathBuf>) -> ListedFiles {
        ListedFiles { disk: Disk::new(Arc::clone(&options)), options, files }
    }
}

impl Source for ListedFiles {
    fn owns(&self, origin: &Origin) -> bool {
        self.disk.owns(origin)
    }

    fn list(&self, request: &ListRequest<'_>) -> Result<Listed, WalkError> {
        let finder = Finder::new(&self.options, request.ticket, request.progress);
        finder.listed(&self.files, request.first_root)?;
        let base = &self.options.base;
        let name = base.file_name().map_or_else(|| paths::slashed(base), |name| name.to_string_lossy().into_owned());
        let root = Root { origin: Origin::Disk(base.clone()), prefix: String::new(), name };
        Ok(Listed { roots: vec![root], findings: finder.found() })
    }

    fn look_again(&self, look: &Look<'_>) -> Option<Patch> {
        look_again::patch(&self.options, look)
    }

    fn read(
        &self,
        file: &FileEntry,
        limit: u64,
        scratch: &mut Vec<u8>,
        work: &mut dyn FnMut(&[u8]),
    ) -> Result<(), ReadError> {
        self.disk.read(file, limit, scratch, work)
    }

    fn bytes(&self, file: &FileEntry, limit: u64) -> Result<Vec<u8>, ReadError> {
        self.disk.bytes(file, limit)
    }

    fn window(&self, file: &FileEntry, start: u64, length: usize) -> Result<Vec<u8>, ReadError> {
        self.disk.window(file, start, length)
    }

    fn stamp(&self, file: &FileEntry) -> Option<Stamp> {
        self.disk.stamp(file)
    }

    fn is_current(&self, file: &FileEntry) -> bool {
        self.disk.is_current(file)
    }

    fn find(&self, root: &Root, path: &str) -> Option<(FileEntry, Stamp)> {
        self.disk.find(root, path)
    }

    fn look_at_commit(&self, roots: &[Root], repositories: &[Repository]) {
        self.disk.look_at_commit(roots, repositories);
    }

    fn gone(&self, roots: &[Root], known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        self.disk.gone(roots, known)
    }

    fn change(&self, file: &FileEntry) -> Option<ChangeState> {
        self.disk.change(file)
    }

    fn changed_lines(&self, file: &FileEntry) -> Option<Arc<ChangedLines>> {
        self.disk.changed_lines(file)
    }

    fn editable(&self, file: &FileEntry) -> Result<PathBuf, String> {
        self.disk.editable(file)
    }

    fn watch(&self, tell: Tell) -> std::io::Result<Option<Watch>> {
        self.disk.watch(tell)
    }
}
