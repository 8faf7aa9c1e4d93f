//! The indexer: brings the current snapshot as far as a query needs, and publishes the next.
//!
//! A facade over owners with a lock each: [`Published`], [`TextIndexer`], [`VectorIndexer`], [`Store`], [`Follower`].
//! **Locks are taken by ascending rank; see [`crate::indexer::build::locks`].** Every public method starts with
//! [`Held::nothing`], and none of them is called by another while a lock is held.

use super::build::gate::Gate;
use super::build::locks::{Held, STORE, TEXT};
use super::build::order::{self, InView};
use super::build::published::Published;
use super::build::structure::{LONGEST_STEP, StructurePass};
use super::files::options::{WalkError, WorkspaceOptions};
use super::files::places::Places;
use super::files::progress::{Progress, Report};
use super::refresh::whole::Refresh;
use super::source::loader::SourceLoader;
use super::store::owner::{Kept, Store, Subject};
use super::store::saving::{self, SaveError, Saved};
use super::store::scrub::{Audit, Audited};
use super::store::verify::{self, ClearError, Fault, IndexStatus};
use super::sync::follower::Follower;
use super::text::indexer::{TextIndexer, TextPass, TextState, TextStep};
use super::text::vectors::{VectorIndexer, VectorPass};
use super::walk::walker;
use super::watch::changes::Changes;
use crate::library::{FullText, Library, Listing, NeededName, Needs};
use crate::semantic::{Embeddings, Reranker};
use crate::stdx::{Stale, Ticket};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Most files of a background step.
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
    options: WorkspaceOptions,
    loader: Arc<SourceLoader>,
    published: Published,
    text: TextIndexer,
    vectors: VectorIndexer,
    store: Store,
    follower: Follower,
    /// One foreground pass at a time; the background waits for it.
    foreground: Gate,
    refreshing: Gate,
    front: ThreadPool,
    back: ThreadPool,
    in_view: InView,
}

impl std::fmt::Debug for Indexer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Indexer").field("options", &self.options).finish_non_exhaustive()
    }
}

/// The beginning, and what the indexer shows of itself.
impl Indexer {
    /// Finds the files of the workspace; nothing is parsed yet.
    ///
    /// # Errors
    ///
    /// If the workspace cannot be walked.
    pub fn open(options: WorkspaceOptions) -> Result<Indexer, WalkError> {
        let indexer = Indexer::unwalked(options)?;
        indexer.refresh(&Ticket::forever(), &|_| {})?;
        Ok(indexer)
    }

