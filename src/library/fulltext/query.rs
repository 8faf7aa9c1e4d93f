//! Questions to the full-text index: words, phrases, exclusions → the best entries.

use super::fields::{END, FILE, LINE, START, TextFields, TextIndex};
use super::tokens::Stems;
use super::words::{Word, is_cjk, words};
use crate::document::Span;
use crate::library::FileId;
use crate::stdx::Ticket;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::ColumnValues;
use tantivy::query::{BooleanQuery, BoostQuery, FuzzyTermQuery, Occur, PhraseQuery, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, Score, SegmentOrdinal, SegmentReader, Term};

/// How much a match in a title counts against one in a body.
const TITLE_BOOST: f32 = 3.0;

/// How much an identifier as a whole counts against its parts.
const WHOLE_BOOST: f32 = 2.0;

/// A file that a filter has left out, or that is gone.
const NOT_WANTED: u32 = u32::MAX;

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextQuery {
    /// Words; a term may hold several (`AuthService`).
    pub terms: Vec<String>,
    /// Words in this order, next to each other, as written.
    pub phrases: Vec<String>,
    /// Words up to two letters away.
    pub fuzzy: Vec<String>,
    /// Words or phrases that must not occur.
    pub excluded: Vec<String>,
    /// One of the words is enough; otherwise all must occur.
    pub any: bool,
}

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

/// The best entries, and how many matched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextHits {
    /// Best first; equal ones in path and document order.
    pub hits: Vec<TextHit>,
    /// How many entries matched, before the limit.
    pub total: usize,
}

/// The full-text index of one library.
#[derive(Debug)]
pub struct FullText {
    index: Arc<TextIndex>,
    /// The library's number of each of the index's files.
    files: Vec<Option<FileId>>,
    /// Whether the library's file is in the index.
    held: Vec<bool>,
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
        FullText { index, files, held }
    }

    /// The same index for a library with other file numbers; changed files are no longer in it.
    pub(in crate::library) fn renumbered(&self, renumber: impl Fn(FileId) -> FileId) -> FullText {
        let new = |file: &Option<FileId>| file.map(&renumber).filter(|file| file.0 != NOT_WANTED);
        FullText::of(Arc::clone(&self.index), self.files.iter().map(new).collect())
    }

    /// Whether the text of `file` is in the index.
    pub fn holds(&self, file: FileId) -> bool {
        self.held.get(file.0 as usize).copied().unwrap_or(false)
    }

    /// How many entries there are.
    pub fn len(&self) -> u64 {
        self.index.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// The `limit` best entries among the files that `wanted` accepts. A stale ticket ends the search with
    /// what was found until then.
    pub fn search(
        &self,
        query: &TextQuery,
        wanted: &dyn Fn(FileId) -> bool,
        limit: usize,
        ticket: &Ticket,
    ) -> TextHits {
        let mut writer = QueryWriter { index: &self.index, fields: &self.index.fields, stems: Stems::new() };
        let Some(query) = writer.whole(query) else { return TextHits::default() };
        let numbers = self.files.iter().map(|file| match file {
            Some(file) if wanted(*file) => file.0,
            _ => NOT_WANTED,
        });
        let best = Best { limit, files: numbers.collect(), ticket: ticket.clone() };
        self.index.searcher.search(&*query, &best).unwrap_or_default()
    }
}

/// Writes our query as the index's.
struct QueryWriter<'i> {
    index: &'i TextIndex,
    fields: &'i TextFields,
    stems: Stems,
}

type Boxed = Box<dyn Query>;

