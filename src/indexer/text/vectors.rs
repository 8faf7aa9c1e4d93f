//! The last stage: vectors of what every file declares and says, made where text and structure are known.

use super::embedding_queue::{EmbeddingQueue, Errand, QueuePass, Sent};
use super::pieces::texts;
use crate::document::Span;
use crate::indexer::build::locks::{Held, Ranked, VECTORS};
use crate::indexer::build::published::Published;
use crate::indexer::files::progress::{Progress, Report, Stage};
use crate::library::{FileId, Library, Piece, RowKind, RowTable, RowTableBuilder, VectorRow, write_vectors};
use crate::semantic::{DIMENSIONS, Embedder, EmbeddingModel, Embeddings, Endpoint, EndpointProblem, Quantised};
use crate::stdx::{Stale, Ticket};
use rayon::ThreadPool;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Files done between two reports.
const REPORT_EVERY: u32 = 64;

/// Files of one request, at most.
pub(super) const MAX_FILES: usize = 256;

/// The time of a step that is one of many until all is done.
pub(super) const STEP: Duration = Duration::from_secs(2);

/// The owner of vectors under way: the model, and requests to an endpoint.
pub(in crate::indexer) struct VectorIndexer {
    /// `None` if there are to be no vectors.
    embeddings: Option<Arc<Embeddings>>,
    queue: Ranked<EmbeddingQueue, VECTORS>,
}

/// The parts of an indexer that a step works with.
#[derive(Clone, Copy)]
pub(in crate::indexer) struct VectorPass<'v> {
    pub published: &'v Published,
    pub pool: &'v ThreadPool,
    pub budget: Duration,
    pub ticket: &'v Ticket,
    pub progress: Report<'v>,
}

impl VectorIndexer {
    /// Makes vectors with `embeddings`; none without.
    pub(in crate::indexer) fn new(embeddings: Option<Arc<Embeddings>>) -> VectorIndexer {
        VectorIndexer { embeddings, queue: Ranked::default() }
    }

    /// The models that make vectors of files and questions; `None` if there are to be none.
    pub(in crate::indexer) fn embeddings(&self) -> Option<&Arc<Embeddings>> {
        self.embeddings.as_ref()
    }

    /// The files whose vectors are to be made: their structure is known, and the vectors are not or are another
    /// model's. What an endpoint has made stays when it has been given up: it may answer again some day.
    fn pending(
        &self,
        embeddings: &Embeddings,
        pass: &VectorPass<'_>,
        library: &Library,
        held: &mut Held<'_, 0>,
    ) -> Vec<FileId> {
        let good = [Some(embeddings.model()), embeddings.configured().map(Endpoint::id)];
        let is_of_another_model = |id| library.vectors(id).is_none_or(|vectors| !good.contains(&Some(vectors.model())));
        let has_none = |id| library.row_place(RowKind::Vectors, id).is_none();
        let is_bad = |id| !has_none(id) && is_of_another_model(id);
        // To look into the rows is to have all of them in memory: once they are known, their places say enough.
        let mut are_known = pass.published.hold(held).are_models_known;
        if !are_known && !library.file_ids().any(is_bad) {
            are_known = true;
            let mut current = pass.published.hold(held);
            current.are_models_known = std::ptr::eq(&*current.library(), library);
        }
        let lacks = |&id: &FileId| library.is_indexed(id) && (has_none(id) || (!are_known && is_bad(id)));
        library.file_ids().filter(lacks).collect()
    }

    /// Makes vectors for about the budget, and publishes them; true if nothing is left to do.
    pub(in crate::indexer) fn step(&self, pass: &VectorPass<'_>, held: &mut Held<'_, 0>) -> Result<bool, Stale> {
        let library = pass.published.library();
        let Some(embeddings) = &self.embeddings else { return Ok(true) };
        let files = self.pending(embeddings, pass, &library, held);
        if files.is_empty() {
            return Ok(true);
        }
        let VectorPass { published, pool, budget, ticket, progress } = *pass;
        if let Some(endpoint) = embeddings.endpoint() {
            let sent = SentTexts { embeddings, batch: endpoint.options().batch.max(1) };
            let total = library.files().len() as u32;
            let pass = QueuePass { published, sent: &sent, embeddings, endpoint, total, budget, ticket, progress };
            let (mut queue, mut held) = self.queue.lock(held);
            queue.step(&pass, &library, &files, &mut held)?;
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
        published.publish_rows(&library, RowKind::Vectors, parts, held);
        ticket.check()?;
        Ok(done.into_inner() as usize == files.len())
    }

    /// Makes all vectors that are missing, as far as structure is known.
    pub(in crate::indexer) fn all(&self, pass: &VectorPass<'_>, held: &mut Held<'_, 0>) -> Result<(), Stale> {
        let pass = VectorPass { budget: STEP, ..*pass };
        while !self.step(&pass, held)? {}
        Ok(())
    }
}

/// The state of one thread.
struct Maker {
    embedder: Embedder<'static>,
    rows: RowTableBuilder,
    files: Vec<FileId>,
    words: String,
}

impl Maker {
    fn new() -> Maker {
        let embedder = EmbeddingModel::built_in().embedder();
        Maker { embedder, rows: RowTableBuilder::default(), files: Vec::new(), words: String::new() }
    }

