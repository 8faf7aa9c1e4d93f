//! The indexer: owns the current snapshot, brings it as far as a query needs, and publishes the next.

use super::store::Store;
use crate::indexer::build::batch::{Batch, Harvest};
use crate::indexer::build::gate::Gate;
use crate::indexer::build::loader::DiskLoader;
use crate::indexer::build::name_prefilter::Needles;
use crate::indexer::build::order;
use crate::indexer::build::progress::Report;
use crate::indexer::build::progress::{Progress, Stage};
use crate::indexer::build::reuse::Recall;
use crate::indexer::sync::following::Other;
use crate::indexer::text::embedding_queue::Post;
use crate::indexer::text::text_index::{TextSlot, TextWork};
use crate::indexer::walk::options::{WalkError, WorkspaceOptions};
use crate::indexer::walk::walked_files::Stamp;
use crate::indexer::watch::watcher::Places;
use crate::library::{FileId, Library, NeededName, Needs, RowKind, RowTable};
use crate::semantic::{Embeddings, Reranker};
use crate::stdx::{Stale, Ticket};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// How long a pass works between two snapshots at first; the pauses grow, so that there are never many.
const FIRST_STEP: Duration = Duration::from_millis(150);

/// The longest time between two snapshots of a pass.
const LONGEST_STEP: Duration = Duration::from_millis(1200);

/// How many files a background step looks at, at most.
const STEP_FILES: usize = 2048;

/// What is left to do in the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// Files are left whose structure or text is not indexed.
    More,
    /// Much is left, and another process is at it: what it saves is to be had by [`Indexer::follow`].
    Elsewhere,
    /// Everything is indexed.
    Done,
}

/// A workspace and its current snapshot. Share it behind an `Arc`; all methods take `&self`.
pub struct Indexer {
    pub(super) options: WorkspaceOptions,
    pub(super) loader: Arc<DiskLoader>,
    pub(super) current: RwLock<Arc<Library>>,
    /// Held while a snapshot is replaced: the next one always grows out of the current one.
    pub(super) publication: Mutex<Published>,
    /// One foreground pass at a time; the background waits for it.
    pub(super) foreground: Gate,
    pub(super) refreshing: Gate,
    pub(super) front: ThreadPool,
    back: ThreadPool,
    wanted: Mutex<Vec<String>>,
    pub(super) text: TextSlot,
    /// Pieces on their way to an embeddings endpoint.
    pub(super) post: Mutex<Post>,
    /// The index on disk, if this workspace has one.
    pub(super) store: Mutex<Option<Store>>,
    /// The directory above the workspace whose index is read here.
    pub(super) above: Mutex<Option<PathBuf>>,
    pub(super) recall: Mutex<Arc<Recall>>,
    pub(super) notices: Mutex<Vec<String>>,
    /// Whether what was saved has been looked for.
    pub(super) restored: AtomicBool,
    /// Whether files are other than the index on disk says.
    pub(super) outdated: AtomicBool,
    /// How often writing the full-text index has failed.
    pub(super) text_failures: AtomicU32,
    /// Whether new words stay in memory, because the index on disk takes none.
    pub(super) words_in_memory: AtomicBool,
    /// Whether all vectors that there are have been made by a model that is in use.
    pub(super) models_known: AtomicBool,
    /// Whether saving has failed.
    pub(super) given_up: AtomicBool,
    /// What is known of another process that writes the index.
    pub(super) other: Mutex<Other>,
    /// The directory of the full-text index that was read, here or above.
    pub(super) words: Mutex<Option<PathBuf>>,
    /// Where the last walk looked.
    pub(super) places: Mutex<Arc<Places>>,
}

/// What is known of the current snapshot beyond what readers see.
#[derive(Debug, Default)]
pub(super) struct Published {
    /// One per file.
    pub stamps: Vec<Stamp>,
    /// Names for which every file has been scanned.
    pub covered: Vec<NeededName>,
}

