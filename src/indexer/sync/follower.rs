//! Beside another process that writes the index of the same workspace: what it saves is mapped and not made
//! twice; when it goes, this one takes its place.

use crate::indexer::build::locks::{FOLLOWER, Held, Ranked, STORE};
use crate::indexer::files::options::WorkspaceOptions;
use crate::indexer::store::owner::{Kept, Subject};
use crate::indexer::text::indexer::TextState;
use crate::library::{FileId, Library, RowKind};
use std::time::{Duration, Instant};

/// Up to so many files are read here at once; more are left to the writer.
const FEW: usize = 64;

/// The time without news of a writer until its work is done here: it may be suspended, or not look at its files.
/// While it works, it saves every ten seconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// The owner of what is known of another process that writes the index.
#[derive(Default)]
pub(in crate::indexer) struct Follower(Ranked<Writer, FOLLOWER>);

/// Another process that writes the index.
#[derive(Debug, Default)]
struct Writer {
    /// Set if this process has been refused the right to write, and has not been given it since.
    is_there: bool,
    /// Since when work has been left to it without its saving anything.
    waiting: Option<Instant>,
}

impl Follower {
    /// True if another process is the writer of this workspace's index, as far as is known.
    pub(in crate::indexer) fn is_reader<const BEFORE: u8>(&self, held: &mut Held<'_, BEFORE>) -> bool {
        self.0.lock(held).0.is_there
    }

    /// The time left to wait for the writer before the work is done here.
    pub(in crate::indexer) fn patience(&self, held: &mut Held<'_, 0>) -> Duration {
        let waiting = self.0.lock(held).0.waiting;
        waiting.map_or(PATIENCE, |since| PATIENCE.saturating_sub(since.elapsed()))
    }

    /// Notes that another process is the writer.
    pub(in crate::indexer) fn yields(&self, held: &mut Held<'_, STORE>) {
        self.0.lock(held).0.is_there = true;
    }

    /// True if so much of `library` is left to do that the process which writes the index should do it.
    pub(in crate::indexer) fn leaves_it(
        &self,
        library: &Library,
        options: &WorkspaceOptions,
        kept: &mut Kept,
        held: &mut Held<'_, STORE>,
    ) -> bool {
        // Another process may be at another revision.
        if options.at.is_some() || !options.is_whole() || !is_much_left(library, options) {
            return false;
        }
        let Some(directory) = &mut kept.directory else { return false };
        if !matches!(directory.claim(), Ok(false)) {
            return false;
        }
        let (mut writer, _) = self.0.lock(held);
        writer.is_there = true;
        writer.waiting.get_or_insert_with(Instant::now).elapsed() < PATIENCE
    }

    /// Maps what another process has saved since this one looked; true if there was something.
    pub(in crate::indexer) fn follow(
        &self,
        (kept, text): (&mut Kept, &mut TextState),
        subject: &Subject<'_>,
        held: &mut Held<'_, STORE>,
    ) -> bool {
        let Some(directory) = &kept.directory else { return false };
        if directory.is_writer() || !directory.may_be_behind() || directory.latest() == directory.generation() {
            return false;
        }
        self.0.lock(held).0.waiting = None;
        kept.absorb(text, subject, held);
        true
    }

    /// Takes the place of the process that was the writer: what it has left undone is done here, and saved. False if
    /// it still writes.
    pub(in crate::indexer) fn succeed(
        &self,
        (kept, text): (&mut Kept, &mut TextState),
        subject: &Subject<'_>,
        held: &mut Held<'_, STORE>,
    ) -> bool {
        let Some(directory) = &mut kept.directory else { return false };
        if !matches!(directory.claim(), Ok(true)) {
            return false;
        }
        *self.0.lock(held).0 = Writer::default();
        subject.published.hold(held).is_outdated = true;
        kept.absorb(text, subject, held);
        if text.open().is_some_and(|writer| !writer.is_kept()) {
            // Nothing to write over is on disk: from now on words are written there.
            text.close();
            subject.published.hold(held).grow(|library| library.without_fulltext());
        }
        true
    }
}

fn is_much_left(library: &Library, options: &WorkspaceOptions) -> bool {
    let words = library.fulltext();
    let lacks = |&id: &FileId| {
        !library.is_indexed(id)
            || words.is_none_or(|words| !words.holds(id))
            || (options.vectors && library.row_place(RowKind::Vectors, id).is_none())
    };
    library.file_ids().filter(lacks).nth(FEW).is_some()
}
