//! The last stage: vectors of what every file declares and says, made where text and structure are known.

use super::pieces::pieces;
use crate::document::Span;
use crate::indexer::build::progress::Report;
use crate::indexer::build::progress::{Progress, Stage};
use crate::indexer::handle::Indexer;
use crate::library::{FileId, Library, Piece, RowKind, RowTable, RowTableBuilder, write_vectors};
use crate::semantic::{DIMENSIONS, Embedder, Endpoint, Model, Quantised};
use crate::stdx::{Stale, Ticket};
use rayon::ThreadPool;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How many files are done between two reports.
const REPORT_EVERY: u32 = 64;

impl Indexer {
    /// The files whose vectors are to be made: their structure is known, and the vectors are not or are another
    /// model's. What an endpoint has made stays when it has been given up: it may answer again some day.
    fn without_vectors(&self, library: &Library) -> Vec<FileId> {
        if !self.options.vectors {
            return Vec::new();
        }
        let has_none = |id| library.row_place(RowKind::Vectors, id).is_none();
        let is_bad = |id| !has_none(id) && self.is_of_another_model(library, id);
        if !self.models_known.load(Ordering::Relaxed) && !library.file_ids().any(is_bad) {
            self.models_known.store(true, Ordering::Relaxed);
        }
        // To look into the rows is to have all of them in memory: once they are known, their places say enough.
        let are_known = self.models_known.load(Ordering::Relaxed);
        let lacks = |&id: &FileId| library.is_indexed(id) && (has_none(id) || (!are_known && is_bad(id)));
        library.file_ids().filter(lacks).collect()
    }

    fn is_of_another_model(&self, library: &Library, id: FileId) -> bool {
        let embeddings = &self.options.embeddings;
        let good = [Some(embeddings.model()), embeddings.configured().map(Endpoint::id)];
        library.vectors(id).is_none_or(|vectors| !good.contains(&Some(vectors.model())))
    }

    /// Makes vectors for about `budget`, and publishes them. Whether there is nothing left to do.
    pub(in crate::indexer) fn vector_step(
        &self,
        pool: &ThreadPool,
        budget: Duration,
        ticket: &Ticket,
        progress: Report,
    ) -> Result<bool, Stale> {
        let library = self.library();
        let files = self.without_vectors(&library);
        if files.is_empty() {
            return Ok(true);
        }
        if let Some(endpoint) = self.options.embeddings.endpoint() {
            self.post_step(endpoint, &library, &files, budget, ticket, progress)?;
            return Ok(false);
        }
        let total = library.files().len() as u32;
        let before = total.saturating_sub(files.len() as u32);
        let until = Instant::now() + budget;
        let (cursor, done) = (AtomicUsize::new(0), AtomicU32::new(0));
        let parts = pool.broadcast(|_| {
            let mut maker = Maker::new();
            // However short the time, every thread does one file: no step is without progress.
            while !ticket.is_stale() && (maker.files.is_empty() || Instant::now() < until) {
                let Some(&id) = files.get(cursor.fetch_add(1, Ordering::Relaxed)) else { break };
                maker.add(&library, id);
                let count = done.fetch_add(1, Ordering::Relaxed) + 1;
                if count.is_multiple_of(REPORT_EVERY) {
                    progress(Progress { stage: Stage::Vectors, done: before + count, total });
                }
            }
            maker.finish()
        });
        self.publish_rows(&library, RowKind::Vectors, parts);
        ticket.check()?;
        Ok(done.into_inner() as usize == files.len())
    }

    /// Makes all vectors that are missing, as far as structure is known.
    pub(in crate::indexer) fn all_vectors(&self, ticket: &Ticket, progress: Report) -> Result<(), Stale> {
        const STEP: Duration = Duration::from_secs(2);
        while !self.vector_step(&self.front, STEP, ticket, progress)? {}
        Ok(())
    }
}

/// Calls `each` with the node, the bytes, and the words that stand for them, of every piece of a file. `words` is
/// memory to work in.
pub(super) fn texts(library: &Library, id: FileId, words: &mut String, each: &mut dyn FnMut(Option<u32>, Span, &str)) {
    let entry = library.file(id);
    // Of a file that is only searched nothing is taken: it may be larger than the memory that is left.
    let text = match entry.text_only {
        true => Ok("".into()),
        false if entry.format.derived_text => library.node_text(id),
        false => library.peek_text(id),
    };
    let Ok(text) = text else { return };
    let text: &str = &text;
    pieces(text, &entry.path, library.outline(id), entry.format, &mut |node, span, context| {
        words.clear();
        words.push_str(context);
        words.push('\n');
        words.push_str(span.of(text));
        each(node, span, words);
    });
}

/// What one thread works with.
struct Maker {
    embedder: Embedder<'static>,
    rows: RowTableBuilder,
    files: Vec<FileId>,
    words: String,
}

impl Maker {
    fn new() -> Maker {
        let embedder = Model::built_in().embedder();
        Maker { embedder, rows: RowTableBuilder::default(), files: Vec::new(), words: String::new() }
    }

    /// Appends the row of a file; one that cannot be read has no pieces.
    fn add(&mut self, library: &Library, id: FileId) {
        let mut found: Vec<Piece<Vec<u8>>> = Vec::new();
        let Maker { embedder, words, .. } = self;
        texts(library, id, words, &mut |node, span, words| {
            if let Some(vector) = embedder.embed(words) {
                found.push(Piece { node, span, vector: Quantised::of(&vector).to_bytes() });
            }
        });
        self.rows.push(|out| write_vectors(out, Model::built_in().id(), DIMENSIONS, &found));
        self.files.push(id);
    }

    fn finish(self) -> (RowTable, Vec<FileId>) {
        (self.rows.finish(), self.files)
    }
}
