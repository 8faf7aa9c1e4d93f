//! Results for screens and reports: plain data, no handles.

use super::matched::{Matched, MatchedLine};
use super::rows::row::ColumnValues;
use crate::docql::catalog::Shape;
use crate::document::{Kind, NodeKey, Span};
use std::ops::Range;
use std::sync::Arc;

/// The relation of a hit to the query, where it is more than the hit's kind.
#[derive(Debug)]
pub struct RoleRow {
    /// The value of [`Hit::role`].
    pub role: &'static str,
    /// Its meaning, in a few words.
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
    DISPATCHED "~dyn" "a call through a type above, which may run this or another implementation";
    REFERENCE "ref" "a place that names it";
    REFERENCE_BY_NAME "~ref" "a place with this name, which may mean another";
    TEXT "text" "a line that holds the words";
}

/// One row of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Identity that survives re-indexing; selections are kept by it.
    pub key: NodeKey,
    /// Path of the file.
    pub path: Arc<str>,
    /// Its kind.
    pub kind: Kind,
    /// Its name or title; for a line of text the line itself, trimmed.
    pub name: String,
    /// First line, 1-based; 0 for a file as a whole or a directory.
    pub line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
    /// Heading level or depth of declaration; 0 for none.
    pub level: u8,
    /// A second line: a signature, the start of a paragraph; may be empty.
    pub snippet: String,
    /// Byte ranges of `name` that matched.
    pub name_marks: Vec<Range<usize>>,
    /// Byte ranges of `snippet` that matched.
    pub snippet_marks: Vec<Range<usize>>,
    /// Its relation to the query: `def`, `call`, `ref`, `text`, `H2` …
    pub role: &'static str,
    /// The enclosing symbol or section, for excerpts and members; may be empty.
    pub context: String,
    /// Its bytes in the file's node text.
    pub span: Span,
    /// The type above that a call goes through which may run what was asked about; empty if none.
    pub through: String,
    /// A DocQL query that yields this row alone, as far as names allow; empty if there is none.
    pub query: String,
    /// Rank score, if the result is ranked.
    pub score: Option<f32>,
    /// Explanation of the score of a word search: lines for people.
    pub why: Option<Arc<[String]>>,
    /// Number of further sites that this row stands for: calls in the same function.
    pub more: u32,
    /// The further lines that show why it is a hit: other matches, other calls in the same function.
    pub others: Vec<MatchedLine>,
    /// Steps from the start of a relation: 1 for direct callers; 0 otherwise.
    pub depth: u32,
    /// The match, where it was found by text in it; `line` stays that of the node.
    pub matched: Option<Box<Matched>>,
    /// Set if it contains something that a drill-down can list.
    pub drillable: bool,
    /// The page that it begins on, in a document that has pages.
    pub page: Option<u32>,
    /// Columns and values of a row that stands nowhere in a text.
    pub record: Option<ColumnValues>,
}

impl Hit {
    /// A hit with kind, path and key; everything else is empty.
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
            through: String::new(),
            span: Span::default(),
            query: String::new(),
            score: None,
            why: None,
            more: 0,
            others: Vec::new(),
            depth: 0,
            matched: None,
            drillable: false,
            page: None,
            record: None,
        }
    }

    /// True if it shows a site inside the node: a call, not the declaration of the caller.
    pub fn shows_site(&self) -> bool {
        matches!(self.role, CALL | CALL_BY_NAME | DISPATCHED)
    }

    /// The line that is shown, opened and copied: that of the match, else its first.
    pub fn shown_line(&self) -> u32 {
        self.matched.as_ref().map_or(self.line, |matched| matched.line)
    }

    /// The role of the line that is shown: a line inside of a declaration that holds the words is not the declaration.
    pub fn shown_role(&self) -> &'static str {
        let is_inside = self.role == DEFINITION && self.shown_line() != self.line;
        if is_inside { TEXT } else { self.role }
    }

    /// The last of the lines that are shown.
    pub fn shown_end(&self) -> u32 {
        if self.shown_line() == self.line { self.end_line } else { self.shown_line() }
    }

    /// The number of places that it stands for beside the line it shows; those in other lines can be listed.
    pub fn further(&self) -> u32 {
        if self.others.is_empty() { self.more } else { self.others.len() as u32 }
    }

    /// What stands beside its name: the symbol or section around it, the type above that a call goes through.
    pub fn beside(&self) -> String {
        match (self.context.as_str(), self.through.as_str()) {
            (around, "") => around.to_owned(),
            ("", through) => format!("through {through}"),
            (around, through) => format!("{around} through {through}"),
        }
    }

    /// True if it matches by name only.
    pub fn is_by_name(&self) -> bool {
        self.is_unsure() && !self.is_dispatched()
    }

    /// True for a call through a type above, which may run another implementation.
    pub fn is_dispatched(&self) -> bool {
        self.role == DISPATCHED
    }

    /// True if the relation that it shows is not certain.
    pub fn is_unsure(&self) -> bool {
        self.role.starts_with('~')
    }

    /// The key a bookmark uses: the line of the site it shows, else its own key.
    pub fn place_key(&self) -> NodeKey {
        if self.shows_site() { NodeKey::line(&self.path, self.line) } else { self.key.clone() }
    }
}

/// The hits of one file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileGroup {
    /// Path of the file.
    pub path: Arc<str>,
    /// Format id of the file (`rust`, `markdown`).
    pub language: &'static str,
    /// Number of hits in the file.
    pub total: usize,
    /// The loaded ones: a range of [`Results::hits`].
    pub hits: Range<usize>,
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The query as run, in canonical form.
    pub query: String,
    /// What was asked in words, as the query that says the same.
    pub as_query: Option<String>,
    /// The shape of the rows.
    pub shape: Shape,
    /// The loaded hits, grouped by file.
    pub hits: Vec<Hit>,
    /// The groups, in order.
    pub groups: Vec<FileGroup>,
    /// Number of hits.
    pub total: usize,
    /// Set if [`Results::total`] and [`Results::files`] are lower bounds: counting has not finished.
    pub at_least: bool,
    /// Number of files with hits.
    pub files: usize,
    /// The number of hits that have the identifier that was searched for, where the others have but parts of it.
    pub with_identifier: Option<usize>,
    /// Set if the order is by rank, not by path.
    pub ranked: bool,
    /// Files read and files in all, if an index that the query needs was incomplete.
    pub partial: Option<(u32, u32)>,
    /// Set if asking again, once the query is fully typed, gives a better answer.
    pub is_provisional: bool,
    /// An answer in words, in the order in which it is read.
    pub said: Vec<String>,
    /// Sentences that qualify the answer: search depth, words of the query that occur nowhere.
    pub notes: Vec<String>,
    /// The columns of the first table that was asked for rows.
    pub columns: Vec<String>,
    /// The attempts of a word search and the yield of each channel.
    pub tried: Vec<String>,
    /// Sentences that help if there is nothing or little: the condition that removed the last rows, nearest names.
    pub hints: Vec<String>,
    /// Complete queries that may be meant instead.
    pub suggestions: Vec<String>,
    /// Set if nothing here is called as the query says: what is counted then is nothing.
    pub lacks_name: bool,
}
