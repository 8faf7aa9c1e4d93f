//! The next snapshot: new rows, a new list of files, a new full-text index.

use super::library::Library;
use super::library::{CACHE_BYTES, Placement};
use crate::library::files::entries::{FileEntry, FileId, Repository, Root, Skipped};
use crate::library::files::loader::{Loader, TextCache};
use crate::library::fulltext::{FullText, TextIndex};
use crate::library::rows::RowTable;
use crate::library::rows::{PlacedRows, RowKind, RowSets};
use crate::library::segment::builder::SegmentBuilder;
use crate::library::segment::calls::CallSite;
use crate::library::segment::columns::Segment;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// With more segments than this, the smaller half is merged into one.
const MAX_SEGMENTS: usize = 64;

/// A merged segment stays below this many nodes, so that its arenas stay far below 4 GiB.
const MAX_MERGED_NODES: usize = 4_000_000;

/// Segments in memory below this size are put together before they are saved.
const GATHERED_BYTES: usize = 8 << 20;

/// The owner of a row whose file is gone.
pub(super) const NO_FILE: FileId = FileId(u32::MAX);

/// The result of a walk.
#[derive(Clone, Debug)]
pub struct Inventory {
    /// The paths that the workspace was opened on.
    pub roots: Vec<Root>,
    /// Repositories inside it, by path.
    pub repositories: Vec<Repository>,
    /// All files, sorted by path.
    pub files: Vec<FileEntry>,
    /// Files that were left out, sorted.
    pub skipped: Vec<Skipped>,
}

