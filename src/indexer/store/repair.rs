//! Damage to the saved index that was not there when it was opened, or not to be seen then: it is put aside.

use super::owner::{Kept, Subject};
use crate::indexer::build::locks::{Held, STORE};
use crate::indexer::text::indexer::{Phase, TextState};
use crate::indexer::text::writer::TextPlace;
use crate::library::{TextIndex, TextProblem};

impl Kept {
    /// Handles that words could not be written at `place`. What is damaged there is written anew, once; where the place
    /// takes no more, the words stay in memory. True if even that has failed, so that it is given up.
    pub(in crate::indexer) fn text_failed(
        &mut self,
        text: &mut TextState,
        (place, reason): (&TextPlace, &TextProblem),
        subject: &Subject<'_>,
        held: &mut Held<'_, STORE>,
    ) -> bool {
        let is_first = text.failures == 0;
        text.failures += 1;
        text.close();
        let consequence = match place {
            TextPlace::Directory(words) if is_first && !TextIndex::is_whole(words) => {
                let _ = std::fs::remove_dir_all(words);
                "they are indexed anew"
            }
            // What was committed last is left as it is: on a full disk it is what the next start opens.
            TextPlace::Directory(_) => {
                text.stays_in_memory = true;
                "they stay in memory; make room, or set DOCQL_INDEX_DIR to another place"
            }
            TextPlace::Over(_) => {
                text.read_from = None;
                "they are indexed anew"
            }
            TextPlace::Memory => {
                text.phase = Phase::Failed;
                "the search goes by names alone"
            }
        };
        self.notices.push(format!("the words cannot be written ({reason}): {consequence}"));
        subject.published.hold(held).grow(|library| library.without_fulltext());
        if let TextPlace::Directory(_) = place {
            // The words that were saved count all the same.
            self.absorb(text, subject, held);
        }
        matches!(text.phase, Phase::Failed)
    }

    /// Puts a full-text index aside in which a search has come upon damage, so that words are indexed anew.
    pub(in crate::indexer) fn put_words_aside(
        &mut self,
        text: &mut TextState,
        subject: &Subject<'_>,
        held: &mut Held<'_, STORE>,
    ) {
        text.close();
        if subject.options.is_whole()
            && let Some(directory) = self.writable()
        {
            let _ = directory.remove_words();
        }
        let mut current = subject.published.hold(held);
        current.grow(|library| library.without_fulltext());
        current.is_outdated = true;
        self.notices.push("the saved words are damaged: they are indexed anew".to_owned());
    }
}
