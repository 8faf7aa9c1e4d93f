//! The directory of an index: segments and the full text, written once each, and a manifest that says what counts.
//!
//! Opening maps files and loads nothing. One process writes, any number read; whoever comes second reads.
//! **Invariants:** the workspace is never written to; a manifest names only files that were complete before
//! it was; whatever happens in between, the last manifest still opens.

use super::layout::{self, SEGMENT_ENDING, row_ending, write_over};
use super::made_by::MADE_BY;
use super::manifest::{Draft, FileRecord, Manifest, Meta, SegmentFile};
use super::saved_index::SavedIndex;
use super::seals::Seals;
use super::store_error::StoreError;
use super::write_lock::{self, Lease};
use crate::indexer::files::places::MANIFEST;
use crate::library::{Damage, FileId, Library, Root, RowKind, RowTable, Segment, Stamp};
use crate::stdx::not_private;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};
use tantivy::directory::{Directory, MmapDirectory};
use xxhash_rust::xxh3::xxh3_64;

/// Attempts to read a manifest whose segments a writer keeps replacing.
const ATTEMPTS: usize = 3;

/// The saved index of one workspace: a directory, or several that were opened together.
#[derive(Debug)]
pub(in crate::indexer) struct IndexDirectory {
    directory: PathBuf,
    /// The directories that are indexed, sorted, without symbolic links.
    roots: Vec<PathBuf>,
    /// The prefix of the paths of each root here: empty where it is the only one.
    marks: Vec<String>,
    lease: Lease,
    generation: u64,
    /// Size and time of change of the manifest that was read or written here last.
    seen: Option<(u64, SystemTime)>,
    seals: OnceLock<Arc<Seals>>,
    /// Set if the words that are there are not to be added to.
    pub(super) has_broken_words: AtomicBool,
}

/// The condition of a saved index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// There is none yet.
    Nothing,
    /// It was written by another version of the program.
    Foreign,
    /// It may be somebody else's; why.
    Refused(String),
    /// It is damaged.
    Broken,
    /// It is whole.
    Whole,
}

impl IndexDirectory {
    /// The store of the workspace of `roots` below `index`, for a limit of the size of files other than the usual one.
    /// In which order the roots are given does not matter. Nothing is read or written yet.
    pub(super) fn at(index: &Path, given: &[PathBuf], limit: Option<u64>) -> IndexDirectory {
        let mut roots = given.to_vec();
        roots.sort();
        roots.dedup();
        let mark = |root: &PathBuf| match roots.binary_search(root) {
            Ok(number) if roots.len() > 1 => format!("{number}/"),
            _ => String::new(),
        };
        let marks = given.iter().map(mark).collect();
        let directory = layout::directory(index, &roots, limit);
        IndexDirectory {
            directory,
            roots,
            marks,
            lease: Lease::None,
            generation: 0,
            seen: None,
            seals: OnceLock::new(),
            has_broken_words: AtomicBool::new(false),
        }
    }

    /// Its place on disk.
    pub(in crate::indexer) fn directory(&self) -> &Path {
        &self.directory
    }

    /// The roots of a workspace with what stands before their paths here.
    pub(super) fn places(&self, roots: &[Root]) -> Vec<(Root, String)> {
        roots.iter().cloned().zip(self.marks.iter().cloned()).collect()
    }

    /// A path that is no file's, as it is kept here.
    fn kept(&self, library: &Library, shown: &str) -> String {
        let below = |(root, mark): (Root, String)| {
            let is_root = shown == root.prefix.trim_end_matches('/');
            let rest = if is_root { "" } else { shown.strip_prefix(root.prefix.as_str())? };
            Some((root.prefix.len(), format!("{mark}{rest}")))
        };
        // Of nested roots the innermost one.
        self.places(library.roots()).into_iter().filter_map(below).max().map(|(_, kept)| kept).unwrap_or_default()
    }

    /// True if another process has the right to write.
    pub(super) fn is_locked(&self) -> bool {
        !self.lease.is_held() && self.directory.exists() && matches!(write_lock::lock(&self.directory), Ok(None))
    }

