//! What BM25 knows of an index: counts of the entries that are there, however the index came to hold them.
//!
//! The engine counts deleted entries until it merges their segment, and entries of files that are gone are deleted with
//! the next commit, so that an index that was edited would rank otherwise than a fresh one of the same files.

use super::fields::{FILE, TextIndex};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};
use tantivy::query::Bm25StatisticsProvider;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, SegmentReader, TERMINATED, Term};

/// Words of an average entry, by field. Fixed, since the lengths of deleted entries are part of the engine's sums, and
/// lengths are stored too coarsely to be taken out again.
const TITLE: u64 = 4;
const CONTEXT: u64 = 6;
const PROSE: u64 = 70;
const CODE: u64 = 80;

/// Counts that are kept: those of the words of some questions.
const MAX_KEPT: usize = 4_096;

/// The entries that are there, of each segment by their number; `None` where all of them are.
type Live = Vec<Option<Vec<bool>>>;

/// What took looking at entries.
#[derive(Debug, Default)]
pub(super) struct Counts {
    live: OnceLock<Live>,
    of_terms: Mutex<HashMap<Term, u64>>,
}

impl TextIndex {
    /// The number of entries.
    pub fn len(&self) -> u64 {
        let all = |segment: &SegmentReader| u64::from(segment.max_doc());
        let here = |live: &Vec<bool>| live.iter().filter(|is_live| **is_live).count() as u64;
        self.segments().map(|(segment, live)| live.map_or_else(|| all(segment), here)).sum()
    }

    /// The number of entries that hold a term.
    pub(super) fn entries_with(&self, term: &Term) -> u64 {
        if self.live().iter().all(Option::is_none) {
            return self.segments().filter_map(|(segment, _)| count(segment, term, None)).sum();
        }
        let mut kept = self.counts.of_terms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(term) {
            return *known;
        }
        let found = self.segments().filter_map(|(segment, live)| count(segment, term, live)).sum();
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        kept.insert(term.clone(), found);
        found
    }

    fn segments(&self) -> impl Iterator<Item = (&SegmentReader, Option<&Vec<bool>>)> {
        self.searcher.segment_readers().iter().zip(self.live().iter().map(Option::as_ref))
    }

    /// An entry is there if it was not deleted and the number of its file counts.
    fn live(&self) -> &Live {
        self.counts.live.get_or_init(|| {
            let is_dead = |number: u64| self.paths.get(number as usize).is_none_or(|path| path.is_empty());
            let in_segment = |segment: &SegmentReader| -> Option<Vec<bool>> {
                let files = segment.fast_fields().u64(FILE).ok()?.first_or_default_col(0);
                let is_live = |entry| !segment.is_deleted(entry) && !is_dead(files.get_val(entry));
                let live: Vec<bool> = (0..segment.max_doc()).map(is_live).collect();
                live.contains(&false).then_some(live)
            };
            self.searcher.segment_readers().par_iter().map(in_segment).collect()
        })
    }
}

/// The number of entries of a segment that hold a term, of those that are there.
fn count(segment: &SegmentReader, term: &Term, live: Option<&Vec<bool>>) -> Option<u64> {
    let index = segment.inverted_index(term.field()).ok()?;
    let Some(live) = live else { return index.doc_freq(term).ok().map(u64::from) };
    let mut postings = index.read_postings(term, IndexRecordOption::Basic).ok()??;
    let mut found = 0;
    while postings.doc() != TERMINATED {
        found += u64::from(live.get(postings.doc() as usize).copied().unwrap_or(false));
        postings.advance();
    }
    Some(found)
}

impl Bm25StatisticsProvider for TextIndex {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        let fields = &self.fields;
        let average = [(fields.title, TITLE), (fields.context, CONTEXT), (fields.prose, PROSE), (fields.code, CODE)];
        let average = average.into_iter().find(|(known, _)| *known == field).map_or(CODE, |(_, average)| average);
        Ok(average * self.len())
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        Ok(self.len())
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        Ok(self.entries_with(term))
    }
}