    /// An indexer whose library is empty until the first [`Indexer::refresh`], for a first frame that
    /// waits for nothing.
    ///
    /// # Errors
    ///
    /// If no threads can be started.
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
        let loader = Arc::new(SourceLoader::new(options.max_file_bytes, stdin));
        let library = Library::new(Vec::new(), Vec::new(), Vec::new(), loader.clone()).with_walked(false);
        Ok(Indexer {
            published: Published::new(library),
            text: TextIndexer::default(),
            vectors: VectorIndexer::new(Some(Arc::clone(&options.embeddings)).filter(|_| options.vectors)),
            store: Store::default(),
            follower: Follower::default(),
            foreground: Gate::default(),
            refreshing: Gate::default(),
            front: pool("index", threads)?,
            back: pool("background", threads.saturating_sub(1).max(1))?,
            in_view: InView::default(),
            loader,
            options,
        })
    }

    /// Begins with what was saved, if nothing has been found yet. Costs a little for each file, so that a first
    /// frame need not wait for it; the first look at the files does it if nobody has.
    pub fn restore(&self) {
        self.store.restore(&self.text, &self.subject(), &mut Held::nothing());
    }

    /// Looks at the first level only, and publishes its files, so that they can be looked at. The listing also
    /// names its directories. `None` where files are known already, or where there is no one first level.
    pub fn glance(&self) -> Option<Listing> {
        if !self.library().files().is_empty() {
            return None;
        }
        let walked = walker::first_level(&self.options)?;
        let mut held = Held::nothing();
        let mut current = self.published.hold(&mut held);
        if current.library().is_walked() {
            return None;
        }
        let library = Library::new(walked.roots, walked.repositories, walked.files, self.loader.clone());
        let library = library.with_walked(false);
        let listing = Listing { folders: Arc::new(walked.folders), ..library.listing() };
        current.replace(library);
        Some(listing)
    }

    /// The current snapshot.
    pub fn library(&self) -> Arc<Library> {
        self.published.library()
    }

    /// Where files of the workspace can appear and change, as of the last walk.
    pub fn places(&self) -> Arc<Places> {
        Arc::clone(&self.published.hold(&mut Held::nothing()).places)
    }

    /// What makes the vectors of files and questions; `None` if there are to be none.
    pub fn embeddings(&self) -> Option<&Arc<Embeddings>> {
        self.vectors.embeddings()
    }

    /// The reranker of search hits, if there is one.
    pub fn reranker(&self) -> Option<&Arc<Reranker>> {
        self.options.reranker.as_ref()
    }

    /// What people should know about the saved index: each a sentence, each told once.
    pub fn take_notices(&self) -> Vec<String> {
        let mut notices = std::mem::take(&mut self.store.lock(&mut Held::nothing()).0.notices);
        notices.extend(self.options.embeddings.take_notices());
        notices.extend(self.options.reranker.iter().flat_map(|reranker| reranker.take_notices()));
        notices
    }

    fn subject(&self) -> Subject<'_> {
        Subject { options: &self.options, loader: &self.loader, published: &self.published }
    }

    /// Takes the locks of the full text and of the index on disk.
    fn with_text_and_store<T>(
        &self,
        work: impl FnOnce(&mut TextState, &mut Kept, &Subject<'_>, &mut Held<'_, STORE>) -> T,
    ) -> T {
        let mut held = Held::nothing();
        let (mut text, mut held) = self.text.lock(&mut held);
        let (mut kept, mut held) = self.store.lock(&mut held);
        work(&mut text, &mut kept, &self.subject(), &mut held)
    }
}

/// The list of files.
impl Indexer {
    /// Walks again and publishes the difference: removed files vanish, new ones appear, changed ones are
    /// parsed again if they were indexed before (all of them, if everything was). Very many are left to
    /// [`Indexer::index_some`]. Returns what is different.
    ///
    /// # Errors
    ///
    /// If the workspace cannot be walked, or the ticket goes stale.
    pub fn refresh(&self, ticket: &Ticket, progress: &(dyn Fn(Progress) + Sync)) -> Result<Changes, WalkError> {
        self.refresh_by(ticket, progress, |refresh, held| refresh.whole(true, held))
    }

    /// The same without reading any file: what changed is merely not indexed any more.
    ///
    /// # Errors
    ///
    /// If the workspace cannot be walked, or the ticket goes stale.
    pub fn refresh_list(&self, ticket: &Ticket) -> Result<Changes, WalkError> {
        self.refresh_by(ticket, &|_| {}, |refresh, held| refresh.whole(false, held))
    }

    /// Looks at these files and directories again, and publishes once what is different. Whatever cannot be
    /// decided by looking at them alone (an edited ignore file, several roots) is decided by a walk.
    ///
    /// # Errors
    ///
    /// If the workspace cannot be walked, or the ticket goes stale.
    pub fn refresh_paths(
        &self,
        paths: &[PathBuf],
        ticket: &Ticket,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Changes, WalkError> {
        self.refresh_by(ticket, progress, |refresh, held| refresh.paths(paths, held))
    }

    fn refresh_by(
        &self,
        ticket: &Ticket,
        progress: Report,
        work: impl FnOnce(&Refresh<'_>, &mut Held<'_, 0>) -> Result<Changes, WalkError>,
    ) -> Result<Changes, WalkError> {
        let _pass = self.refreshing.enter(ticket).map_err(|_| WalkError::Cancelled)?;
        self.restore();
        let refresh = Refresh {
            options: &self.options,
            loader: &self.loader,
            published: &self.published,
            text: &self.text,
            pool: &self.front,
            ticket,
            progress,
        };
        work(&refresh, &mut Held::nothing())
    }
}

/// Structure, full text and vectors.
impl Indexer {
    /// Notes that this file has come into view: it is indexed before others.
    pub fn prioritise(&self, path: &str) {
        self.in_view.push(path);
    }

