//! Words in texts: the best entries of the full text, and how rare a word is.

use crate::document::FormatFamily;
use crate::library::files::entries::FileId;
use crate::library::fulltext::{Coverage, FullText, SoughtTerm, TextHits, TextPlaces, TextQuery, WeighedWord};
use crate::library::fulltext::{each_folded_word, fold_words, is_cjk};
use crate::library::snapshot::library::Library;
use crate::stdx::{Ticket, contains_ignoring_case};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

impl Library {
    /// The `limit` best entries of the full-text index among the files that `is_wanted` accepts; nothing where there is
    /// no index. Entries that hold the words of a phrase are looked at in their files, all of them, so that the total
    /// is what there is. A stale ticket ends the search with what was found until then.
    pub fn search_text(
        &self,
        query: &TextQuery,
        is_wanted: &dyn Fn(FileId) -> bool,
        limit: usize,
        ticket: &Ticket,
    ) -> TextHits {
        self.search_places(query, (is_wanted, None), limit, ticket)
    }

    /// The best entries of a full-text query that begin in these places of files; none before the index is complete.
    pub fn search_text_within(
        &self,
        query: &TextQuery,
        places: &Arc<TextPlaces>,
        limit: usize,
        ticket: &Ticket,
    ) -> TextHits {
        self.search_places(query, (&|file| places.contains_key(&file), Some(places)), limit, ticket)
    }

    /// The files among those that are wanted by how well their text and their paths hold the words, best first; those that
    /// hold none are left out, and there is none before the full-text index is complete.
    pub fn files_by_words(
        &self,
        words: &[WeighedWord],
        is_wanted: &dyn Fn(FileId) -> bool,
        ticket: &Ticket,
    ) -> Vec<(FileId, f32)> {
        let Some(fulltext) = self.fulltext() else { return Vec::new() };
        let mut wanted = HashSet::new();
        let mut paths: HashMap<String, Vec<FileId>> = HashMap::new();
        for file in self.file_ids().filter(|file| is_wanted(*file)) {
            wanted.insert(file);
            for part in fold_words(&self.file(file).path) {
                paths.entry(part).or_default().push(file);
            }
        }
        fulltext.files_by_words(words, &|file| wanted.contains(&file), &paths, ticket)
    }

    fn search_places(
        &self,
        query: &TextQuery,
        wanted: (&dyn Fn(FileId) -> bool, Option<&Arc<TextPlaces>>),
        limit: usize,
        ticket: &Ticket,
    ) -> TextHits {
        let Some(fulltext) = self.fulltext() else { return TextHits::default() };
        let text_of = |file: FileId| {
            let is_derived = self.file(file).format.derived_text;
            if is_derived { self.node_text(file) } else { self.peek_text(file) }.ok()
        };
        fulltext.search(query, wanted, limit, &text_of, ticket)
    }

    /// The words of a query, weighed by how rare they are here.
    pub fn coverage(&self, sought: &[SoughtTerm]) -> Coverage {
        Coverage::new(sought, self.fulltext())
    }

    /// True if neither an entry of the full-text index nor a description holds the word; false where there is no index.
    pub fn is_nowhere(&self, word: &str) -> bool {
        self.fulltext().is_some_and(|fulltext: &FullText| fulltext.is_nowhere(word)) && !self.is_described(word)
    }

    /// True if a description holds a word that begins with this one.
    fn is_described(&self, word: &str) -> bool {
        let is_in = |text: &str| {
            let mut is_there = word.starts_with(is_cjk) && text.contains(word);
            if !is_there && contains_ignoring_case(text, word) {
                each_folded_word(text, |held| is_there |= held.starts_with(word));
            }
            is_there
        };
        self.has_descriptions()
            && self.file_ids().any(|file| self.descriptions(file).is_some_and(|row| is_in(row.texts())))
    }

    /// How rare a word is: Robertson and Spärck Jones' weight, 0 where there is no index.
    pub fn rarity(&self, word: &str) -> f32 {
        self.fulltext().map_or(0.0, |fulltext| fulltext.rarity_of(word))
    }

    /// How many entries of the full-text index hold a word, in lower case: how much it is used. 0 where there is no
    /// index.
    pub fn entries_with(&self, word: &str) -> u64 {
        self.fulltext().map_or(0, |fulltext| fulltext.entries_with(word))
    }

    /// The files of code that may hold `name` as a word, as far as the full-text index tells: all that are not in it may.
    pub fn may_mention(&self, name: &str) -> impl Fn(FileId) -> bool + Sync + use<'_> {
        let fulltext = self.fulltext();
        let mentioning = fulltext.and_then(|fulltext| fulltext.mentioning(name));
        move |file| {
            let is_told = self.file(file).format.family == FormatFamily::Code
                && fulltext.is_some_and(|fulltext| fulltext.holds(file));
            !is_told || mentioning.as_ref().is_none_or(|files| files.contains(&file))
        }
    }

    /// The words of texts that begin with `start`, in lower case, those of most entries first, at most `limit`.
    pub fn completions(&self, start: &str, limit: usize) -> Vec<String> {
        self.fulltext().map_or_else(Vec::new, |fulltext| fulltext.completions(start, limit))
    }

    /// True if a word is in so many entries of the full-text index that it says next to nothing.
    pub fn is_common(&self, word: &str) -> bool {
        self.fulltext().is_some_and(|fulltext| fulltext.is_common(word))
    }
}
