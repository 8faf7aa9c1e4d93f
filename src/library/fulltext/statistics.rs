//! What BM25 knows of an index: counts of the entries that are there, however the index came to hold them.
//!
//! The engine counts deleted entries until it merges their segment, and entries of files that are gone or were edited
//! stay until they are purged, so that an index that was edited would rank otherwise than a fresh one of the same files.

use super::fields::{FILE, TextFields};
use super::search::FullText;
use crate::stdx::{Shared, map_apart};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};
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
    live: Shared<Live>,
    of_terms: Mutex<HashMap<Term, u64>>,
}

impl FullText {
    /// The number of entries.
    pub fn len(&self) -> u64 {
        let all = |segment: &SegmentReader| u64::from(segment.max_doc());
        let here = |live: &Vec<bool>| live.iter().filter(|is_live| **is_live).count() as u64;
        self.segments().map(|(segment, live)| live.map_or_else(|| all(segment), here)).sum()
    }

    /// The number of entries that hold a term.
    pub(super) fn holders(&self, term: &Term) -> u64 {
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
        self.index().searcher.segment_readers().iter().zip(self.live().iter().map(Option::as_ref))
    }

    /// An entry is there if it was not deleted and its file is still the one that was read.
    fn live(&self) -> &Live {
        self.counts.live.get_or_init(|| {
            let is_there = |number: u64| self.file(number).is_some();
            let all_there = self.are_all_there();
            let in_segment = |segment: &SegmentReader| -> Option<Vec<bool>> {
                if all_there && !segment.has_deletes() {
                    return None;
                }
                let files = segment.fast_fields().u64(FILE).ok()?.first_or_default_col(0);
                let is_live = |entry| !segment.is_deleted(entry) && is_there(files.get_val(entry));
                let live: Vec<bool> = (0..segment.max_doc()).map(is_live).collect();
                live.contains(&false).then_some(live)
            };
            map_apart(self.index().searcher.segment_readers(), in_segment)
        })
    }

    /// About how many entries hold a term that begins so, in the field where most do. Terms are taken to stand in
    /// entries independently of each other.
    pub(super) fn begun_with(&self, start: &str) -> u64 {
        let TextFields { title, context, prose, code, .. } = self.index().fields;
        let in_field = |field: Field| self.begun_in(field, start);
        let most = [title, context, prose, code].into_iter().map(in_field).fold(0.0, f64::max);
        most.ceil() as u64
    }

    /// About how many entries hold a term in `field` that begins with `start`.
    fn begun_in(&self, field: Field, start: &str) -> f64 {
        let mut found: BTreeSet<Vec<u8>> = BTreeSet::new();
        for segment in self.index().searcher.segment_readers() {
            let Ok(terms) = segment.inverted_index(field) else { continue };
            let Ok(mut terms) = terms.terms().range().ge(start.as_bytes()).into_stream() else { continue };
            while terms.advance() && terms.key().starts_with(start.as_bytes()) {
                found.insert(terms.key().to_vec());
            }
        }
        let all = self.len().max(1) as f64;
        let terms = found.iter().filter_map(|term| std::str::from_utf8(term).ok());
        let without = |term: &str| 1.0 - self.holders(&Term::from_field_text(field, term)) as f64 / all;
        all * (1.0 - terms.map(without).product::<f64>())
    }

    /// The words of code and prose that begin with `start`, those of most entries first, at most `limit`.
    pub(in crate::library) fn completions(&self, start: &str, limit: usize) -> Vec<String> {
        let mut found: HashMap<Vec<u8>, u32> = HashMap::new();
        for segment in self.index().searcher.segment_readers() {
            let Ok(index) = segment.inverted_index(self.index().fields.code) else { continue };
            let Ok(mut terms) = index.terms().range().ge(start.as_bytes()).into_stream() else { continue };
            let mut seen = 0;
            while seen < MAX_COMPLETIONS && terms.advance() && terms.key().starts_with(start.as_bytes()) {
                *found.entry(terms.key().to_vec()).or_default() += terms.value().doc_freq;
                seen += 1;
            }
        }
        let mut found: Vec<(u32, Vec<u8>)> = found.into_iter().map(|(word, count)| (count, word)).collect();
        found.sort_by(|a, b| (b.0, &a.1).cmp(&(a.0, &b.1)));
        // Entries that have been deleted are among these: no word is in more that are there. Those are counted until none
        // that is left can be among the best.
        let mut best: Vec<(Reverse<u64>, String)> = Vec::new();
        for (most, word) in found {
            let Ok(word) = String::from_utf8(word) else { continue };
            if best.get(limit.saturating_sub(1)).is_some_and(|worst| *worst <= (Reverse(most.into()), word.clone())) {
                break;
            }
            let count = self.holders(&Term::from_field_text(self.index().fields.code, &word));
            if count > 0 {
                best.push((Reverse(count), word));
                best.sort();
                best.truncate(limit);
            }
        }
        best.into_iter().map(|(_, word)| word).collect()
    }
}

/// Terms of a segment that are looked at for the completions of a word.
const MAX_COMPLETIONS: usize = 5_000;

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

impl Bm25StatisticsProvider for FullText {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        let fields = &self.index().fields;
        let average = [(fields.title, TITLE), (fields.context, CONTEXT), (fields.prose, PROSE), (fields.code, CODE)];
        let average = average.into_iter().find(|(known, _)| *known == field).map_or(CODE, |(_, average)| average);
        Ok(average * self.len())
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        Ok(self.len())
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        Ok(self.holders(term))
    }
}
