//! Damage to the saved index that was not there when it was opened, or not to be seen then: it is put aside.

use crate::indexer::handle::Indexer;
use crate::indexer::text::text_index::{TextPlace, TextState};
use crate::library::{FullText, TextIndex};
use std::sync::atomic::Ordering;
use std::sync::{MutexGuard, PoisonError};

impl Indexer {
    /// The words could not be written at `place`. What is damaged there is written anew, once; where the place takes no
    /// more, the words stay in memory. Whether even that has failed, so that it is given up.
    pub(in crate::indexer) fn text_failed(
        &self,
        mut text: MutexGuard<'_, TextState>,
        place: &TextPlace,
        reason: &str,
    ) -> bool {
        let is_first = self.text_failures.fetch_add(1, Ordering::Relaxed) == 0;
        // The writer goes before the files that it writes.
        *text = TextState::default();
        let consequence = match place {
            TextPlace::Directory(words) if is_first && !TextIndex::is_whole(words) => {
                let _ = std::fs::remove_dir_all(words);
                "they are indexed anew"
            }
            // What was committed last is left as it is: on a full disk it is what the next start opens.
            TextPlace::Directory(_) => {
                self.words_in_memory.store(true, Ordering::Relaxed);
                "they stay in memory; make room, or set DOCQL_INDEX_DIR to another place"
            }
            TextPlace::Over(_) => {
                *self.words.lock().unwrap_or_else(PoisonError::into_inner) = None;
                "they are indexed anew"
            }
            TextPlace::Memory => {
                *text = TextState::Failed;
                "the search goes by names alone"
            }
        };
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        notices.push(format!("the words cannot be written ({reason}): {consequence}"));
        drop(notices);
        let published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
        let next = self.library().without_fulltext();
        self.replace(next);
        drop(published);
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(store), TextPlace::Directory(_)) = (store.as_mut(), place) {
            // The words that were saved count all the same.
            self.absorb(store, &mut text);
        }
        matches!(*text, TextState::Failed)
    }

    /// Puts a full-text index aside in which a search has come upon damage, so that words are indexed anew. True if
    /// there was one: then what was asked is to be asked again, after [`Indexer::ensure`].
    pub fn mend(&self) -> bool {
        let is_damaged = || self.library().fulltext().is_some_and(FullText::is_damaged);
        if !is_damaged() {
            return false;
        }
        let mut text = self.text.lock();
        if !is_damaged() {
            return true;
        }
        // The writer goes before the files that it writes.
        *text = TextState::default();
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = store.as_mut()
            && self.options.is_whole()
            && matches!(store.claim(), Ok(true))
        {
            let _ = std::fs::remove_dir_all(store.text());
        }
        let _published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
        let next = self.library().without_fulltext();
        self.replace(next);
        self.outdated.store(true, Ordering::Relaxed);
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        notices.push("the saved words are damaged: they are indexed anew".to_owned());
        true
    }
}
