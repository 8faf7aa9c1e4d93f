//! Having a language model describe what no description is known of: a few requests at a time, and what is paid for is
//! kept at once.

use super::descriptions::{Cut, publish};
use super::paid_pool::{Known, PaidPool};
use crate::indexer::build::locks::Held;
use crate::indexer::build::published::Published;
use crate::library::{FileEntry, FileId, Library};
use crate::llm::Usage;
use crate::semantic::{Chunk, Described, Describer, EndpointProblem};
use crate::stdx::{Stale, Ticket};
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

/// Bytes of a piece that are sent.
const TEXT_BYTES: usize = 1600;

/// Pieces of one request, at most: an answer has its limit, too.
const MAX_CHUNKS: usize = 32;

/// Failures in a row after which nobody is asked any more.
const MAX_FAILURES: u32 = 3;

/// How much is asked at once, and in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescribeLimits {
    /// Tokens of one request, about.
    pub request_tokens: usize,
    /// Requests at the same time.
    pub requests: usize,
    /// Tokens of all requests and answers, at most.
    pub max_tokens: Option<u64>,
}

/// What has become of it so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DescribeReport {
    /// Pieces that have a description now.
    pub described: usize,
    /// Pieces that still have none.
    pub left: usize,
    /// What it has cost; of a dry run, what it would at most.
    pub usage: Usage,
    /// Files that are not sent: they look like keys, or are databases that agents may not read.
    pub withheld: BTreeSet<Arc<str>>,
    /// Values that look like keys and are left out.
    pub keys: usize,
    /// Set if the limit of tokens has ended it.
    pub is_limited: bool,
    /// Why it has ended early.
    pub problem: Option<String>,
    /// The first request, where it is not sent.
    pub first: Vec<Chunk>,
}

/// The parts of an indexer that are needed for it.
pub(in crate::indexer) struct DescribePass<'d> {
    pub published: &'d Published,
    /// The directory that keeps descriptions.
    pub place: PathBuf,
    pub is_shared: &'d dyn Fn(&FileEntry) -> bool,
    pub limits: DescribeLimits,
    pub ticket: &'d Ticket,
}

/// A piece that waits to be described.
struct Pending {
    hash: u64,
    chunk: Chunk,
    cut: Arc<Cut>,
}

/// Files on their way into requests.
struct Batches<'b> {
    library: &'b Library,
    files: Box<dyn Iterator<Item = FileId> + 'b>,
    is_shared: &'b dyn Fn(&FileEntry) -> bool,
    known: Known,
    /// Pieces that are in a request already.
    seen: HashSet<u64>,
    waiting: VecDeque<Pending>,
    /// Files of which more is known than they have.
    behind: Vec<Arc<Cut>>,
    words: String,
    withheld: BTreeSet<Arc<str>>,
    keys: usize,
}

