//! Texts and documents on demand, behind a small cache.

use super::changes::{ChangeState, ChangedLines};
use super::entries::{FileEntry, FileId, Repository, Root, Stamp};
use super::locate_error::{LocateError, NoPlace};
use super::read_error::ReadError;
use crate::databases::{Database, DatabaseProblem};
use crate::document::{DataTree, Document, Span};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Reads and parses files for the read side, which can do neither.
pub trait Loader: Send + Sync {
    /// The decoded text of the file, as a person sees it in an editor.
    ///
    /// # Errors
    /// If it cannot be read.
    fn text(&self, file: &FileEntry) -> Result<Arc<str>, ReadError>;

    /// At most `length` bytes of the file from byte `start` on, as they are on disk; fewer only at its end.
    ///
    /// # Errors
    /// If it cannot be read.
    fn window(&self, file: &FileEntry, start: u64, length: usize) -> Result<Vec<u8>, ReadError>;

    /// Calls `work` with the same text. `scratch` is memory that calls reuse, of any length and content.
    ///
    /// # Errors
    /// If it cannot be read.
    fn scan(&self, file: &FileEntry, scratch: &mut Vec<u8>, work: &mut dyn FnMut(&str)) -> Result<(), ReadError> {
        let _ = scratch;
        work(&self.text(file)?);
        Ok(())
    }

    /// The file as a document.
    ///
    /// # Errors
    /// If it cannot be read, or has no outline.
    fn document(&self, file: &FileEntry) -> Result<Arc<Document>, ReadError>;

    /// Whether its text is read with its document, and costs as much.
    fn is_text_of_document(&self, file: &FileEntry) -> bool {
        let _ = file;
        false
    }

    /// Its text, where what a document was made into before is kept: without the document.
    fn kept_text(&self, file: &FileEntry) -> Option<Arc<str>> {
        let _ = file;
        None
    }

    /// What stands at the beginning of a file of many pages, read sooner than all of them: no more than a glance.
    fn beginning(&self, file: &FileEntry) -> Option<Document> {
        let _ = file;
        None
    }

    /// The file as a database, for its rows.
    fn database(&self, file: &FileEntry) -> Result<Arc<Database>, DatabaseProblem> {
        let _ = file;
        Err(DatabaseProblem::NotADatabase)
    }

    /// The stamp of the file as it is now; `None` if it is gone.
    fn stamp(&self, file: &FileEntry) -> Option<Stamp> {
        let _ = file;
        None
    }

    /// Whether the file is as large and as old as it was when it was found.
    fn is_current(&self, file: &FileEntry) -> bool {
        let _ = file;
        true
    }

    /// The file at `path` below `root`, also if it is not among the files of the workspace: a picture, say. Nothing
    /// outside of the root is found, by whatever path or link.
    fn find(&self, root: &Root, path: &str) -> Option<(FileEntry, Stamp)> {
        let _ = (root, path);
        None
    }

    /// The path at which an editor finds the file.
    ///
    /// # Errors
    /// If no editor can be given it.
    fn editable(&self, file: &FileEntry) -> Result<PathBuf, LocateError> {
        Err(LocateError::of(file, NoPlace::NoFile))
    }

    /// The place of a read-only copy of what is shown of the file, where its own bytes are no such text: a PDF, or what is
    /// compressed or in an archive. `None` where its lines are its own.
    fn shown_text(&self, file: &FileEntry) -> Option<Result<PathBuf, LocateError>> {
        let _ = file;
        None
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

    /// A file of program text in these roots that is gone, as this commit has it.
    fn gone_document(&self, roots: &[Root], path: &str) -> Option<Document> {
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

    /// The file as it is in that commit; `None` if it is not there, or not compared.
    fn earlier_document(&self, file: &FileEntry) -> Option<Document> {
        let _ = file;
        None
    }

    /// The file as data, for data formats; `None` if the file is not data.
    fn data(&self, file: &FileEntry) -> Option<Arc<DataTree>>;
}

/// The loader of a workspace without files.
pub(in crate::library) struct NoFiles;

impl Loader for NoFiles {
    fn text(&self, _: &FileEntry) -> Result<Arc<str>, ReadError> {
        Err(ReadError::NoFiles)
    }

    fn window(&self, _: &FileEntry, _: u64, _: usize) -> Result<Vec<u8>, ReadError> {
        Err(ReadError::NoFiles)
    }

    fn document(&self, _: &FileEntry) -> Result<Arc<Document>, ReadError> {
        Err(ReadError::NoFiles)
    }

    fn data(&self, _: &FileEntry) -> Option<Arc<DataTree>> {
        None
    }
}

/// Texts and documents that were loaded lately. Oldest entries leave when the sum of text bytes passes the limit.
pub struct TextCache {
    loader: Arc<dyn Loader>,
    limit: usize,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    texts: HashMap<FileId, (u64, Arc<str>)>,
    documents: HashMap<FileId, (u64, Arc<Document>)>,
    /// The places of the documentation at the top of files: eight bytes for each that was asked.
    tops: HashMap<FileId, Span>,
    bytes: usize,
    clock: u64,
}

impl std::fmt::Debug for TextCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextCache").field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl TextCache {
    /// A cache over `loader` that keeps about `limit` bytes of text.
    pub fn new(loader: Arc<dyn Loader>, limit: usize) -> TextCache {
        TextCache { loader, limit, held: Mutex::default() }
    }

    /// The loader behind the cache.
    pub fn loader(&self) -> &Arc<dyn Loader> {
        &self.loader
    }

    /// The text of `entry`, which is file `id`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn text(&self, id: FileId, entry: &FileEntry) -> Result<Arc<str>, ReadError> {
        if let Some(text) = self.held(|held| held.texts.get(&id).map(|(_, text)| Arc::clone(text))) {
            return Ok(text);
        }
        let text = self.read(id, entry)?;
        self.held(|held| held.keep_text(id, Arc::clone(&text), self.limit));
        Ok(text)
    }

