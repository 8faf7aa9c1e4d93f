//! From a manifest back to a library, before anything of the workspace has been looked at.

use super::manifest::{FileRecord, Manifest};
use crate::document::FormatInfo;
use crate::formats;
use crate::indexer::files::classify::is_text_only;
use crate::indexer::files::options::MAX_FILE_BYTES;
use crate::indexer::text::numbers::{FileNumbers, OfManifest};
use crate::library::{
    FileEntry, Inventory, Library, Loader, Origin, Placement, Repository, Root, RowKind, RowTable, Segment, Skipped,
    Stamp, TextMark,
};
use std::path::PathBuf;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// The last commit of an index.
pub(super) struct SavedIndex {
    manifest: Manifest,
    segments: Vec<Arc<Segment>>,
    rows: [Vec<RowTable>; RowKind::ALL.len()],
}

/// A saved index as parts of an indexer's state.
pub(super) struct Restored {
    pub library: Library,
    /// One per file.
    pub stamps: Vec<Stamp>,
    pub numbers: FileNumbers,
}

/// The files of a manifest, a column for each thing that is known of them.
struct Files {
    files: Vec<FileEntry>,
    stamps: Vec<Stamp>,
    structure: Vec<Placement>,
    of_kinds: [(Vec<RowTable>, Vec<Placement>); RowKind::ALL.len()],
}

impl Files {
    fn with_capacity(count: usize, tables: [Vec<RowTable>; RowKind::ALL.len()]) -> Files {
        Files {
            files: Vec::with_capacity(count),
            stamps: Vec::with_capacity(count),
            structure: Vec::with_capacity(count),
            of_kinds: tables.map(|tables| (tables, Vec::with_capacity(count))),
        }
    }

    fn push(&mut self, file: FileEntry, stamp: Stamp, row: Placement, rows: [Placement; RowKind::ALL.len()]) {
        self.files.push(file);
        self.stamps.push(stamp);
        self.structure.push(row);
        self.of_kinds.iter_mut().zip(rows).for_each(|((_, places), place)| places.push(place));
    }

    /// In path order. Where the index is shown under other names than it was made, its order is another.
    fn sorted(self) -> Files {
        if self.files.is_sorted_by(|a, b| a.path < b.path) {
            return self;
        }
        let mut order: Vec<usize> = (0..self.files.len()).collect();
        order.sort_by(|&a, &b| self.files[a].path.cmp(&self.files[b].path));
        let placed = |places: &Vec<Placement>| order.iter().map(|&at| places[at]).collect();
        Files {
            files: order.iter().map(|&at| self.files[at].clone()).collect(),
            stamps: order.iter().map(|&at| self.stamps[at]).collect(),
            structure: placed(&self.structure),
            of_kinds: self.of_kinds.map(|(tables, places)| (tables, placed(&places))),
        }
    }
}

/// The origin and stamp of a file that was saved below `root`; `None` where the root is of another kind than then.
fn located(root: &Root, path: &str, record: &FileRecord) -> Option<(Origin, Stamp)> {
    let size = record.size;
    match (&root.origin, &record.object) {
        (Origin::Disk(top), None) => {
            let mut absolute = PathBuf::with_capacity(top.as_os_str().len() + 1 + path.len());
            absolute.push(top);
            absolute.push(path);
            let stamp = Stamp { size, version: i128::from(record.modified), changed: record.changed };
            Some((Origin::Disk(absolute), stamp))
        }
        (Origin::Server(_), None) => Some((root.origin.clone(), Stamp::of_version(size, i128::from(record.modified)))),
        (Origin::Object(_), Some(id)) => Some((Origin::Object(Box::new(*id)), Stamp::of_object(size, id))),
        _ => None,
    }
}

impl SavedIndex {
    pub(super) fn new(
        manifest: Manifest,
        segments: Vec<Arc<Segment>>,
        rows: [Vec<RowTable>; RowKind::ALL.len()],
    ) -> SavedIndex {
        SavedIndex { manifest, segments, rows }
    }

    /// What its numbers of files belong to.
    pub(super) fn manifest(&self) -> OfManifest {
        let meta = &self.manifest.meta;
        let words = meta.words.map(|(identity, commit)| TextMark { identity, commit });
        OfManifest { generation: meta.generation, words }
    }

    /// When it was written, in seconds since 1970.
    pub(super) fn written(&self) -> u64 {
        self.manifest.meta.written
    }

