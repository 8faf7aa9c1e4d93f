//! The files whose code holds a name as a word of its own.

use super::fields::FILE;
use super::search::FullText;
use super::words::LONGEST_WORD;
use crate::library::files::entries::FileId;
use crate::stdx::panics;
use rayon::prelude::*;
use std::collections::HashSet;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, SegmentReader, TERMINATED, Term};

impl FullText {
    /// The files of code that hold `name`, in any case; `None` where words do not tell, since it is none.
    pub(in crate::library) fn mentioning(&self, name: &str) -> Option<HashSet<FileId>> {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let word = name.trim_matches('_').to_ascii_lowercase();
        if word.is_empty() || word.len() > LONGEST_WORD || !word.bytes().all(is_word) {
            return None;
        }
        let term = Term::from_field_text(self.index().fields.code, &word);
        let in_segment = |segment: &SegmentReader| panics::expecting(|| self.in_segment(segment, &term));
        // The engine panics on damaged files.
        let found = panics::caught(|| {
            self.index().searcher.segment_readers().par_iter().map(in_segment).collect::<Option<Vec<Vec<FileId>>>>()
        });
        Some(found??.into_iter().flatten().collect())
    }

    fn in_segment(&self, segment: &SegmentReader, term: &Term) -> Option<Vec<FileId>> {
        let mut found = Vec::new();
        let files = segment.fast_fields().u64(FILE).ok()?.first_or_default_col(0);
        let index = segment.inverted_index(term.field()).ok()?;
        let Some(mut entries) = index.read_postings(term, IndexRecordOption::Basic).ok()? else { return Some(found) };
        while entries.doc() != TERMINATED {
            found.extend(self.file(files.get_val(entries.doc())));
            entries.advance();
        }
        Some(found)
    }
}
