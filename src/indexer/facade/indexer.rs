//! The indexer: brings the current snapshot as far as a query needs, and publishes the next.
//!
//! A facade over owners with a lock each: [`Published`], [`TextIndexer`], [`VectorIndexer`], [`PictureIndexer`], [`Store`],
//! [`Follower`].
//! **Locks are taken by ascending rank; see [`crate::indexer::build::locks`].** Every public method starts with
//! [`Held::nothing`], and calls no other public one while it holds a lock.

use super::opening::opened;
use crate::indexer::build::gate::Gate;
use crate::indexer::build::locks::{Held, STORE};
use crate::indexer::build::order::InView;
use crate::indexer::build::published::Published;
use crate::indexer::files::options::{WalkError, WorkspaceOptions};
use crate::indexer::files::places::Places;
use crate::indexer::source::loader::SourceLoader;
use crate::indexer::store::owner::{Kept, Store, Subject};
use crate::indexer::sync::follower::Follower;
use crate::indexer::text::descriptions::Descriptions;
use crate::indexer::text::indexer::{TextIndexer, TextState};
use crate::indexer::text::pictures::PictureIndexer;
use crate::indexer::text::vectors::VectorIndexer;
use crate::indexer::watch::watcher::{News, Watch};
use crate::library::{FileEntry, Library, Listing};
use crate::semantic::{Embeddings, Reranker};
use crate::stdx::Ticket;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// A workspace and its current snapshot. Share it behind an `Arc`; all methods take `&self`.
pub struct Indexer {
    pub(super) options: Arc<WorkspaceOptions>,
    pub(super) loader: Arc<SourceLoader>,
    pub(super) published: Published,
    pub(super) text: TextIndexer,
    pub(super) vectors: VectorIndexer,
    pub(super) pictures: PictureIndexer,
    pub(super) descriptions: Descriptions,
    pub(super) store: Store,
    pub(super) follower: Follower,
    /// One foreground pass at a time; the background waits for it.
    pub(super) foreground: Gate,
    pub(super) refreshing: Gate,
    pub(super) front: ThreadPool,
    pub(super) back: ThreadPool,
    pub(super) in_view: InView,
}

impl std::fmt::Debug for Indexer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Indexer").field("options", &self.options).finish_non_exhaustive()
    }
}

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
    /// If no threads can be started, or there is no such revision.
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
        let (options, loader) = opened(options)?;
        let library = Library::new(Vec::new(), Vec::new(), Vec::new(), loader.clone()).with_walked(false);
        Ok(Indexer {
            published: Published::new(library),
            text: TextIndexer::default(),
            descriptions: Descriptions::default(),
            vectors: VectorIndexer::new(Some(Arc::clone(&options.embeddings)).filter(|_| options.vectors)),
            pictures: PictureIndexer::new(options.pictures.clone()),
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
        let walked = self.loader.sources().first_level()?;
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

    /// The places where files can appear and change, as of the last walk.
    pub fn places(&self) -> Arc<Places> {
        Arc::clone(&self.published.hold(&mut Held::nothing()).places)
    }

    /// Starts a thread that tells of changes, from the first [`Watch::follow`] on; `None` if nothing ever changes.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started.
    pub fn watch(&self, tell: impl Fn(News) + Send + 'static) -> std::io::Result<Option<Watch>> {
        self.loader.sources().watch(Box::new(tell))
    }

    /// The models that make vectors of files and questions; `None` if there are to be none.
    pub fn embeddings(&self) -> Option<&Arc<Embeddings>> {
        self.vectors.embeddings()
    }

    /// Who makes vectors of pictures, and of the words that are to find them; `None` if nobody does.
    pub fn picture_embeddings(&self) -> Option<&Arc<Embeddings>> {
        self.pictures.embeddings()
    }

    /// The reranker of search hits, if there is one.
    pub fn reranker(&self) -> Option<&Arc<Reranker>> {
        self.options.reranker.as_ref()
    }

    /// Names and paths of repositories that come first where some are chosen.
    pub fn golden(&self) -> &[String] {
        &self.options.golden
    }

    /// True if agents may read this file: all but databases that the user has not named for them.
    pub fn is_shared_with_agents(&self, file: &FileEntry) -> bool {
        self.options.is_file_shared(file)
    }

    /// Notices about the saved index for people: each a sentence, each told once.
    pub fn take_notices(&self) -> Vec<String> {
        let mut notices = std::mem::take(&mut self.store.lock(&mut Held::nothing()).0.notices);
        let of_reranker = self.options.reranker.as_ref().and_then(|reranker| reranker.take_notice());
        let of_embeddings = self.options.embeddings.take_notice();
        let of_pictures = self.picture_embeddings().and_then(|embeddings| embeddings.take_notice());
        notices
            .extend(of_embeddings.into_iter().chain(of_pictures).chain(of_reranker).map(|notice| notice.to_string()));
        notices
    }

    pub(super) fn subject(&self) -> Subject<'_> {
        Subject { options: &self.options, loader: &self.loader, published: &self.published }
    }

    /// Takes the locks of the full text and of the index on disk.
    pub(super) fn with_text_and_store<T>(
        &self,
        work: impl FnOnce(&mut TextState, &mut Kept, &Subject<'_>, &mut Held<'_, STORE>) -> T,
    ) -> T {
        let mut held = Held::nothing();
        let (mut text, mut held) = self.text.lock(&mut held);
        let (mut kept, mut held) = self.store.lock(&mut held);
        work(&mut text, &mut kept, &self.subject(), &mut held)
    }
}
