//! An answer, and the formats that it can be written in.

use crate::docql::{Found, RecordOptions, Results};
use crate::library::Library;

/// One format of `docql query --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFormat {
    /// For people: grouped by file on a terminal, one line per hit elsewhere.
    Text,
    /// One JSON document.
    Json,
    /// One JSON object per line.
    Jsonl,
    /// Paths, each once.
    Paths,
    /// `file:line:column:text`.
    Vimgrep,
    /// Comma separated values: a header, and a line for each row.
    Csv,
    /// Markdown.
    Md,
    /// The number of hits.
    Count,
}

/// Every format: its spelling and what it is for.
pub const FORMATS: &[(OutputFormat, &str, &str)] = &[
    (OutputFormat::Text, "text", "for people: grouped by file on a terminal, one line per hit elsewhere"),
    (OutputFormat::Json, "json", "one JSON document"),
    (OutputFormat::Jsonl, "jsonl", "one JSON object per line"),
    (OutputFormat::Paths, "paths", "paths, each once"),
    (OutputFormat::Vimgrep, "vimgrep", "file:line:column:text, for editors"),
    (OutputFormat::Csv, "csv", "a header and rows; null is nothing, an empty text \"\""),
    (OutputFormat::Md, "md", "Markdown"),
    (OutputFormat::Count, "count", "the number of hits"),
];

/// An answer and what is needed to write it.
pub struct WrittenAnswer<'a> {
    /// The hits that are shown, and what is known of the rest.
    pub results: &'a Results,
    /// The items behind the shown hits, in the same order.
    pub items: &'a [Found],
    /// The library that they come from.
    pub library: &'a Library,
    /// The fields of records.
    pub options: RecordOptions,
    /// True if terminal colours are wanted.
    pub colour: bool,
    /// True if hits are grouped under their files.
    pub grouped: bool,
    /// Lines of context around each hit.
    pub context: u32,
    /// True if the bodies of symbols and sections are shown.
    pub full: bool,
    /// The end of a path in the paths format.
    pub path_end: char,
}

impl std::fmt::Debug for WrittenAnswer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answer").field("results", &self.results.total).finish_non_exhaustive()
    }
}