impl Library {
    /// The path of a file as it is wherever the workspace was opened from: below its root, and behind the name of that where
    /// there are several.
    pub fn path_in_roots(&self, id: FileId) -> Cow<'_, str> {
        let entry = self.file(id);
        let root = self.roots.get(entry.root as usize);
        let Some((root, below)) = root.and_then(|root| Some((root, entry.path.strip_prefix(root.prefix.as_str())?)))
        else {
            return Cow::Borrowed(&entry.path);
        };
        if self.roots.len() == 1 { Cow::Borrowed(below) } else { Cow::Owned(format!("{}/{below}", root.name)) }
    }

    /// A library as it was saved: `rows` are the segment and row of each file of `inventory`, `of_kinds` for
    /// each kind of rows the tables and the table and row of each file.
    pub fn restored(
        inventory: Inventory,
        (segments, rows): (Vec<Arc<Segment>>, Vec<Placement>),
        of_kinds: [(Vec<RowTable>, Vec<Placement>); RowKind::ALL.len()],
        loader: Arc<dyn Loader>,
    ) -> Library {
        let mut owners: Vec<Vec<FileId>> = segments.iter().map(|segment| vec![NO_FILE; segment.len()]).collect();
        let mut placements = vec![None; inventory.files.len()];
        for (file, place) in rows.into_iter().enumerate() {
            let Some((segment, row)) = place else { continue };
            // Two files cannot share a row: the second is read again.
            if let Some(owner) = owners.get_mut(segment as usize).and_then(|rows| rows.get_mut(row as usize))
                && *owner == NO_FILE
            {
                *owner = FileId(file as u32);
                placements[file] = place;
            }
        }
        let Inventory { roots, repositories, files, skipped } = inventory;
        let library = Library::new(roots, repositories, files, loader).with_skipped(skipped).with_walked(false);
        let mut sets = RowSets::default();
        for (kind, (tables, places)) in RowKind::ALL.into_iter().zip(of_kinds) {
            sets = sets.with(kind, PlacedRows::restored(tables, places));
        }
        Library { placements, segments, owners: owners.into_iter().map(Arc::new).collect(), rows: sets, ..library }
    }

    /// The next snapshot, with the structure and the rows of each kind that `other` has for files that are wanted:
    /// `wanted` says what their number is here. What was known of them here is forgotten.
    pub fn with_rows_of(&self, other: &Library, wanted: impl Fn(FileId) -> Option<FileId>) -> Library {
        let mut next = self.next();
        for (number, segment) in other.segments.iter().enumerate() {
            let owner = |row: usize| {
                let owner = other.owners[number][row];
                if other.is_live(number, row) { wanted(owner).unwrap_or(NO_FILE) } else { NO_FILE }
            };
            let files: Vec<FileId> = (0..segment.len()).map(owner).collect();
            if files.iter().any(|&file| file != NO_FILE) {
                next.place(Arc::clone(segment), files);
            }
        }
        next.drop_masked_segments();
        for kind in RowKind::ALL {
            next.rows = next.rows.with(kind, next.rows.of(kind).taking_over(other.rows.of(kind), &wanted));
        }
        next
    }

    fn drop_masked_segments(&mut self) {
        let live: Vec<bool> = (0..self.segments.len())
            .map(|number| (0..self.segments[number].len()).any(|row| self.is_live(number, row)))
            .collect();
        self.drop_segments(|number| !live[number]);
    }

    /// The next snapshot, with segments replaced by the same from elsewhere: a file instead of memory.
    pub fn with_moved(&self, moved: &[(Arc<Segment>, Arc<Segment>)]) -> Library {
        let mut next = self.next();
        for segment in &mut next.segments {
            if let Some((_, to)) = moved.iter().find(|(from, _)| Arc::ptr_eq(from, segment)) {
                *segment = Arc::clone(to);
            }
        }
        next
    }

    /// All tables of rows, with what they are of.
    pub fn row_tables(&self) -> impl Iterator<Item = (RowKind, &RowTable)> {
        self.rows.tables()
    }

    /// Table and row of a file's row of one kind.
    pub fn row_place(&self, kind: RowKind, file: FileId) -> Placement {
        self.rows.of(kind).place(file)
    }

    /// The next snapshot, with a table of rows replaced by the same from a file.
    pub fn with_moved_rows(&self, kind: RowKind, from: &RowTable, to: &RowTable) -> Library {
        Library { rows: self.rows.with(kind, self.rows.of(kind).moved(from, to)), ..self.next() }
    }

    /// The next snapshot, in which what is only in memory in small segments and in several tables is in one
    /// of each; `None` if that changes nothing.
    pub fn with_gathered(&self) -> Option<Library> {
        let segments = self.with_gathered_segments();
        match self.rows.gathered() {
            Some(rows) => Some(Library { rows, ..segments.unwrap_or_else(|| self.next()) }),
            None => segments,
        }
    }

    fn with_gathered_segments(&self) -> Option<Library> {
        let is_small = |number: &usize| {
            self.segments[*number].file().is_none() && self.segments[*number].bytes().len() < GATHERED_BYTES
        };
        let small: Vec<usize> = (0..self.segments.len()).filter(is_small).collect();
        (small.len() > 1).then(|| {
            let mut next = self.next();
            next.merge(&small);
            next
        })
    }

    /// The next snapshot with segments, each with the files whose documents it holds, in the same order, and files that
    /// turned out to be unreadable. Earlier rows of the same files are masked.
    pub fn with_segments(&self, parts: Vec<(Arc<Segment>, Vec<FileId>)>, skipped: Vec<Skipped>) -> Library {
        let mut next = self.next();
        for (segment, files) in parts {
            next.place(segment, files);
        }
        if !skipped.is_empty() {
            next.skipped = Arc::new(united(&self.skipped, skipped));
        }
        if next.segments.len() > MAX_SEGMENTS {
            next.merge_small();
        }
        next
    }

    fn place(&mut self, segment: Arc<Segment>, files: Vec<FileId>) {
        let number = self.segments.len() as u32;
        for (row, file) in files.iter().enumerate() {
            if let Some(placement) = self.placements.get_mut(file.0 as usize) {
                *placement = Some((number, row as u32));
            }
        }
        self.segments.push(segment);
        self.owners.push(Arc::new(files));
    }

    /// True if row `row` of segment `number` is the one that counts for its file.
    pub(super) fn is_live(&self, number: usize, row: usize) -> bool {
        self.owners[number]
            .get(row)
            .is_some_and(|file| self.placements.get(file.0 as usize) == Some(&Some((number as u32, row as u32))))
    }

    /// Merges the smaller half of the segments, leaving out rows that are masked.
    fn merge_small(&mut self) {
        let mut by_size: Vec<usize> = (0..self.segments.len()).collect();
        by_size.sort_by_key(|&number| (self.segments[number].nodes(), number));
        by_size.truncate(MAX_SEGMENTS / 2);
        let mut nodes = 0;
        by_size.retain(|&number| {
            nodes += self.segments[number].nodes();
            nodes <= MAX_MERGED_NODES
        });
        by_size.sort_unstable();
        self.merge(&by_size);
    }

    /// Makes one segment of several, given by ascending numbers, without the rows that are masked.
    fn merge(&mut self, numbers: &[usize]) {
        let (mut builder, mut files) = (SegmentBuilder::default(), Vec::new());
        for &number in numbers {
            let segment = &self.segments[number];
            let mut calls: HashMap<u32, Vec<CallSite>> = HashMap::new();
            for site in segment.all_calls() {
                calls.entry(site.document).or_default().push(site);
            }
            for row in (0..segment.len()).filter(|&row| self.is_live(number, row)) {
                builder.copy(segment, row as u32, calls.get(&(row as u32)).map(Vec::as_slice).unwrap_or_default());
                files.push(self.owners[number][row]);
            }
        }
        self.drop_segments(|number| numbers.binary_search(&number).is_ok());
        self.place(Arc::new(builder.finish()), files);
    }

    /// Drops segments; files whose rows were in them count as not indexed.
    pub(super) fn drop_segments(&mut self, doomed: impl Fn(usize) -> bool) {
        let mut renumbered: Vec<Option<u32>> = Vec::with_capacity(self.segments.len());
        let mut kept = 0;
        for number in 0..self.segments.len() {
            renumbered.push((!doomed(number)).then_some(kept));
            kept += u32::from(!doomed(number));
        }
        for placement in &mut self.placements {
            *placement = placement.and_then(|(number, row)| Some(((*renumbered.get(number as usize)?)?, row)));
        }
        let mut number = 0..;
        self.segments.retain(|_| number.next().is_some_and(|number| !doomed(number)));
        let mut number = 0..;
        self.owners.retain(|_| number.next().is_some_and(|number| !doomed(number)));
    }

    /// The next snapshot, on a new list of files. A file keeps its rows if `unchanged(old, new)` holds for
    /// its numbers in both lists.
    pub fn with_files(
        &self,
        inventory: Inventory,
        loader: Arc<dyn Loader>,
        unchanged: impl Fn(FileId, FileId) -> bool,
    ) -> Library {
        let Inventory { roots, repositories, files, skipped } = inventory;
        let mut new_number = vec![NO_FILE; self.files.len()];
        // Both lists are sorted.
        let mut at = 0;
        for (number, entry) in files.iter().enumerate() {
            while self.files.get(at).is_some_and(|old| old.path < entry.path) {
                at += 1;
            }
            let (old, new) = (FileId(at as u32), FileId(number as u32));
            if self.files.get(at).is_some_and(|old| old.path == entry.path) && unchanged(old, new) {
                new_number[at] = new;
            }
        }
        let renumber = |old: FileId| new_number.get(old.0 as usize).copied().unwrap_or(NO_FILE);
        let mut placements = vec![None; files.len()];
        for (old, placement) in self.placements.iter().enumerate() {
            if let Some(slot) = placements.get_mut(new_number[old].0 as usize) {
                *slot = *placement;
            }
        }
        let skipped = self.with_unreadable(&skipped, |old| renumber(old) != NO_FILE);
        let fulltext = self.fulltext.as_ref().map(|fulltext| Arc::new(fulltext.renumbered(renumber)));
        let mut next = Library {
            revision: self.revision + 1,
            roots: Arc::new(roots),
            repositories: Arc::new(repositories),
            files: Arc::new(files),
            skipped: Arc::new(skipped),
            walked: true,
            searchable: false,
            placements,
            segments: self.segments.clone(),
            owners: self
                .owners
                .iter()
                .map(|files| Arc::new(files.iter().map(|&file| renumber(file)).collect()))
                .collect(),
            cache: Arc::new(TextCache::new(loader, CACHE_BYTES)),
            adoption: OnceLock::new(),
            file_letters: Arc::default(),
            fulltext,
            rows: self.rows.renumbered(|old| Some(renumber(old)).filter(|new| *new != NO_FILE)),
            by_place: OnceLock::new(),
            models: OnceLock::new(),
            labels: OnceLock::new(),
            crates: OnceLock::new(),
            dialects: OnceLock::new(),
        };
        next.drop_masked_segments();
        next.searchable = self.searchable && next.is_text_complete();
        next
    }

    /// The next snapshot after a walk that has found all files as they were, and left out `skipped`.
    pub fn with_looked_at(&self, skipped: Vec<Skipped>) -> Library {
        let skipped = Arc::new(self.with_unreadable(&skipped, |_| true));
        let mut next = Library { skipped, walked: true, searchable: false, ..self.next() };
        next.drop_masked_segments();
        next.searchable = self.searchable && next.is_text_complete();
        next
    }

    /// The files that a walk has left out, and unchanged ones that reading has found to be binary.
    fn with_unreadable(&self, skipped: &[Skipped], is_unchanged: impl Fn(FileId) -> bool) -> Vec<Skipped> {
        let known = self
            .skipped
            .iter()
            .filter(|skipped| self.find(&skipped.path).is_some_and(|old| self.is_indexed(old) && is_unchanged(old)));
        united(skipped, known.cloned().collect())
    }

    /// The next snapshot, with a newer full-text index.
    pub fn with_fulltext(&self, index: Arc<TextIndex>) -> Library {
        let mut next = self.next();
        next.fulltext = Some(Arc::new(FullText::new(index, |path| self.find(path))));
        next.searchable = next.walked && next.is_text_complete();
        next
    }

    /// The next snapshot, with more rows of one kind: the rows of `table` are those of `files`, in the same order.
    pub fn with_rows(&self, kind: RowKind, table: RowTable, files: &[FileId]) -> Library {
        Library { rows: self.rows.with(kind, self.rows.of(kind).with(table, files)), ..self.next() }
    }

    /// The next snapshot, without a full-text index.
    pub fn without_fulltext(&self) -> Library {
        Library { fulltext: None, searchable: false, ..self.next() }
    }

    /// True if the text of every file is in the full-text index.
    pub fn is_text_complete(&self) -> bool {
        self.fulltext().is_some_and(|fulltext| self.file_ids().all(|file| fulltext.holds(file)))
    }
}

fn united(a: &[Skipped], b: Vec<Skipped>) -> Vec<Skipped> {
    let mut all: Vec<Skipped> = a.iter().cloned().chain(b).collect();
    all.sort();
    all.dedup_by(|a, b| a.path == b.path);
    all
}