    /// Brings the library as far as `needs` says. What was indexed stays, even if the ticket goes stale.
    ///
    /// # Errors
    ///
    /// If the ticket goes stale.
    pub fn ensure(&self, needs: &Needs, ticket: &Ticket, progress: &(dyn Fn(Progress) + Sync)) -> Result<(), Stale> {
        if *needs == Needs::Files {
            return Ok(());
        }
        let _pass = self.foreground.enter(ticket)?;
        let structure = |names: Option<&[NeededName]>| {
            self.structure_pass(&self.front, ticket, progress).of_names(names, &mut Held::nothing())
        };
        match needs {
            Needs::Files => Ok(()),
            Needs::Named(names) => structure(Some(names)),
            Needs::Structure => structure(None),
            Needs::Text(names) => {
                if !names.is_empty() {
                    structure(Some(names))?;
                }
                self.fulltext(ticket, progress)
            }
            Needs::FullText => {
                self.fulltext(ticket, progress)?;
                structure(None)
            }
            Needs::Vectors => {
                self.fulltext(ticket, progress)?;
                structure(None)?;
                let pass = self.vector_pass(&self.front, Duration::ZERO, ticket, progress);
                self.vectors.all(&pass, &mut Held::nothing())
            }
        }
    }

    /// Parses these files, so that lines found in them know what they lie in.
    ///
    /// # Errors
    ///
    /// If the ticket goes stale.
    pub fn ensure_files(&self, paths: &[Arc<str>], ticket: &Ticket) -> Result<(), Stale> {
        let _pass = self.foreground.enter(ticket)?;
        self.structure_pass(&self.front, ticket, &|_| {}).of_paths(paths, &mut Held::nothing())
    }

    /// Indexes for a short while (about `budget`), and publishes. Waits while a query is being prepared. What
    /// is in view gets its structure first, then every text can be searched, then everything has a structure.
    ///
    /// # Errors
    ///
    /// If the ticket goes stale.
    pub fn index_some(
        &self,
        budget: Duration,
        ticket: &Ticket,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Outlook, Stale> {
        self.index_on(&self.back, budget, ticket, progress)
    }

    /// The same with all threads, for a process that does nothing else.
    ///
    /// # Errors
    ///
    /// If the ticket goes stale.
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
        let in_view = self.in_view.paths();
        let mut files = order::in_view(&library, &in_view, STEP_FILES);
        if files.is_empty() && self.leaves_it(&library) {
            return Ok(Outlook::Elsewhere);
        }
        if files.is_empty() && !self.text_step(pool, budget, ticket, progress)? {
            return Ok(Outlook::More);
        }
        if files.is_empty() {
            files = order::pending(&library, &in_view, STEP_FILES);
        }
        if files.is_empty() {
            let pass = self.vector_pass(pool, budget, ticket, progress);
            let is_done = self.vectors.step(&pass, &mut Held::nothing())?;
            return Ok(if is_done { Outlook::Done } else { Outlook::More });
        }
        self.structure_pass(pool, ticket, progress).of_some(&library, &files, budget, &mut Held::nothing());
        ticket.check().map(|()| Outlook::More)
    }

