//! The snapshot: files, segments of columns, and where each file's nodes are.

use super::adoption::{Adoption, Outlines};
use crate::document::{Family, Kind, NodeFlags};
use crate::library::files::entries::{FileEntry, FileId, Repository, Root, Skipped};
use crate::library::files::listing::{Counts, ListedFile, Listing};
use crate::library::files::loader::{Loader, TextCache};
use crate::library::fulltext::FullText;
use crate::library::rows::RowSets;
use crate::library::segment::calls::name_hash;
use crate::library::segment::columns::{ContentKey, Record, Segment};
use crate::library::segment::name_signature::Letters;
use crate::library::segment::outline::{NodeRef, Outline};
use std::collections::HashMap;
use std::sync::atomic::AtomicU8;
use std::sync::{Arc, OnceLock};

/// Bytes of text that stay in memory between queries.
pub(super) const CACHE_BYTES: usize = 64 << 20;

/// The segment and row of a file's nodes. `None` until the file is indexed.
pub type Placement = Option<(u32, u32)>;

/// What the documents of manuals set for others, and take in of others.
#[derive(Debug, Default)]
pub struct Labels {
    /// The files, and the bytes in them, that set each label.
    pub set: HashMap<String, Vec<(FileId, u32)>>,
    /// The files that take in each file.
    pub taken_in_by: HashMap<FileId, Vec<FileId>>,
}

/// Everything that is known of the workspace at one moment.
#[derive(Debug)]
pub struct Library {
    pub(in crate::library) revision: u64,
    pub(in crate::library) roots: Arc<Vec<Root>>,
    pub(in crate::library) repositories: Arc<Vec<Repository>>,
    pub(in crate::library) files: Arc<Vec<FileEntry>>,
    pub(in crate::library) skipped: Arc<Vec<Skipped>>,
    pub(in crate::library) walked: bool,
    pub(in crate::library) searchable: bool,
    pub(in crate::library) placements: Vec<Placement>,
    pub(in crate::library) segments: Vec<Arc<Segment>>,
    /// The files of each segment's rows.
    pub(in crate::library) owners: Vec<Arc<Vec<FileId>>>,
    pub(in crate::library) cache: Arc<TextCache>,
    pub(super) adoption: OnceLock<Adoption>,
    /// The letters of the names of all files, read when they are first asked for.
    pub(in crate::library) file_letters: Arc<OnceLock<Box<[Letters]>>>,
    pub(in crate::library) fulltext: Option<Arc<FullText>>,
    pub(in crate::library) rows: RowSets,
    /// The files in the order of their places, sorted when they are first asked for.
    pub(super) by_place: OnceLock<Box<[FileId]>>,
    /// The number of files with vectors of each model, counted when it is first asked for.
    pub(super) models: OnceLock<HashMap<u64, usize>>,
    /// The places that labels are set at, read when one is first asked for.
    pub(super) labels: OnceLock<Labels>,
    /// The directories that the packages of manifests have their roots in, by name, read when one is first asked for.
    pub(super) crates: OnceLock<HashMap<String, Option<String>>>,
    /// What is known of the dialect of each file, by its number.
    pub(super) dialects: OnceLock<Box<[AtomicU8]>>,
}

impl Library {
    /// A workspace of which only the files are known. `files` must be sorted by path.
    pub fn new(
        roots: Vec<Root>,
        repositories: Vec<Repository>,
        files: Vec<FileEntry>,
        loader: Arc<dyn Loader>,
    ) -> Library {
        debug_assert!(files.is_sorted_by(|a, b| a.path < b.path));
        Library {
            revision: 1,
            placements: vec![None; files.len()],
            roots: Arc::new(roots),
            repositories: Arc::new(repositories),
            files: Arc::new(files),
            skipped: Arc::default(),
            walked: true,
            searchable: false,
            segments: Vec::new(),
            owners: Vec::new(),
            cache: Arc::new(TextCache::new(loader, CACHE_BYTES)),
            adoption: OnceLock::new(),
            file_letters: Arc::default(),
            fulltext: None,
            rows: RowSets::default(),
            by_place: OnceLock::new(),
            models: OnceLock::new(),
            labels: OnceLock::new(),
            crates: OnceLock::new(),
            dialects: OnceLock::new(),
        }
    }

    /// A workspace without files, for work that needs none.
    pub fn nothing() -> Library {
        Library::new(Vec::new(), Vec::new(), Vec::new(), Arc::new(crate::library::files::loader::NoFiles))
    }