    /// Tries to become the writer; false if another process is.
    pub(in crate::indexer) fn claim(&mut self) -> Result<bool, StoreError> {
        Ok(self.lease.claim(&self.directory)?)
    }

    /// True if this process is the writer.
    pub(in crate::indexer) fn is_writer(&self) -> bool {
        self.lease.is_held()
    }

    /// Becomes the writer as soon as the other process is not any more: then `bell` is called, from another thread,
    /// and the next claim succeeds.
    pub(in crate::indexer) fn wait(&mut self, bell: impl FnOnce() + Send + 'static) {
        self.lease.wait(&self.directory, bell);
    }

    /// True if there may be a newer manifest than the one that was read or written here last.
    pub(in crate::indexer) fn may_be_behind(&self) -> bool {
        self.stamp() != self.seen
    }

    fn stamp(&self) -> Option<(u64, SystemTime)> {
        let found = self.directory.join(MANIFEST).metadata().ok()?;
        Some((found.len(), found.modified().ok()?))
    }

    /// The generation of the last manifest that was read or written here.
    pub(in crate::indexer) fn generation(&self) -> u64 {
        self.generation
    }

    /// The generation on disk; 0 if there is none.
    pub(in crate::indexer) fn latest(&self) -> u64 {
        self.manifest().map_or(0, |manifest| manifest.meta.generation)
    }

    fn mapped(&self, name: &str) -> Option<tantivy::directory::OwnedBytes> {
        let directory = MmapDirectory::open(&self.directory).ok()?;
        directory.open_read(Path::new(name)).ok()?.read_bytes().ok()
    }

    fn manifest(&self) -> Result<Manifest, Condition> {
        if !self.directory.join(MANIFEST).exists() {
            return Err(Condition::Nothing);
        }
        if let Some(why) = not_private(&self.directory) {
            return Err(Condition::Refused(why));
        }
        // The manifest is read, not mapped: it is replaced while others look at it.
        let bytes = std::fs::read(self.directory.join(MANIFEST)).map_err(|_| Condition::Broken)?;
        Manifest::read(tantivy::directory::OwnedBytes::new(bytes), MADE_BY).map_err(|damage| match damage {
            Damage::Foreign => Condition::Foreign,
            Damage::Broken => Condition::Broken,
        })
    }

    /// The seals of its files.
    pub(in crate::indexer) fn seals(&self) -> &Arc<Seals> {
        self.seals.get_or_init(|| Arc::new(Seals::of(&self.directory)))
    }

    /// Maps what was committed last, if it is what was written.
    pub(super) fn open(&mut self) -> (Option<SavedIndex>, Condition) {
        match self.open_as_it_is() {
            (Some(saved), Condition::Whole) => {
                let names: Vec<String> = saved.checksums().into_iter().map(|(name, _)| name).collect();
                let is_whole = self.seals().broken(&names).is_empty();
                if is_whole { (Some(saved), Condition::Whole) } else { (None, Condition::Broken) }
            }
            other => other,
        }
    }

    /// Maps what was committed last. Whether it is what was written, is not looked at.
    pub(super) fn open_as_it_is(&mut self) -> (Option<SavedIndex>, Condition) {
        let mut found = Condition::Nothing;
        for _ in 0..ATTEMPTS {
            let seen = self.stamp();
            let manifest = match self.manifest() {
                Ok(manifest) => manifest,
                Err(found) => return (None, found),
            };
            // A writer may have swept away what this manifest names; then there is a newer one.
            match self.segments(&manifest).zip(self.rows(&manifest)) {
                Some((segments, rows)) => {
                    (self.generation, self.seen) = (manifest.meta.generation, seen);
                    return (Some(SavedIndex::new(manifest, segments, rows)), Condition::Whole);
                }
                None => found = Condition::Broken,
            }
        }
        (None, found)
    }

