//! Files for the read side: bytes → text → document or data.

use super::kept_documents::{Documents, KeptDocuments, Key};
use super::open_databases::OpenDatabases;
use super::recent_documents::RecentDocuments;
use super::seam::Source;
use super::shown_text;
use super::single_flight::SingleFlight;
use super::sources::Sources;
use crate::databases::{Database, DatabaseProblem};
use crate::document::{DataTree, Document, FormatFamily};
use crate::formats::{self, Decoded, NotText, Packing, UnpackProblem};
use crate::indexer::files::options::MAX_TEXT_BYTES;
use crate::library::{
    ChangeState, ChangedLines, FileEntry, Loader, LocateError, NoPlace, Origin, ReadError, Repository, Root, Stamp,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads the files of a workspace from its sources.
pub(in crate::indexer) struct SourceLoader {
    sources: Sources,
    /// Files over this have no outline.
    limit: u64,
    databases: OpenDatabases,
    /// What was made of packages; `None` where nothing is kept on disk.
    kept: Option<KeptDocuments>,
    recent: RecentDocuments,
    flights: SingleFlight,
}

impl SourceLoader {
    /// Of these sources, with outlines for files of up to `limit` bytes.
    pub(in crate::indexer) fn new(sources: Sources, limit: u64) -> SourceLoader {
        let databases = OpenDatabases::default();
        SourceLoader {
            sources,
            limit,
            databases,
            kept: None,
            recent: RecentDocuments::default(),
            flights: SingleFlight::default(),
        }
    }

    /// The same, with documents that cost much to be made kept below the directory of all indexes.
    pub(in crate::indexer) fn keeping(self, index: Option<&Path>) -> SourceLoader {
        SourceLoader { kept: index.map(KeptDocuments::below), ..self }
    }

    /// Removes what is kept beside the index.
    pub(in crate::indexer) fn clear(&self) {
        self.sources.clear();
        self.kept.iter().for_each(KeptDocuments::clear);
        self.recent.clear();
    }

    /// Where the files come from, a source for each root.
    pub(in crate::indexer) fn sources(&self) -> &Sources {
        &self.sources
    }

    fn of(&self, file: &FileEntry) -> Result<&dyn Source, ReadError> {
        self.sources.of(&file.origin)
    }

    fn limit(&self, file: &FileEntry) -> u64 {
        if file.text_only || formats::is_package(file.format) { MAX_TEXT_BYTES } else { self.limit }
    }

    /// The bytes of `file`, unpacked.
    pub(in crate::indexer) fn bytes(&self, file: &FileEntry) -> Result<Vec<u8>, ReadError> {
        if matches!(file.origin, Origin::Server(_)) {
            return self.of(file)?.bytes(file, self.limit(file));
        }
        if formats::is_database(file.format) {
            // What is shown of it: it may be larger than the memory.
            return Ok(self.database_document(file).text.into_bytes());
        }
        if formats::is_picture(file.format) && packing_of(file).is_none() {
            return self.of(file)?.window(file, 0, formats::HEAD_BYTES);
        }
        self.raw(file)
    }

    fn raw(&self, file: &FileEntry) -> Result<Vec<u8>, ReadError> {
        let bytes = self.of(file)?.bytes(file, self.limit(file))?;
        match packing_of(file) {
            Some(packing) => Ok(formats::unpack(packing, &bytes, self.limit)?),
            None => Ok(bytes),
        }
    }

    /// Where what is made of a package is kept, and by which key what is made of `bytes`.
    fn kept(&self, file: &FileEntry, bytes: &[u8]) -> Option<(&dyn Documents, Key)> {
        // What is told of a picture begins with its name.
        if !self.is_text_of_document(file) || formats::is_picture(file.format) {
            return None;
        }
        let on_disk = self.kept.as_ref().filter(|_| KeptDocuments::is_for(bytes));
        let kept = on_disk.map_or(&self.recent as &dyn Documents, |kept| kept);
        Some((kept, Key::of(bytes, file.format)))
    }

    /// Parses bytes that were read from `file`, unless what they were made into before is kept.
    pub(in crate::indexer) fn parse(&self, file: &FileEntry, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let Some((kept, key)) = self.kept(file, &bytes) else { return self.parse_anew(file, bytes) };
        // Preview, outline and index want the same at once.
        let flight = self.flights.take(&key);
        if let Some(document) = kept.get(&key) {
            return Ok(document);
        }
        let document = self.parse_anew(file, bytes)?;
        if flight.is_some() {
            kept.put(&key, &document);
        }
        Ok(document)
    }

    /// Parses bytes that were read from `file`, whatever is known of them.
    pub(in crate::indexer) fn parse_anew(&self, file: &FileEntry, bytes: Vec<u8>) -> Result<Document, ReadError> {
        if let Some(document) = self.of(file)?.document(file) {
            return document;
        }
        if formats::is_database(file.format) {
            return Ok(self.database_document(file));
        }
        if formats::is_picture(file.format) {
            return Ok(formats::parse_picture(file.name(), &bytes));
        }
        let format = formats::by_id(file.format.id).unwrap_or_else(|| formats::detect(Path::new(&*file.path), &[]));
        formats::read(format, bytes).map_err(|NotText(reason)| reason.map_or(ReadError::Binary, ReadError::Unread))
    }

    /// The database in a file: where it is on disk, else made of its bytes.
    fn open(&self, file: &FileEntry) -> Result<Arc<Database>, DatabaseProblem> {
        if let Some(database) = self.of(file).ok().and_then(|source| source.database(file)) {
            return database.map(Arc::new);
        }
        if let (Some(path), None) = (file.origin.path(), packing_of(file)) {
            return self.databases.at(path);
        }
        let bytes = self.raw(file).map_err(|error| DatabaseProblem::Unreadable(error.to_string()))?;
        Database::of_bytes(bytes).map(Arc::new)
    }

    /// A database as a document.
    fn database_document(&self, file: &FileEntry) -> Document {
        match self.open(file) {
            Ok(database) => formats::database_document(Ok(&database)),
            Err(problem) => formats::database_document(Err(&problem)),
        }
    }
}

/// Whether `file` is read as a document. A table that is too large for an outline still has its rows.
pub(in crate::indexer) fn has_document(file: &FileEntry) -> bool {
    !file.text_only || formats::is_table(file.format) && file.size <= formats::LARGEST as u64
}

/// How `file` is compressed. Files that were only named so have been left out.
fn packing_of(file: &FileEntry) -> Option<Packing> {
    formats::packing(Path::new(&*file.path)).map(|(packing, _)| packing)
}

/// The text of `bytes`.
pub(in crate::indexer) fn decode(bytes: Vec<u8>) -> Result<String, ReadError> {
    if let Some(reason) = formats::unread(&bytes) {
        return Err(ReadError::Unread(reason));
    }
    match formats::decode(bytes) {
        Decoded::Text { text, .. } => Ok(text),
        Decoded::Binary => Err(ReadError::Binary),
    }
}

impl From<UnpackProblem> for ReadError {
    fn from(problem: UnpackProblem) -> ReadError {
        match problem {
            UnpackProblem::TooLarge(limit) => ReadError::UnpacksOver(limit),
            UnpackProblem::Damaged(words) => ReadError::DamagedPacking(words),
        }
    }
}

impl Loader for SourceLoader {
    fn text(&self, file: &FileEntry) -> Result<Arc<str>, ReadError> {
        if let Some(text) = self.kept_text(file) {
            return Ok(text);
        }
        if formats::is_package(file.format) && !matches!(file.origin, Origin::Server(_)) {
            return self.document(file).map(|document| document.text.as_str().into());
        }
        self.bytes(file).and_then(decode).map(Arc::from)
    }

    fn window(&self, file: &FileEntry, start: u64, length: usize) -> Result<Vec<u8>, ReadError> {
        if packing_of(file).is_some() {
            let bytes = self.bytes(file)?;
            let rest = bytes.get(usize::try_from(start).unwrap_or(usize::MAX)..).unwrap_or_default();
            return Ok(rest[..rest.len().min(length)].to_vec());
        }
        self.of(file).and_then(|source| source.window(file, start, length))
    }

    fn scan(&self, file: &FileEntry, scratch: &mut Vec<u8>, work: &mut dyn FnMut(&str)) -> Result<(), ReadError> {
        if packing_of(file).is_some() || formats::is_package(file.format) {
            return self.text(file).map(|text| work(&text));
        }
        let mut decoded = Ok(());
        let mut each = |bytes: &[u8]| match formats::plain_text(bytes) {
            Some(text) => work(text),
            None => decoded = decode(bytes.to_vec()).map(|text| work(&text)),
        };
        self.of(file).and_then(|source| source.read(file, self.limit(file), scratch, &mut each))?;
        decoded
    }

    fn document(&self, file: &FileEntry) -> Result<Arc<Document>, ReadError> {
        if !has_document(file) {
            return Err(file.too_large());
        }
        self.bytes(file).and_then(|bytes| self.parse(file, bytes)).map(Arc::new)
    }

    fn is_text_of_document(&self, file: &FileEntry) -> bool {
        formats::is_package(file.format) && !matches!(file.origin, Origin::Server(_)) && has_document(file)
    }

    fn kept_text(&self, file: &FileEntry) -> Option<Arc<str>> {
        if !self.is_text_of_document(file) {
            return None;
        }
        let (kept, key) = self.kept(file, &self.bytes(file).ok()?)?;
        kept.text(&key).map(Arc::from)
    }

    fn beginning(&self, file: &FileEntry) -> Option<Document> {
        if !formats::has_beginning(file.format) || !has_document(file) {
            return None;
        }
        let bytes = self.bytes(file).ok()?;
        // All of it is there as soon.
        if self.kept(file, &bytes).is_some_and(|(kept, key)| kept.has(&key)) {
            return None;
        }
        formats::beginning(formats::by_id(file.format.id)?, &bytes)
    }

    fn data(&self, file: &FileEntry) -> Option<Arc<DataTree>> {
        if file.format.family != FormatFamily::Data || file.text_only {
            return None;
        }
        let text = self.text(file).ok()?;
        formats::parse_file_data(file.format.id, &text).ok().map(Arc::new)
    }

    fn database(&self, file: &FileEntry) -> Result<Arc<Database>, DatabaseProblem> {
        if formats::is_database(file.format) { self.open(file) } else { Err(DatabaseProblem::NotADatabase) }
    }

    fn stamp(&self, file: &FileEntry) -> Option<Stamp> {
        self.of(file).ok()?.stamp(file)
    }

    fn is_current(&self, file: &FileEntry) -> bool {
        self.of(file).is_ok_and(|source| source.is_current(file))
    }

    fn find(&self, root: &Root, path: &str) -> Option<(FileEntry, Stamp)> {
        self.sources.of(&root.origin).ok()?.find(root, path)
    }

    fn look_at_commit(&self, roots: &[Root], repositories: &[Repository]) {
        self.sources.look_at_commit(roots, repositories);
    }

    fn gone(&self, roots: &[Root], known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        self.sources.gone(roots, known)
    }

    fn gone_document(&self, roots: &[Root], path: &str) -> Option<Document> {
        let bytes = self.sources.gone_bytes(roots, path)?;
        let head = &bytes[..bytes.len().min(formats::HEAD_BYTES)];
        let format = formats::detect(Path::new(path), head);
        let is_code = format.info.family == FormatFamily::Code && bytes.len() as u64 <= self.limit;
        formats::read(format, bytes).ok().filter(|_| is_code)
    }

    fn changed_unread(&self, roots: &[Root], known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        self.sources.changed_unread(roots, known)
    }

    fn compared_with(&self) -> Option<String> {
        self.sources.compared_with()
    }

    fn range(&self) -> Option<String> {
        self.sources.range()
    }

    fn change(&self, file: &FileEntry) -> Option<ChangeState> {
        self.of(file).ok()?.change(file)
    }

    fn changed_lines(&self, file: &FileEntry) -> Option<Arc<ChangedLines>> {
        // Lines of a text that was made from the file are not lines of the file.
        let is_text = packing_of(file).is_none() && !file.format.derived_text && !file.text_only;
        self.of(file).ok().filter(|_| is_text)?.changed_lines(file)
    }

    fn earlier_document(&self, file: &FileEntry) -> Option<Document> {
        let lines = self.changed_lines(file)?;
        self.parse(file, lines.old.as_bytes().to_vec()).ok()
    }

    fn editable(&self, file: &FileEntry) -> Result<PathBuf, LocateError> {
        let source = self.of(file).map_err(|reason| LocateError::of(file, NoPlace::Unreadable(reason)))?;
        source.editable(file)
    }

    fn shown_text(&self, file: &FileEntry) -> Option<Result<PathBuf, LocateError>> {
        let is_packed = packing_of(file).is_some() || matches!(file.origin, Origin::Packed(_));
        if !is_packed && !formats::is_package(file.format) {
            return None;
        }
        let written = |text: Arc<str>| Ok(shown_text::written(&file.path, &text)?);
        Some(self.text(file).and_then(written).map_err(|reason| LocateError::of(file, NoPlace::Unreadable(reason))))
    }
}
