//! Saving: what is found out is there at the next start.

use super::directory::IndexDirectory;
use super::owner::{Kept, Subject};
use super::store_error::StoreError;
use crate::indexer::build::locks::{Held, STORE};
use crate::indexer::build::published::{Current, Published};
use crate::indexer::files::options::WorkspaceOptions;
use crate::indexer::text::indexer::{Phase, TextState};
use crate::indexer::text::numbers::FileNumbers;
use crate::indexer::text::writer::TextPlace;
use crate::library::{FileId, Library, RowKind, RowTable, Segment};
use crate::stdx::private_directory;
use std::path::PathBuf;
use std::sync::Arc;

/// Most bytes of structure and rows that stay in memory only, while there is an index on disk.
const MAX_UNSAVED: usize = 48 << 20;

/// The outcome of saving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The index on disk is what is known now.
    Yes,
    /// This workspace has no index on disk: it is not made of directories, or a part of what is there.
    NotKept,
    /// Another process is the writer.
    Other,
}

/// Why the index could not be saved.
// What to do stands before the place: a status line is cut at its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the index cannot be saved: {reason}; make room, or set DOCQL_INDEX_DIR to another place ({place})",
    place = directory.display()
)]
pub struct SaveError {
    /// A clause.
    pub reason: String,
    /// The directory that it would be in.
    pub directory: PathBuf,
}

/// The directory for indexes: `given`, else the place for caches of this system's users.
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

impl Kept {
    /// The place where new words are written.
    pub(in crate::indexer) fn text_place(
        &mut self,
        text: &mut TextState,
        subject: &Subject<'_>,
        held: &mut Held<'_, STORE>,
    ) -> TextPlace {
        match &text.phase {
            Phase::Open(writer) => return writer.place().clone(),
            Phase::Failed => return TextPlace::Memory,
            Phase::Resting(_) => {}
        }
        let is_on_disk = subject.options.is_whole() && !text.stays_in_memory;
        if let Some(directory) = self.directory.as_mut().filter(|_| is_on_disk)
            && matches!(directory.claim(), Ok(true))
        {
            let (words, is_behind) = (directory.text(), directory.latest() != directory.generation());
            if is_behind {
                self.absorb(text, subject, held);
            }
            let is_clear = self.directory.as_ref().is_some_and(|directory| directory.clear_broken_words().is_ok());
            if is_clear && private_directory(&words).is_ok() {
                return TextPlace::Directory(words);
            }
        }
        match (&text.read_from, text.kept_numbers()) {
            (Some(words), Some(numbers)) if numbers.next() > 0 => TextPlace::Over(words.clone()),
            _ => TextPlace::Memory,
        }
    }

    /// True if the index on disk is behind, and could be brought up to date.
    pub(in crate::indexer) fn has_unsaved(&self, subject: &Subject<'_>, held: &mut Held<'_, STORE>) -> bool {
        if !subject.options.is_whole() || self.has_given_up || self.directory.is_none() {
            return false;
        }
        let (library, is_outdated) = {
            let current = subject.published.hold(held);
            (current.library(), current.is_outdated)
        };
        let is_new = is_outdated || unsaved_bytes(&library) > 0;
        library.is_walked() && (is_new || library.row_tables().any(|(_, table)| table.origin().is_none()))
    }

    /// Saves what is known now, so that the next start begins with it.
    pub(in crate::indexer) fn save(
        &mut self,
        text: &mut TextState,
        subject: &Subject<'_>,
        held: &mut Held<'_, STORE>,
    ) -> Result<Saved, SaveError> {
        let Some(directory) = self.directory.as_mut().filter(|_| subject.options.is_whole()) else {
            return Ok(Saved::NotKept);
        };
        if !directory.claim().map_err(|reason| unsaved(directory, &reason))? {
            return Ok(Saved::Other);
        }
        // Words that were written over another process's are in memory only.
        if directory.latest() != directory.generation() || text.open().is_some_and(|writer| writer.is_over()) {
            self.absorb(text, subject, held);
        }
        let Some(directory) = &mut self.directory else { return Ok(Saved::NotKept) };
        write(directory, text, subject.published, held).map_err(|reason| unsaved(directory, &reason))?;
        directory.begin_audits();
        let generation = directory.generation();
        if let Some(writer) = text.open().filter(|writer| writer.is_kept()) {
            writer.bury(generation);
        }
        Ok(Saved::Yes)
    }
}

