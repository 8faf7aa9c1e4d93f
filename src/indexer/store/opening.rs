//! The beginning: the saved index of a workspace, or a part of the index of a directory above it.

use super::directory::{Condition, IndexDirectory};
use super::owner::{Store, Subject};
use super::saved_index::{Restored, SavedIndex};
use crate::indexer::build::locks::Held;
use crate::indexer::files::paths::slashed;
use crate::indexer::source::seam::IndexKeys;
use crate::indexer::text::indexer::{Phase, TextIndexer};
use crate::indexer::text::numbers::FileNumbers;
use crate::library::{FileEntry, Root, TextIndex};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The beginning of an indexer.
#[derive(Default)]
struct Opened {
    /// The directory that it is saved in; `None` if it is not.
    directory: Option<IndexDirectory>,
    /// The saved state, and the full-text index that belongs to it.
    restored: Option<(Restored, Option<Arc<TextIndex>>)>,
    /// The directory of the full-text index.
    words: Option<PathBuf>,
    /// The directory above the workspace whose index it is.
    above: Option<PathBuf>,
    /// For people, each a sentence.
    notices: Vec<String>,
}

/// The saved index of the nearest place above all roots that has one, and the path that names the place.
fn index_above(index: &Path, above: &[PathBuf], limit: Option<u64>) -> Option<(IndexDirectory, SavedIndex, PathBuf)> {
    above.iter().find_map(|above| {
        let mut directory = IndexDirectory::at(index, std::slice::from_ref(above), limit);
        let (saved, _) = directory.open();
        saved.map(|saved| (directory, saved, above.clone()))
    })
}

impl Opened {
    /// Looks for what was saved of the workspace.
    fn new(subject: &Subject<'_>) -> Opened {
        let options = subject.options;
        let mut opened = Opened::default();
        let (Some(index), Some(keys)) = (&options.index, subject.loader.sources().index_keys()) else { return opened };
        let IndexKeys { roots, above } = keys;
        let (shown, keys): (Vec<Root>, Vec<PathBuf>) = roots.into_iter().unzip();
        let admits = |file: &FileEntry| options.admits(file);
        let mut directory = IndexDirectory::at(index, &keys, options.own_limit());
        let (saved, condition) = directory.open();
        match condition {
            Condition::Nothing | Condition::Whole => {}
            Condition::Foreign => {
                opened.notices.push("the saved index is of another version: indexing anew".to_owned());
            }
            Condition::Refused(why) => {
                let place = directory.directory().display();
                opened.notices.push(format!("the saved index in {place} {why}: it is not read"));
            }
            Condition::Broken => opened.notices.push("the saved index is damaged: indexing anew".to_owned()),
        }
        if let Some(saved) = saved {
            opened.begin(&directory, saved.restored(directory.places(&shown), true, subject.loader.clone(), &admits));
        } else if let Some((above, saved, place)) = index_above(index, &above, options.own_limit()) {
            // What is below a directory that is indexed need not be indexed, and saved, once more.
            let below = |key: &PathBuf| match key.strip_prefix(&place) {
                Ok(rest) if !rest.as_os_str().is_empty() => format!("{}/", slashed(rest)),
                _ => String::new(),
            };
            let parts = shown.into_iter().zip(keys.iter().map(below)).collect();
            opened.begin(&above, saved.restored(parts, false, subject.loader.clone(), &admits));
            opened.above = Some(place);
            return opened;
        }
        opened.directory = Some(directory);
        opened
    }

    /// Takes over what is saved in `directory`.
    fn begin(&mut self, directory: &IndexDirectory, mut restored: Restored) {
        let words = directory.words(&restored.numbers);
        if words.is_some() {
            self.words = Some(directory.text());
        } else {
            if restored.numbers.next() > 0 {
                self.notices.push("the saved words are damaged: they are indexed anew".to_owned());
            }
            restored.numbers = FileNumbers::default();
        }
        self.restored = Some((restored, words));
    }
}

impl Store {
    /// Begins with what was saved, if nothing has been found yet. Costs a little for each file, so that a first
    /// frame need not wait for it; the first look at the files does it if nobody has.
    pub(in crate::indexer) fn restore(&self, text: &TextIndexer, subject: &Subject<'_>, held: &mut Held<'_, 0>) {
        self.restored.get_or_init(|| {
            let (mut text, mut held) = text.lock(held);
            let (mut kept, mut held) = self.lock(&mut held);
            let Opened { directory, restored, words, above, notices } = Opened::new(subject);
            if let Some(directory) = &directory {
                let _ = self.seals.set(Arc::clone(directory.seals()));
            }
            (kept.directory, kept.above, text.read_from) = (directory, above, words);
            kept.notices.extend(notices);
            let Some((restored, words)) = restored else { return };
            let mut current = subject.published.hold(&mut held);
            if restored.library.files().is_empty() || current.library().is_walked() {
                return;
            }
            let library = match words {
                Some(words) => restored.library.with_fulltext(words).with_walked(false),
                None => restored.library,
            };
            current.stamps = restored.stamps;
            text.phase = Phase::Resting(restored.numbers);
            current.replace(library);
        });
    }
}
