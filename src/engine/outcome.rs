//! What comes of a question: events on the way, the answer, or why there is none.

use crate::docql::{Diagnostic, Found, Results, Severity};
use crate::document::Span;
use crate::indexer::Progress;
use crate::library::Library;
use crate::search::Ranked;
use crate::stdx::Stale;
use std::sync::Arc;

/// What happens on the way to an answer.
#[derive(Clone, Debug)]
pub enum Event {
    /// What has been found so far; more follows.
    Growing(Box<Results>),
    /// How far indexing is.
    Indexed(Progress),
    /// A sentence for the user: an endpoint that failed, an index that was mended.
    Notice(String),
}

/// What a question has found, and how it was read.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Hits, counts, and what is worth knowing beside them.
    pub results: Results,
    /// What the hits were made of, in the same order, at most [`Question::limit`](super::Question::limit) for a query.
    pub items: Vec<Found>,
    /// Items before kind and format were applied.
    pub before: usize,
    /// How words were ranked.
    pub ranked: Option<Ranked>,
    /// What it was found in.
    pub library: Arc<Library>,
    /// Whether more is indexed than before the question.
    pub has_indexed: bool,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Unanswered {
    /// The query cannot be read; at least one diagnostic is an error.
    Invalid(Vec<Diagnostic>),
    /// docql itself is wrong, as its one diagnostic says. Nothing follows from it about what the files hold.
    Defect(Vec<Diagnostic>),
    /// The ticket is stale: something newer is wanted, or time is over.
    Stale,
    /// The files have not been listed yet. What an earlier index holds was sent as an event.
    Unlisted,
}

impl From<Stale> for Unanswered {
    fn from(_: Stale) -> Unanswered {
        Unanswered::Stale
    }
}

/// What is said where docql itself is wrong.
pub(super) fn defect(panic: &str) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        code: "Q900",
        span: Span::default(),
        message: format!("a defect of docql, not of the query: {panic}; please report it with this query"),
        expected: Vec::new(),
        fixes: Vec::new(),
        incomplete: false,
    }
}
