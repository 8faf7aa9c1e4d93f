//! Steps and the passages that they find.

use crate::document::Kind;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A step of research: what a person could enter as well.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A search for words.
    Words(String),
    /// A DocQL query.
    Docql(String),
    /// Lines of a file, or what is declared there: `src/lock.rs:3-20`.
    Read(String),
}

impl Step {
    /// A step of this language.
    pub(in crate::agent) fn of(language: &str, text: &str) -> Option<Step> {
        let step: fn(String) -> Step = match language {
            "words" => Step::Words,
            "docql" => Step::Docql,
            "place" => Step::Read,
            _ => return None,
        };
        Some(step(text.to_owned()))
    }

    /// The language that it is in.
    pub fn language(&self) -> &'static str {
        match self {
            Step::Words(_) => "words",
            Step::Docql(_) => "docql",
            Step::Read(_) => "place",
        }
    }

    /// What is entered for it.
    pub fn text(&self) -> &str {
        match self {
            Step::Words(text) | Step::Docql(text) | Step::Read(text) => text,
        }
    }
}

/// A piece of a file that a step found: few enough lines to be read at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The file.
    pub path: Arc<str>,
    /// Its first line, from 1.
    pub line: u32,
    /// Its last line.
    pub end_line: u32,
    /// What it is, or lies in.
    pub kind: Kind,
    /// The name or title of that.
    pub name: String,
    /// The id of that; empty if it has none.
    pub id: String,
    /// A query that yields it; empty if there is none.
    pub query: String,
    /// Its lines.
    pub text: String,
    /// Those of them that say most of what was asked.
    pub quote: RangeInclusive<u32>,
    /// The words of the question that it holds, its name and path too, as bits.
    pub held: u64,
    /// Names of programs in it, most telling first.
    pub mentions: Vec<String>,
    /// True if it is of the workspace's own program: no document, no test, nothing made.
    pub is_source: bool,
    /// True if the file has changed since: the text is what was there.
    pub is_stale: bool,
}

impl Passage {
    /// True if showing both would show lines twice: they overlap, or one is a copy in another file.
    pub(in crate::agent) fn repeats(&self, other: &Passage) -> bool {
        let is_copy = self.name == other.name && self.text == other.text;
        is_copy || self.path == other.path && self.line <= other.end_line && other.line <= self.end_line
    }
}