    pub(in crate::library) fn next(&self) -> Library {
        Library {
            revision: self.revision + 1,
            roots: Arc::clone(&self.roots),
            repositories: Arc::clone(&self.repositories),
            files: Arc::clone(&self.files),
            skipped: Arc::clone(&self.skipped),
            walked: self.walked,
            searchable: self.searchable,
            placements: self.placements.clone(),
            segments: self.segments.clone(),
            owners: self.owners.clone(),
            cache: Arc::clone(&self.cache),
            adoption: OnceLock::new(),
            file_letters: Arc::clone(&self.file_letters),
            fulltext: self.fulltext.clone(),
            rows: self.rows.clone(),
            by_place: OnceLock::new(),
            models: OnceLock::new(),
            labels: OnceLock::new(),
            crates: OnceLock::new(),
            dialects: OnceLock::new(),
        }
    }

    /// The same snapshot with the list of what was left out.
    pub fn with_skipped(mut self, skipped: Vec<Skipped>) -> Library {
        self.skipped = Arc::new(skipped);
        self
    }

    /// The same snapshot, marked as one whose walk is (not) complete.
    pub fn with_walked(mut self, walked: bool) -> Library {
        self.walked = walked;
        self
    }

    /// True if the list of files is complete.
    pub fn is_walked(&self) -> bool {
        self.walked
    }