    fn segments(&self, manifest: &Manifest) -> Option<Vec<Arc<Segment>>> {
        let open = |file: &SegmentFile| {
            let bytes = self.mapped(&file.file).filter(|bytes| bytes.len() as u64 == file.bytes)?;
            Segment::open(bytes).ok().map(|segment| Arc::new(segment.from_file(&file.file, file.checksum)))
        };
        manifest.meta.segments.iter().map(open).collect()
    }

    fn rows(&self, manifest: &Manifest) -> Option<[Vec<RowTable>; RowKind::ALL.len()]> {
        let open = |file: &SegmentFile| {
            let bytes = self.mapped(&file.file).filter(|bytes| bytes.len() as u64 == file.bytes)?;
            RowTable::open(Arc::new(bytes)).map(|table| table.from_file(&file.file, file.checksum))
        };
        let open_all = |tables: &[SegmentFile]| tables.iter().map(open).collect::<Option<Vec<RowTable>>>();
        let [trigrams, vectors, descriptions, pictures] = &manifest.meta.rows;
        Some([open_all(trigrams)?, open_all(vectors)?, open_all(descriptions)?, open_all(pictures)?])
    }

    /// Writes a table of rows to a file of its own and maps it.
    pub(super) fn save_rows(&self, kind: RowKind, table: &RowTable) -> Result<RowTable, StoreError> {
        let checksum = xxh3_64(table.as_bytes());
        let name = format!("{checksum:016x}{}", row_ending(kind));
        write_over(&self.directory, &name, table.as_bytes())?;
        let bytes = self.mapped(&name).ok_or(StoreError::NotReadBack)?;
        let saved = RowTable::open(Arc::new(bytes)).ok_or(StoreError::NotReadBack)?;
        Ok(saved.from_file(&name, checksum))
    }

    /// Writes `segment` to a file of its own and maps it.
    pub(super) fn save_segment(&self, segment: &Segment) -> Result<Segment, StoreError> {
        let checksum = segment.checksum();
        let name = format!("{checksum:016x}{SEGMENT_ENDING}");
        write_over(&self.directory, &name, segment.bytes())?;
        let bytes = self.mapped(&name).ok_or(StoreError::NotReadBack)?;
        let saved = Segment::open(bytes)?;
        Ok(saved.from_file(&name, checksum))
    }

    /// Makes `library` what the next start finds: files, and what of their structure is saved.
    pub(super) fn commit(
        &mut self,
        library: &Library,
        stamps: &[Stamp],
        numbers: &dyn Fn(FileId) -> Option<u32>,
        next_number: u32,
    ) -> Result<(), StoreError> {
        let (words, text_names) = self.committed_words();
        let mut draft = self.draft(library, next_number);
        draft.meta.words = words.filter(|_| next_number > 0).map(|mark| (mark.identity, mark.commit));
        let saved: HashMap<String, u32> =
            draft.meta.segments.iter().zip(0..).map(|(segment, number)| (segment.file.clone(), number)).collect();
        let mut tables = RowKind::ALL.map(|_| (0u32.., Vec::<Option<u32>>::new()));
        for (kind, table) in library.row_tables() {
            let (number, numbers) = &mut tables[kind as usize];
            numbers.push(table.origin().and_then(|_| number.next()));
        }
        let roots = self.places(library.roots());
        for id in library.file_ids() {
            let (entry, Some(stamp)) = (library.file(id), stamps.get(id.0 as usize)) else { continue };
            let Some((root, mark)) = roots.get(entry.root as usize) else { continue };
            let Some(path) = entry.path.strip_prefix(&root.prefix) else { continue };
            let object = entry.origin.object().copied();
            if object.is_none() && root.origin.path().map(|top| top.join(path)).as_deref() != entry.origin.path() {
                // Its name is no text: it cannot be told from the path that is stored.
                continue;
            }
            let place = library.saved_row(id).and_then(|(segment, row)| Some((*saved.get(segment.file()?)?, row)));
            let format = draft.meta.formats.iter().position(|format| format == entry.format.id);
            let format = format.unwrap_or_else(|| {
                draft.meta.formats.push(entry.format.id.to_owned());
                draft.meta.formats.len() - 1
            });
            draft.push(
                &format!("{mark}{path}"),
                FileRecord {
                    size: stamp.size,
                    modified: match object {
                        Some(_) => entry.modified.saturating_mul(1_000_000_000),
                        None => i64::try_from(stamp.version).unwrap_or(i64::MIN),
                    },
                    changed: stamp.changed,
                    object,
                    format: format as u32,
                    repository: entry.repository,
                    row: place,
                    number: numbers(id),
                    rows: RowKind::ALL.map(|kind| {
                        let (table, row) = library.row_place(kind, id)?;
                        Some(((*tables[kind as usize].1.get(table as usize)?)?, row))
                    }),
                },
            );
        }
        let bytes = draft.encode()?;
        write_over(&self.directory, MANIFEST, &bytes)?;
        (self.generation, self.seen) = (draft.meta.generation, self.stamp());
        let files = draft.meta.segments.iter().chain(draft.meta.rows.iter().flatten());
        self.seals().seal(files.map(|file| file.file.clone()).chain(text_names).collect());
        let is_table = |name: &str| draft.meta.rows.iter().flatten().any(|table| table.file == name);
        layout::sweep(&self.directory, |name| saved.contains_key(name) || is_table(name));
        Ok(())
    }

