//! Asking the index: the best entries among the files that count, phrases checked against the text.

use super::fields::{END, FILE, LINE, START, TextIndex};
use super::query::{Boxed, Ordered, QueryWriter, TextQuery};
use super::statistics::Counts;
use crate::document::Span;
use crate::library::files::entries::FileId;
use crate::stdx::{Ticket, panics};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::ColumnValues;
use tantivy::query::{EnableScoring, Query};
use tantivy::{DocId, Score, SegmentOrdinal, SegmentReader};

/// A file that a filter has left out, or that is gone.
const NOT_WANTED: u32 = u32::MAX;

/// One entry that matched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextHit {
    /// The file.
    pub file: FileId,
    /// The entry's bytes in the file's node text.
    pub span: Span,
    /// Its first line in the file, 1-based.
    pub line: u32,
    /// BM25, the higher the better.
    pub score: f32,
}

/// Places of files that entries are to begin in: spans of the node text, in order.
pub type TextPlaces = HashMap<FileId, Vec<Span>>;

/// The best entries, and how many matched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextHits {
    /// Best first; equal ones in path and document order.
    pub hits: Vec<TextHit>,
    /// The number of entries that matched, before the limit.
    pub total: usize,
    /// The number of files that they are in.
    pub files: usize,
}

/// The full-text index of one library.
#[derive(Debug)]
pub struct FullText {
    index: Arc<TextIndex>,
    /// The library's number of each of the index's files.
    files: Vec<Option<FileId>>,
    /// True if the library's file is in the index.
    held: Vec<bool>,
    /// True once a search has come upon something that cannot be as it was written.
    damaged: Arc<AtomicBool>,
    /// Counts of what is there.
    pub(super) counts: Counts,
}

impl FullText {
    /// Reads `index` with the file numbers that `find` gives to paths.
    pub fn new(index: Arc<TextIndex>, find: impl Fn(&str) -> Option<FileId>) -> FullText {
        let files = index.paths.iter().map(|path| if path.is_empty() { None } else { find(path) }).collect();
        FullText::of(index, files)
    }

    fn of(index: Arc<TextIndex>, files: Vec<Option<FileId>>) -> FullText {
        let mut held = Vec::new();
        for file in files.iter().flatten() {
            let at = file.0 as usize;
            if held.len() <= at {
                held.resize(at + 1, false);
            }
            held[at] = true;
        }
        FullText { index, files, held, damaged: Arc::default(), counts: Counts::default() }
    }

    /// True if a search has failed at something that is not as it was written; its answers are not to be relied on.
    pub fn is_damaged(&self) -> bool {
        self.damaged.load(Ordering::Relaxed)
    }

    /// The same index for a library with other file numbers; changed files are no longer in it.
    pub(in crate::library) fn renumbered(&self, renumber: impl Fn(FileId) -> FileId) -> FullText {
        let new = |file: &Option<FileId>| file.map(&renumber).filter(|file| file.0 != NOT_WANTED);
        let files = self.files.iter().map(new).collect();
        FullText { damaged: Arc::clone(&self.damaged), ..FullText::of(Arc::clone(&self.index), files) }
    }

    pub(super) fn index(&self) -> &TextIndex {
        &self.index
    }

    /// True if the text of `file` is in the index.
    pub fn holds(&self, file: FileId) -> bool {
        self.held.get(file.0 as usize).copied().unwrap_or(false)
    }

    /// True if there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The library's number of one of the index's files; `None` if it is gone, or is not as it was read any more.
    pub(super) fn file(&self, number: u64) -> Option<FileId> {
        self.files.get(usize::try_from(number).ok()?).copied().flatten()
    }

    /// True if the index has no entries but of files that are there as they were read. What a writer committed whose
    /// manifest was never written has numbers beyond those that are known.
    pub(super) fn are_all_there(&self) -> bool {
        self.files.iter().all(Option::is_some) && self.index.first_free() as usize <= self.files.len()
    }

    /// Bytes of the index, by what they are for (`words of code`, `entries of code`, `column line`).
    pub fn space(&self) -> Vec<(String, u64)> {
        let Ok(usage) = self.index.searcher.space_usage() else { return Vec::new() };
        let mut bytes: BTreeMap<String, u64> = BTreeMap::new();
        for segment in usage.segments() {
            let parts = [
                ("words of", segment.termdict()),
                ("entries of", segment.postings()),
                ("lengths of", segment.fieldnorms()),
                ("column", segment.fast_fields()),
            ];
            for (what, part) in parts {
                for field in part.fields() {
                    *bytes.entry(format!("{what} {}", field.field_name())).or_default() += field.total().get_bytes();
                }
            }
        }
        bytes.into_iter().collect()
    }

