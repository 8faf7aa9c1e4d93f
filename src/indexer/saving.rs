//! The indexer and its index on disk: what was saved is where it starts, what it finds out is saved.

use super::WorkspaceOptions;
use super::handle::{Indexer, Published};
use super::loader::DiskLoader;
use super::paths::RootPlace;
use super::recall::Recall;
use super::store::{Found, Store};
use crate::library::{FileId, Library, Root, Segment};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

/// What the indexer of a workspace begins with.
pub(super) struct Opened {
    pub store: Option<Store>,
    pub library: Library,
    pub published: Published,
    /// For people, each a sentence.
    pub notices: Vec<String>,
}

/// What saving did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The index on disk is what is known now.
    Yes,
    /// This workspace has no index on disk: it is more than one directory, or a part of what is there.
    NotKept,
    /// Another process is the writer.
    Other,
}

/// Where indexes are kept unless told otherwise: `given`, else the place for caches of this system's users.
/// `None` if there is none.
pub fn index_directory(given: Option<PathBuf>, variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let home = || variable("HOME").filter(absolute);
    given
        .or_else(|| variable("XDG_CACHE_HOME").filter(absolute).map(|cache| cache.join("docql")))
        .or_else(|| variable("LOCALAPPDATA").filter(absolute).map(|local| local.join("docql").join("cache")))
        .or_else(|| match cfg!(target_os = "macos") {
            true => Some(home()?.join("Library").join("Caches").join("docql")),
            false => Some(home()?.join(".cache").join("docql")),
        })
}

/// The one directory that the workspace consists of, if it does.
fn only_root(options: &WorkspaceOptions) -> Option<RootPlace> {
    if options.stdin.is_some() || options.files_from.is_some() {
        return None;
    }
    let given = match options.roots.as_slice() {
        [] => Path::new("."),
        [only] => only,
        _ => return None,
    };
    RootPlace::new(&options.base, given).ok().filter(|place| place.walked.is_dir())
}

/// The store of a workspace, and what was saved in it.
pub(super) fn opened(options: &WorkspaceOptions, loader: &Arc<DiskLoader>) -> Opened {
    let nothing = Library::new(Vec::new(), Vec::new(), Vec::new(), loader.clone()).with_walked(false);
    let mut opened = Opened { store: None, library: nothing, published: Published::default(), notices: Vec::new() };
    let (Some(index), Some(place)) = (&options.index, only_root(options)) else { return opened };
    let mut store = Store::at(index, &place.walked);
    let (restored, found) = store.open();
    match found {
        Found::Nothing | Found::Whole => {}
        Found::Foreign => opened.notices.push("the saved index is of another version: indexing anew".to_owned()),
        Found::Broken => opened.notices.push("the saved index is damaged: indexing anew".to_owned()),
    }
    if let Some(restored) = restored {
        let root = Root { prefix: place.prefix(), absolute: place.absolute, name: place.name };
        let state = restored.state(root, loader.clone());
        opened.published.stamps = state.stamps;
        opened.library = state.library;
    }
    opened.store = Some(store);
    opened
}

impl Indexer {
    /// What people should know about the saved index: each a sentence, each told once.
    pub fn take_notices(&self) -> Vec<String> {
        std::mem::take(&mut *self.notices.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn recall(&self) -> Arc<Recall> {
        Arc::clone(&self.recall.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps what `before` knew at hand while files of `after` are not indexed: they may hold what others held.
    pub(super) fn remember(&self, before: &Library, after: &Library) {
        let is_pending = after.file_ids().any(|id| !after.is_indexed(id));
        let recall = if is_pending && !before.segments().is_empty() { Recall::of(before) } else { Recall::default() };
        *self.recall.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(recall);
    }

    /// Bytes of structure that the index on disk does not have.
    pub fn unsaved_bytes(&self) -> usize {
        let library = self.library();
        let unsaved = library.segments().iter().filter(|segment| segment.file().is_none());
        unsaved.map(|segment| segment.bytes().len()).sum()
    }

    /// Takes over what another process has saved since this one looked, for files that are not indexed here.
    fn absorb(&self, store: &mut Store) {
        let (Some(restored), _) = store.open() else { return };
        let published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
        let current = self.library();
        let Some(root) = current.roots().first().cloned() else { return };
        let state = restored.state(root, self.loader.clone());
        let wanted = |old: FileId| {
            let new = current.find(&state.library.file(old).path)?;
            let is_same = published.stamps.get(new.0 as usize) == state.stamps.get(old.0 as usize)
                && current.file(new).format.id == state.library.file(old).format.id;
            (is_same && !current.is_indexed(new)).then_some(new)
        };
        self.replace(current.with_rows_of(&state.library, wanted));
    }

    /// Saves what is known now, so that the next start begins with it. The error is a sentence.
    pub fn save(&self) -> Result<Saved, String> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(store) = store.as_mut().filter(|_| self.options.is_whole()) else { return Ok(Saved::NotKept) };
        if !store.claim().map_err(|reason| unsaved(store, &reason))? {
            return Ok(Saved::Other);
        }
        if store.latest() != store.generation() {
            self.absorb(store);
        }
        {
            let _published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(next) = self.library().with_gathered() {
                self.replace(next);
            }
        }
        let library = self.library();
        let mut moved: Vec<(Arc<Segment>, Arc<Segment>)> = Vec::new();
        for segment in library.segments().iter().filter(|segment| segment.file().is_none()) {
            let saved = store.save_segment(segment).map_err(|reason| unsaved(store, &reason))?;
            moved.push((Arc::clone(segment), Arc::new(saved)));
        }
        let (library, stamps) = {
            let published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
            if !moved.is_empty() {
                let next = self.library().with_moved(&moved);
                self.replace(next);
            }
            (self.library(), published.stamps.clone())
        };
        store.commit(&library, &stamps, &|_| None, 0).map_err(|reason| unsaved(store, &reason))?;
        Ok(Saved::Yes)
    }
}

fn unsaved(store: &Store, reason: &str) -> String {
    format!("the index cannot be saved: {reason} ({})", store.directory().display())
}

impl WorkspaceOptions {
    /// The same workspace with its index kept below `index`.
    pub fn with_index(self, index: Option<PathBuf>) -> WorkspaceOptions {
        WorkspaceOptions { index, ..self }
    }

    /// Why there is no index on disk for this workspace; `None` if there can be one.
    pub fn why_not_kept(&self) -> Option<&'static str> {
        match () {
            () if self.index.is_none() => Some("there is no place for caches; set DOCQL_INDEX_DIR"),
            () if only_root(self).is_none() => Some("only single directories are kept between runs"),
            () if !self.is_whole() => Some("with --glob, --hidden, --no-ignore or --max-filesize nothing is saved"),
            () => None,
        }
    }
}
