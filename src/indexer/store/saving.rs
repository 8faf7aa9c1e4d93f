//! The indexer and its index on disk: what it finds out is saved.

use super::Store;
use super::opening::is_of_directories;
use crate::indexer::build::reuse::Recall;
use crate::indexer::handle::Indexer;
use crate::indexer::text::numbers::FileNumbers;
use crate::indexer::text::text_index::{TextPlace, TextState};
use crate::indexer::walk::options::WorkspaceOptions;
use crate::library::{FileId, Library, RowKind, RowTable, Segment};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

/// Most bytes of structure and rows that stay in memory only, while there is an index on disk.
const MOST_UNSAVED: usize = 48 << 20;

/// What saving did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The index on disk is what is known now.
    Yes,
    /// This workspace has no index on disk: it is not made of directories, or a part of what is there.
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

impl Indexer {
    /// Where words that are new are written. The caller holds the lock of the text.
    pub(in crate::indexer) fn text_place(&self, state: &mut TextState) -> TextPlace {
        if let Some(stage) = state.open() {
            return stage.place().clone();
        }
        if let TextState::Failed = state {
            return TextPlace::Memory;
        }
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let is_on_disk = self.options.is_whole() && !self.words_in_memory.load(Ordering::Relaxed);
        if let Some(store) = store.as_mut().filter(|_| is_on_disk)
            && matches!(store.claim(), Ok(true))
        {
            if store.latest() != store.generation() {
                self.absorb(store, state);
            }
            if std::fs::create_dir_all(store.text()).is_ok() {
                return TextPlace::Directory(store.text());
            }
        }
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match (words, state.kept_numbers()) {
            (Some(words), Some(numbers)) if numbers.next() > 0 => TextPlace::Over(words),
            _ => TextPlace::Memory,
        }
    }

    /// What people should know about the saved index: each a sentence, each told once.
    pub fn take_notices(&self) -> Vec<String> {
        let mut notices = std::mem::take(&mut *self.notices.lock().unwrap_or_else(PoisonError::into_inner));
        let reranker = self.options.reranker.as_ref().and_then(|reranker| reranker.take_notice());
        notices
            .extend(self.options.embeddings.take_notice().into_iter().chain(reranker).map(|notice| notice.to_string()));
        notices
    }