impl<'b> Batches<'b> {
    fn new(library: &'b Library, is_shared: &'b dyn Fn(&FileEntry) -> bool, known: Known) -> Batches<'b> {
        Batches {
            library,
            files: Box::new(library.file_ids().filter(|&file| library.is_indexed(file))),
            is_shared,
            known,
            seen: HashSet::new(),
            waiting: VecDeque::new(),
            behind: Vec::new(),
            words: String::new(),
            withheld: BTreeSet::new(),
            keys: 0,
        }
    }

    /// Cuts the next file; false if there is none.
    fn read_file(&mut self) -> bool {
        let Some(file) = self.files.next() else { return false };
        let entry = self.library.file(file);
        let (is_shared, mut is_withheld, mut chunks) = ((self.is_shared)(entry), false, Vec::new());
        let cut = Cut::of(self.library, file, &mut self.words, &mut |hash, text| {
            if self.known.contains_key(&hash) || self.seen.contains(&hash) {
                return;
            }
            match Chunk::of(&entry.path, text).filter(|_| is_shared) {
                Some((chunk, keys)) => {
                    self.keys += keys;
                    self.seen.insert(hash);
                    chunks.push((hash, clipped(chunk)));
                }
                None => is_withheld = true,
            }
        });
        if is_withheld {
            self.withheld.insert(Arc::clone(&entry.path));
        }
        let cut = Arc::new(cut);
        let has: HashSet<u64> =
            self.library.descriptions(file).into_iter().flat_map(|row| row.pieces()).map(|piece| piece.hash).collect();
        // A piece that another file has too is described for both.
        if cut.pieces.iter().any(|piece| !has.contains(&piece.hash)) {
            self.behind.push(Arc::clone(&cut));
        }
        let pending = chunks.into_iter().map(|(hash, chunk)| Pending { hash, chunk, cut: Arc::clone(&cut) });
        self.waiting.extend(pending);
        true
    }

    /// The pieces of the next request, of about so many tokens; none if nothing is left, or not even one fits. With
    /// `is_soft` one piece always fits.
    fn next(&mut self, tokens: usize, is_soft: bool) -> Vec<Pending> {
        let (mut batch, mut left) = (Vec::new(), tokens.saturating_sub(Describer::overhead()));
        while batch.len() < MAX_CHUNKS && (!self.waiting.is_empty() || self.read_file()) {
            let Some(first) = self.waiting.front() else { continue };
            let cost = first.chunk.tokens();
            if cost > left && !(is_soft && batch.is_empty()) {
                break;
            }
            left = left.saturating_sub(cost);
            batch.extend(self.waiting.pop_front());
        }
        batch
    }

    /// The number of pieces that are left.
    fn rest(&mut self) -> usize {
        while self.read_file() {}
        self.waiting.len()
    }
}

fn clipped(mut chunk: Chunk) -> Chunk {
    let end = chunk.text.floor_char_boundary(TEXT_BYTES.min(chunk.text.len()));
    chunk.text.truncate(end);
    chunk
}

/// Tokens of a request with its answer, at most as a rule.
fn cost(batch: &[Pending]) -> u64 {
    (Describer::overhead() + batch.iter().map(|pending| pending.chunk.tokens()).sum::<usize>()) as u64
}

/// What would be sent: nothing is.
pub(in crate::indexer) fn planned(pass: &DescribePass<'_>) -> Result<DescribeReport, Stale> {
    let DescribePass { published, is_shared, limits, ticket, .. } = pass;
    let library = published.library();
    let mut batches = Batches::new(&library, is_shared, PaidPool::of_descriptions(pass.place.clone()).read());
    let mut report = DescribeReport::default();
    loop {
        ticket.check()?;
        let batch = batches.next(room(limits, report.usage.prompt), limits.max_tokens.is_none());
        if batch.is_empty() {
            break;
        }
        report.usage += Usage { requests: 1, prompt: cost(&batch), answer: 0, is_estimate: true };
        report.described += batch.len();
        if report.first.is_empty() {
            report.first = batch.into_iter().map(|pending| pending.chunk).collect();
        }
    }
    report.left = batches.rest();
    report.is_limited = report.left > 0;
    (report.withheld, report.keys) = (batches.withheld, batches.keys);
    Ok(report)
}

/// Tokens of the next request, where so many are spent or promised.
fn room(limits: &DescribeLimits, spent: u64) -> usize {
    let left = limits.max_tokens.map_or(u64::MAX, |most| most.saturating_sub(spent));
    limits.request_tokens.min(usize::try_from(left).unwrap_or(usize::MAX))
}

/// One who has pieces described.
struct Run<'r> {
    pass: &'r DescribePass<'r>,
    library: Arc<Library>,
    pool: PaidPool,
    report: DescribeReport,
    failures: u32,
    is_over: bool,
}

