//! The beginning: the saved index of a workspace, or a part of the index of a directory above it.

use super::directory::{Condition, IndexDirectory};
use super::owner::{Store, Subject};
use super::saved_index::{Restored, SavedIndex};
use crate::indexer::build::locks::Held;
use crate::indexer::files::options::WorkspaceOptions;
use crate::indexer::files::paths::{RootPlace, slashed};
use crate::indexer::text::indexer::{Phase, TextIndexer};
use crate::indexer::text::numbers::FileNumbers;
use crate::library::{Root, TextIndex};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the indexer of a workspace begins with.
#[derive(Default)]
struct Opened {
    /// Where it is saved; `None` if it is not.
    directory: Option<IndexDirectory>,
    /// What was saved, and the full-text index that belongs to it.
    restored: Option<(Restored, Option<Arc<TextIndex>>)>,
    /// The directory of the full-text index.
    words: Option<PathBuf>,
    /// The directory above the workspace whose index it is.
    above: Option<PathBuf>,
    /// For people, each a sentence.
    notices: Vec<String>,
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
fn index_above(index: &Path, roots: &[RootPlace], limit: Option<u64>) -> Option<(IndexDirectory, SavedIndex, PathBuf)> {
    let (first, rest) = roots.split_first()?;
    let above = first.walked.ancestors().skip(1).filter(|above| rest.iter().all(|root| root.walked.starts_with(above)));
    above
        .filter_map(|above| {
            let mut directory = IndexDirectory::at(index, &[above.to_owned()], limit);
            let (saved, _) = directory.open();
            saved.map(|saved| (directory, saved, above.to_owned()))
        })
        .next()
}

impl Opened {
    /// Looks for what was saved of the workspace.
    fn new(subject: &Subject<'_>) -> Opened {
        let options = subject.options;
        let mut opened = Opened::default();
        let (Some(index), Some(places)) = (&options.index, roots(options)) else { return opened };
        let walked: Vec<PathBuf> = places.iter().map(|place| place.walked.clone()).collect();
        let mut directory = IndexDirectory::at(index, &walked, options.own_limit());
        let (saved, condition) = directory.open();
        match condition {
            Condition::Nothing | Condition::Whole => {}
            Condition::Foreign => {
                opened.notices.push("the saved index is of another version: indexing anew".to_owned());
            }
            Condition::Broken => opened.notices.push("the saved index is damaged: indexing anew".to_owned()),
        }
        let shown: Vec<Root> = places.iter().map(root).collect();
        if let Some(saved) = saved {
            opened.begin(&directory, saved.restored(directory.places(&shown), true, subject.loader.clone()));
        } else if let Some((above, saved, place)) = index_above(index, &places, options.own_limit()) {
            // What is below a directory that is indexed need not be indexed, and saved, once more.
            let below = |root: &RootPlace| match root.walked.strip_prefix(&place) {
                Ok(rest) if !rest.as_os_str().is_empty() => format!("{}/", slashed(rest)),
                _ => String::new(),
            };
            let parts = shown.into_iter().zip(places.iter().map(below)).collect();
            opened.begin(&above, saved.restored(parts, false, subject.loader.clone()));
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

fn root(place: &RootPlace) -> Root {
    Root { prefix: place.prefix(), absolute: place.absolute.clone(), name: place.name.clone() }
}

impl Store {
    /// Begins with what was saved, if nothing has been found yet. Costs a little for each file, so that a first
    /// frame need not wait for it; the first look at the files does it if nobody has.
    pub(in crate::indexer) fn restore(&self, text: &TextIndexer, subject: &Subject<'_>, held: &mut Held<'_, 0>) {
        self.restored.get_or_init(|| {
            let (mut text, mut held) = text.lock(held);
            let (mut kept, mut held) = self.lock(&mut held);
            let Opened { directory, restored, words, above, notices } = Opened::new(subject);
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
