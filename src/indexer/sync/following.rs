//! Beside another process that writes the index of the same workspace: what it saves is mapped and not made
//! twice; when it goes, this one takes its place.

use crate::indexer::handle::Indexer;
use crate::indexer::store::Store;
use crate::indexer::store::opening::saved_words;
use crate::indexer::text::text_index::TextState;
use crate::library::{FileId, Library, RowKind};
use std::path::PathBuf;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Up to so many files are read here at once; more are left to the writer.
const FEW: usize = 64;

/// How long nothing is heard of a writer until its work is done here: it may be suspended, or not look at its files.
/// While it works, it saves every ten seconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// What is known of another process that writes the index.
#[derive(Debug, Default)]
pub(in crate::indexer) struct Other {
    /// Whether this process has been refused the right to write, and has not been given it since.
    writes: bool,
    /// Since when work has been left to it without its saving anything.
    waiting: Option<Instant>,
}

impl Indexer {
    /// Whether another process is the writer of this workspace's index, as far as is known.
    pub fn is_reader(&self) -> bool {
        self.other.lock().unwrap_or_else(PoisonError::into_inner).writes
    }

    /// How long to wait for what the writer saves before the work is done here.
    pub fn patience(&self) -> Duration {
        let other = self.other.lock().unwrap_or_else(PoisonError::into_inner);
        other.waiting.map_or(PATIENCE, |since| PATIENCE.saturating_sub(since.elapsed()))
    }

    /// The directory whose file `manifest` is replaced whenever the index is saved; `None` if nothing is.
    pub fn index_place(&self) -> Option<PathBuf> {
        let store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        store.as_ref().map(|store| store.directory().to_owned())
    }

    /// Notes that another process is the writer.
    pub(in crate::indexer) fn yields(&self) {
        self.other.lock().unwrap_or_else(PoisonError::into_inner).writes = true;
    }

    /// Whether so much of `library` is left to do that the process which writes the index should do it.
    pub(in crate::indexer) fn leaves_it(&self, library: &Library) -> bool {
        if !self.options.is_whole() || !self.is_much_left(library) {
            return false;
        }
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(store) = store.as_mut() else { return false };
        if !matches!(store.claim(), Ok(false)) {
            return false;
        }
        let mut other = self.other.lock().unwrap_or_else(PoisonError::into_inner);
        other.writes = true;
        other.waiting.get_or_insert_with(Instant::now).elapsed() < PATIENCE
    }

    fn is_much_left(&self, library: &Library) -> bool {
        let words = library.fulltext();
        let lacks = |&id: &FileId| {
            !library.is_indexed(id)
                || words.is_none_or(|words| !words.holds(id))
                || (self.options.vectors && library.row_place(RowKind::Vectors, id).is_none())
        };
        library.file_ids().filter(lacks).nth(FEW).is_some()
    }

    /// Maps what another process has saved since this one looked. True if there was something.
    pub fn follow(&self) -> bool {
        if !self.library().is_walked() {
            // The first look at the files begins with what was saved.
            return false;
        }
        let mut text = self.text.lock();
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(store) = store.as_mut().filter(|store| !store.is_writer() && store.may_be_behind()) else {
            return false;
        };
        if store.latest() == store.generation() {
            return false;
        }
        self.other.lock().unwrap_or_else(PoisonError::into_inner).waiting = None;
        self.absorb(store, &mut text);
        true
    }

    /// Calls `bell`, from another thread, as soon as the other process does not write any more; then
    /// [`Indexer::succeed`] is to be called.
    pub fn inherit(&self, bell: impl FnOnce() + Send + 'static) {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = store.as_mut() {
            store.wait(bell);
        }
    }

    /// Takes the place of the process that was the writer: what it has left undone is done here, and saved. False if
    /// it still writes.
    pub fn succeed(&self) -> bool {
        let mut text = self.text.lock();
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(store) = store.as_mut() else { return false };
        if !matches!(store.claim(), Ok(true)) {
            return false;
        }
        *self.other.lock().unwrap_or_else(PoisonError::into_inner) = Other::default();
        self.outdated.store(true, Ordering::Relaxed);
        self.absorb(store, &mut text);
        if text.open().is_some_and(|stage| !stage.is_kept()) {
            // Nothing to write over is on disk: from now on words are written there.
            *text = TextState::default();
            let _published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
            let next = self.library().without_fulltext();
            self.replace(next);
        }
        true
    }

    /// Takes over what is saved now, for files that are as they were then.
    pub(in crate::indexer) fn absorb(&self, store: &mut Store, text: &mut TextState) {
        let (Some(restored), _) = store.open() else { return };
        let published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
        let current = self.library();
        let state = restored.state(store.places(current.roots()), true, self.loader.clone());
        let wanted = |old: FileId| {
            let new = current.find(&state.library.file(old).path)?;
            let is_same = published.stamps.get(new.0 as usize) == state.stamps.get(old.0 as usize)
                && current.file(new).format.id == state.library.file(old).format.id;
            is_same.then_some(new)
        };
        let mut next = current.with_rows_of(&state.library, wanted);
        self.models_known.store(false, Ordering::Relaxed);
        if !text.open().is_some_and(|stage| stage.is_kept()) {
            // Words of files that have changed since are not to be found under them.
            let mut numbers = state.numbers;
            for old in state.library.file_ids() {
                let path = &state.library.file(old).path;
                let new = current.find(path);
                let is_same = |new: FileId| published.stamps.get(new.0 as usize) == state.stamps.get(old.0 as usize);
                if !new.is_some_and(is_same) {
                    numbers.retire(path);
                }
            }
            if let Some(words) = saved_words(store, &numbers) {
                next = next.with_fulltext(words);
                *text = TextState::Resting(numbers);
                *self.words.lock().unwrap_or_else(PoisonError::into_inner) = Some(store.text());
            }
        }
        self.replace(next);
    }
}
