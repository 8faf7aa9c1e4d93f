//! The text stage: entries of the full-text index from files whose structure is known.

use super::loader::{DiskLoader, decode};
use super::progress::Report;
use super::units::{self, Unit};
use super::{Progress, Stage};
use crate::document::LineIndex;
use crate::library::{FileId, Library, TextFields, TextIndex};
use crate::stdx::Ticket;
use rayon::ThreadPool;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tantivy::{Index, IndexWriter, TantivyDocument, Term};

/// Memory of one writing thread; what is over it becomes a segment.
const WRITER_BYTES: usize = 48 << 20;

/// How long a new index works before a part of it is made visible; the pauses double.
const FIRST_PAUSE: Duration = Duration::from_secs(4);

/// The longest such pause: every saved file makes its words visible, too.
const LONGEST_PAUSE: Duration = Duration::from_secs(64);

/// How many files are done between two reports.
const REPORT_EVERY: u32 = 64;

/// The one writer of the index.
pub(super) struct TextStage {
    index: Index,
    fields: TextFields,
    writer: IndexWriter,
    /// The path of each file number that was given out; empty where the file has changed since.
    paths: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
    /// When to make visible what is there so far, and how long to wait after that.
    due: Instant,
    pause: Duration,
}

impl TextStage {
    /// An empty index in memory. The error is a clause.
    pub(super) fn new(threads: usize) -> Result<TextStage, String> {
        let (index, fields) = TextFields::create();
        let writer = index.writer_with_num_threads(threads, WRITER_BYTES * threads);
        let writer = writer.map_err(|error| error.to_string())?;
        Ok(TextStage {
            index,
            fields,
            writer,
            paths: Vec::new(),
            numbers: HashMap::new(),
            due: Instant::now() + FIRST_PAUSE,
            pause: FIRST_PAUSE,
        })
    }

    /// Forgets what a file said. Seen after the next commit.
    pub(super) fn forget(&mut self, path: &str) {
        if let Some(number) = self.numbers.remove(path) {
            self.writer.delete_term(Term::from_field_text(self.fields.path, path));
            self.paths[number as usize] = "".into();
        }
    }

    /// The indexed files whose text is not in the index yet.
    pub(super) fn pending(&self, library: &Library) -> Vec<FileId> {
        let is_new = |&id: &FileId| library.is_indexed(id) && !self.numbers.contains_key(&library.file(id).path);
        library.file_ids().filter(is_new).collect()
    }

    /// Adds files until the time is up or the ticket stale; returns how many.
    pub(super) fn add(&mut self, work: TextWork<'_>, pool: &ThreadPool) -> usize {
        let first = self.paths.len();
        let (cursor, done) = (AtomicUsize::new(0), AtomicU32::new(0));
        pool.broadcast(|_| self.work(&work, first, &cursor, &done));
        let done = done.into_inner() as usize;
        for &id in &work.files[..done] {
            let path = Arc::clone(&work.library.file(id).path);
            self.numbers.insert(Arc::clone(&path), self.paths.len() as u32);
            self.paths.push(path);
        }
        done
    }

    fn work(&self, work: &TextWork<'_>, first: usize, cursor: &AtomicUsize, done: &AtomicU32) {
        // However short the time, every thread does one file: no step is without progress.
        let mut is_first = true;
        while !work.ticket.is_stale() && (is_first || work.until.is_none_or(|until| Instant::now() < until)) {
            is_first = false;
            let number = cursor.fetch_add(1, Ordering::Relaxed);
            let Some(&id) = work.files.get(number) else { break };
            self.file(work, id, (first + number) as u64);
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            if count.is_multiple_of(REPORT_EVERY) {
                let (before, total) = work.offset;
                (work.progress)(Progress { stage: Stage::Text, done: before + count, total });
            }
        }
    }

    /// Adds the entries of one file. A file that cannot be read any more has none.
    fn file(&self, work: &TextWork<'_>, id: FileId, number: u64) {
        let entry = work.library.file(id);
        let Some(outline) = work.library.outline(id) else { return };
        let Ok(bytes) = work.loader.bytes(entry) else { return };
        let (text, source_lines) = if entry.format.derived_text {
            let Ok(document) = work.loader.parse(entry, bytes) else { return };
            (document.text, document.source_lines)
        } else {
            let Ok(text) = decode(bytes) else { return };
            (text, None)
        };
        let lines = LineIndex::new(&text);
        let line_at = |offset| {
            let line = lines.line(offset);
            let map = source_lines.as_ref().and_then(|map| map.get(line as usize - 1)).copied();
            map.unwrap_or(line)
        };
        units::cut(&text, outline, entry.format.family, &mut |unit| {
            let Unit { node, span, prose, code } = unit;
            let mut context = entry.path.to_string();
            for above in node.into_iter().flat_map(|node| outline.ancestors(node)) {
                context.push('\n');
                context.push_str(outline.name(above));
            }
            let fields = &self.fields;
            let mut document = TantivyDocument::default();
            document.add_text(fields.path, &entry.path);
            document.add_u64(fields.file, number);
            document.add_u64(fields.start, u64::from(span.start));
            document.add_u64(fields.end, u64::from(span.end));
            document.add_u64(fields.line, u64::from(line_at(span.start)));
            document.add_text(fields.title, node.map_or(entry.name(), |node| outline.name(node)));
            document.add_text(fields.context, context);
            for prose in prose {
                document.add_text(fields.prose, prose);
            }
            for code in code {
                document.add_text(fields.code, code);
            }
            // It fails only when the writer has died; the commit that follows says so.
            let _ = self.writer.add_document(document);
        });
    }

    /// Whether a commit is worth its time, although more is to come.
    pub(super) fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    /// Makes what was added visible. The error is a clause.
    pub(super) fn commit(&mut self) -> Result<Arc<TextIndex>, String> {
        self.writer.commit().map_err(|error| error.to_string())?;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        self.due = Instant::now() + self.pause;
        TextIndex::open(&self.index, self.fields, self.paths.clone()).map(Arc::new)
    }
}

/// What is to be added.
pub(super) struct TextWork<'w> {
    pub library: &'w Library,
    pub loader: &'w DiskLoader,
    pub files: &'w [FileId],
    pub until: Option<Instant>,
    pub ticket: &'w Ticket,
    pub progress: Report<'w>,
    /// What the numbers reported start from: files done before, and files in all.
    pub offset: (u32, u32),
}

/// The stage of an indexer: there from the first need of it. The lock is held from reading the library to
/// publishing the next one, so that an index never speaks of files that have changed since.
#[derive(Default)]
pub(super) struct TextSlot(Mutex<Option<TextStage>>);

impl TextSlot {
    pub(super) fn lock(&self) -> MutexGuard<'_, Option<TextStage>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stage in `slot`, made on first use. The error is a clause.
pub(super) fn stage_in(slot: &mut Option<TextStage>, threads: usize) -> Result<&mut TextStage, String> {
    match slot {
        Some(stage) => Ok(stage),
        None => Ok(slot.insert(TextStage::new(threads)?)),
    }
}
