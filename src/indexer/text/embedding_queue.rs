//! Pieces on their way to an embeddings endpoint and back: a few files at a time, while everything else goes on.

use super::vectors::texts;
use crate::document::Span;
use crate::indexer::build::progress::Report;
use crate::indexer::build::progress::{Progress, Stage};
use crate::indexer::handle::Indexer;
use crate::library::{FileId, Library, Piece, RowKind, RowTable, RowTableBuilder, write_vectors};
use crate::semantic::{Embeddings, Endpoint, EndpointProblem, Quantised};
use crate::stdx::{Stale, Ticket, Tickets};
use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// Letters on their way at once: one is answered while the next is written. The first one goes alone.
const UNDER_WAY: usize = 2;

/// Files in a letter, at most.
const MOST_FILES: usize = 256;

/// How often who waits for an answer looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(50);

/// What has been sent and not been answered.
#[derive(Debug)]
pub(in crate::indexer) struct Post {
    letters: Vec<Letter>,
    next: u64,
    /// Goes stale when nobody is left to take answers.
    wanted: Tickets,
    ticket: Ticket,
    sender: Sender<Reply>,
    replies: Receiver<Reply>,
}

/// Files whose pieces are with the endpoint.
#[derive(Debug)]
struct Letter {
    number: u64,
    /// The library whose files they are.
    library: Arc<Library>,
    files: Vec<FileId>,
}

/// The answer to a letter, by its number.
#[derive(Debug)]
struct Reply(u64, Result<RowTable, EndpointProblem>);

/// The pieces of one file.
#[derive(Default)]
struct FilePieces {
    places: Vec<(Option<u32>, Span)>,
    texts: Vec<String>,
}

impl Default for Post {
    fn default() -> Post {
        let (sender, replies) = mpsc::channel();
        let wanted = Tickets::default();
        let ticket = wanted.issue();
        Post { letters: Vec::new(), next: 0, wanted, ticket, sender, replies }
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        self.wanted.cancel();
    }
}

impl Post {
    /// Whether the pieces of this file are under way.
    fn holds(&self, library: &Library, file: FileId) -> bool {
        let is_ours = |letter: &Letter| std::ptr::eq(letter.library.files(), library.files());
        self.letters.iter().any(|letter| is_ours(letter) && letter.files.contains(&file))
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
            && sent.len() < MOST_FILES
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
            self.letters.push(Letter { number, library: Arc::clone(library), files: sent });
        }
    }

    /// The next answer within `patience`, with the files that it is about.
    fn take(&mut self, patience: Duration) -> Option<(Letter, Result<RowTable, EndpointProblem>)> {
        let Reply(number, outcome) = self.replies.recv_timeout(patience).ok()?;
        let at = self.letters.iter().position(|letter| letter.number == number)?;
        Some((self.letters.remove(at), outcome))
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

impl Indexer {
    /// Has vectors of `files` made by the endpoint for about `budget`. What is under way then is taken by the next
    /// step.
    pub(super) fn post_step(
        &self,
        endpoint: &Endpoint,
        library: &Arc<Library>,
        files: &[FileId],
        budget: Duration,
        ticket: &Ticket,
        progress: Report,
    ) -> Result<(), Stale> {
        let embeddings = &self.options.embeddings;
        let batch = endpoint.options().batch.max(1);
        let until = Instant::now() + budget;
        let total = library.files().len() as u32;
        let mut left = files.len() as u32;
        let mut post = self.post.lock().unwrap_or_else(PoisonError::into_inner);
        let mut waiting: VecDeque<FileId> = files.iter().copied().filter(|&file| !post.holds(library, file)).collect();
        loop {
            ticket.check()?;
            let is_asked = embeddings.endpoint().is_some();
            let most = if endpoint.has_answered() { UNDER_WAY } else { 1 };
            while is_asked && post.letters.len() < most && !waiting.is_empty() && embeddings.pause().is_zero() {
                post.send(embeddings, batch, library, &mut waiting);
            }
            if post.letters.is_empty() && (waiting.is_empty() || !is_asked) {
                // Files of failed letters, and all others once it has been given up, are the next step's.
                return Ok(());
            }
            if let Some((letter, outcome)) = post.take(LOOK.min(until.saturating_duration_since(Instant::now()))) {
                if let Ok(rows) = outcome {
                    left = left.saturating_sub(letter.files.len() as u32);
                    self.publish_rows(&letter.library, RowKind::Vectors, vec![(rows, letter.files)]);
                    progress(Progress { stage: Stage::Vectors, done: total.saturating_sub(left), total });
                }
            } else if Instant::now() >= until {
                return Ok(());
            }
        }
    }
}