    fn ask(&self, query: &Boxed, (files, places): &Wanted, limit: usize, ticket: &Ticket) -> TextHits {
        let best = Best { limit, files: Arc::clone(files), places: places.clone(), ticket: ticket.clone() };
        in_parts(self, &**query, &best).unwrap_or_else(|_| {
            self.damaged.store(true, Ordering::Relaxed);
            TextHits::default()
        })
    }
}

/// The library's number of each of the index's files, and the places in them.
type Wanted = (Arc<[u32]>, Option<Arc<TextPlaces>>);

/// The text of a file that a phrase is looked for in; `None` if it cannot be read.
pub(in crate::library) type TextOf<'t> = &'t (dyn Fn(FileId) -> Option<Arc<str>> + Sync);

impl FullText {
    /// The `limit` best entries among the files that are wanted, in these places of them if there are any. Entries that hold the words of a phrase are
    /// looked at in their files, all of them, so that the total is what there is. A stale ticket ends the search with
    /// what was found until then.
    pub(in crate::library) fn search(
        &self,
        query: &TextQuery,
        wanted: (&dyn Fn(FileId) -> bool, Option<&Arc<TextPlaces>>),
        limit: usize,
        text_of: TextOf<'_>,
        ticket: &Ticket,
    ) -> TextHits {
        // The engine panics on damaged files.
        panics::caught(|| self.best_entries(query, wanted, limit, text_of, ticket)).unwrap_or_else(|| {
            self.damaged.store(true, Ordering::Relaxed);
            TextHits::default()
        })
    }

    fn best_entries(
        &self,
        query: &TextQuery,
        wanted: (&dyn Fn(FileId) -> bool, Option<&Arc<TextPlaces>>),
        limit: usize,
        text_of: TextOf<'_>,
        ticket: &Ticket,
    ) -> TextHits {
        let Some(written) = QueryWriter::new(self).whole(query) else { return TextHits::default() };
        let (is_wanted, places) = wanted;
        let number = |file: &Option<FileId>| file.filter(|file| is_wanted(*file)).map_or(NOT_WANTED, |file| file.0);
        let files: Wanted = (self.files.iter().map(number).collect(), places.cloned());
        let ordered = Ordered::of(query);
        if ordered.wanted.is_empty() && ordered.excluded.is_empty() {
            return self.ask(&written.sure, &files, limit, ticket);
        }
        let mut hits = self.ask(&written.sure, &files, usize::MAX, ticket).hits;
        if !ordered.wanted.is_empty() {
            hits = keep(hits, text_of, ticket, |text| ordered.wanted.iter().all(|phrase| phrase.is_in(text)));
        }
        if let Some(query) = written.suspect {
            let suspect = self.ask(&query, &files, usize::MAX, ticket).hits;
            hits.extend(keep(suspect, text_of, ticket, |text| {
                ordered.wanted.iter().all(|phrase| phrase.is_in(text))
                    && !ordered.excluded.iter().any(|phrase| phrase.is_in(text))
            }));
        }
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then((a.file, a.span).cmp(&(b.file, b.span))));
        let total = hits.len();
        let files = hits.iter().map(|hit| hit.file).collect::<HashSet<FileId>>().len();
        hits.truncate(limit);
        TextHits { hits, total, files }
    }
}

/// The hits whose text passes `test`, in path and document order. Every file is read once.
fn keep(
    mut hits: Vec<TextHit>,
    text_of: TextOf<'_>,
    ticket: &Ticket,
    test: impl Fn(&str) -> bool + Sync,
) -> Vec<TextHit> {
    hits.sort_by_key(|hit| (hit.file, hit.span));
    let files: Vec<&[TextHit]> = hits.chunk_by(|a, b| a.file == b.file).collect();
    let of_file = |hits: &&[TextHit]| -> Vec<TextHit> {
        if ticket.is_stale() {
            return Vec::new();
        }
        let Some(text) = text_of(hits[0].file) else { return Vec::new() };
        hits.iter().filter(|hit| test(hit.span.of(&text))).copied().collect()
    };
    files.par_iter().flat_map_iter(of_file).collect()
}

/// Asks all segments, several at a time: a large index has dozens, and one thread would go from one to the next.
fn in_parts(text: &FullText, query: &dyn Query, best: &Best) -> tantivy::Result<TextHits> {
    let searcher = &text.index.searcher;
    let weight = query.weight(EnableScoring::enabled_from_statistics_provider(text, searcher))?;
    let found =
        |(ordinal, segment)| panics::expecting(|| best.collect_segment(&*weight, ordinal as SegmentOrdinal, segment));
    let parts: tantivy::Result<Vec<SegmentMatches>> =
        searcher.segment_readers().par_iter().enumerate().map(found).collect();
    best.merge_fruits(parts?)
}