    fn structure_pass<'s>(
        &'s self,
        pool: &'s ThreadPool,
        ticket: &'s Ticket,
        progress: Report<'s>,
    ) -> StructurePass<'s> {
        StructurePass { published: &self.published, loader: &self.loader, pool, ticket, progress }
    }

    fn vector_pass<'v>(
        &'v self,
        pool: &'v ThreadPool,
        budget: Duration,
        ticket: &'v Ticket,
        progress: Report<'v>,
    ) -> VectorPass<'v> {
        VectorPass { published: &self.published, pool, budget, ticket, progress }
    }

    fn fulltext(&self, ticket: &Ticket, progress: Report) -> Result<(), Stale> {
        while !self.text_step(&self.front, LONGEST_STEP, ticket, progress)? {}
        Ok(())
    }

    /// Adds text for about `budget`. True if nothing is left to do: a text index that can be written nowhere leaves
    /// the search by names.
    fn text_step(&self, pool: &ThreadPool, budget: Duration, ticket: &Ticket, progress: Report) -> Result<bool, Stale> {
        let mut held = Held::nothing();
        let (mut text, mut held) = self.text.lock(&mut held);
        if self.library().is_text_complete() {
            return Ok(true);
        }
        let pass = TextPass {
            published: &self.published,
            loader: &self.loader,
            pool,
            threads: self.options.thread_count(),
            budget,
            ticket,
            progress,
        };
        let is_done = self.text_step_on(&mut text, &pass, &mut held);
        ticket.check().map(|()| is_done)
    }

    fn text_step_on(&self, text: &mut TextState, pass: &TextPass<'_>, held: &mut Held<'_, TEXT>) -> bool {
        let place = {
            let (mut kept, mut held) = self.store.lock(held);
            kept.text_place(text, &self.subject(), &mut held)
        };
        match text.step(&place, pass, held) {
            TextStep::More => false,
            TextStep::Done => true,
            TextStep::Failed(reason) => {
                let (mut kept, mut held) = self.store.lock(held);
                kept.text_failed(text, (&place, &reason), &self.subject(), &mut held)
            }
        }
    }

    /// Puts a full-text index aside in which a search has come upon damage, so that words are indexed anew. True if
    /// there was one: then what was asked is to be asked again, after [`Indexer::ensure`].
    pub fn mend(&self) -> bool {
        let is_damaged = || self.library().fulltext().is_some_and(FullText::is_damaged);
        if !is_damaged() {
            return false;
        }
        self.with_text_and_store(|text, kept, subject, held| {
            if is_damaged() {
                kept.put_words_aside(text, subject, held);
            }
        });
        true
    }
}

/// The index on disk.
impl Indexer {
    /// The directory above the workspace whose index is used here, if it has none of its own. Nothing is saved then.
    pub fn index_above(&self) -> Option<PathBuf> {
        self.restore();
        self.store.lock(&mut Held::nothing()).0.above.clone()
    }

    /// The directory whose file `manifest` is replaced whenever the index is saved; `None` if nothing is.
    pub fn index_place(&self) -> Option<PathBuf> {
        let mut held = Held::nothing();
        let (kept, _) = self.store.lock(&mut held);
        kept.directory.as_ref().map(|directory| directory.directory().to_owned())
    }

    /// Whether the index on disk is not what is known now, and could be.
    pub fn has_unsaved(&self) -> bool {
        let mut held = Held::nothing();
        let (kept, mut held) = self.store.lock(&mut held);
        !self.follower.is_reader(&mut held) && kept.has_unsaved(&self.subject(), &mut held)
    }

    /// Bytes of structure that the index on disk does not have.
    pub fn unsaved_bytes(&self) -> usize {
        saving::unsaved_bytes(&self.library())
    }

    /// Whether so much is in memory only that it is to be saved before more is added: what is saved is mapped.
    pub fn is_saving_due(&self) -> bool {
        saving::is_saving_due(&self.library())
    }

