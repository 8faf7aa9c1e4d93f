//! Steps and the passages that they find.

use crate::agent::question::told::holds;
use crate::document::Kind;
use crate::library::fold_words;
use crate::search::AskedWord;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Words that the names of what stands for something else in tests begin with.
const DOUBLES: &[&str] = &["mock", "mocked", "fake", "stub", "dummy", "spy"];

/// Letters of a word from which on another word that holds it says it.
const LONG_WORD: usize = 4;

/// Letters of a name from which on another name that holds it is called by it.
const LONG_NAME: usize = 8;

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

    /// What the step is written in: words, DocQL, or a place.
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

/// What a passage is to a name that is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The number of the relation that is asked.
    pub(in crate::agent) asked: usize,
    /// What it is: `caller of start`.
    pub says: String,
    /// The line that shows it: a call.
    pub line: u32,
    /// True if only the name of what is called tells it.
    pub is_unsure: bool,
}

/// A declaration, or a section, of which a passage shows lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole {
    /// Its first line in the file.
    pub first: u32,
    /// The first line of its documentation; its own first one if it has none above it.
    pub described: u32,
    /// Its last line.
    pub last: u32,
    /// The first line as it is written.
    pub head: String,
}

/// A piece of a file that a step found: few enough lines to be read at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The file.
    pub path: Arc<str>,
    /// Its first line, from 1: of the text that the file is read as, which [`Passage::in_file`] tells from the file's own.
    pub line: u32,
    /// Its last line.
    pub end_line: u32,
    /// The file's line of each of its lines, where the text is not the file's: of a manual page, of HTML.
    pub source_lines: Option<Arc<[u32]>>,
    /// The page, slide or sheet that its quote begins on, from 1, in a document that has some.
    pub page: Option<u32>,
    /// What it is, or lies in.
    pub kind: Kind,
    /// The name or title of that.
    pub name: String,
    /// What its lines are called: the name, or those of the declarations that they show.
    pub label: String,
    /// What its lines are a part of, if that has a name.
    pub whole: Option<Whole>,
    /// What it is to a name that is asked about.
    pub related: Option<Related>,
    /// The id of that; empty if it has none.
    pub id: String,
    /// A query that yields it; empty if there is none.
    pub query: String,
    /// Its lines.
    pub text: String,
    /// Those of them that say most of what was asked.
    pub quote: RangeInclusive<u32>,
    /// The one of those that says most: where not even they fit, this one is shown.
    pub focus: u32,
    /// The words of the question that it holds, its name and path too, as bits.
    pub held: u64,
    /// Those that its name, its path and what it lies in hold.
    pub titled: u64,
    /// Those that its name and what it lies in hold; none of a function that has no body.
    pub named: u64,
    /// Those that its quote and its name hold: they stand close together.
    pub close: u64,
    /// Names of programs in it, most telling first.
    pub mentions: Vec<String>,
    /// True if it is of the workspace's own program: no document, no test, nothing made.
    pub is_source: bool,
    /// True if it is a test, or stands among tests.
    pub is_test: bool,
    /// True if it is a list of words in quotes that lies beside the program, and belongs to nothing that has a name.
    pub is_list: bool,
    /// True if it hands on what stands elsewhere and says next to nothing itself.
    pub is_stub: bool,
    /// True if the file has changed since: the text is what was there.
    pub is_stale: bool,
}

impl Passage {
    /// Leaves only the lines that say most of what was asked. Whether that are fewer.
    pub fn shorten(&mut self) -> bool {
        let (first, last) = (*self.quote.start().max(&self.line), *self.quote.end().min(&self.end_line));
        if first > last || (first, last) == (self.line, self.end_line) {
            return false;
        }
        let lines = self.text.split_inclusive('\n').skip((first - self.line) as usize);
        let text: String = lines.take((last - first + 1) as usize).collect();
        text.trim_end().clone_into(&mut self.text);
        (self.line, self.end_line) = (first, last);
        true
    }

    /// What it is called where it is shown, and what it is to a name that is asked about.
    pub fn title(&self) -> String {
        match &self.related {
            None => self.label.clone(),
            Some(related) if self.label.is_empty() => related.says.clone(),
            Some(related) => format!("{} · {}", self.label, related.says),
        }
    }

    /// The line of the file that a line of the text stands in.
    pub fn in_file(&self, line: u32) -> u32 {
        let at = line.checked_sub(self.line).map(|at| at as usize);
        self.source_lines.as_ref().and_then(|lines| lines.get(at?)).copied().unwrap_or(line)
    }

    /// The first and the last line of the file.
    pub fn place(&self) -> (u32, u32) {
        let (first, last) = (self.in_file(self.line), self.in_file(self.end_line));
        (first, last.max(first))
    }

    /// True if it is a test that names this, though no call of it is known: in its lines, in its own name, or in that of
    /// its file.
    pub(in crate::agent) fn tests_by_name(&self, name: &str) -> bool {
        self.is_test && self.related.is_none() && (self.is_called_by(name) || self.names(name))
    }

    /// True if a line of it has the name as a word of its own.
    pub(in crate::agent) fn names(&self, name: &str) -> bool {
        self.text.lines().any(|line| holds(line, name))
    }

    /// True if its own name, or that of its file, holds this one, however the words are joined.
    pub(in crate::agent) fn is_called_by(&self, name: &str) -> bool {
        let plain =
            |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
        let name = plain(name);
        let file = self.path.rsplit('/').next().unwrap_or_default();
        // A short name is a part of many others.
        name.len() >= LONG_NAME && (plain(&self.name).contains(&name) || plain(file).contains(&name))
    }

    /// True for what stands for something else in tests, by its name, unless that is what is asked about.
    pub(in crate::agent) fn is_double(&self, words: &[AskedWord]) -> bool {
        let is_asked = |first: &str| words.iter().any(|word| word.written.starts_with(first));
        let first = fold_words(&self.name).into_iter().next();
        first.is_some_and(|first| DOUBLES.contains(&first.as_str()) && !is_asked(&first))
    }

    /// True if what is shown of it holds a word, in names too, whatever its case.
    pub(in crate::agent) fn says(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        // A short word is a part of many others.
        let is_held = |text: &str| {
            let lower = text.to_lowercase();
            let is_part = |c: char| c.is_alphanumeric() && c.is_ascii();
            lower.match_indices(&word).any(|(at, _)| {
                word.len() >= LONG_WORD
                    || !lower[..at].ends_with(is_part) && !lower[at + word.len()..].starts_with(is_part)
            })
        };
        !word.is_empty() && [&*self.text, &*self.name, &*self.label, &*self.path].into_iter().any(is_held)
    }

    /// True if it is of a program, or tests one: no document.
    pub(in crate::agent) fn is_of_program(&self) -> bool {
        self.is_source || self.is_test
    }

    /// True if showing both would show lines twice: they overlap, or one is a copy in another file.
    pub(in crate::agent) fn repeats(&self, other: &Passage) -> bool {
        let is_copy = self.name == other.name && self.text == other.text;
        is_copy || self.path == other.path && self.line <= other.end_line && other.line <= self.end_line
    }
}
