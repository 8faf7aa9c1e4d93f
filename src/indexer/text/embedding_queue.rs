//! Requests to an embeddings endpoint: a few files at a time, while everything else goes on. What of a file is sent, and the
//! row that is made of the answer, is another's: texts, or pictures.

use crate::indexer::build::locks::{Held, VECTORS};
use crate::indexer::build::published::Published;
use crate::indexer::files::progress::{Progress, Report, Stage};
use crate::library::{FileId, Library, RowKind, RowTable};
use crate::semantic::{Embeddings, Endpoint, EndpointProblem};
use crate::stdx::{Stale, Ticket, Tickets};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

/// Requests in flight at once: one is answered while the next is written. The first one goes alone.
const MAX_REQUESTS: usize = 2;

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

/// Files that are with the endpoint.
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

/// One request, carried out on a thread of its own: the rows of its files.
pub(super) type Errand = Box<dyn FnOnce(&Ticket) -> Result<Result<RowTable, EndpointProblem>, Stale> + Send>;

/// What is sent of files.
pub(super) trait Sent {
    /// The rows that are made of the answers.
    fn kind(&self) -> RowKind;

    /// Takes files off `files`, as many as fit into one request. `None` if none of those is to be sent now.
    fn take(&self, library: &Arc<Library>, files: &mut VecDeque<FileId>) -> Option<(Vec<FileId>, Errand)>;
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
    /// True if this file is in flight.
    fn holds(&self, library: &Library, file: FileId) -> bool {
        let is_ours = |request: &Request| std::ptr::eq(request.library.files(), library.files());
        self.requests.iter().any(|request| is_ours(request) && request.files.contains(&file))
    }

    /// Takes files off `files` and sends what is to be sent of them.
    fn send(&mut self, sent: &dyn Sent, library: &Arc<Library>, files: &mut VecDeque<FileId>) {
        let Some((taken, errand)) = sent.take(library, files) else { return };
        let number = self.next;
        self.next += 1;
        let (sender, ticket) = (self.sender.clone(), self.ticket.clone());
        let carry = move || {
            if let Ok(outcome) = errand(&ticket) {
                drop(sender.send(Reply(number, outcome)));
            }
        };
        // Without a thread nothing is sent, and it is tried again with the next step.
        if std::thread::Builder::new().name("embeddings".to_owned()).spawn(carry).is_ok() {
            self.requests.push(Request { number, library: Arc::clone(library), files: taken });
        }
    }

    /// The next answer within `patience`, with the files that it is about.
    fn take(&mut self, patience: Duration) -> Option<(Request, Result<RowTable, EndpointProblem>)> {
        let Reply(number, outcome) = self.replies.recv_timeout(patience).ok()?;
        let at = self.requests.iter().position(|request| request.number == number)?;
        Some((self.requests.remove(at), outcome))
    }
}

/// The parts of an indexer that a step works with.
pub(super) struct QueuePass<'q> {
    pub published: &'q Published,
    pub sent: &'q dyn Sent,
    pub embeddings: &'q Embeddings,
    pub endpoint: &'q Endpoint,
    /// Files that have such rows in the end.
    pub total: u32,
    pub budget: Duration,
    pub ticket: &'q Ticket,
    pub progress: Report<'q>,
}

impl EmbeddingQueue {
    /// Has rows of `files` made by the endpoint for about the budget. Requests in flight then are answered in the
    /// next step.
    pub(super) fn step(
        &mut self,
        pass: &QueuePass<'_>,
        library: &Arc<Library>,
        files: &[FileId],
        held: &mut Held<'_, VECTORS>,
    ) -> Result<(), Stale> {
        let QueuePass { published, sent, embeddings, endpoint, total, budget, ticket, progress } = *pass;
        let until = Instant::now() + budget;
        let mut left = files.len() as u32;
        let mut waiting: VecDeque<FileId> = files.iter().copied().filter(|&file| !self.holds(library, file)).collect();
        loop {
            ticket.check()?;
            let is_asked = embeddings.endpoint().is_some();
            let max_requests = if endpoint.has_answered() { MAX_REQUESTS } else { 1 };
            while is_asked && self.requests.len() < max_requests && !waiting.is_empty() && embeddings.pause().is_zero()
            {
                self.send(sent, library, &mut waiting);
            }
            if self.requests.is_empty() && (waiting.is_empty() || !is_asked) {
                // Files of failed requests, and all others once it has been given up, are the next step's.
                return Ok(());
            }
            if let Some((request, outcome)) = self.take(POLL.min(until.saturating_duration_since(Instant::now()))) {
                if let Ok(rows) = outcome {
                    left = left.saturating_sub(request.files.len() as u32);
                    published.publish_rows(&request.library, sent.kind(), vec![(rows, request.files)], held);
                    progress(Progress { stage: Stage::Vectors, done: total.saturating_sub(left), total });
                }
            } else if Instant::now() >= until {
                return Ok(());
            }
        }
    }
}