    /// Appends the row of a file; one that cannot be read has no pieces, one that is not as it was found no row.
    fn add(&mut self, library: &Library, id: FileId) {
        let Some(found) = pieces_with_vectors(library, id, &mut self.embedder, &mut self.words) else { return };
        self.rows.push(|out| write_vectors(out, EmbeddingModel::built_in().id(), DIMENSIONS, &found));
        self.files.push(id);
    }

    fn finish(self) -> (RowTable, Vec<FileId>) {
        (self.rows.finish(), self.files)
    }
}

/// The pieces of a file with what the built-in model makes of them; `None` if it is not as it was found.
pub(super) fn pieces_with_vectors(
    library: &Library,
    id: FileId,
    embedder: &mut Embedder<'static>,
    words: &mut String,
) -> Option<Vec<Piece<Vec<u8>>>> {
    let mut found: Vec<Piece<Vec<u8>>> = Vec::new();
    let is_there = texts(library, id, words, &mut |node, span, words| {
        if let Some(vector) = embedder.embed(words) {
            found.push(Piece { node, span, vector: Quantised::of(&vector).to_bytes() });
        }
    });
    is_there.then_some(found)
}

/// Whether a row holds these pieces and no others.
pub(super) fn same_pieces(row: VectorRow<'_>, pieces: &[Piece<Vec<u8>>]) -> bool {
    let place = |piece: &Piece<Vec<u8>>| (piece.node, piece.span);
    row.pieces()
        .map(|piece| ((piece.node, piece.span), piece.vector))
        .eq(pieces.iter().map(|piece| (place(piece), &piece.vector[..])))
}

/// Texts of files, piece by piece, on their way to an endpoint.
struct SentTexts<'s> {
    embeddings: &'s Arc<Embeddings>,
    /// Pieces of one request, at most, but for those of one file.
    batch: usize,
}

/// The pieces of one file.
#[derive(Default)]
struct FilePieces {
    places: Vec<(Option<u32>, Span)>,
    texts: Vec<String>,
}

impl Sent for SentTexts<'_> {
    fn kind(&self) -> RowKind {
        RowKind::Vectors
    }

    fn take(&self, library: &Arc<Library>, files: &mut VecDeque<FileId>) -> Option<(Vec<FileId>, Errand)> {
        let (mut sent, mut all, mut count) = (Vec::new(), Vec::new(), 0);
        let mut words = String::new();
        while count < self.batch
            && sent.len() < MAX_FILES
            && let Some(file) = files.pop_front()
        {
            let mut pieces = FilePieces::default();
            let is_there = texts(library, file, &mut words, &mut |node, span, words| {
                pieces.places.push((node, span));
                pieces.texts.push(words.to_owned());
            });
            if !is_there {
                continue;
            }
            count += pieces.texts.len();
            sent.push(file);
            all.push(pieces);
        }
        if sent.is_empty() {
            return None;
        }
        let (embeddings, batch) = (Arc::clone(self.embeddings), self.batch);
        Some((sent, Box::new(move |ticket| answered(&embeddings, batch, &all, ticket))))
    }
}

/// The rows of files, made by the endpoint.
fn answered(
    embeddings: &Embeddings,
    batch: usize,
    files: &[FilePieces],
    ticket: &Ticket,
) -> Result<Result<RowTable, EndpointProblem>, Stale> {
    let model = embeddings.configured().map_or(0, Endpoint::id);
    let texts: Vec<&str> = files.iter().flat_map(|file| &file.texts).map(String::as_str).collect();
    let mut vectors = Vec::with_capacity(texts.len());
    for texts in texts.chunks(batch) {
        match embeddings.embed(texts, ticket)? {
            Ok(some) => vectors.extend(some.into_iter().map(|vector| vector.map(|vector| Quantised::of(&vector)))),
            Err(problem) => return Ok(Err(problem)),
        }
    }
    let (mut rows, mut vectors) = (RowTableBuilder::default(), vectors.into_iter());
    for file in files {
        let piece = |(&(node, span), vector): (&(Option<u32>, Span), Option<Quantised>)| {
            vector.map(|vector| Piece { node, span, vector: vector.to_bytes() })
        };
        let pieces: Vec<Piece<Vec<u8>>> = file.places.iter().zip(vectors.by_ref()).filter_map(piece).collect();
        let dimensions = pieces.first().map_or(0, |piece| piece.vector.len().saturating_sub(4));
        rows.push(|out| write_vectors(out, model, dimensions, &pieces));
    }
    Ok(Ok(rows.finish()))
}
