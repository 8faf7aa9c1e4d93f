//! The one writer of a full-text index, in memory or in a directory.

use super::merging::Merging;
use super::numbers::FileNumbers;
use super::reading::{Reader, Reading};
use crate::indexer::build::batch::{Harvest, lost};
use crate::indexer::files::progress::{Progress, Report, Stage};
use crate::indexer::source::loader::SourceLoader;
use crate::library::{
    FileId, Library, SegmentBuilder, Skipped, TextFields, TextIndex, TextProblem, TrigramTableBuilder,
};
use crate::stdx::Ticket;
use rayon::ThreadPool;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tantivy::indexer::{NoMergePolicy, UserOperation};
use tantivy::{Index, IndexWriter, TantivyError, Term};

/// Memory of one writing thread; what is over it becomes a segment.
const WRITER_BYTES: usize = 64 << 20;

/// More writing threads than this bring nothing but segments: readers keep up with no more.
const MAX_THREADS: usize = 4;

/// The time until a part of a new index is made visible; the pauses double.
const FIRST_PAUSE: Duration = Duration::from_secs(4);

/// The longest such pause: every saved file makes its words visible, too.
const LONGEST_PAUSE: Duration = Duration::from_secs(64);

/// Files done between two reports.
const REPORT_EVERY: u32 = 64;

/// The writer of the entries of all files.
pub(in crate::indexer) struct TextWriter {
    index: Index,
    fields: TextFields,
    /// There until it is dropped.
    writer: Option<IndexWriter>,
    numbers: FileNumbers,
    /// The generation of the manifest whose writing lets entries go that it does not name.
    manifest: u64,
    /// The place where it is written.
    place: TextPlace,
    /// Set if something was added or deleted since the last commit.
    dirty: bool,
    /// When to make visible what is there so far, and how long to wait after that.
    due: Instant,
    pause: Duration,
}

/// The places where words are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::indexer) enum TextPlace {
    /// Into this directory, which is this process's to write.
    Directory(PathBuf),
    /// Into memory, over what another process has written into this directory.
    Over(PathBuf),
    /// Into memory.
    Memory,
}

impl TextWriter {
    /// The index at `place`. `numbers` are those whose files were in the index at its last commit; entries of other
    /// numbers are deleted.
    pub(in crate::indexer) fn open(
        place: &TextPlace,
        numbers: FileNumbers,
        threads: usize,
    ) -> Result<TextWriter, TextProblem> {
        if let TextPlace::Directory(directory) = place {
            TextFields::sweep(directory);
        }
        let (index, fields) = match place {
            TextPlace::Directory(directory) => TextFields::in_directory(directory)?,
            TextPlace::Over(directory) => TextFields::over_directory(directory)?,
            TextPlace::Memory => TextFields::in_memory(),
        };
        let kept = matches!(place, TextPlace::Directory(_));
        let threads = if let TextPlace::Over(_) = place { 1 } else { threads.clamp(1, MAX_THREADS) };
        let writer = index.writer_with_num_threads(threads, WRITER_BYTES * threads);
        let writer: IndexWriter = writer.map_err(|error| TextProblem::Damaged(error.to_string()))?;
        if kept {
            // What a process left that was killed before its commit has names that this one would choose again.
            let swept = writer.garbage_collect_files().wait();
            swept.map_err(|error| TextProblem::Damaged(error.to_string()))?;
        }
        // While everything is new, merging would only keep the threads from reading.
        writer.set_merge_policy(Box::new(NoMergePolicy));
        let (due, pause) = (Instant::now() + FIRST_PAUSE, FIRST_PAUSE);
        let writer = Some(writer);
        let (place, manifest) = (place.clone(), numbers.manifest().generation);
        let mut opened = TextWriter { index, fields, writer, numbers, manifest, place, dirty: false, due, pause };
        opened.drop_strays()?;
        Ok(opened)
    }

    /// Deletes entries of numbers that do not count: what was committed after the numbers were written down. In a directory
    /// those that ended since stay until the next manifest: if there is none, the next process needs them.
    fn drop_strays(&mut self) -> Result<(), TextProblem> {
        if !self.is_kept() {
            self.numbers.take_retired();
        }
        let known = self.numbers.next();
        let first_free = self.opened(Vec::new())?.first_free();
        let dead = self.numbers.dead();
        for number in (known..first_free).chain(dead) {
            self.delete(number);
        }
        self.numbers.skip_to(first_free);
        Ok(())
    }

    fn delete(&self, number: u32) {
        if let Some(writer) = &self.writer {
            writer.delete_term(Term::from_field_u64(self.fields.file, u64::from(number)));
        }
    }

    /// Forgets what a file said. Seen after the next commit.
    pub(in crate::indexer) fn forget(&mut self, path: &str) {
        if let Some(number) = self.numbers.retire(path) {
            self.dirty = true;
            if !self.is_kept() {
                self.delete(number);
            }
        }
    }

    /// Deletes the entries of numbers that no manifest from `generation` on names any more. Seen after the next commit.
    pub(in crate::indexer) fn bury(&mut self, generation: u64) {
        self.manifest = generation;
        for number in self.numbers.take_retired() {
            self.delete(number);
        }
    }

    /// The place where it is written.
    pub(in crate::indexer) fn place(&self) -> &TextPlace {
        &self.place
    }

    /// True if it is in a directory, where others may still read it as the manifest describes it.
    pub(in crate::indexer) fn is_kept(&self) -> bool {
        matches!(self.place, TextPlace::Directory(_))
    }