impl QueryWriter<'_> {
    fn whole(&mut self, query: &TextQuery) -> Option<Boxed> {
        let all_words: Vec<Word> = query.terms.iter().flat_map(|term| words(term)).collect();
        let occur = if query.any { Occur::Should } else { Occur::Must };
        let mut clauses: Vec<(Occur, Boxed)> = Vec::new();
        for (number, word) in all_words.iter().enumerate() {
            // The single character that ends a run of CJK pairs is part of the pair before it.
            let ends_run = number > 0 && all_words[number - 1].cjk && word.cjk && word.whole.chars().count() == 1;
            if !ends_run {
                clauses.push((occur, self.word(word)));
            }
        }
        clauses.extend(query.fuzzy.iter().flat_map(|term| words(term)).map(|word| (occur, self.fuzzy(&word.whole))));
        clauses.extend(query.phrases.iter().filter_map(|phrase| Some((Occur::Must, self.phrase(phrase)?))));
        if clauses.is_empty() {
            return None;
        }
        clauses.extend(query.excluded.iter().filter_map(|phrase| Some((Occur::MustNot, self.phrase(phrase)?))));
        Some(Box::new(BooleanQuery::new(clauses)))
    }

    /// One of the fields holds it.
    fn somewhere(&self, write: impl Fn(Field, bool) -> Option<Boxed>) -> Option<Boxed> {
        let TextFields { title, context, prose, code, .. } = *self.fields;
        let fields = [(title, true, TITLE_BOOST), (context, false, 1.0), (prose, true, 1.0), (code, false, 1.0)];
        let clauses: Vec<Boxed> = fields
            .into_iter()
            .filter_map(|(field, stemmed, boost)| {
                Some(Box::new(BoostQuery::new(write(field, stemmed)?, boost)) as Boxed)
            })
            .collect();
        if clauses.is_empty() { None } else { Some(Box::new(BooleanQuery::union(clauses))) }
    }

    fn term(&self, token: &str, stem: &str) -> Boxed {
        let write = |field, stemmed| {
            let term = Term::from_field_text(field, if stemmed { stem } else { token });
            Some(Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)) as Boxed)
        };
        self.somewhere(write).unwrap_or_else(|| Box::new(tantivy::query::EmptyQuery))
    }

    fn token(&mut self, token: &str) -> Boxed {
        let stem = self.stems.stem(token).to_owned();
        if self.is_known(token, &stem) {
            return self.term(token, &stem);
        }
        // Nothing holds this word: it is still being typed.
        let write = |field, _| {
            Some(Box::new(FuzzyTermQuery::new_prefix(Term::from_field_text(field, token), 0, true)) as Boxed)
        };
        self.somewhere(write).unwrap_or_else(|| Box::new(tantivy::query::EmptyQuery))
    }

    fn is_known(&self, token: &str, stem: &str) -> bool {
        let TextFields { title, context, prose, code, .. } = *self.fields;
        if token.chars().count() == 1 && token.chars().all(is_cjk) {
            return false;
        }
        [(title, stem), (context, token), (prose, stem), (code, token)].into_iter().any(|(field, text)| {
            self.index.searcher.doc_freq(&Term::from_field_text(field, text)).is_ok_and(|count| count > 0)
        })
    }

    /// The word, or all of its parts: `AuthService` finds `auth_service` too.
    fn word(&mut self, word: &Word) -> Boxed {
        if word.parts.is_empty() {
            return self.token(&word.whole);
        }
        let parts: Vec<Boxed> = word.parts.iter().filter(|part| part.len() > 1).map(|part| self.token(part)).collect();
        let whole = Box::new(BoostQuery::new(self.token(&word.whole), WHOLE_BOOST));
        if parts.is_empty() {
            return whole;
        }
        Box::new(BooleanQuery::union(vec![whole, Box::new(BooleanQuery::intersection(parts))]))
    }

    fn fuzzy(&mut self, token: &str) -> Boxed {
        let distance = if token.chars().count() < 5 { 1 } else { 2 };
        let write = |field, _| {
            Some(Box::new(FuzzyTermQuery::new(Term::from_field_text(field, token), distance, true)) as Boxed)
        };
        self.somewhere(write).unwrap_or_else(|| Box::new(tantivy::query::EmptyQuery))
    }

    /// Words in a row, as written: no stems.
    fn phrase(&mut self, phrase: &str) -> Option<Boxed> {
        let mut tokens: Vec<Word> = words(phrase).collect();
        // Inside a phrase a run's last character is in the pair before it.
        if tokens.len() > 1 && tokens.last().is_some_and(|word| word.cjk && word.whole.chars().count() == 1) {
            tokens.pop();
        }
        match tokens.as_slice() {
            [] => None,
            [word] if word.cjk && word.whole.chars().count() == 1 => Some(self.token(&word.whole)),
            [word] => Some(self.term(&word.whole, &word.whole)),
            _ => self.somewhere(|field, _| {
                let terms = tokens.iter().map(|word| Term::from_field_text(field, &word.whole)).collect();
                Some(Box::new(PhraseQuery::new(terms)) as Boxed)
            }),
        }
    }
}

/// Keeps the best. Scores are compared in steps of 1/4096, below which the order of addition shows.
struct Best {
    limit: usize,
    files: Arc<[u32]>,
    ticket: Ticket,
}

/// Ordered by rank: a higher score, then an earlier file, then an earlier place.
type Ranked = (u64, Reverse<u32>, Reverse<u64>, u64, u64);

struct SegmentBest {
    limit: usize,
    files: Arc<[u32]>,
    ticket: Ticket,
    file: Arc<dyn ColumnValues<u64>>,
    start: Arc<dyn ColumnValues<u64>>,
    end: Arc<dyn ColumnValues<u64>>,
    line: Arc<dyn ColumnValues<u64>>,
    heap: BinaryHeap<Reverse<Ranked>>,
    total: usize,
    stale: bool,
}

const SCORE_STEPS: f32 = 4096.0;

/// How many matches are looked at between two looks at the ticket.
const PATIENCE: usize = 4096;

impl Collector for Best {
    type Fruit = TextHits;
    type Child = SegmentBest;

    fn for_segment(&self, _: SegmentOrdinal, segment: &SegmentReader) -> tantivy::Result<SegmentBest> {
        let column = |name| segment.fast_fields().column_first_or_default::<u64>(name);
        Ok(SegmentBest {
            limit: self.limit,
            files: Arc::clone(&self.files),
            ticket: self.ticket.clone(),
            file: column(FILE)?,
            start: column(START)?,
            end: column(END)?,
            line: column(LINE)?,
            heap: BinaryHeap::new(),
            total: 0,
            stale: false,
        })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, parts: Vec<(Vec<Ranked>, usize)>) -> tantivy::Result<TextHits> {
        let total = parts.iter().map(|(_, total)| total).sum();
        let mut ranked: Vec<Ranked> = parts.into_iter().flat_map(|(ranked, _)| ranked).collect();
        ranked.sort_unstable_by(|a, b| b.cmp(a));
        ranked.truncate(self.limit);
        let hit = |(score, Reverse(file), Reverse(start), end, line): Ranked| TextHit {
            file: FileId(file),
            span: Span::new(start as u32, end as u32),
            line: line as u32,
            score: score as f32 / SCORE_STEPS,
        };
        Ok(TextHits { hits: ranked.into_iter().map(hit).collect(), total })
    }
}

impl SegmentCollector for SegmentBest {
    type Fruit = (Vec<Ranked>, usize);

    fn collect(&mut self, document: DocId, score: Score) {
        if self.stale {
            return;
        }
        let number = self.file.get_val(document) as usize;
        let Some(&file) = self.files.get(number).filter(|&&file| file != NOT_WANTED) else { return };
        self.total += 1;
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
        (self.heap.into_iter().map(|Reverse(ranked)| ranked).collect(), self.total)
    }
}
