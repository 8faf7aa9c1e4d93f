//! Requests to an embeddings endpoint: a few files at a time, while everything else goes on.

use super::pieces::texts;
use crate::document::Span;
use crate::indexer::build::locks::{Held, VECTORS};
use crate::indexer::build::published::Published;
use crate::indexer::files::progress::{Progress, Report, Stage};
use crate::library::{FileId, Library, Piece, RowKind, RowTable, RowTableBuilder, write_vectors};
use crate::semantic::{Embeddings, Endpoint, EndpointProblem, Quantised};
use crate::stdx::{Stale, Ticket, Tickets};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

/// Requests in flight at once: one is answered while the next is written. The first one goes alone.
const MAX_REQUESTS: usize = 2;

/// Files of one request, at most.
const MAX_FILES: usize = 256;

/// The time between two checks whether an answer is still wanted.
const POLL: Duration = Duration::from_millis(50);

/// Requests that have been sent and not been answered.
#[derive(Debug)]
pub(in crate::indexer) struct EmbeddingQueue {
    requests: Vec<Request>,
    next: u64,
    /// Goes stale when nobody is left to take answers.
    wanted: Tickets,
    ticket: Ticket,
    sender: Sender<Reply>,
    replies: Receiver<Reply>,
}

/// Files whose pieces the endpoint has.
#[derive(Debug)]
struct Request {
    number: u64,
    /// The library whose files they are.
    library: Arc<Library>,
    files: Vec<FileId>,
}

/// The answer to a request, by its number.
#[derive(Debug)]
struct Reply(u64, Result<RowTable, EndpointProblem>);

/// The pieces of one file.
#[derive(Default)]
struct FilePieces {
    places: Vec<(Option<u32>, Span)>,
    texts: Vec<String>,
}

impl Default for EmbeddingQueue {
    fn default() -> EmbeddingQueue {
        let (sender, replies) = mpsc::channel();
        let wanted = Tickets::default();
        let ticket = wanted.issue();
        EmbeddingQueue { requests: Vec::new(), next: 0, wanted, ticket, sender, replies }
    }
}

impl Drop for EmbeddingQueue {
    fn drop(&mut self) {
        self.wanted.cancel();
    }
}

impl EmbeddingQueue {
    /// True if the pieces of this file are in flight.
    fn holds(&self, library: &Library, file: FileId) -> bool {
        let is_ours = |request: &Request| std::ptr::eq(request.library.files(), library.files());
        self.requests.iter().any(|request| is_ours(request) && request.files.contains(&file))
    }

    /// Takes files off `files` and sends their pieces, as many as fit into one request, or those of one file.
    fn send(
        &mut self,
        embeddings: &Arc<Embeddings>,
        batch: usize,
        library: &Arc<Library>,
        files: &mut VecDeque<FileId>,
    ) {
        let (mut sent, mut all, mut count) = (Vec::new(), Vec::new(), 0);
        let mut words = String::new();
        while count < batch
            && sent.len() < MAX_FILES
            && let Some(file) = files.pop_front()
        {
            let mut pieces = FilePieces::default();
            texts(library, file, &mut words, &mut |node, span, words| {
                pieces.places.push((node, span));
                pieces.texts.push(words.to_owned());
            });
            count += pieces.texts.len();
            sent.push(file);
            all.push(pieces);
        }
        let number = self.next;
        self.next += 1;
        let (embeddings, sender, ticket) = (Arc::clone(embeddings), self.sender.clone(), self.ticket.clone());
        let carry = move || {
            if let Ok(outcome) = answered(&embeddings, batch, &all, &ticket) {
                drop(sender.send(Reply(number, outcome)));
            }
        };
        // Without a thread nothing is sent, and it is tried again with the next step.
        if std::thread::Builder::new().name("embeddings".to_owned()).spawn(carry).is_ok() {
            self.requests.push(Request { number, library: Arc::clone(library), files: sent });
        }
    }

    /// The next answer within `patience`, with the files that it is about.
    fn take(&mut self, patience: Duration) -> Option<(Request, Result<RowTable, EndpointProblem>)> {
        let Reply(number, outcome) = self.replies.recv_timeout(patience).ok()?;
        let at = self.requests.iter().position(|request| request.number == number)?;
        Some((self.requests.remove(at), outcome))
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

/// The parts of an indexer that a step works with.
pub(super) struct QueuePass<'q> {
    pub published: &'q Published,
    pub embeddings: &'q Arc<Embeddings>,
    pub endpoint: &'q Endpoint,
    pub budget: Duration,
    pub ticket: &'q Ticket,
    pub progress: Report<'q>,
}

impl EmbeddingQueue {
    /// Has vectors of `files` made by the endpoint for about the budget. Requests in flight then are answered in the
    /// next step.
    pub(super) fn step(
        &mut self,
        pass: &QueuePass<'_>,
        library: &Arc<Library>,
        files: &[FileId],
        held: &mut Held<'_, VECTORS>,
    ) -> Result<(), Stale> {
        let QueuePass { published, embeddings, endpoint, budget, ticket, progress } = *pass;
        let batch = endpoint.options().batch.max(1);
        let until = Instant::now() + budget;
        let total = library.files().len() as u32;
        let mut left = files.len() as u32;
        let mut waiting: VecDeque<FileId> = files.iter().copied().filter(|&file| !self.holds(library, file)).collect();
        loop {
            ticket.check()?;
            let is_asked = embeddings.endpoint().is_some();
            let max_requests = if endpoint.has_answered() { MAX_REQUESTS } else { 1 };
            while is_asked && self.requests.len() < max_requests && !waiting.is_empty() && embeddings.pause().is_zero()
            {
                self.send(embeddings, batch, library, &mut waiting);
            }
            if self.requests.is_empty() && (waiting.is_empty() || !is_asked) {
                // Files of failed requests, and all others once it has been given up, are the next step's.
                return Ok(());
            }
            if let Some((request, outcome)) = self.take(POLL.min(until.saturating_duration_since(Instant::now()))) {
                if let Ok(rows) = outcome {
                    left = left.saturating_sub(request.files.len() as u32);
                    published.publish_rows(&request.library, RowKind::Vectors, vec![(rows, request.files)], held);
                    progress(Progress { stage: Stage::Vectors, done: total.saturating_sub(left), total });
                }
            } else if Instant::now() >= until {
                return Ok(());
            }
        }
    }
}