impl std::fmt::Debug for Indexer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Indexer").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Indexer {
    /// Finds the files of the workspace; nothing is parsed yet.
    pub fn open(options: WorkspaceOptions) -> Result<Indexer, WalkError> {
        let indexer = Indexer::unwalked(options)?;
        indexer.refresh(&Ticket::forever(), &|_| {})?;
        Ok(indexer)
    }

    /// An indexer whose library is empty until the first [`Indexer::refresh`], for a first frame that
    /// waits for nothing.
    pub fn unwalked(options: WorkspaceOptions) -> Result<Indexer, WalkError> {
        let threads = options.thread_count();
        let pool = |name: &'static str, threads: usize| {
            let named = move |number| format!("{name} {number}");
            ThreadPoolBuilder::new()
                .num_threads(threads)
                .thread_name(named)
                .build()
                .map_err(|error| WalkError::Threads(error.to_string()))
        };
        let stdin: Option<Arc<[u8]>> = options.stdin.as_deref().map(Arc::from);
        let loader = Arc::new(DiskLoader::new(options.max_file_bytes, stdin));
        let library = Library::new(Vec::new(), Vec::new(), Vec::new(), loader.clone()).with_walked(false);
        Ok(Indexer {
            loader,
            current: RwLock::new(Arc::new(library)),
            publication: Mutex::default(),
            foreground: Gate::default(),
            refreshing: Gate::default(),
            front: pool("index", threads)?,
            back: pool("background", threads.saturating_sub(1).max(1))?,
            wanted: Mutex::default(),
            text: TextSlot::default(),
            post: Mutex::default(),
            above: Mutex::default(),
            recall: Mutex::default(),
            notices: Mutex::default(),
            restored: AtomicBool::default(),
            store: Mutex::default(),
            outdated: AtomicBool::default(),
            text_failures: AtomicU32::default(),
            words_in_memory: AtomicBool::default(),
            models_known: AtomicBool::default(),
            given_up: AtomicBool::default(),
            other: Mutex::default(),
            words: Mutex::default(),
            places: Mutex::default(),
            options,
        })
    }

    /// The current snapshot.
    pub fn library(&self) -> Arc<Library> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Where files of the workspace can appear and change, as of the last walk.
    pub fn places(&self) -> Arc<Places> {
        Arc::clone(&self.places.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What makes the vectors of files and questions; `None` if there are to be none.
    pub fn embeddings(&self) -> Option<&Arc<Embeddings>> {
        Some(&self.options.embeddings).filter(|_| self.options.vectors)
    }

    /// Who puts the best hits of a search in order, if anybody.
    pub fn reranker(&self) -> Option<&Arc<Reranker>> {
        self.options.reranker.as_ref()
    }

    /// Wants this file indexed before others: it has come into view.
    pub fn prioritise(&self, path: &str) {
        const MEMORY: usize = 8;
        let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        wanted.retain(|other| other != path);
        wanted.push(path.to_owned());
        if wanted.len() > MEMORY {
            wanted.remove(0);
        }
    }

    /// Brings the library as far as `needs` says. What was indexed stays, even if the ticket goes stale.
    pub fn ensure(&self, needs: &Needs, ticket: &Ticket, progress: &(dyn Fn(Progress) + Sync)) -> Result<(), Stale> {
        if *needs == Needs::Files {
            return Ok(());
        }
        let _pass = self.foreground.enter(ticket)?;
        match needs {
            Needs::Files => Ok(()),
            Needs::Named(names) => self.structure(Some(names), ticket, progress),
            Needs::Structure => self.structure(None, ticket, progress),
            Needs::Text(names) => {
                if !names.is_empty() {
                    self.structure(Some(names), ticket, progress)?;
                }
                self.fulltext(ticket, progress)
            }
            Needs::FullText => {
                self.fulltext(ticket, progress)?;
                self.structure(None, ticket, progress)
            }
            Needs::Vectors => {
                self.fulltext(ticket, progress)?;
                self.structure(None, ticket, progress)?;
                self.all_vectors(ticket, progress)
            }
        }
    }

    /// Parses these files, so that lines found in them know what they lie in.
    pub fn ensure_files(&self, paths: &[Arc<str>], ticket: &Ticket) -> Result<(), Stale> {
        let _pass = self.foreground.enter(ticket)?;
        let library = self.library();
        let wanted = |path: &Arc<str>| library.find(path).filter(|&id| !library.is_indexed(id));
        let files: Vec<FileId> = paths.iter().filter_map(wanted).collect();
        let recall = self.recall();
        let mut at = 0;
        while at < files.len() {
            let batch = Batch {
                library: &library,
                loader: &self.loader,
                files: &files[at..],
                needles: None,
                recall: &recall,
                until: Some(Instant::now() + LONGEST_STEP),
                ticket,
                progress: &|_| {},
                offset: (at as u32, files.len() as u32),
            };
            let harvest = batch.run(&self.front);
            at += harvest.done;
            if !self.publish(&library, harvest, |_| {}) {
                // A refresh has replaced the list of files; its own pass comes to these.
                return Ok(());
            }
            ticket.check()?;
        }
        Ok(())
    }

    /// Indexes for a short while (about `budget`), and publishes. Waits while a query is being prepared. What
    /// is in view gets its structure first, then every text can be searched, then everything has a structure.
    pub fn index_some(
        &self,
        budget: Duration,
        ticket: &Ticket,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Outlook, Stale> {
        self.index_on(&self.back, budget, ticket, progress)
    }

    /// The same with all threads, for who does nothing else.
    pub fn index_fast(
        &self,
        budget: Duration,
        ticket: &Ticket,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Outlook, Stale> {
        self.index_on(&self.front, budget, ticket, progress)
    }

    fn index_on(
        &self,
        pool: &ThreadPool,
        budget: Duration,
        ticket: &Ticket,
        progress: Report,
    ) -> Result<Outlook, Stale> {
        self.foreground.wait(ticket)?;
        let library = self.library();
        let wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut files = order::in_view(&library, &wanted, STEP_FILES);
        if files.is_empty() && self.leaves_it(&library) {
            return Ok(Outlook::Elsewhere);
        }
        if files.is_empty() && !self.text_step(pool, budget, ticket, progress)? {
            return Ok(Outlook::More);
        }
        if files.is_empty() {
            files = order::pending(&library, &wanted, STEP_FILES);
        }
        if files.is_empty() {
            let is_done = self.vector_step(pool, budget, ticket, progress)?;
            return Ok(if is_done { Outlook::Done } else { Outlook::More });
        }
        let batch = Batch {
            offset: (library.indexed() as u32, library.files().len() as u32),
            library: &library,
            loader: &self.loader,
            files: &files,
            needles: None,
            recall: &self.recall(),
            until: Some(Instant::now() + budget),
            ticket,
            progress,
        };
        let harvest = batch.run(pool);
        self.publish(&library, harvest, |_| {});
        ticket.check().map(|()| Outlook::More)
    }

    /// Parses every file that may declare one of `names`; every file for `None`.
    fn structure(&self, names: Option<&[NeededName]>, ticket: &Ticket, progress: Report) -> Result<(), Stale> {
        let needles = names.map(Needles::new);
        'files: loop {
            let library = self.library();
            let missing = match names {
                Some(names) => self.uncovered(names),
                None => Vec::new(),
            };
            let files: Vec<FileId> = library.file_ids().filter(|&id| !library.is_indexed(id)).collect();
            if files.is_empty() || (names.is_some() && missing.is_empty()) {
                return Ok(());
            }
            let recall = self.recall();
            let (mut at, mut step) = (0, FIRST_STEP);
            while at < files.len() {
                let batch = Batch {
                    library: &library,
                    loader: &self.loader,
                    files: &files[at..],
                    needles: needles.as_ref(),
                    recall: &recall,
                    until: Some(Instant::now() + step),
                    ticket,
                    progress,
                    offset: (at as u32, files.len() as u32),
                };
                let harvest = batch.run(&self.front);
                at += harvest.done;
                step = (step * 2).min(LONGEST_STEP);
                let all = at == files.len();
                let note = |published: &mut Published| {
                    if all {
                        published.covered.extend_from_slice(&missing)
                    }
                };
                if !self.publish(&library, harvest, note) {
                    // A refresh has replaced the list of files in between.
                    continue 'files;
                }
                ticket.check()?;
            }
            let total = files.len() as u32;
            progress(Progress { stage: Stage::Structure, done: total, total });
            return Ok(());
        }
    }

    /// The names for which files must be scanned. A text that may hold a name may hold any part of it.
    fn uncovered(&self, names: &[NeededName]) -> Vec<NeededName> {
        let published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
        let is_covered = |name: &NeededName| published.covered.iter().any(|covered| covered.covers(name));
        let lower = |name: &NeededName| NeededName { text: name.text.to_lowercase(), ..*name };
        names.iter().map(lower).filter(|name| !is_covered(name)).collect()
    }

    fn fulltext(&self, ticket: &Ticket, progress: Report) -> Result<(), Stale> {
        while !self.text_step(&self.front, LONGEST_STEP, ticket, progress)? {}
        Ok(())
    }

    /// Adds text for about `budget`, and publishes when everything is in or the time has come. Whether there
    /// is nothing left to do: a text index that can be written nowhere leaves the search by names.
    fn text_step(&self, pool: &ThreadPool, budget: Duration, ticket: &Ticket, progress: Report) -> Result<bool, Stale> {
        let mut slot = self.text.lock();
        let library = self.library();
        if library.is_text_complete() {
            return Ok(true);
        }
        let place = self.text_place(&mut slot);
        let library = self.library();
        let Some(stage) = slot.stage(&place, self.options.thread_count()) else { return Ok(true) };
        let files = stage.pending(&library);
        let (total, left) = (library.files().len() as u32, files.len());
        let work = TextWork {
            library: &library,
            loader: &self.loader,
            files: &files,
            until: Some(Instant::now() + budget),
            ticket,
            progress,
            offset: (total.saturating_sub(left as u32), total),
        };
        let harvest = stage.add(work, pool);
        let done = harvest.done;
        self.publish(&library, harvest, |_| {});
        let all = done == left;
        if all || stage.is_due() {
            let index = match stage.commit(None) {
                Ok(index) => index,
                Err(reason) => return Ok(self.text_failed(slot, &place, &reason)),
            };
            if all {
                stage.settle();
            }
            progress(Progress { stage: Stage::Text, done: total - (left - done) as u32, total });
            let _published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
            let next = self.library().with_fulltext(index);
            self.replace(next);
        }
        if ticket.is_stale() { Err(Stale) } else { Ok(all) }
    }

    /// Publishes what a batch on `base` has brought; false, and nothing is published, if the list of files
    /// has been replaced since.
    fn publish(&self, base: &Library, mut harvest: Harvest, note: impl FnOnce(&mut Published)) -> bool {
        let filters = std::mem::take(&mut harvest.filters);
        self.publish_rows(base, RowKind::Trigrams, filters);
        let parts = harvest.finish();
        let mut published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
        let current = self.library();
        if !std::ptr::eq(current.files(), base.files()) {
            return false;
        }
        note(&mut published);
        if !parts.0.is_empty() {
            let next = current.with_segments(parts.0, parts.1);
            self.replace(next);
        }
        true
    }

    /// Publishes rows of files of `base`, unless the list of files has been replaced since.
    pub(super) fn publish_rows(&self, base: &Library, kind: RowKind, tables: Vec<(RowTable, Vec<FileId>)>) {
        let _published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
        for (table, files) in tables.into_iter().filter(|(_, files)| !files.is_empty()) {
            let current = self.library();
            if std::ptr::eq(current.files(), base.files()) {
                self.replace(current.with_rows(kind, table, &files));
            }
        }
    }

    /// Puts `next` in place; the caller holds the publication lock.
    pub(super) fn replace(&self, next: Library) {
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(next);
    }
}
