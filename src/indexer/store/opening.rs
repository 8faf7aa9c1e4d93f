//! What an indexer begins with: the saved index of its workspace, or a part of the index of a directory above it.

use super::{Found, Restored, State, Store};
use crate::indexer::build::loader::DiskLoader;
use crate::indexer::handle::{Indexer, Published};
use crate::indexer::text::numbers::FileNumbers;
use crate::indexer::text::text_index::TextState;
use crate::indexer::walk::options::WorkspaceOptions;
use crate::indexer::walk::paths::{RootPlace, slashed};
use crate::library::{Library, Root, TextFields, TextIndex};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

/// What the indexer of a workspace begins with.
pub(in crate::indexer) struct Opened {
    /// Where it is saved; `None` if it is not.
    pub store: Option<Store>,
    pub library: Library,
    pub published: Published,
    /// The files whose words are in the saved full-text index.
    pub numbers: FileNumbers,
    /// Where the words are that were found.
    pub words: Option<PathBuf>,
    /// The directory whose index it is, where that is one above the workspace.
    pub above: Option<PathBuf>,
    /// For people, each a sentence.
    pub notices: Vec<String>,
}

/// The directories that the workspace consists of, if it consists of directories.
fn roots(options: &WorkspaceOptions) -> Option<Vec<RootPlace>> {
    if options.stdin.is_some() || options.files_from.is_some() {
        return None;
    }
    let here = [PathBuf::from(".")];
    let given = if options.roots.is_empty() { &here[..] } else { &options.roots };
    let place = |given: &PathBuf| RootPlace::new(&options.base, given).ok().filter(|place| place.walked.is_dir());
    given.iter().map(place).collect()
}

/// Whether the workspace consists of directories.
pub(super) fn is_of_directories(options: &WorkspaceOptions) -> bool {
    roots(options).is_some()
}

/// The saved index of a directory that all of `roots` lie in, the nearest, and the directory.
fn index_above(index: &Path, roots: &[RootPlace], limit: Option<u64>) -> Option<(Store, Restored, PathBuf)> {
    let (first, rest) = roots.split_first()?;
    let above = first.walked.ancestors().skip(1).filter(|above| rest.iter().all(|root| root.walked.starts_with(above)));
    above
        .filter_map(|directory| {
            let mut store = Store::at(index, &[directory.to_owned()], limit);
            let (restored, _) = store.open();
            restored.map(|restored| (store, restored, directory.to_owned()))
        })
        .next()
}

/// The store of a workspace, and what was saved in it.
pub(in crate::indexer) fn opened(options: &WorkspaceOptions, loader: &Arc<DiskLoader>) -> Opened {
    let nothing = Library::new(Vec::new(), Vec::new(), Vec::new(), loader.clone()).with_walked(false);
    let mut opened = Opened {
        store: None,
        library: nothing,
        published: Published::default(),
        numbers: FileNumbers::default(),
        words: None,
        above: None,
        notices: Vec::new(),
    };
    let (Some(index), Some(places)) = (&options.index, roots(options)) else { return opened };
    let walked: Vec<PathBuf> = places.iter().map(|place| place.walked.clone()).collect();
    let mut store = Store::at(index, &walked, options.own_limit());
    let (restored, found) = store.open();
    match found {
        Found::Nothing | Found::Whole => {}
        Found::Foreign => opened.notices.push("the saved index is of another version: indexing anew".to_owned()),
        Found::Broken => opened.notices.push("the saved index is damaged: indexing anew".to_owned()),
    }
    let shown: Vec<Root> = places.iter().map(root).collect();
    if let Some(restored) = restored {
        opened.begin(&store, restored.state(store.places(&shown), true, loader.clone()));
        opened.store = Some(store);
        return opened;
    }
    opened.store = Some(store);
    // What is below a directory that is indexed need not be indexed, and saved, once more.
    if let Some((store, restored, above)) = index_above(index, &places, options.own_limit()) {
        let below = |place: &RootPlace| match place.walked.strip_prefix(&above) {
            Ok(rest) if !rest.as_os_str().is_empty() => format!("{}/", slashed(rest)),
            _ => String::new(),
        };
        let parts = shown.into_iter().zip(places.iter().map(below)).collect();
        opened.begin(&store, restored.state(parts, false, loader.clone()));
        (opened.store, opened.above) = (None, Some(above));
    }
    opened
}

fn root(place: &RootPlace) -> Root {
    Root { prefix: place.prefix(), absolute: place.absolute.clone(), name: place.name.clone() }
}

impl Opened {
    /// Takes over what is saved in `store`.
    fn begin(&mut self, store: &Store, state: State) {
        self.published.stamps = state.stamps;
        self.library = state.library;
        if let Some(words) = saved_words(store, &state.numbers) {
            self.library = self.library.with_fulltext(words).with_walked(false);
            self.numbers = state.numbers;
            self.words = Some(store.text());
        } else if state.numbers.next() > 0 {
            self.notices.push("the saved words are damaged: they are indexed anew".to_owned());
        }
    }
}

/// The full-text index on disk, to be read; `None` if there is none that can be.
pub(in crate::indexer) fn saved_words(store: &Store, numbers: &FileNumbers) -> Option<Arc<TextIndex>> {
    if numbers.next() == 0 || !store.text().is_dir() {
        return None;
    }
    let open = || {
        let (index, fields) = TextFields::in_directory(&store.text()).ok()?;
        TextIndex::open(&index, fields, numbers.paths().to_vec()).ok().map(Arc::new)
    };
    // The engine panics on damaged files; those are built again.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(open)).ok().flatten()
}

impl Indexer {
    /// Begins with what was saved, if nothing has been found yet. Costs a little for each file, so that a first
    /// frame need not wait for it; the first look at the files does it if nobody has.
    pub fn restore(&self) {
        if self.restored.swap(true, Ordering::Relaxed) {
            return;
        }
        let Opened { store, library, published, numbers, words, above, notices } = opened(&self.options, &self.loader);
        let mut text = self.text.lock();
        *self.above.lock().unwrap_or_else(PoisonError::into_inner) = above;
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = words;
        *self.store.lock().unwrap_or_else(PoisonError::into_inner) = store;
        self.notices.lock().unwrap_or_else(PoisonError::into_inner).extend(notices);
        let mut known = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
        if !library.files().is_empty() && !self.library().is_walked() {
            *known = published;
            *text = TextState::Resting(numbers);
            self.replace(library);
        }
    }

    /// The directory above the workspace whose index is used here, if it has none of its own. Nothing is saved then.
    pub fn index_above(&self) -> Option<PathBuf> {
        self.restore();
        self.above.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
