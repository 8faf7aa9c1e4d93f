//! Words of the index that are spelled much like one that was written.

use super::fields::TextFields;
use super::search::FullText;
use rayon::prelude::*;
use std::collections::BTreeSet;
use tantivy::query::FuzzyTermQuery;
use tantivy::schema::Field;
use tantivy::{SegmentReader, Term};

/// Words shorter than this are near only to those with one letter wrong: two of four letters are another word.
const TWO_WRONG: usize = 5;

/// Words that are handed on, those of most entries first. Elasticsearch and Lucene stop at as many.
const MAX_NEARBY: usize = 50;

/// Entries that hold such terms from which on no more terms are taken: none of the entries is better than another, and
/// what a question shows is a part of these.
const MAX_HELD: u64 = 200_000;

impl FullText {
    /// The terms that are spelled like `token`, with the field of each. A word that is not in the index was misspelt: of
    /// those with one letter wrong, and those with two, only the nearer ones are meant. Two letters in the wrong order
    /// count as one that is wrong.
    pub(super) fn nearby(&self, token: &str) -> Vec<Term> {
        let TextFields { title, context, prose, code, .. } = self.index().fields;
        let fields = [title, context, prose, code];
        let is_there = |field: &Field| self.holders(&Term::from_field_text(*field, token)) > 0;
        let most = if token.chars().count() < TWO_WRONG { 1 } else { 2 };
        let distances = if fields.iter().any(is_there) { most..=most } else { 1..=most };
        for distance in distances {
            let near: Vec<Term> =
                fields.par_iter().flat_map_iter(|field| self.nearby_in(*field, token, distance)).collect();
            if !near.is_empty() {
                return near;
            }
        }
        Vec::new()
    }

    fn nearby_in(&self, field: Field, token: &str, distance: u8) -> Vec<Term> {
        let query = FuzzyTermQuery::new(Term::from_field_text(field, token), distance, true);
        let in_segment = |segment: &SegmentReader| -> Vec<Vec<u8>> {
            let mut found = Vec::new();
            let (Ok(index), Ok(automaton)) = (segment.inverted_index(field), query.automaton()) else { return found };
            let Ok(mut terms) = index.terms().search(automaton).into_stream() else { return found };
            while terms.advance() {
                found.push(terms.key().to_vec());
            }
            found
        };
        let segments = self.index().searcher.segment_readers();
        let parts: Vec<Vec<Vec<u8>>> = segments.par_iter().map(in_segment).collect();
        let spelled: BTreeSet<Vec<u8>> = parts.into_iter().flatten().collect();
        // Entries that are gone keep their terms until they are purged.
        let held = |term: Vec<u8>| {
            let term = Term::from_field_text(field, std::str::from_utf8(&term).ok()?);
            Some((self.holders(&term), term)).filter(|(holders, _)| *holders > 0)
        };
        let mut terms: Vec<(u64, Term)> = spelled.into_iter().filter_map(held).collect();
        // The sort is stable: of equals the first in the alphabet.
        terms.sort_by_key(|(holders, _)| std::cmp::Reverse(*holders));
        let mut held = 0;
        let is_wanted = |(holders, _): &(u64, Term)| {
            let is_wanted = held < MAX_HELD;
            held += holders;
            is_wanted
        };
        terms.into_iter().take(MAX_NEARBY).take_while(is_wanted).map(|(_, term)| term).collect()
    }
}