/// Has everything described that is not. `on_round` is called whenever something has been kept.
pub(in crate::indexer) fn describe(
    describer: &Describer,
    pass: &DescribePass<'_>,
    on_round: &mut dyn FnMut(&DescribeReport),
) -> Result<DescribeReport, Stale> {
    let (library, pool) = (pass.published.library(), PaidPool::of_descriptions(pass.place.clone()));
    let mut batches = Batches::new(&library, pass.is_shared, pool.read());
    let report = DescribeReport::default();
    let mut run = Run { pass, library: Arc::clone(&library), pool, report, failures: 0, is_over: false };
    while !run.is_over {
        pass.ticket.check()?;
        let round = run.round(&mut batches);
        if round.is_empty() {
            break;
        }
        let outcomes = asked(describer, &round, pass.ticket);
        for (batch, outcome) in round.iter().zip(outcomes) {
            match outcome {
                Ok(outcome) => run.take(batch, outcome, &mut batches),
                // What was answered is kept all the same.
                Err(Stale) => run.is_over = true,
            }
        }
        // The files of the round that are whole now; those behind them are looked at again.
        run.publish(&round, &batches);
        on_round(&run.report);
    }
    publish(pass.published, &library, &batches.behind, &batches.known, &mut Held::nothing());
    pass.ticket.check()?;
    run.report.left += batches.rest();
    let mut report = run.report;
    report.is_limited = report.left > 0 && report.problem.is_none() && pass.limits.max_tokens.is_some();
    (report.withheld, report.keys) = (batches.withheld, batches.keys);
    if report.problem.is_none() && !report.is_limited {
        let now = pass.published.library();
        let rows = now.file_ids().filter_map(|file| now.descriptions(file));
        let used = rows.flat_map(|row| row.pieces()).map(|piece| piece.hash).collect();
        // What stays too long is no harm.
        let _ = run.pool.tidy(&used);
    }
    Ok(report)
}

/// Asks for several batches at the same time.
fn asked(
    describer: &Describer,
    round: &[Vec<Pending>],
    ticket: &Ticket,
) -> Vec<Result<Result<Described, EndpointProblem>, Stale>> {
    let ask = |batch: &[Pending]| {
        let chunks: Vec<Chunk> = batch.iter().map(|pending| pending.chunk.clone()).collect();
        describer.describe(&chunks, ticket)
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = round.iter().map(|batch| scope.spawn(|| ask(batch))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or(Err(Stale))).collect()
    })
}

impl Run<'_> {
    /// The batches of the next round.
    fn round(&self, batches: &mut Batches<'_>) -> Vec<Vec<Pending>> {
        let DescribePass { limits, .. } = self.pass;
        let (mut round, mut spent) = (Vec::new(), self.report.usage.prompt + self.report.usage.answer);
        // Whoever has just failed is asked once.
        let most = if self.failures > 0 { 1 } else { limits.requests.max(1) };
        while round.len() < most {
            let batch = batches.next(room(limits, spent), limits.max_tokens.is_none());
            if batch.is_empty() {
                break;
            }
            spent += cost(&batch);
            round.push(batch);
        }
        round
    }

    /// Keeps what was answered.
    fn take(&mut self, batch: &[Pending], outcome: Result<Described, EndpointProblem>, batches: &mut Batches<'_>) {
        let (texts, fault) = match outcome {
            Ok(Described { texts, usage, fault }) => {
                self.report.usage += usage;
                (texts, fault)
            }
            Err(problem) => (Vec::new(), Some(problem)),
        };
        let new: Vec<(u64, &str)> =
            batch.iter().zip(&texts).filter_map(|(pending, text)| Some((pending.hash, text.as_deref()?))).collect();
        self.report.described += new.len();
        self.report.left += batch.len() - new.len();
        if !new.is_empty()
            && let Err(error) = self.pool.add(new.iter().copied())
        {
            self.report.problem = Some(format!("descriptions cannot be kept: {error}"));
            self.is_over = true;
        }
        batches.known.extend(new.into_iter().map(|(hash, text)| (hash, Arc::from(text))));
        let Some(fault) = fault else {
            self.failures = 0;
            return;
        };
        self.failures += 1;
        if fault.is_final() || self.failures >= MAX_FAILURES {
            self.report.problem = Some(fault.to_string());
            self.is_over = true;
        }
    }

    /// Publishes what is known of the files of a round.
    fn publish(&self, round: &[Vec<Pending>], batches: &Batches<'_>) {
        let mut cuts: Vec<Arc<Cut>> = round.iter().flatten().map(|pending| Arc::clone(&pending.cut)).collect();
        cuts.dedup_by(|a, b| a.file == b.file);
        publish(self.pass.published, &self.library, &cuts, &batches.known, &mut Held::nothing());
    }
}