    fn draft(&self, library: &Library, next_number: u32) -> Draft {
        let below = |path: &str| self.kept(library, path);
        let segment = |segment: &Arc<Segment>| {
            let (file, checksum) = (segment.file()?.to_owned(), segment.saved_checksum()?);
            Some(SegmentFile { file, bytes: segment.bytes().len() as u64, checksum })
        };
        let table = |table: &RowTable| {
            let (file, checksum) = table.origin()?;
            Some(SegmentFile { file: file.to_owned(), bytes: table.as_bytes().len() as u64, checksum })
        };
        let meta = Meta {
            made_by: MADE_BY.to_owned(),
            generation: self.latest().max(self.generation) + 1,
            roots: self.roots.iter().map(|root| root.to_string_lossy().into_owned()).collect(),
            repositories: library.repositories().iter().map(|r| (below(&r.path), r.name.clone())).collect(),
            skipped: library.skipped().iter().map(|s| (below(&s.path), s.reason.clone())).collect(),
            formats: Vec::new(),
            segments: library.segments().iter().filter_map(segment).collect(),
            rows: RowKind::ALL.map(|kind| {
                library.row_tables().filter(|(of, _)| *of == kind).filter_map(|(_, rows)| table(rows)).collect()
            }),
            next_number,
            words: None,
            written: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        };
        Draft::new(meta)
    }

    /// Removes what is neither committed nor in use by `library`.
    pub(super) fn sweep(&self, library: &Library) {
        let committed = self.manifest().map(|manifest| manifest.meta).unwrap_or_default();
        let files = || committed.segments.iter().chain(committed.rows.iter().flatten());
        let is_used = |name: &str| {
            files().any(|file| file.file == name)
                || library.segments().iter().any(|segment| segment.file() == Some(name))
                || library.row_tables().any(|(_, table)| table.origin().is_some_and(|(file, _)| file == name))
        };
        layout::sweep(&self.directory, is_used);
    }

    /// Removes everything.
    pub(super) fn clear(&mut self) -> Result<(), StoreError> {
        match std::fs::remove_dir_all(&self.directory) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Removes the manifest: what is there counts no more, and goes with the next commit.
    pub(super) fn forget(&mut self) -> Result<(), StoreError> {
        let manifest = self.directory.join(MANIFEST);
        Ok(if manifest.is_dir() { std::fs::remove_dir_all(manifest) } else { std::fs::remove_file(manifest) }?)
    }

    /// Bytes on disk.
    pub(super) fn bytes(&self) -> u64 {
        layout::bytes_below(&self.directory)
    }
}