    /// Saves what is known now, so that the next start begins with it.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn save(&self) -> Result<Saved, SaveError> {
        if !self.library().is_walked() {
            // What was saved is all there is.
            return Ok(Saved::Yes);
        }
        self.with_text_and_store(|text, kept, subject, held| {
            let saved = kept.save(text, subject, held);
            if saved == Ok(Saved::Other) {
                self.follower.yields(held);
            }
            saved
        })
    }

    /// Saves what is known now. A failure is a notice, once; then nothing more is tried. Where another process is the
    /// writer, nothing is tried until [`Indexer::succeed`].
    pub fn save_quietly(&self) {
        if let Err(problem) = self.save() {
            let mut held = Held::nothing();
            let (mut kept, _) = self.store.lock(&mut held);
            kept.has_given_up = true;
            kept.notices.push(problem.to_string());
        }
    }

    /// What is saved of this workspace; `None` if nothing ever is.
    pub fn status(&self) -> Option<IndexStatus> {
        self.restore();
        self.store.lock(&mut Held::nothing()).0.status()
    }

    /// Removes the saved index; false if there was none.
    ///
    /// # Errors
    ///
    /// If another process has it open, or it cannot be removed.
    pub fn clear(&self) -> Result<bool, ClearError> {
        self.restore();
        self.store.lock(&mut Held::nothing()).0.clear()
    }

    /// Compares what is saved with the files themselves: every byte of the index, every node of every file
    /// that has not changed since. Sorted; empty if all is well.
    pub fn verify(&self, ticket: &Ticket, progress: &(dyn Fn(Progress) + Sync)) -> Vec<Fault> {
        let mut faults = self.store.lock(&mut Held::nothing()).0.damaged();
        faults.extend(verify::differences(&self.library(), &self.loader, ticket, progress));
        faults.sort();
        faults
    }

    /// A comparison of all that is saved with its checksums, if it is time for one and this process is the writer.
    pub fn due_audit(&self) -> Option<Audit> {
        self.store.lock(&mut Held::nothing()).0.due_audit(&self.subject())
    }

    /// Compares the next piece. Others may search, edit and save between two pieces.
    pub fn audit_some(&self, audit: &mut Audit) -> Audited {
        audit.next().unwrap_or_else(|| {
            let is_damaged = self.with_text_and_store(|text, kept, subject, held| kept.put_aside(text, subject, held));
            if is_damaged { Audited::Damaged } else { Audited::Whole }
        })
    }

    /// All of it at once, if it is due. True if there was damage.
    pub fn audit(&self) -> bool {
        let Some(mut audit) = self.due_audit() else { return false };
        loop {
            match self.audit_some(&mut audit) {
                Audited::More => {}
                Audited::Whole => return false,
                Audited::Damaged => return true,
            }
        }
    }
}

/// Beside another process that writes the index.
impl Indexer {
    /// Whether another process is the writer of this workspace's index, as far as is known.
    pub fn is_reader(&self) -> bool {
        self.follower.is_reader(&mut Held::nothing())
    }

    /// How long to wait for what the writer saves before the work is done here.
    pub fn patience(&self) -> Duration {
        self.follower.patience(&mut Held::nothing())
    }

    fn leaves_it(&self, library: &Library) -> bool {
        let mut held = Held::nothing();
        let (mut kept, mut held) = self.store.lock(&mut held);
        self.follower.leaves_it(library, &self.options, &mut kept, &mut held)
    }

    /// Maps what another process has saved since this one looked; true if there was something.
    pub fn follow(&self) -> bool {
        // The first look at the files begins with what was saved.
        self.library().is_walked()
            && self.with_text_and_store(|text, kept, subject, held| self.follower.follow((kept, text), subject, held))
    }

    /// Calls `bell`, from another thread, as soon as the other process does not write any more; then
    /// [`Indexer::succeed`] is to be called.
    pub fn inherit(&self, bell: impl FnOnce() + Send + 'static) {
        if let Some(directory) = &mut self.store.lock(&mut Held::nothing()).0.directory {
            directory.wait(bell);
        }
    }

    /// Takes the place of the process that was the writer: what it has left undone is done here, and saved. False if
    /// it still writes.
    pub fn succeed(&self) -> bool {
        self.with_text_and_store(|text, kept, subject, held| self.follower.succeed((kept, text), subject, held))
    }
}
