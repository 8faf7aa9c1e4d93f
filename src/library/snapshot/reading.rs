//! Files of a snapshot, read when they are asked for: texts, documents and data, changes since the last commit, and the
//! places at which other programs find them.

use super::library::Library;
use crate::databases::{Database, DatabaseProblem};
use crate::document::{DataTree, Document};
use crate::library::files::changes::{ChangeState, ChangedLines};
use crate::library::files::entries::{FileEntry, FileId, Origin, Stamp};
use crate::library::files::locate_error::LocateError;
use crate::library::files::read_error::ReadError;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

impl Library {
    /// The decoded text of a file, as a person sees it in an editor.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn text(&self, id: FileId) -> Result<Arc<str>, ReadError> {
        self.cache.text(id, self.file(id))
    }

    /// The same without keeping it: for scans of many files, which would only push out what is looked at.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn peek_text(&self, id: FileId) -> Result<Arc<str>, ReadError> {
        self.cache.peek(id, self.file(id))
    }

    /// At most `length` bytes of a file from byte `start` on, as they are on disk.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn window(&self, id: FileId, start: u64, length: usize) -> Result<Vec<u8>, ReadError> {
        self.cache.loader().window(self.file(id), start, length)
    }

    /// The database in a file, for its rows.
    ///
    /// # Errors
    /// If it is none, or cannot be opened.
    pub fn database(&self, id: FileId) -> Result<Arc<Database>, DatabaseProblem> {
        self.cache.loader().database(self.file(id))
    }

    /// The stamp of a file as it is now; `None` if it is gone.
    pub fn stamp(&self, id: FileId) -> Option<Stamp> {
        self.cache.loader().stamp(self.file(id))
    }

    /// Whether a file is as large and as old as it was when it was found.
    pub fn is_current(&self, id: FileId) -> bool {
        self.cache.loader().is_current(self.file(id))
    }

    /// Looks again at what is checked out, so that changes since then are told.
    pub fn look_at_commit(&self) {
        self.cache.loader().look_at_commit(&self.roots, &self.repositories);
    }

    /// The paths of files that the commit that is checked out has, and the disk has no more. They are no files here.
    pub fn gone(&self) -> BTreeSet<String> {
        self.cache.loader().gone(&self.roots, &|path| self.find(path).is_some())
    }

    /// What the commit has of a file of program text that is gone.
    pub fn gone_document(&self, path: &str) -> Option<Document> {
        self.cache.loader().gone_document(&self.roots, path)
    }

    /// The paths of files that differ from the commit and that nothing here reads: what an ignore file leaves out, though
    /// it is tracked, and what is no text.
    pub fn changed_unread(&self) -> BTreeSet<String> {
        self.cache.loader().changed_unread(&self.roots, &|path| self.find(path).is_some())
    }

    /// The revision that files are compared with; `None` if they are compared with none.
    pub fn compared_with(&self) -> Option<String> {
        self.cache.loader().compared_with()
    }

    /// The two revisions of a range, in words: `topic, compared with main`. `None` where files are no range of revisions.
    pub fn range(&self) -> Option<String> {
        self.cache.loader().range()
    }

    /// How a file differs from the commit that is checked out; `None` if it does not, or there is none.
    pub fn change(&self, id: FileId) -> Option<ChangeState> {
        self.cache.loader().change(self.file(id))
    }

    /// Where the lines of a file differ from its earlier text in that commit, if there is one.
    pub fn changed_lines(&self, id: FileId) -> Option<Arc<ChangedLines>> {
        self.cache.loader().changed_lines(self.file(id))
    }

    /// A file as it is in that commit, if it is there and its lines are compared.
    pub fn earlier_document(&self, id: FileId) -> Option<Document> {
        self.cache.loader().earlier_document(self.file(id))
    }

    /// The path at which an editor finds a file.
    ///
    /// # Errors
    /// If no editor can be given it.
    pub fn editable(&self, id: FileId) -> Result<PathBuf, LocateError> {
        self.cache.loader().editable(self.file(id))
    }

    /// The place at which an editor finds the lines of a file: its own, or a read-only copy of what is shown of it.
    ///
    /// # Errors
    /// If no editor can be given it.
    pub fn lines_place(&self, id: FileId) -> Result<PathBuf, LocateError> {
        self.shown_text(id).unwrap_or_else(|| self.editable(id))
    }

    /// The place of a read-only copy of what is shown of a file; `None` where its lines are its own.
    pub fn shown_text(&self, id: FileId) -> Option<Result<PathBuf, LocateError>> {
        self.cache.loader().shown_text(self.file(id))
    }

    /// The place on disk of a directory of the workspace; `None` if it is not there.
    pub fn directory(&self, path: &str) -> Option<PathBuf> {
        let root = self.roots.iter().find(|root| path.starts_with(&root.prefix))?;
        let inside = path.get(root.prefix.len()..)?.trim_end_matches('/');
        let top = root.origin.path()?;
        Some(if inside.is_empty() { top.to_owned() } else { top.join(inside) }).filter(|path| path.is_dir())
    }

    /// The file at a path of the workspace, also if it is not among its files: a picture, say.
    pub fn find_beside(&self, path: &str) -> Option<(FileEntry, Stamp)> {
        let root = self.roots.iter().find(|root| path.starts_with(&root.prefix))?;
        self.cache.loader().find(root, path)
    }

    /// At most `length` bytes of such a file from byte `start` on.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn window_beside(&self, file: &FileEntry, start: u64, length: usize) -> Result<Vec<u8>, ReadError> {
        self.cache.loader().window(file, start, length)
    }

    /// Calls `work` with the decoded text of a file. `scratch` is memory that calls reuse: a scan of many
    /// files allocates nothing for those that are in UTF-8.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn scan_text(&self, id: FileId, scratch: &mut Vec<u8>, work: &mut dyn FnMut(&str)) -> Result<(), ReadError> {
        self.cache.scan(id, self.file(id), scratch, work)
    }

    /// What a file lacks as a whole, and why: it cannot be read, is damaged, cut, or holds no text.
    pub fn lacking(&self, id: FileId) -> Vec<String> {
        match self.document(id) {
            Ok(document) => document.of_all().map(str::to_owned).collect(),
            Err(reason) => vec![reason.to_string()],
        }
    }

    /// The file as a document, parsed on demand.
    ///
    /// # Errors
    /// If it cannot be read, or has no outline.
    pub fn document(&self, id: FileId) -> Result<Arc<Document>, ReadError> {
        self.cache.document(id, self.file(id))
    }

    /// The first pages of a file of many that has not been read lately: what can be seen until it is.
    pub fn beginning(&self, id: FileId) -> Option<Document> {
        self.cache.beginning(id, self.file(id))
    }

    /// The text that the spans of a file's nodes speak of.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn node_text(&self, id: FileId) -> Result<Arc<str>, ReadError> {
        let file = self.file(id);
        // What a server gives is text.
        if file.format.derived_text && !matches!(file.origin, Origin::Server(_)) {
            return self.document(id).map(|document| document.text.as_str().into());
        }
        self.text(id)
    }

    /// The file as data; `None` if it is not data or cannot be read.
    pub fn data(&self, id: FileId) -> Option<Arc<DataTree>> {
        self.cache.loader().data(self.file(id))
    }
}