    /// Grows with every snapshot.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The paths that the workspace was opened on.
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }

    /// Repositories inside the workspace.
    pub fn repositories(&self) -> &[Repository] {
        &self.repositories
    }

    /// All files, in path order.
    pub fn files(&self) -> &[FileEntry] {
        &self.files
    }

    /// The numbers of all files, in path order.
    pub fn file_ids(&self) -> impl DoubleEndedIterator<Item = FileId> + use<> {
        (0..self.files.len() as u32).map(FileId)
    }

    /// The file with this number.
    pub fn file(&self, id: FileId) -> &FileEntry {
        &self.files[id.0 as usize]
    }

    /// The number of the file with this path.
    pub fn find(&self, path: &str) -> Option<FileId> {
        self.files.binary_search_by(|entry| (*entry.path).cmp(path)).ok().map(|at| FileId(at as u32))
    }

    /// The directories of the roots of crates, by the names that they are imported by, `None` for one that is elsewhere;
    /// `read` is asked once.
    pub fn crates(&self, read: impl FnOnce() -> HashMap<String, Option<String>>) -> &HashMap<String, Option<String>> {
        self.crates.get_or_init(read)
    }

    /// The places that labels are set at; `read` finds them when one is first asked for.
    pub fn labels(&self, read: impl FnOnce() -> Labels) -> &Labels {
        self.labels.get_or_init(read)
    }

    pub(in crate::library) fn row(&self, id: FileId) -> Option<(&Segment, u32)> {
        let (segment, row) = (*self.placements.get(id.0 as usize)?)?;
        Some((self.segments.get(segment as usize)?, row))
    }

    fn record(&self, id: FileId) -> Option<Record<'_>> {
        self.row(id).map(|(segment, row)| segment.record(row))
    }

    /// The nodes of a file; `None` while it is not indexed.
    pub fn outline(&self, id: FileId) -> Option<Outline<'_>> {
        let (segment, row) = self.row(id)?;
        Some(segment.outline(row))
    }

    /// The kinds of a file's nodes as numbers (`Kind as u8`), for scans of all files; none while it is not indexed.
    pub fn kinds(&self, id: FileId) -> &[u8] {
        self.row(id).map(|(segment, row)| segment.kinds_of(row)).unwrap_or_default()
    }

    /// True if the structure of a file is known.
    pub fn is_indexed(&self, id: FileId) -> bool {
        self.row(id).is_some()
    }

    /// The indexed files and their nodes, in path order.
    pub fn outlines(&self) -> impl Iterator<Item = (FileId, Outline<'_>)> {
        self.file_ids().filter_map(|id| Some((id, self.outline(id)?)))
    }

    /// The segments that hold the structure of the files.
    pub fn segments(&self) -> &[Arc<Segment>] {
        &self.segments
    }

    /// The segment and row of a file's structure, if it was made from content that could be read.
    pub fn saved_row(&self, id: FileId) -> Option<(&Segment, u32)> {
        // A row without a key stands for a file that could not be opened: that may change without a trace.
        self.row(id).filter(|(segment, row)| segment.key(*row) != ContentKey::default())
    }

    /// The files whose tables are asked for by their names: databases and, where there is none, tables in files of text.
    pub fn tabled_files(&self) -> Vec<FileId> {
        let databases: Vec<FileId> = self.file_ids().filter(|&id| self.file(id).is_database()).collect();
        if databases.is_empty() { self.file_ids().filter(|&id| self.file(id).is_table()).collect() } else { databases }
    }

    /// True if the structure of all that tables are asked of by their names is known.
    pub fn has_databases(&self) -> bool {
        self.tabled_files().into_iter().all(|id| self.is_indexed(id))
    }

    /// The number of files that are indexed.
    pub fn indexed(&self) -> usize {
        self.placements.iter().flatten().count()
    }

    /// The title of a document; empty where it has none or is not indexed.
    pub fn title(&self, id: FileId) -> &str {
        self.row(id).map_or("", |(segment, row)| segment.title(row))
    }

    /// The number of lines of a file; `None` while it is not indexed, and of what is no text.
    pub fn line_count(&self, id: FileId) -> Option<u32> {
        // The lines of a file that was not parsed have not been counted.
        let lines = self.record(id).filter(|_| !self.file(id).text_only).map(Record::lines);
        lines.filter(|lines| *lines > 0 || self.file(id).size == 0)
    }

    /// The files that are indexed, in the order in which their nodes are kept: what looks at all of them in this order
    /// reads memory from start to end. In path order two that follow each other were often read by different threads.
    pub fn files_by_place(&self) -> &[FileId] {
        self.by_place.get_or_init(|| {
            let mut files: Vec<FileId> = self.file_ids().filter(|&file| self.is_indexed(file)).collect();
            files.sort_unstable_by_key(|file| self.placements[file.0 as usize]);
            files.into()
        })
    }

    /// True if every file's structure is known.
    pub fn is_complete(&self) -> bool {
        self.walked && self.indexed() == self.files.len()
    }

    /// The type that `member` belongs to, if it is written outside of it.
    pub fn owner(&self, member: NodeRef) -> Option<NodeRef> {
        self.adoption().owner(member)
    }

    /// The members of the type `owner` that are written outside of it, in path and document order.
    pub fn adopted(&self, owner: NodeRef) -> &[NodeRef] {
        self.adoption().members(owner)
    }

    fn adoption(&self) -> &Adoption {
        let outlines = Outlines { files: &self.files, of: &|id| self.outline(id) };
        self.adoption.get_or_init(|| Adoption::resolve(&outlines))
    }

    /// The call sites of a name: files in path order, byte offsets ascending. Text is not compared: a few sites may
    /// belong to another name with the same hash.
    pub fn call_sites(&self, name: &str) -> Vec<(FileId, u32)> {
        let hash = name_hash(name);
        let mut sites: Vec<(FileId, u32)> = Vec::new();
        for (number, segment) in self.segments.iter().enumerate() {
            for site in segment.calls(hash) {
                let Some(&file) = self.owners[number].get(site.document as usize) else { continue };
                if self.placements.get(file.0 as usize) == Some(&Some((number as u32, site.document))) {
                    sites.push((file, site.offset));
                }
            }
        }
        sites.sort_unstable();
        sites
    }

    /// The full-text index; `None` until one has been built.
    pub fn fulltext(&self) -> Option<&FullText> {
        self.fulltext.as_deref()
    }

    /// The numbers of files, symbols and sections.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts { files: self.files.len() as u32, ..Counts::default() };
        for record in self.file_ids().filter_map(|id| self.record(id)) {
            counts.indexed += 1;
            counts.symbols += record.symbols();
            counts.sections += record.sections();
        }
        counts
    }

    /// Plain data about this snapshot for the app.
    pub fn listing(&self) -> Listing {
        let state: Vec<ListedFile> = self
            .file_ids()
            .map(|id| match self.record(id) {
                Some(record) => ListedFile { indexed: true, symbols: record.symbols(), sections: record.sections() },
                None => ListedFile::default(),
            })
            .collect();
        Listing {
            revision: self.revision,
            roots: Arc::clone(&self.roots),
            repositories: Arc::clone(&self.repositories),
            files: Arc::clone(&self.files),
            state: Arc::new(state),
            skipped: Arc::clone(&self.skipped),
            counts: self.counts(),
            folders: Arc::default(),
            walked: self.walked,
            searchable: self.searchable,
        }
    }

    /// True if `node` is a test, by its mark or its kind.
    pub fn is_test(&self, node: NodeRef) -> bool {
        self.outline(node.file).is_some_and(|outline| {
            outline.flags(node.node).has(NodeFlags::TEST) || outline.kind(node.node) == Kind::Test
        })
    }

    /// True if `node` belongs in the outline of its file, as a row of its own.
    pub fn in_outline(&self, node: NodeRef) -> bool {
        self.outline(node.file).is_some_and(|outline| {
            let kind = outline.kind(node.node);
            kind.in_outline() && kind.family() != Family::Excerpt
        })
    }
}
