//! Candidates: what may stand at a caret, as popups, editors and shells show it.

use crate::docql::complete::matching::fit;
use crate::document::Span;

/// What a candidate is.
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
    /// Something that closes.
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

/// One thing that may stand at the caret.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// What to show.
    pub label: String,
    /// What to put in place of [`Completions::replace`], or of `replace` where that is given.
    pub insert: String,
    /// Where the caret goes, in bytes of `insert`.
    pub caret: usize,
    /// Where the caret goes next, in bytes of `insert`, when what belongs at the place before is typed.
    pub stops: Vec<usize>,
    /// The bytes of the text that it replaces, where they are not those that all replace.
    pub replace: Option<Span>,
    /// What it is.
    pub kind: CandidateKind,
    /// A few words: kind, place, type.
    pub detail: String,
    /// How many the corpus has.
    pub count: Option<u64>,
    /// How it is written and what it yields: `class(name) → symbols`; may be empty.
    pub signature: String,
    /// A sentence.
    pub doc: String,
    /// A query with it; of the workspace once [`super::find_example`] has found one.
    pub example: String,
    /// How many hits the example has; `None` where nobody has asked yet.
    pub hits: Option<u64>,
}

impl Candidate {
    /// A candidate that leaves the caret behind what it inserts.
    pub(super) fn new(kind: CandidateKind, label: impl Into<String>, insert: impl Into<String>) -> Candidate {
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

    pub(super) fn detail(mut self, detail: impl Into<String>) -> Candidate {
        self.detail = detail.into();
        self
    }

    pub(super) fn doc(mut self, doc: impl Into<String>) -> Candidate {
        self.doc = doc.into();
        self
    }

    pub(super) fn example(mut self, example: impl Into<String>) -> Candidate {
        self.example = example.into();
        self
    }

    pub(super) fn signature(mut self, signature: impl Into<String>) -> Candidate {
        self.signature = signature.into();
        self
    }

    pub(super) fn count(mut self, count: u64) -> Candidate {
        self.count = Some(count);
        self
    }

    /// The caret goes so many bytes before the end of what is inserted.
    pub(super) fn caret_back(mut self, bytes: usize) -> Candidate {
        self.caret = self.insert.len() - bytes;
        self
    }

    /// The caret goes there first, then to each of `stops`.
    pub(super) fn caret_at(mut self, caret: usize, stops: &[usize]) -> Candidate {
        self.caret = caret;
        self.stops = stops.to_vec();
        self
    }

    /// The same behind `prefix`.
    pub(super) fn prefixed(mut self, prefix: &str) -> Candidate {
        self.insert.insert_str(0, prefix);
        self.caret += prefix.len();
        self.stops.iter_mut().for_each(|stop| *stop += prefix.len());
        self
    }

    /// The same with the dot that leads to it.
    pub(super) fn dotted(mut self) -> Candidate {
        self.label.insert(0, '.');
        self.prefixed(".")
    }

    /// The bytes of the text that it replaces, where `all` are those that most replace.
    pub fn replaced(&self, all: Span) -> Span {
        self.replace.unwrap_or(all)
    }
}

impl Completions {
    /// The names and values among them that fit what is typed now: what stands for new ones until they come.
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

    /// Takes over what is known of the same candidates in `known`: counts, places, examples.
    pub fn copy_details(&mut self, known: &Completions) {
        for candidate in &mut self.candidates {
            let is_same = |other: &&Candidate| (other.kind, &other.insert) == (candidate.kind, &candidate.insert);
            if let Some(other) = known.candidates.iter().find(is_same) {
                candidate.clone_from(other);
            }
        }
    }
}

/// What may stand at a caret.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Completions {
    /// The bytes of the text that a candidate replaces.
    pub replace: Span,
    /// The candidates, likeliest first.
    pub candidates: Vec<Candidate>,
    /// What closes everything that is open at the caret: ghost text.
    pub closers: String,
    /// What is expected, in short, for a hint line.
    pub next: Vec<String>,
}
