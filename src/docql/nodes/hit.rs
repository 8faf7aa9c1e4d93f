//! Results as a screen or a report shows them: plain data, no handles.

use crate::docql::catalog::Shape;
use crate::document::{Kind, NodeKey, Span};
use std::ops::Range;
use std::sync::Arc;

/// What a hit is to the question, where that is not just its kind.
#[derive(Debug)]
pub struct RoleRow {
    /// As [`Hit::role`] has it.
    pub role: &'static str,
    /// What it stands for.
    pub doc: &'static str,
}

macro_rules! roles {
    ($($name:ident $role:literal $doc:literal;)*) => {
        $(#[doc = $doc] pub const $name: &str = $role;)*

        /// Every role that is no kind, no format of a file and no level of a heading.
        pub const ROLES: &[RoleRow] = &[$(RoleRow { role: $role, doc: $doc }),*];
    };
}

roles! {
    DEFINITION "def" "where it is declared";
    NAMESAKE "~def" "declared by this name; what is called may be another";
    CALL "call" "a call of it";
    CALL_BY_NAME "~call" "a call of this name that may mean another";
    REFERENCE "ref" "a place that names it";
    TEXT "text" "a line that holds the words";
}

/// One row of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Survives re-indexing; the selection is kept by it.
    pub key: NodeKey,
    /// The file.
    pub path: Arc<str>,
    /// What it is.
    pub kind: Kind,
    /// Its name or title; for a line of text the line itself, trimmed.
    pub name: String,
    /// First line, 1-based; 0 for a file as a whole or a directory.
    pub line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
    /// Heading level or depth of declaration; 0 for none.
    pub level: u8,
    /// A second line to show: a signature, the start of a paragraph; may be empty.
    pub snippet: String,
    /// Byte ranges of `name` that matched.
    pub name_marks: Vec<Range<usize>>,
    /// Byte ranges of `snippet` that matched.
    pub snippet_marks: Vec<Range<usize>>,
    /// How it relates to the question: `def`, `call`, `ref`, `text`, `H2` …
    pub role: &'static str,
    /// The enclosing symbol or section, for excerpts and members; may be empty.
    pub context: String,
    /// Where in the file's node text.
    pub span: Span,
    /// A DocQL query that yields this row alone (as far as names allow); empty where none exists.
    pub query: String,
    /// Rank score, where the result is ranked.
    pub score: Option<f32>,
    /// What made the score, where words were searched: lines for people.
    pub why: Option<Arc<[String]>>,
    /// How many further places there are that this row stands for: calls in the same function.
    pub more: u32,
    /// Steps from the start of a relation: 1 for direct callers; 0 otherwise.
    pub depth: u32,
    /// Whether it has something inside that a drill could list.
    pub drillable: bool,
}

impl Hit {
    /// A hit of which nothing is known yet but what and where it is.
    pub fn new(path: Arc<str>, kind: Kind, key: NodeKey) -> Hit {
        Hit {
            key,
            path,
            kind,
            name: String::new(),
            line: 0,
            end_line: 0,
            level: 0,
            snippet: String::new(),
            name_marks: Vec::new(),
            snippet_marks: Vec::new(),
            role: "",
            context: String::new(),
            span: Span::default(),
            query: String::new(),
            score: None,
            why: None,
            more: 0,
            depth: 0,
            drillable: false,
        }
    }

    /// Whether it shows a place inside of what it is: a call, not the declaration of the caller.
    pub fn shows_site(&self) -> bool {
        matches!(self.role, CALL | CALL_BY_NAME)
    }

    /// Whether only the name says that this is what was asked for.
    pub fn is_by_name(&self) -> bool {
        self.role.starts_with('~')
    }

    /// What a bookmark knows it by: the line of the place it shows, else itself.
    pub fn place_key(&self) -> NodeKey {
        if self.shows_site() { NodeKey::line(&self.path, self.line) } else { self.key.clone() }
    }
}

/// The hits of one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The file.
    pub path: Arc<str>,
    /// Format id of the file (`rust`, `markdown`).
    pub language: &'static str,
    /// How many hits the file has in all.
    pub total: usize,
    /// Those that are loaded: a range of [`Results::hits`].
    pub hits: Range<usize>,
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The query as it was run, in canonical form.
    pub query: String,
    /// What the rows are.
    pub shape: Shape,
    /// The loaded hits, grouped by file.
    pub hits: Vec<Hit>,
    /// The files, in order.
    pub groups: Vec<Group>,
    /// How many hits there are in all.
    pub total: usize,
    /// Whether there are more than [`Results::total`] and [`Results::files`]: counting has not ended.
    pub at_least: bool,
    /// How many files have hits.
    pub files: usize,
    /// Whether the order is by rank, not by path.
    pub ranked: bool,
    /// For queries that needed an index not yet complete: files read, of how many.
    pub partial: Option<(u32, u32)>,
    /// Whether asking once more, when the question has been typed, brings a better answer.
    pub is_provisional: bool,
    /// Sentences that qualify the answer: how far was looked, what of the question occurs nowhere.
    pub notes: Vec<String>,
    /// What a search for words has tried, and what each channel found.
    pub tried: Vec<String>,
    /// Sentences that help when there is nothing or little: what removed the last rows, nearest names.
    pub hints: Vec<String>,
    /// Whole queries that may be meant instead.
    pub suggestions: Vec<String>,
}