    /// True if it is in memory over what another process has written.
    pub(in crate::indexer) fn is_over(&self) -> bool {
        matches!(self.place, TextPlace::Over(_))
    }

    /// True if there is something to commit.
    pub(in crate::indexer) fn is_dirty(&self) -> bool {
        self.dirty
    }

    /// The numbers, as the next commit will have them: to be kept beside an index in a directory.
    pub(in crate::indexer) fn numbers(&self) -> &FileNumbers {
        &self.numbers
    }

    /// The files whose text is not in the index yet.
    pub(in crate::indexer) fn pending(&self, library: &Library) -> Vec<FileId> {
        library.file_ids().filter(|&id| self.numbers.of(&library.file(id).path).is_none()).collect()
    }

    /// Adds files until the time is up or the ticket stale. What comes of it beside the entries is returned.
    pub(in crate::indexer) fn add(&mut self, work: TextWork<'_>, pool: &ThreadPool) -> Harvest {
        self.dirty = true;
        let first = self.numbers.next();
        let (cursor, done) = (AtomicUsize::new(0), AtomicU32::new(0));
        let parts = pool.broadcast(|_| self.work(&work, first, &cursor, &done));
        let done = done.into_inner() as usize;
        // Every file that was taken was finished, and they were taken in order.
        for &id in &work.files[..done] {
            self.numbers.give(&work.library.file(id).path);
        }
        let mut harvest = Harvest { done, ..Harvest::default() };
        for Part { builder, files, skipped, filters, filtered } in parts {
            harvest.skipped.extend(skipped);
            if !files.is_empty() {
                harvest.segments.push((builder, files));
            }
            if !filtered.is_empty() {
                harvest.filters.push((filters.finish(), filtered));
            }
        }
        harvest
    }

    fn work(&self, work: &TextWork<'_>, first: u32, cursor: &AtomicUsize, done: &AtomicU32) -> Part {
        let mut reader = Reader::new(self.fields);
        let mut part = Part::default();
        // However short the time, every thread does one file: no step is without progress.
        let mut is_first = true;
        while !work.ticket.is_stale() && (is_first || work.until.is_none_or(|until| Instant::now() < until)) {
            is_first = false;
            let number = cursor.fetch_add(1, Ordering::Relaxed);
            let Some(&id) = work.files.get(number) else { break };
            // A file that cannot be read has no entries; that it cannot be read is told with its structure.
            let file = (work.library.file(id), &*work.library.path_in_roots(id));
            let reading = reader.read(work.loader, file, first + number as u32).unwrap_or_default();
            let Reading { entries, filtered, document } = reading;
            if filtered {
                part.filtered.push(id);
            }
            // All of a file in one segment. It fails only when the writer has died; the commit says so.
            let entries = entries.into_iter().map(UserOperation::Add);
            let _ = self.writer.as_ref().map(|writer| writer.run(entries));
            if let Some((document, key)) = document.filter(|_| !work.library.is_indexed(id)) {
                part.skipped.extend(lost(&work.library.file(id).path, &document));
                part.builder.push(&document, key, []);
                part.files.push(id);
            }
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            if count.is_multiple_of(REPORT_EVERY) {
                let (before, total) = work.offset;
                (work.progress)(Progress { stage: Stage::Text, done: before + count, total });
            }
        }
        part.filters = reader.filters;
        part
    }

    /// True if a commit is worth its time although more is to come.
    pub(in crate::indexer) fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    /// Notes that everything is in: from now on small segments are merged, and those with many deleted entries are
    /// written again.
    pub(in crate::indexer) fn settle(&self) {
        if let Some(writer) = &self.writer {
            writer.set_merge_policy(Box::new(Merging::default()));
        }
    }

    /// Makes what was added visible and, in a directory, permanent.
    pub(in crate::indexer) fn commit(&mut self) -> Result<Arc<TextIndex>, TextProblem> {
        let damaged = |error: TantivyError| TextProblem::Damaged(error.to_string());
        if let Some(writer) = &mut self.writer {
            let mut commit = writer.prepare_commit().map_err(damaged)?;
            commit.set_payload(&self.manifest.to_string());
            commit.commit().map_err(damaged)?;
        }
        self.dirty = false;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        self.due = Instant::now() + self.pause;
        self.opened(self.numbers.paths().to_vec()).map(Arc::new)
    }

    /// The last commit, with the paths of these numbers.
    fn opened(&self, paths: Vec<Arc<str>>) -> Result<TextIndex, TextProblem> {
        TextIndex::open(&self.index, self.fields, paths)
    }
}

/// A merge that goes on after the right to write has passed to another would undo what that one commits.
impl Drop for TextWriter {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            let _ = writer.wait_merging_threads();
        }
    }
}

/// The results of one thread beside the entries.
#[derive(Default)]
struct Part {
    builder: SegmentBuilder,
    files: Vec<FileId>,
    /// What documents among them lack as a whole.
    skipped: Vec<Skipped>,
    filters: TrigramTableBuilder,
    filtered: Vec<FileId>,
}

/// Files to add.
pub(in crate::indexer) struct TextWork<'w> {
    pub library: &'w Library,
    pub loader: &'w SourceLoader,
    pub files: &'w [FileId],
    pub until: Option<Instant>,
    pub ticket: &'w Ticket,
    pub progress: Report<'w>,
    /// The base of the numbers reported: files done before, and files in all.
    pub offset: (u32, u32),
}
