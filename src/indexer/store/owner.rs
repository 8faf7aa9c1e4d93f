//! The index on disk of a workspace, and what has happened to it.

use super::directory::IndexDirectory;
use super::seals::{self, Seals};
use crate::indexer::build::locks::{Held, Ranked, STORE};
use crate::indexer::build::published::Published;
use crate::indexer::files::options::WorkspaceOptions;
use crate::indexer::source::loader::SourceLoader;
use crate::indexer::text::indexer::{Phase, TextState};
use std::path::PathBuf;
use std::sync::{Arc, MutexGuard, OnceLock};

/// The owner of the index on disk.
#[derive(Default)]
pub(in crate::indexer) struct Store {
    kept: Ranked<Kept, STORE>,
    /// Set when the saved index has been looked for.
    pub(super) restored: OnceLock<()>,
    /// The seals of what is mapped.
    pub(super) seals: OnceLock<Arc<Seals>>,
}

/// The index on disk, if this workspace has one.
#[derive(Default)]
pub(in crate::indexer) struct Kept {
    /// `None` if this workspace has no index of its own.
    pub directory: Option<IndexDirectory>,
    /// The directory above the workspace whose index is read here.
    pub above: Option<PathBuf>,
    /// Set if saving has failed.
    pub has_given_up: bool,
    /// Notices for people, each a sentence.
    pub notices: Vec<String>,
}

/// The parts of an indexer whose state the store keeps.
#[derive(Clone, Copy)]
pub(in crate::indexer) struct Subject<'s> {
    pub options: &'s WorkspaceOptions,
    pub loader: &'s Arc<SourceLoader>,
    pub published: &'s Published,
}

impl Store {
    /// Takes the lock.
    pub(in crate::indexer) fn lock<'l, const BEFORE: u8>(
        &'l self,
        held: &'l mut Held<'_, BEFORE>,
    ) -> (MutexGuard<'l, Kept>, Held<'l, STORE>) {
        self.kept.lock(held)
    }
}

/// Parts of a saved index that are not what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::indexer) enum Broken {
    Nothing,
    /// The words alone.
    Words,
    /// Segments, or tables of rows.
    Structure,
}

impl Store {
    /// What of the saved index has been changed since it was mapped. Takes no lock that others hold long.
    pub(in crate::indexer) fn broken_since(&self) -> Broken {
        let broken = self.seals.get().map(|seals| seals.broken_since()).unwrap_or_default();
        match broken.iter().all(|name| seals::is_of_words(name)) {
            true if broken.is_empty() => Broken::Nothing,
            true => Broken::Words,
            false => Broken::Structure,
        }
    }
}

impl Kept {
    /// The directory, if this process may write it or becomes the writer now.
    pub(super) fn writable(&mut self) -> Option<&mut IndexDirectory> {
        let directory = self.directory.as_mut()?;
        matches!(directory.claim(), Ok(true)).then_some(directory)
    }

    /// Takes over what is saved now, for files that are as they were then.
    pub(in crate::indexer) fn absorb(
        &mut self,
        text: &mut TextState,
        subject: &Subject<'_>,
        held: &mut Held<'_, STORE>,
    ) {
        let Some(directory) = &mut self.directory else { return };
        let (Some(saved), _) = directory.open() else { return };
        let mut current = subject.published.hold(held);
        let library = current.library();
        let restored = saved.restored(directory.places(library.roots()), true, subject.loader.clone(), &|file| {
            subject.options.admits(file)
        });
        let is_same = |new, old| current.stamps.get(new) == restored.stamps.get(old);
        let wanted = |old| {
            let saved = restored.library.file(old);
            let new = library.find(&saved.path)?;
            let is_same = is_same(new.0 as usize, old.0 as usize) && library.file(new).format.id == saved.format.id;
            is_same.then_some(new)
        };
        let mut next = library.with_rows_of(&restored.library, wanted);
        if !text.open().is_some_and(|writer| writer.is_kept()) {
            // Words of files that have changed since are not to be found under them.
            let mut numbers = restored.numbers;
            for old in restored.library.file_ids() {
                let path = &restored.library.file(old).path;
                let new = library.find(path);
                if !new.is_some_and(|new| is_same(new.0 as usize, old.0 as usize)) {
                    numbers.retire(path);
                }
            }
            if let Some(words) = directory.words(&numbers) {
                next = next.with_fulltext(words);
                text.phase = Phase::Resting(numbers);
                text.read_from = Some(directory.text());
            }
        }
        current.are_models_known = false;
        current.replace(next);
    }
}
