//! Completion candidates, for popups, editors and shells.

use crate::docql::complete::candidates::matching::fit;
use crate::document::Span;

/// What an offered text is, by which it is ordered and marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CandidateKind {
    /// A root: `toc`.
    Root,
    /// A function: `class("…")`.
    Function,
    /// A list: `methods`.
    List,
    /// A field: `level`.
    Field,
    /// An operator or connective.
    Operator,
    /// A selector between brackets.
    Selector,
    /// A name or title of the corpus.
    Name,
    /// A value of the corpus.
    Value,
    /// Closing characters.
    Closer,
}

impl CandidateKind {
    /// The spelling in `docql complete --format json`.
    pub fn id(self) -> &'static str {
        match self {
            CandidateKind::Root => "root",
            CandidateKind::Function => "function",
            CandidateKind::List => "list",
            CandidateKind::Field => "field",
            CandidateKind::Operator => "operator",
            CandidateKind::Selector => "selector",
            CandidateKind::Name => "name",
            CandidateKind::Value => "value",
            CandidateKind::Closer => "closer",
        }
    }
}

/// One completion candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The text to show.
    pub label: String,
    /// The text to insert in place of [`Completions::replace`], or of `replace` if given.
    pub insert: String,
    /// Caret position after inserting, in bytes of `insert`.
    pub caret: usize,
    /// Further caret positions (tab stops), in bytes of `insert`.
    pub stops: Vec<usize>,
    /// The bytes of the text it replaces, if different from [`Completions::replace`].
    pub replace: Option<Span>,
    /// Its kind.
    pub kind: CandidateKind,
    /// A few words: kind, place, type.
    pub detail: String,
    /// Number of occurrences in the corpus.
    pub count: Option<u64>,
    /// Signature, with the shape it yields: `class(name) → symbols`; may be empty.
    pub signature: String,
    /// A sentence.
    pub doc: String,
    /// A query that uses it; one of the workspace once `find_example` has found one.
    pub example: String,
    /// Number of hits of the example; `None` until it has been run.
    pub hits: Option<u64>,
}

impl Candidate {
    /// A candidate with the caret after the inserted text.
    pub(in crate::docql::complete) fn new(
        kind: CandidateKind,
        label: impl Into<String>,
        insert: impl Into<String>,
    ) -> Candidate {
        let insert = insert.into();
        Candidate {
            label: label.into(),
            caret: insert.len(),
            insert,
            stops: Vec::new(),
            replace: None,
            kind,
            detail: String::new(),
            count: None,
            signature: String::new(),
            doc: String::new(),
            example: String::new(),
            hits: None,
        }
    }

    pub(in crate::docql::complete) fn detail(mut self, detail: impl Into<String>) -> Candidate {
        self.detail = detail.into();
        self
    }

    pub(in crate::docql::complete) fn doc(mut self, doc: impl Into<String>) -> Candidate {
        self.doc = doc.into();
        self
    }

    pub(in crate::docql::complete) fn example(mut self, example: impl Into<String>) -> Candidate {
        self.example = example.into();
        self
    }

    pub(in crate::docql::complete) fn signature(mut self, signature: impl Into<String>) -> Candidate {
        self.signature = signature.into();
        self
    }

    pub(in crate::docql::complete) fn count(mut self, count: u64) -> Candidate {
        self.count = Some(count);
        self
    }

    /// Places the caret `bytes` before the end of the inserted text.
    pub(in crate::docql::complete) fn caret_back(mut self, bytes: usize) -> Candidate {
        self.caret = self.insert.len() - bytes;
        self
    }

    /// Places the caret at `caret`, then at each of `stops`.
    pub(in crate::docql::complete) fn caret_at(mut self, caret: usize, stops: &[usize]) -> Candidate {
        self.caret = caret;
        self.stops = stops.to_vec();
        self
    }

    /// Inserts `prefix` before the text.
    pub(in crate::docql::complete) fn prefixed(mut self, prefix: &str) -> Candidate {
        self.insert.insert_str(0, prefix);
        self.caret += prefix.len();
        self.stops.iter_mut().for_each(|stop| *stop += prefix.len());
        self
    }

    /// Adds the dot before a step.
    pub(in crate::docql::complete) fn dotted(mut self) -> Candidate {
        self.label.insert(0, '.');
        self.prefixed(".")
    }

    /// The bytes of the text it replaces; `all` is the default.
    pub fn replaced(&self, all: Span) -> Span {
        self.replace.unwrap_or(all)
    }
}

impl Completions {
    /// The names and values that still match what is typed, to show until new completions arrive.
    pub fn still_fitting(&self, typed: &str) -> Vec<Candidate> {
        let of_corpus = |candidate: &&Candidate| {
            matches!(candidate.kind, CandidateKind::Name | CandidateKind::Value) && candidate.replace.is_none()
        };
        let all = self.candidates.iter().filter(of_corpus);
        let mut fitting: Vec<(u8, &Candidate)> =
            all.filter_map(|candidate| Some((fit(&candidate.label, typed)?, candidate))).collect();
        fitting.sort_by_key(|(fit, _)| *fit);
        fitting.into_iter().map(|(_, candidate)| candidate.clone()).collect()
    }

    /// Copies counts, places and examples of the same candidates from `known`.
    pub fn copy_details(&mut self, known: &Completions) {
        for candidate in &mut self.candidates {
            let is_same = |other: &&Candidate| (other.kind, &other.insert) == (candidate.kind, &candidate.insert);
            if let Some(other) = known.candidates.iter().find(is_same) {
                candidate.clone_from(other);
            }
        }
    }
}

/// The completions at a caret.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Completions {
    /// The bytes of the text that a candidate replaces.
    pub replace: Span,
    /// The candidates, likeliest first.
    pub candidates: Vec<Candidate>,
    /// The characters that close everything open at the caret, for ghost text.
    pub closers: String,
    /// The expected tokens, in short, for a hint line.
    pub next: Vec<String>,
}
