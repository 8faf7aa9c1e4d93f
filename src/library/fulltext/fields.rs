//! The fields of the full-text index, the index in memory or in a directory, and one moment of it.

use super::overlay::Overlay;
use super::recorded::{Recorded, sweep_drafts};
use super::tokens;
use std::path::Path;
use std::sync::Arc;
use tantivy::schema::{FAST, Field, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions};
use tantivy::{Index, ReloadPolicy, Searcher};

/// Grows with every change of fields, terms or entries: an index of another number is built again.
const VERSION: u32 = 5;

/// The file that says which program wrote the index.
const VERSION_FILE: &str = "docql-text";

/// Attempts to open an index whose owner has just replaced parts of it.
const ATTEMPTS: usize = 3;

/// The fields of one entry. Nothing is stored, and no positions are kept: a phrase is looked for in the text.
#[derive(Clone, Copy, Debug)]
pub struct TextFields {
    /// The number of the file: what is deleted when a file changes.
    pub file: Field,
    /// First byte in the file's node text.
    pub start: Field,
    /// One past the last byte.
    pub end: Field,
    /// The 1-based line of the file.
    pub line: Field,
    /// The title of a section.
    pub title: Field,
    /// Its surroundings: the path's words, the headings above.
    pub context: Field,
    /// Prose: sections, comments.
    pub prose: Field,
    /// Code and data.
    pub code: Field,
}

/// The names under which the numbers are read back.
pub(super) const FILE: &str = "file";
pub(super) const START: &str = "start";
pub(super) const END: &str = "end";
pub(super) const LINE: &str = "line";

/// Reasons why an index in a directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TextProblem {
    /// Another version has written it. It is to be removed and built again.
    #[error("written by another version ({0})")]
    Foreign(String),
    /// It cannot be read or written, in the words of the engine or the system.
    #[error("{0}")]
    Damaged(String),
}

impl TextFields {
    /// The schema and its fields.
    fn schema() -> (Schema, TextFields) {
        let indexing =
            TextFieldIndexing::default().set_tokenizer(tokens::TERMS).set_index_option(IndexRecordOption::WithFreqs);
        let text = || TextOptions::default().set_indexing_options(indexing.clone());
        let mut schema = Schema::builder();
        let fields = TextFields {
            // Its entries are all alike: nothing is kept of how long they are.
            file: schema.add_u64_field(FILE, NumericOptions::default().set_fast().set_indexed()),
            start: schema.add_u64_field(START, FAST),
            end: schema.add_u64_field(END, FAST),
            line: schema.add_u64_field(LINE, FAST),
            title: schema.add_text_field("title", text()),
            context: schema.add_text_field("context", text()),
            prose: schema.add_text_field("prose", text()),
            code: schema.add_text_field("code", text()),
        };
        (schema.build(), fields)
    }

    /// An empty index in memory, ready to be written.
    pub fn in_memory() -> (Index, TextFields) {
        let (schema, fields) = TextFields::schema();
        let index = Index::create_in_ram(schema);
        tokens::register(&index);
        (index, fields)
    }

    /// The index in `directory`, created where there is none. What another version has written is
    /// [`TextProblem::Foreign`] and stays as it is.
    ///
    /// # Errors
    /// If another version has written it, or it cannot be read.
    pub fn in_directory(directory: &Path) -> Result<(Index, TextFields), TextProblem> {
        let (schema, fields) = TextFields::schema();
        let mark = directory.join(VERSION_FILE);
        let files = Recorded::open(directory)?;
        if Index::exists(&files).map_err(damaged)? {
            let written = std::fs::read_to_string(&mark).unwrap_or_default();
            if written != version() {
                return Err(TextProblem::Foreign(written));
            }
        } else {
            // The mark comes first: an index without one cannot come from here.
            std::fs::write(&mark, version()).map_err(damaged)?;
        }
        let index = Index::open_or_create(files, schema).map_err(damaged)?;
        tokens::register(&index);
        Ok((index, fields))
    }
}

impl TextFields {
    /// Removes what a writer left in `directory` that was killed while it wrote. The caller is the writer.
    pub fn sweep(directory: &Path) {
        sweep_drafts(directory);
    }

    /// The index in `directory` as it is now, to be added to in memory while another process owns it: the directory
    /// is only read.
    ///
    /// # Errors
    /// If another version has written it, or it cannot be read.
    pub fn over_directory(directory: &Path) -> Result<(Index, TextFields), TextProblem> {
        let written = std::fs::read_to_string(directory.join(VERSION_FILE)).unwrap_or_default();
        if written != version() {
            return Err(TextProblem::Foreign(written));
        }
        let mut problem = TextProblem::Damaged(String::new());
        for _ in 0..ATTEMPTS {
            let open = || {
                let overlay = Overlay::over(directory).map_err(damaged)?;
                let index = Index::open(overlay).map_err(damaged)?;
                let (_, fields) = TextFields::schema();
                // The owner may have merged what the overlay was about to look at.
                TextIndex::open(&index, fields, Vec::new())?;
                Ok((index, fields))
            };
            match open() {
                Ok((index, fields)) => {
                    tokens::register(&index);
                    return Ok((index, fields));
                }
                Err(reason) => problem = reason,
            }
        }
        Err(problem)
    }
}

pub(super) fn damaged(error: impl std::fmt::Display) -> TextProblem {
    TextProblem::Damaged(error.to_string())
}

/// The versions that an index in a directory depends on: ours and the engine's.
fn version() -> String {
    format!("docql text {VERSION}, {}", tantivy::version())
}

/// The index as it was committed at one moment.
pub struct TextIndex {
    pub(super) searcher: Searcher,
    pub(super) fields: TextFields,
    /// The path of each file number; empty where the number is dead.
    pub(super) paths: Vec<Arc<str>>,
}

impl TextIndex {
    /// Opens what has been committed to `index`; `paths` are the files by their number, empty for numbers
    /// that no longer count. Entries of a number without a path are not found.
    ///
    /// # Errors
    /// If what was committed cannot be read.
    pub fn open(index: &Index, fields: TextFields, paths: Vec<Arc<str>>) -> Result<TextIndex, TextProblem> {
        // Opened after every commit, so the index need not watch itself.
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into();
        let reader: tantivy::IndexReader = reader.map_err(damaged)?;
        Ok(TextIndex { searcher: reader.searcher(), fields, paths })
    }

    /// One more than the largest file number of any entry, deleted ones included: numbers from here on have
    /// never been given out.
    pub fn first_free(&self) -> u32 {
        let largest = |segment: &tantivy::SegmentReader| {
            let column = segment.fast_fields().u64(FILE).ok()?;
            (column.num_docs() > 0).then(|| column.max_value())
        };
        let largest = self.searcher.segment_readers().iter().filter_map(largest).max();
        largest.map_or(0, |number| u32::try_from(number + 1).unwrap_or(u32::MAX))
    }
}

impl std::fmt::Debug for TextIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextIndex").field("entries", &self.searcher.num_docs()).finish_non_exhaustive()
    }
}
