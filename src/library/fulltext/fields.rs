//! The fields of the full-text index, and an index as one moment of it.

use super::tokens;
use std::sync::Arc;
use tantivy::schema::{FAST, Field, IndexRecordOption, STRING, Schema, TextFieldIndexing, TextOptions};
use tantivy::{Index, ReloadPolicy, Searcher};

/// The fields of one entry.
#[derive(Clone, Copy, Debug)]
pub struct TextFields {
    /// The path of the file, as one term: what is deleted when a file changes.
    pub path: Field,
    /// The number of the file in [`TextIndex`].
    pub file: Field,
    /// First byte in the file's node text.
    pub start: Field,
    /// One past the last byte.
    pub end: Field,
    /// The 1-based line of the file.
    pub line: Field,
    /// The name or title.
    pub title: Field,
    /// Where it stands: the path's words, the headings or types around it.
    pub context: Field,
    /// Prose: sections, doc comments.
    pub prose: Field,
    /// Code and data.
    pub code: Field,
}

/// The names under which the numbers are read back.
pub(super) const FILE: &str = "file";
pub(super) const START: &str = "start";
pub(super) const END: &str = "end";
pub(super) const LINE: &str = "line";

impl TextFields {
    /// The schema and its fields.
    pub fn schema() -> (Schema, TextFields) {
        let text = |tokenizer: &str| {
            let indexing = TextFieldIndexing::default()
                .set_tokenizer(tokenizer)
                .set_index_option(IndexRecordOption::WithFreqsAndPositions);
            TextOptions::default().set_indexing_options(indexing)
        };
        let mut schema = Schema::builder();
        let fields = TextFields {
            path: schema.add_text_field("path", STRING),
            file: schema.add_u64_field(FILE, FAST),
            start: schema.add_u64_field(START, FAST),
            end: schema.add_u64_field(END, FAST),
            line: schema.add_u64_field(LINE, FAST),
            title: schema.add_text_field("title", text(tokens::PROSE)),
            context: schema.add_text_field("context", text(tokens::CODE)),
            prose: schema.add_text_field("prose", text(tokens::PROSE)),
            code: schema.add_text_field("code", text(tokens::CODE)),
        };
        (schema.build(), fields)
    }

    /// An empty index in memory, ready to be written.
    pub fn create() -> (Index, TextFields) {
        let (schema, fields) = TextFields::schema();
        let index = Index::create_in_ram(schema);
        tokens::register(&index);
        (index, fields)
    }
}

/// What had been committed at one moment.
pub struct TextIndex {
    pub(super) searcher: Searcher,
    pub(super) fields: TextFields,
    /// The path of each file number; empty where a newer number has replaced it.
    pub(super) paths: Vec<Arc<str>>,
}

impl TextIndex {
    /// Opens what has been committed to `index`; `paths` are the files by their number.
    pub fn open(index: &Index, fields: TextFields, paths: Vec<Arc<str>>) -> Result<TextIndex, String> {
        // Opened after every commit, so the index need not watch itself.
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into();
        let reader: tantivy::IndexReader = reader.map_err(|error| error.to_string())?;
        Ok(TextIndex { searcher: reader.searcher(), fields, paths })
    }

    /// How many entries there are.
    pub fn len(&self) -> u64 {
        self.searcher.num_docs()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl std::fmt::Debug for TextIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextIndex").field("entries", &self.len()).finish_non_exhaustive()
    }
}
