//! The full-text index of a workspace: opened when it is first needed, at the place that it is given.

use super::numbers::FileNumbers;
use super::writer::{TextPlace, TextWork, TextWriter};
use crate::indexer::build::locks::{Held, Ranked, TEXT};
use crate::indexer::build::published::Published;
use crate::indexer::files::progress::{Progress, Report, Stage};
use crate::indexer::source::loader::SourceLoader;
use crate::library::TextProblem;
use crate::stdx::{Ticket, panics, private_directory};
use rayon::ThreadPool;
use std::path::PathBuf;
use std::sync::MutexGuard;
use std::time::{Duration, Instant};

/// The owner of the full-text index. Its lock is held from reading a snapshot to publishing the next one, so that an
/// index never speaks of files that have changed since.
#[derive(Default)]
pub(in crate::indexer) struct TextIndexer(Ranked<TextState, TEXT>);

/// The full-text index, and what has happened to it.
#[derive(Default)]
pub(in crate::indexer) struct TextState {
    pub phase: Phase,
    /// The number of times that writing it has failed.
    pub failures: u32,
    /// Set if new words stay in memory, because the index on disk takes none.
    pub stays_in_memory: bool,
    /// The directory of the full-text index that was read, here or above.
    pub read_from: Option<PathBuf>,
}

/// The phases of an index.
pub(in crate::indexer) enum Phase {
    /// Nobody has needed a writer yet; these files are in the index on disk.
    Resting(FileNumbers),
    /// It can be written.
    Open(Box<TextWriter>),
    /// It cannot be written: the search goes by names alone.
    Failed,
}

impl Default for Phase {
    fn default() -> Self {
        Phase::Resting(FileNumbers::default())
    }
}

/// The outcome of a step.
pub(in crate::indexer) enum TextStep {
    /// Files are left.
    More,
    /// Nothing is left to do: all is in, or it can be written nowhere.
    Done,
    /// It could not be written.
    Failed(TextProblem),
}

/// The parts of an indexer that a step works with.
pub(in crate::indexer) struct TextPass<'t> {
    pub published: &'t Published,
    pub loader: &'t SourceLoader,
    pub pool: &'t ThreadPool,
    /// Threads that write, where the writer is not open yet.
    pub threads: usize,
    pub budget: Duration,
    pub ticket: &'t Ticket,
    pub progress: Report<'t>,
}

impl TextIndexer {
    /// Takes the lock.
    pub(in crate::indexer) fn lock<'l, const BEFORE: u8>(
        &'l self,
        held: &'l mut Held<'_, BEFORE>,
    ) -> (MutexGuard<'l, TextState>, Held<'l, TEXT>) {
        self.0.lock(held)
    }
}

impl TextState {
    /// Adds texts at `place` for the budget, and publishes when all are in or a commit is due.
    pub(in crate::indexer) fn step(
        &mut self,
        place: &TextPlace,
        pass: &TextPass<'_>,
        held: &mut Held<'_, TEXT>,
    ) -> TextStep {
        let library = pass.published.library();
        let Some(writer) = self.writer(place, pass.threads) else { return TextStep::Done };
        let files = writer.pending(&library);
        let (total, left) = (library.files().len() as u32, files.len());
        let work = TextWork {
            library: &library,
            loader: pass.loader,
            files: &files,
            until: Some(Instant::now() + pass.budget),
            ticket: pass.ticket,
            progress: pass.progress,
            offset: (total.saturating_sub(left as u32), total),
        };
        let harvest = writer.add(work, pass.pool);
        let done = harvest.done;
        pass.published.publish(&library, harvest, held, |_| {});
        let all = done == left;
        if all || writer.is_due() {
            let index = match writer.commit() {
                Ok(index) => index,
                Err(reason) => return TextStep::Failed(reason),
            };
            if all {
                writer.settle();
            }
            (pass.progress)(Progress { stage: Stage::Text, done: total - (left - done) as u32, total });
            pass.published.hold(held).grow(|library| library.with_fulltext(index));
        }
        if all { TextStep::Done } else { TextStep::More }
    }

    /// The writer, made on first use at `place`, or where that cannot be in memory. `None` if that has failed.
    fn writer(&mut self, place: &TextPlace, threads: usize) -> Option<&mut TextWriter> {
        if let Phase::Resting(numbers) = &mut self.phase {
            let numbers = std::mem::take(numbers);
            let open = |numbers| {
                // The engine panics on damaged files.
                let damaged = || Err(TextProblem::Damaged("damaged".to_owned()));
                panics::caught(|| TextWriter::open(place, numbers, threads)).unwrap_or_else(damaged)
            };
            let writer = match place {
                TextPlace::Directory(directory) => open(numbers).or_else(|_| {
                    // Of another version, or damaged: everything in it can be had again.
                    let _ = std::fs::remove_dir_all(directory);
                    let _ = private_directory(directory);
                    open(FileNumbers::default())
                }),
                TextPlace::Over(_) => open(numbers),
                TextPlace::Memory => open(FileNumbers::default()),
            };
            let writer = writer.or_else(|_| TextWriter::open(&TextPlace::Memory, FileNumbers::default(), threads));
            self.phase = writer.map_or(Phase::Failed, |writer| Phase::Open(Box::new(writer)));
        }
        self.open()
    }

    /// The writer, if it has been made.
    pub(in crate::indexer) fn open(&mut self) -> Option<&mut TextWriter> {
        if let Phase::Open(writer) = &mut self.phase { Some(writer) } else { None }
    }

    /// Closes the writer: it is made anew when it is next needed. It goes before the files that it writes.
    pub(in crate::indexer) fn close(&mut self) {
        self.phase = Phase::default();
    }

    /// Forgets what the file at `path` said.
    pub(in crate::indexer) fn forget(&mut self, path: &str) {
        match &mut self.phase {
            Phase::Resting(numbers) => drop(numbers.retire(path)),
            Phase::Open(writer) => writer.forget(path),
            Phase::Failed => {}
        }
    }

    /// The numbers of the files that are in the index on disk.
    pub(in crate::indexer) fn kept_numbers(&self) -> Option<&FileNumbers> {
        match &self.phase {
            Phase::Resting(numbers) => Some(numbers),
            Phase::Open(writer) if writer.is_kept() => Some(writer.numbers()),
            Phase::Open(_) | Phase::Failed => None,
        }
    }
}
