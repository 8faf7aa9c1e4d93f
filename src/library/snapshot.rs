//! The snapshot: files, segments of columns, and where each file's nodes are.

use super::adoption::Adoption;
use super::fulltext::FullText;
use super::segment::{Row, Segment};
use super::{Counts, FileEntry, FileId, ListedFile, Listing, Loader, NodeRef, Outline};
use super::{Repository, Root, Skipped, TextCache, name_hash};
use crate::document::{DataTree, Document, Family, Kind, NodeFlags};
use std::sync::{Arc, OnceLock};

/// Bytes of text that stay in memory between queries.
pub(super) const CACHE_BYTES: usize = 64 << 20;

/// Where the nodes of a file are: segment and row. `None` until the file is indexed.
pub(super) type Placement = Option<(u32, u32)>;

/// Everything that is known of the workspace at one moment.
#[derive(Debug)]
pub struct Library {
    pub(super) revision: u64,
    pub(super) roots: Arc<Vec<Root>>,
    pub(super) repositories: Arc<Vec<Repository>>,
    pub(super) files: Arc<Vec<FileEntry>>,
    pub(super) skipped: Arc<Vec<Skipped>>,
    pub(super) walked: bool,
    pub(super) searchable: bool,
    pub(super) placements: Vec<Placement>,
    pub(super) segments: Vec<Arc<Segment>>,
    /// The files of each segment's rows.
    pub(super) owners: Vec<Arc<Vec<FileId>>>,
    pub(super) cache: Arc<TextCache>,
    pub(super) adoption: OnceLock<Adoption>,
    pub(super) fulltext: Option<Arc<FullText>>,
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
            fulltext: None,
        }
    }

    /// A workspace without files, for work that needs none.
    pub fn nothing() -> Library {
        Library::new(Vec::new(), Vec::new(), Vec::new(), Arc::new(super::loader::NoFiles))
    }

    pub(super) fn next(&self) -> Library {
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
            fulltext: self.fulltext.clone(),
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

    /// The next snapshot, marked as one whose texts can all be searched.
    pub fn with_searchable(&self) -> Library {
        Library { searchable: true, ..self.next() }
    }

    /// Grows with every snapshot.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What the workspace was opened on.
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

    /// What was left out, and why.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    pub(super) fn row(&self, id: FileId) -> Option<(&Segment, &Row)> {
        let (segment, row) = (*self.placements.get(id.0 as usize)?)?;
        let segment = self.segments.get(segment as usize)?;
        Some((segment, segment.rows.get(row as usize)?))
    }

    /// The nodes of a file; `None` while it is not indexed.
    pub fn outline(&self, id: FileId) -> Option<Outline<'_>> {
        let (segment, row) = self.row(id)?;
        Some(Outline::new(&segment.columns, row.first, row.count))
    }

    /// Whether the structure of a file is known.
    pub fn is_indexed(&self, id: FileId) -> bool {
        self.row(id).is_some()
    }

    /// The indexed files and their nodes, in path order.
    pub fn outlines(&self) -> impl Iterator<Item = (FileId, Outline<'_>)> {
        self.file_ids().filter_map(|id| Some((id, self.outline(id)?)))
    }

    /// How many files are indexed.
    pub fn indexed(&self) -> usize {
        self.placements.iter().flatten().count()
    }

    /// The title of a document; empty where it has none or is not indexed.
    pub fn title(&self, id: FileId) -> &str {
        self.row(id).map_or("", |(_, row)| &row.title)
    }

    /// How many lines a file has; `None` while it is not indexed.
    pub fn line_count(&self, id: FileId) -> Option<u32> {
        self.row(id).map(|(_, row)| row.lines)
    }

    /// The decoded text of a file, as a person sees it in an editor.
    pub fn text(&self, id: FileId) -> Result<Arc<str>, String> {
        self.cache.text(id, self.file(id))
    }

    /// The same without keeping it: for scans of many files, which would only push out what is looked at.
    pub fn peek_text(&self, id: FileId) -> Result<Arc<str>, String> {
        self.cache.peek(id, self.file(id))
    }

    /// The file as a document, parsed on demand.
    pub fn document(&self, id: FileId) -> Result<Arc<Document>, String> {
        self.cache.document(id, self.file(id))
    }

    /// The text that the spans of a file's nodes speak of.
    pub fn node_text(&self, id: FileId) -> Result<Arc<str>, String> {
        if self.file(id).format.derived_text {
            return self.document(id).map(|document| document.text.as_str().into());
        }
        self.text(id)
    }

    /// The file as data; `None` if it is not data or cannot be read.
    pub fn data(&self, id: FileId) -> Option<Arc<DataTree>> {
        self.cache.loader().data(self.file(id))
    }

    /// Whether every file's structure is known.
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
        self.adoption.get_or_init(|| Adoption::resolve(self))
    }

    /// Where a name is called: files in path order, byte offsets ascending. Text is not compared: a few
    /// sites may belong to another name with the same hash.
    pub fn call_sites(&self, name: &str) -> Vec<(FileId, u32)> {
        let hash = name_hash(name);
        let mut sites: Vec<(FileId, u32)> = Vec::new();
        for (number, segment) in self.segments.iter().enumerate() {
            for site in segment.calls.of(hash) {
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

    /// Calls `found` for every node whose lower-case name holds `needle` (in lower case), in path order,
    /// until it returns false. One pass of `memmem` over the names of each segment.
    pub fn nodes_named(&self, needle: &str, mut found: impl FnMut(NodeRef) -> bool) {
        let finder = memchr::memmem::Finder::new(needle.as_bytes());
        let mut hits: Vec<NodeRef> = Vec::new();
        for (number, segment) in self.segments.iter().enumerate() {
            let mut last = None;
            for at in finder.find_iter(segment.columns.lower_names().as_bytes()) {
                let node = segment.columns.node_at_lower(at);
                if last == Some(node) {
                    continue;
                }
                last = Some(node);
                let row = segment.rows.partition_point(|row| row.first <= node) - 1;
                let Some(&file) = self.owners[number].get(row) else { continue };
                if self.placements.get(file.0 as usize) == Some(&Some((number as u32, row as u32))) {
                    hits.push(NodeRef { file, node: node - segment.rows[row].first });
                }
            }
        }
        hits.sort_unstable();
        for hit in hits {
            if !found(hit) {
                return;
            }
        }
    }

    /// How much of what there is.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts { files: self.files.len() as u32, ..Counts::default() };
        for (_, row) in self.file_ids().filter_map(|id| self.row(id)) {
            counts.indexed += 1;
            counts.symbols += row.symbols;
            counts.sections += row.sections;
        }
        counts
    }

    /// Plain data about this snapshot for the app.
    pub fn listing(&self) -> Listing {
        let state: Vec<ListedFile> = self
            .file_ids()
            .map(|id| match self.row(id) {
                Some((_, row)) => ListedFile { indexed: true, symbols: row.symbols, sections: row.sections },
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
            walked: self.walked,
            searchable: self.searchable,
        }
    }

    /// Whether `node` is a test, by its mark or its kind.
    pub fn is_test(&self, node: NodeRef) -> bool {
        self.outline(node.file).is_some_and(|outline| {
            outline.flags(node.node).has(NodeFlags::TEST) || outline.kind(node.node) == Kind::Test
        })
    }

    /// Whether `node` belongs in the outline of its file, as a row of its own.
    pub fn in_outline(&self, node: NodeRef) -> bool {
        self.outline(node.file).is_some_and(|outline| {
            let kind = outline.kind(node.node);
            kind.in_outline() && kind.family() != Family::Excerpt
        })
    }
}