    /// The structure of all files.
    pub(super) fn segments(&self) -> &[Arc<Segment>] {
        &self.segments
    }

    /// The names of all files that it maps, each with its checksum.
    pub(super) fn checksums(&self) -> Vec<(String, u64)> {
        let segments = self.segments.iter().filter_map(|segment| Some((segment.file()?, segment.saved_checksum()?)));
        let tables = self.rows.iter().flatten().filter_map(RowTable::origin);
        segments.chain(tables).map(|(name, checksum)| (name.to_owned(), checksum)).collect()
    }

    /// Names of segments whose bytes are not what was written. Reads all of them.
    pub(super) fn damaged(&self) -> Vec<String> {
        let is_damaged = |segment: &&Arc<Segment>| segment.saved_checksum() != Some(segment.checksum());
        let segments = self.segments.iter().filter(is_damaged).filter_map(|segment| Some(segment.file()?.to_owned()));
        let tables = self.rows.iter().flatten().filter_map(|table| {
            let (file, checksum) = table.origin()?;
            (checksum != xxh3_64(table.as_bytes())).then(|| file.to_owned())
        });
        segments.chain(tables).collect()
    }

    /// The library that was committed, as far as it lies in `roots`, each with what stands before its paths here: nothing,
    /// or what ends in `/`. `whole` says that these are all roots. Whether the files are still so has to be looked at.
    /// Files that `is_admitted` refuses are left out.
    pub(super) fn restored(
        &self,
        roots: Vec<(Root, String)>,
        whole: bool,
        loader: Arc<dyn Loader>,
        is_admitted: &dyn Fn(&FileEntry) -> bool,
    ) -> Restored {
        let meta = &self.manifest.meta;
        let formats: Vec<Option<&'static FormatInfo>> =
            meta.formats.iter().map(|id| formats::by_id(id).map(|format| format.info)).collect();
        let count = self.manifest.len();
        let mut known = Files::with_capacity(count, self.rows.clone());
        let mut paths: Vec<Arc<str>> = vec!["".into(); meta.next_number as usize];
        self.manifest.files(|path, record| {
            let Some(format) = formats.get(record.format as usize).copied().flatten() else { return };
            let place = roots
                .iter()
                .enumerate()
                .find_map(|(at, (root, below))| Some((at, root, path.strip_prefix(below.as_str())?)));
            let Some((at, root, path)) = place else { return };
            let Some((origin, stamp)) = located(root, path, &record) else { return };
            let is_timed = !matches!(origin, Origin::Server(_));
            let entry = FileEntry {
                path: match root.prefix.as_str() {
                    "" => path.into(),
                    prefix => format!("{prefix}{path}").into(),
                },
                origin,
                root: at as u32,
                // Repositories are those of the whole; the walk finds those of a part.
                repository: record.repository.filter(|_| whole),
                size: record.size,
                modified: if is_timed { record.modified.div_euclid(1_000_000_000) } else { 0 },
                format,
                text_only: is_text_only(format, record.size, MAX_FILE_BYTES),
            };
            if !is_admitted(&entry) {
                return;
            }
            if let Some(slot) = record.number.and_then(|number| paths.get_mut(number as usize)) {
                *slot = Arc::clone(&entry.path);
            }
            known.push(entry, stamp, record.row, record.rows);
        });
        let Files { files, stamps, structure, of_kinds } = known.sorted();
        let with = |path: &String| {
            let below = |(root, below): &(Root, String)| match path.strip_prefix(below.as_str())? {
                "" => Some(root.prefix.trim_end_matches('/').to_owned()),
                rest => Some(format!("{}{rest}", root.prefix)),
            };
            roots.iter().find_map(below)
        };
        let repositories = meta.repositories.iter().filter(|_| whole);
        let inventory = Inventory {
            repositories: repositories
                .filter_map(|(path, name)| Some(Repository { path: with(path)?, name: name.clone() }))
                .collect(),
            skipped: meta
                .skipped
                .iter()
                .filter_map(|(path, reason)| Some(Skipped { path: with(path)?, reason: reason.clone() }))
                .collect(),
            files,
            roots: roots.into_iter().map(|(root, _)| root).collect(),
        };
        let structure = (self.segments.clone(), structure);
        let library = Library::restored(inventory, structure, of_kinds, loader);
        Restored { library, stamps, numbers: FileNumbers::from_paths(paths, self.manifest()) }
    }
}