/// Keeps the best. Scores are compared in steps of 1/4096, below which the order of addition shows.
struct Best {
    limit: usize,
    files: Arc<[u32]>,
    places: Option<Arc<TextPlaces>>,
    ticket: Ticket,
}

/// Ordered by rank: a higher score, then an earlier file, then an earlier place.
type Ranked = (u64, Reverse<u32>, Reverse<u64>, u64, u64);

/// The matches of a segment.
struct SegmentMatches {
    ranked: Vec<Ranked>,
    total: usize,
    /// True if each of the index's files has any.
    files: Vec<bool>,
}

struct SegmentBest {
    limit: usize,
    files: Arc<[u32]>,
    places: Option<Arc<TextPlaces>>,
    ticket: Ticket,
    file: Arc<dyn ColumnValues<u64>>,
    start: Arc<dyn ColumnValues<u64>>,
    end: Arc<dyn ColumnValues<u64>>,
    line: Arc<dyn ColumnValues<u64>>,
    heap: BinaryHeap<Reverse<Ranked>>,
    total: usize,
    /// True for the index's files that hold matches.
    found: Vec<bool>,
    stale: bool,
}

fn begins_in(places: Option<&Vec<Span>>, start: u32) -> bool {
    let Some(places) = places else { return false };
    let after = places.partition_point(|place| place.start <= start);
    after.checked_sub(1).is_some_and(|at| places[at].contains(start))
}

const SCORE_STEPS: f32 = 4096.0;

/// Matches between two looks at the ticket.
const PATIENCE: usize = 4096;

impl Collector for Best {
    type Fruit = TextHits;
    type Child = SegmentBest;

    fn for_segment(&self, _: SegmentOrdinal, segment: &SegmentReader) -> tantivy::Result<SegmentBest> {
        let column = |name| segment.fast_fields().column_first_or_default::<u64>(name);
        Ok(SegmentBest {
            limit: self.limit,
            files: Arc::clone(&self.files),
            places: self.places.clone(),
            ticket: self.ticket.clone(),
            file: column(FILE)?,
            start: column(START)?,
            end: column(END)?,
            line: column(LINE)?,
            heap: BinaryHeap::new(),
            total: 0,
            found: vec![false; self.files.len()],
            stale: false,
        })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, parts: Vec<SegmentMatches>) -> tantivy::Result<TextHits> {
        let total = parts.iter().map(|part| part.total).sum();
        let mut files = vec![false; self.files.len()];
        let mut ranked: Vec<Ranked> = Vec::new();
        for part in parts {
            files.iter_mut().zip(&part.files).for_each(|(any, &here)| *any |= here);
            ranked.extend(part.ranked);
        }
        let files = files.into_iter().filter(|any| *any).count();
        ranked.sort_unstable_by(|a, b| b.cmp(a));
        ranked.truncate(self.limit);
        let hit = |(score, Reverse(file), Reverse(start), end, line): Ranked| TextHit {
            file: FileId(file),
            span: Span::new(start as u32, end as u32),
            line: line as u32,
            score: score as f32 / SCORE_STEPS,
        };
        Ok(TextHits { hits: ranked.into_iter().map(hit).collect(), total, files })
    }
}

impl SegmentCollector for SegmentBest {
    type Fruit = SegmentMatches;

    fn collect(&mut self, document: DocId, score: Score) {
        if self.stale {
            return;
        }
        let number = self.file.get_val(document) as usize;
        let Some(&file) = self.files.get(number).filter(|&&file| file != NOT_WANTED) else { return };
        if let Some(places) = &self.places
            && !begins_in(places.get(&FileId(file)), self.start.get_val(document) as u32)
        {
            return;
        }
        self.total += 1;
        self.found[number] = true;
        if self.total.is_multiple_of(PATIENCE) {
            self.stale = self.ticket.is_stale();
        }
        let score = (score * SCORE_STEPS).round() as u64;
        if self.heap.len() >= self.limit && self.heap.peek().is_none_or(|Reverse(worst)| score < worst.0) {
            return;
        }
        let (start, end, line) =
            (self.start.get_val(document), self.end.get_val(document), self.line.get_val(document));
        self.heap.push(Reverse((score, Reverse(file), Reverse(start), end, line)));
        if self.heap.len() > self.limit {
            self.heap.pop();
        }
    }

    fn harvest(self) -> Self::Fruit {
        let ranked = self.heap.into_iter().map(|Reverse(ranked)| ranked).collect();
        SegmentMatches { ranked, total: self.total, files: self.found }
    }
}