    /// The text of `entry`, from the cache if it is there, else read and not kept.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn peek(&self, id: FileId, entry: &FileEntry) -> Result<Arc<str>, ReadError> {
        match self.held(|held| held.texts.get(&id).map(|(_, text)| Arc::clone(text))) {
            Some(text) => Ok(text),
            None => self.read(id, entry),
        }
    }

    /// The text that the loader gives; of a file whose text is read with its document that one is kept, since whoever asks
    /// for the one will ask for the other.
    fn read(&self, id: FileId, entry: &FileEntry) -> Result<Arc<str>, ReadError> {
        if !self.loader.is_text_of_document(entry) {
            return self.loader.text(entry);
        }
        match self.kept_text(id, entry) {
            Some(text) => Ok(text),
            None => self.document(id, entry).map(|document| document.text.as_str().into()),
        }
    }

    /// The text alone of a document that is not here, where the loader has it.
    fn kept_text(&self, id: FileId, entry: &FileEntry) -> Option<Arc<str>> {
        let is_held = self.held(|held| held.documents.contains_key(&id));
        let text = if is_held { None } else { self.loader.kept_text(entry) }?;
        self.held(|held| held.keep_text(id, Arc::clone(&text), self.limit));
        Some(text)
    }

    /// What stands at the beginning of a file that would have to be read whole first.
    pub(in crate::library) fn beginning(&self, id: FileId, entry: &FileEntry) -> Option<Document> {
        let is_held = self.held(|held| held.documents.contains_key(&id));
        if is_held { None } else { self.loader.beginning(entry) }
    }

    /// Calls `work` with the text of `entry`, from the cache if it is there, else read into `scratch`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn scan(
        &self,
        id: FileId,
        entry: &FileEntry,
        scratch: &mut Vec<u8>,
        work: &mut dyn FnMut(&str),
    ) -> Result<(), ReadError> {
        match self.held(|held| held.texts.get(&id).map(|(_, text)| Arc::clone(text))) {
            Some(text) => {
                work(&text);
                Ok(())
            }
            None if self.loader.is_text_of_document(entry) => match self.kept_text(id, entry) {
                Some(text) => {
                    work(&text);
                    Ok(())
                }
                None => self.document(id, entry).map(|document| work(&document.text)),
            },
            None => self.loader.scan(entry, scratch, work),
        }
    }

    /// The document of `entry`, which is file `id`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn document(&self, id: FileId, entry: &FileEntry) -> Result<Arc<Document>, ReadError> {
        if let Some(document) = self.held(|held| held.documents.get(&id).map(|(_, document)| Arc::clone(document))) {
            return Ok(document);
        }
        let document = self.loader.document(entry)?;
        self.held(|held| {
            held.clock += 1;
            held.bytes += document.text.len() * 2;
            held.documents.insert(id, (held.clock, Arc::clone(&document)));
            held.shrink(self.limit);
        });
        Ok(document)
    }

    /// The place of the documentation at the top of file `id`, found by `of` when it is first asked.
    pub(in crate::library) fn top(&self, id: FileId, of: impl FnOnce() -> Span) -> Span {
        if let Some(top) = self.held(|held| held.tops.get(&id).copied()) {
            return top;
        }
        let top = of();
        self.held(|held| held.tops.insert(id, top));
        top
    }

    /// A cache that holds what this one does, except of these files.
    pub(in crate::library) fn without(&self, files: &HashSet<FileId>) -> TextCache {
        let held = self.held(|held| {
            let kept = |id: &FileId| !files.contains(id);
            let texts = held.texts.iter().filter(|(id, _)| kept(id)).map(|(id, text)| (*id, text.clone()));
            let documents = held.documents.iter().filter(|(id, _)| kept(id)).map(|(id, page)| (*id, page.clone()));
            let tops = held.tops.iter().filter(|(id, _)| kept(id)).map(|(id, top)| (*id, *top)).collect();
            let (texts, documents) = (texts.collect(), documents.collect());
            let mut held = Held { texts, documents, tops, bytes: 0, clock: held.clock };
            held.count();
            held
        });
        TextCache { loader: Arc::clone(&self.loader), limit: self.limit, held: Mutex::new(held) }
    }

    fn held<T>(&self, work: impl FnOnce(&mut Held) -> T) -> T {
        work(&mut self.held.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Held {
    fn keep_text(&mut self, id: FileId, text: Arc<str>, limit: usize) {
        self.clock += 1;
        let length = text.len();
        if self.texts.insert(id, (self.clock, text)).is_none() {
            self.bytes += length;
            self.shrink(limit);
        }
    }

    /// Drops the older half when over the limit: rare and simple, and a scan of all files stays bounded.
    fn shrink(&mut self, limit: usize) {
        if self.bytes <= limit {
            return;
        }
        let mut ages: Vec<u64> = self.texts.values().map(|(age, _)| *age).collect();
        ages.extend(self.documents.values().map(|(age, _)| *age));
        ages.sort_unstable();
        // What was loaded last stays, however large: the same text is asked for again at once.
        let cut = if ages.len() == 1 { 0 } else { ages[(ages.len() - 1) / 2] };
        self.texts.retain(|_, (age, _)| *age > cut);
        self.documents.retain(|_, (age, _)| *age > cut);
        self.count();
    }

    fn count(&mut self) {
        self.bytes = self.texts.values().map(|(_, text)| text.len()).sum::<usize>()
            + self.documents.values().map(|(_, document)| document.text.len() * 2).sum::<usize>();
    }
}