/// Writes what is known now.
fn write(
    directory: &mut IndexDirectory,
    text: &mut TextState,
    published: &Published,
    held: &mut Held<'_, STORE>,
) -> Result<(), StoreError> {
    let library = {
        let mut current = published.hold(held);
        if let Some(next) = current.library().with_gathered() {
            current.replace(next);
        }
        current.library()
    };
    let moved = Moved::of(directory, &library).inspect_err(|_| {
        // What could not be finished must not take up the room.
        directory.sweep(&library);
    })?;
    let words = match text.open().filter(|writer| writer.is_kept() && writer.is_dirty()) {
        Some(writer) => Some(writer.commit()?),
        None => None,
    };
    let (library, stamps) = {
        let mut current = published.hold(held);
        moved.publish(&mut current);
        if let Some(words) = words {
            current.grow(|library| library.with_fulltext(words));
        }
        // What changes from here on is not in this commit.
        current.is_outdated = false;
        (current.library(), current.stamps.clone())
    };
    let number = |id: FileId| text.kept_numbers()?.of(&library.file(id).path);
    let next_number = text.kept_numbers().map_or(0, FileNumbers::next);
    directory.commit(&library, &stamps, &number, next_number).inspect_err(|_| published.hold(held).is_outdated = true)
}

/// Bytes in `library` that the index on disk does not have.
pub(in crate::indexer) fn unsaved_bytes(library: &Library) -> usize {
    let unsaved = library.segments().iter().filter(|segment| segment.file().is_none());
    let tables = library.row_tables().filter(|(_, table)| table.origin().is_none());
    let segments: usize = unsaved.map(|segment| segment.bytes().len()).sum();
    segments + tables.map(|(_, table)| table.as_bytes().len()).sum::<usize>()
}

/// True if so much of `library` is in memory only that it is to be saved before more is added: saved parts are mapped.
pub(in crate::indexer) fn is_saving_due(library: &Library) -> bool {
    unsaved_bytes(library) > MAX_UNSAVED
}

fn unsaved(directory: &IndexDirectory, reason: &StoreError) -> SaveError {
    SaveError { reason: reason.to_string(), directory: directory.directory().to_owned() }
}

/// Parts of a library in memory, each with its copy in a file.
#[derive(Default)]
struct Moved {
    segments: Vec<(Arc<Segment>, Arc<Segment>)>,
    tables: Vec<(RowKind, RowTable, RowTable)>,
}

impl Moved {
    /// Writes what `library` has in memory only.
    fn of(directory: &IndexDirectory, library: &Library) -> Result<Moved, StoreError> {
        let mut moved = Moved::default();
        for segment in library.segments().iter().filter(|segment| segment.file().is_none()) {
            let saved = directory.save_segment(segment)?;
            moved.segments.push((Arc::clone(segment), Arc::new(saved)));
        }
        for (kind, table) in library.row_tables().filter(|(_, table)| table.origin().is_none()) {
            let saved = directory.save_rows(kind, table)?;
            moved.tables.push((kind, table.clone(), saved));
        }
        Ok(moved)
    }

    /// Puts what was written in place of what was in memory.
    fn publish(&self, current: &mut Current<'_>) {
        if !self.segments.is_empty() {
            current.grow(|library| library.with_moved(&self.segments));
        }
        for (kind, from, to) in &self.tables {
            current.grow(|library| library.with_moved_rows(*kind, from, to));
        }
    }
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
            () if !self.is_of_directories() => Some("only directories are kept between runs"),
            () if self.has_refused() => {
                Some("databases are kept from agents, so that what they know is not all there is")
            }
            () if !self.is_whole() => Some("with --glob, --hidden, --no-ignore or --max-filesize nothing is saved"),
            () => None,
        }
    }
}
