//! Whole files by the words that they hold: BM25 where a file is the text, and not an entry of it.
//!
//! A long report has words for many places of one file, none of which holds many of them.

use super::fields::{FILE, TextFields};
use super::search::FullText;
use super::stems::Stems;
use crate::library::files::entries::FileId;
use crate::stdx::{Ticket, panics};
use std::collections::HashMap;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, SegmentReader, TERMINATED, Term};

/// The constants of BM25: how soon one more of a word says little, and how much the length of a file counts. A long file
/// is often the one that is meant.
const K1: f32 = 1.2;
const B: f32 = 0.5;

/// A word that is looked for, in lower case.
#[derive(Clone, Debug, PartialEq)]
pub struct WeighedWord {
    /// The word.
    pub word: String,
    /// What it weighs beside the others.
    pub weight: f32,
}

/// What is known of the files of an index, by the index's numbers of them.
struct Files {
    /// The library's number of each; `None` for one that is not wanted.
    wanted: Vec<Option<FileId>>,
    /// Words of each.
    lengths: Vec<u32>,
}

impl Files {
    /// The number of files that have words, and the words of an average one.
    fn count(&self) -> (f32, f32) {
        let have = |(wanted, length): &(&Option<FileId>, &u32)| wanted.is_some() && **length > 0;
        let lengths = || self.wanted.iter().zip(&self.lengths).filter(have).map(|(_, length)| f64::from(*length));
        let count = lengths().count().max(1);
        (count as f32, (lengths().sum::<f64>() / count as f64).max(1.0) as f32)
    }
}

impl FullText {
    /// The files that are wanted by how well they hold the words, best first; those that hold none are left out. `paths`
    /// are the wanted files by the words of their paths. A stale ticket ends it with what was found until then.
    pub(in crate::library) fn files_by_words(
        &self,
        words: &[WeighedWord],
        is_wanted: &dyn Fn(FileId) -> bool,
        paths: &HashMap<String, Vec<FileId>>,
        ticket: &Ticket,
    ) -> Vec<(FileId, f32)> {
        // The engine panics on damaged files.
        panics::caught(|| self.scored(words, is_wanted, paths, ticket)).flatten().unwrap_or_default()
    }

    fn scored(
        &self,
        words: &[WeighedWord],
        is_wanted: &dyn Fn(FileId) -> bool,
        paths: &HashMap<String, Vec<FileId>>,
        ticket: &Ticket,
    ) -> Option<Vec<(FileId, f32)>> {
        let files = self.wanted_files(is_wanted)?;
        let (all, average) = files.count();
        let mut stems = Stems::new();
        let mut scores: HashMap<FileId, f32> = HashMap::new();
        for WeighedWord { word, weight } in words {
            if ticket.is_stale() {
                break;
            }
            let counts = self.counts_by_file(word, &mut stems, &files)?;
            let holding = counts.len() as f32;
            let rarity = ((all - holding + 0.5) / (holding + 0.5) + 1.0).ln();
            for (file, count) in &counts {
                let Some(id) = files.wanted[*file] else { continue };
                let length = 1.0 - B + B * files.lengths[*file] as f32 / average;
                let often = *count as f32 * (K1 + 1.0) / (*count as f32 + K1 * length);
                *scores.entry(id).or_default() += weight * rarity * often;
            }
            let rarity_of_path = (all / (holding + 1.0) + 1.0).ln();
            let stem = stems.stem(word);
            let parts = [word.as_str(), stem].into_iter();
            let mut named: Vec<FileId> = parts.filter_map(|part| paths.get(part)).flatten().copied().collect();
            named.sort_unstable();
            named.dedup();
            for file in named {
                *scores.entry(file).or_default() += weight * rarity_of_path;
            }
        }
        let mut scores: Vec<(FileId, f32)> = scores.into_iter().collect();
        scores.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Some(scores)
    }

    fn wanted_files(&self, is_wanted: &dyn Fn(FileId) -> bool) -> Option<Files> {
        let count = self.index().paths.len();
        let wanted = (0..count).map(|number| self.file(number as u64).filter(|file| is_wanted(*file))).collect();
        let mut files = Files { wanted, lengths: vec![0; count] };
        let TextFields { prose, code, .. } = self.index().fields;
        for segment in self.index().searcher.segment_readers() {
            let numbers = segment.fast_fields().u64(FILE).ok()?.first_or_default_col(0);
            for field in [prose, code] {
                let norms = segment.get_fieldnorms_reader(field).ok()?;
                for entry in (0..segment.max_doc()).filter(|entry| !segment.is_deleted(*entry)) {
                    if let Some(length) = files.lengths.get_mut(numbers.get_val(entry) as usize) {
                        *length = length.saturating_add(norms.fieldnorm(entry));
                    }
                }
            }
        }
        Some(files)
    }

    /// How often each wanted file holds a word, by the index's numbers of files.
    fn counts_by_file(&self, word: &str, stems: &mut Stems, files: &Files) -> Option<HashMap<usize, u32>> {
        let TextFields { prose, code, .. } = self.index().fields;
        let stem = stems.stem(word);
        let mut terms: Vec<(Field, &str)> = vec![(prose, stem), (code, word)];
        terms.extend((stem != word).then_some((code, stem)));
        let mut counts: HashMap<usize, u32> = HashMap::new();
        for (field, text) in terms {
            let term = Term::from_field_text(field, text);
            for segment in self.index().searcher.segment_readers() {
                count_in(segment, &term, files, &mut counts)?;
            }
        }
        Some(counts)
    }
}

fn count_in(segment: &SegmentReader, term: &Term, files: &Files, counts: &mut HashMap<usize, u32>) -> Option<()> {
    let numbers = segment.fast_fields().u64(FILE).ok()?.first_or_default_col(0);
    let index = segment.inverted_index(term.field()).ok()?;
    let Some(mut entries) = index.read_postings(term, IndexRecordOption::WithFreqs).ok()? else { return Some(()) };
    while entries.doc() != TERMINATED {
        let file = numbers.get_val(entries.doc()) as usize;
        if !segment.is_deleted(entries.doc()) && files.wanted.get(file).is_some_and(Option::is_some) {
            *counts.entry(file).or_default() += tantivy::postings::Postings::term_freq(&entries);
        }
        entries.advance();
    }
    Some(())
}