    pub(in crate::indexer) fn recall(&self) -> Arc<Recall> {
        Arc::clone(&self.recall.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps what `before` knew at hand while files of `after` are not indexed: they may hold what others held.
    pub(in crate::indexer) fn remember(&self, before: &Library, after: &Library) {
        let is_pending = after.file_ids().any(|id| !after.is_indexed(id));
        let recall = if is_pending && !before.segments().is_empty() { Recall::of(before) } else { Recall::default() };
        *self.recall.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(recall);
    }

    /// Whether the index on disk is not what is known now, and could be.
    pub fn has_unsaved(&self) -> bool {
        if !self.options.is_whole() || self.given_up.load(Ordering::Relaxed) || self.is_reader() {
            return false;
        }
        if self.store.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
            return false;
        }
        let library = self.library();
        let is_new = self.outdated.load(Ordering::Relaxed) || self.unsaved_bytes() > 0;
        library.is_walked() && (is_new || library.row_tables().any(|(_, table)| table.origin().is_none()))
    }

    /// Saves what is known now. A failure is a notice, once; then nothing more is tried. Where another process is the
    /// writer, nothing is tried until [`Indexer::succeed`].
    pub fn save_quietly(&self) {
        match self.save() {
            Ok(_) => {}
            Err(problem) => {
                self.given_up.store(true, Ordering::Relaxed);
                self.notices.lock().unwrap_or_else(PoisonError::into_inner).push(problem);
            }
        }
    }

    /// Bytes of structure that the index on disk does not have.
    pub fn unsaved_bytes(&self) -> usize {
        let library = self.library();
        let unsaved = library.segments().iter().filter(|segment| segment.file().is_none());
        unsaved.map(|segment| segment.bytes().len()).sum()
    }

    /// Whether so much is in memory only that it is to be saved before more is added: what is saved is mapped.
    pub fn is_saving_due(&self) -> bool {
        let library = self.library();
        let tables = library.row_tables().filter(|(_, table)| table.origin().is_none());
        self.unsaved_bytes() + tables.map(|(_, table)| table.as_bytes().len()).sum::<usize>() > MOST_UNSAVED
    }

    /// Saves what is known now, so that the next start begins with it. The error is a sentence.
    pub fn save(&self) -> Result<Saved, String> {
        if !self.library().is_walked() {
            // What was saved is all there is.
            return Ok(Saved::Yes);
        }
        let mut text = self.text.lock();
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(store) = store.as_mut().filter(|_| self.options.is_whole()) else { return Ok(Saved::NotKept) };
        if !store.claim().map_err(|reason| unsaved(store, &reason))? {
            self.yields();
            return Ok(Saved::Other);
        }
        // Words that were written over another process's are in memory only.
        if store.latest() != store.generation() || text.open().is_some_and(|stage| stage.is_over()) {
            self.absorb(store, &mut text);
        }
        {
            let _published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(next) = self.library().with_gathered() {
                self.replace(next);
            }
        }
        let library = self.library();
        let Moved { segments, tables } = moved(store, &library).map_err(|reason| {
            // What could not be finished must not take up the room.
            store.sweep(&library);
            unsaved(store, &reason)
        })?;
        let words = match text.open().filter(|stage| stage.is_kept() && stage.is_dirty()) {
            Some(stage) => Some(stage.commit(None).map_err(|reason| unsaved(store, &reason))?),
            None => None,
        };
        let (library, stamps) = {
            let published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
            if !segments.is_empty() {
                let next = self.library().with_moved(&segments);
                self.replace(next);
            }
            for (kind, from, to) in &tables {
                let next = self.library().with_moved_rows(*kind, from, to);
                self.replace(next);
            }
            if let Some(words) = words {
                let next = self.library().with_fulltext(words);
                self.replace(next);
            }
            (self.library(), published.stamps.clone())
        };
        let number = |id: FileId| text.kept_numbers()?.of(&library.file(id).path);
        let next_number = text.kept_numbers().map_or(0, FileNumbers::next);
        store.commit(&library, &stamps, &number, next_number).map_err(|reason| unsaved(store, &reason))?;
        Indexer::begins_whole(store);
        self.outdated.store(false, Ordering::Relaxed);
        if let Some(stage) = text.open().filter(|stage| stage.is_kept()) {
            stage.bury();
        }
        Ok(Saved::Yes)
    }
}

/// What was in memory, each with the same from a file.
#[derive(Default)]
struct Moved {
    segments: Vec<(Arc<Segment>, Arc<Segment>)>,
    tables: Vec<(RowKind, RowTable, RowTable)>,
}

/// Writes what `library` has in memory only. The error is a clause.
fn moved(store: &Store, library: &Library) -> Result<Moved, String> {
    let mut moved = Moved::default();
    for segment in library.segments().iter().filter(|segment| segment.file().is_none()) {
        let saved = store.save_segment(segment)?;
        moved.segments.push((Arc::clone(segment), Arc::new(saved)));
    }
    for (kind, table) in library.row_tables().filter(|(_, table)| table.origin().is_none()) {
        let saved = store.save_rows(kind, table)?;
        moved.tables.push((kind, table.clone(), saved));
    }
    Ok(moved)
}

fn unsaved(store: &Store, reason: &str) -> String {
    let place = store.directory().display();
    // What to do stands before the place: a status line is cut at its end.
    format!("the index cannot be saved: {reason}; make room, or set DOCQL_INDEX_DIR to another place ({place})")
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
            () if !is_of_directories(self) => Some("only directories are kept between runs"),
            () if !self.is_whole() => Some("with --glob, --hidden, --no-ignore or --max-filesize nothing is saved"),
            () => None,
        }
    }
}
