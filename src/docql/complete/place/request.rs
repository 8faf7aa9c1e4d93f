//! What is completed: the token at the caret and its surroundings.

use super::narrowed::ListCache;
use crate::docql::catalog::{self, Shape};
use crate::docql::complete::candidates::candidate::{Candidate, CandidateKind};
use crate::docql::plan::resolve::Resolver;
use crate::docql::syntax::tree::Segment;
use crate::document::Span;
use crate::library::Library;
use crate::stdx::Ticket;

/// A completion request: the token at the caret and its surroundings.
pub(in crate::docql::complete) struct Request<'r> {
    /// The text before the token at the caret.
    pub before: &'r str,
    /// The text after it.
    pub after: &'r str,
    /// The typed part of the token, without quotes.
    pub typed: &'r str,
    /// The quote that is open, if any.
    pub quote: Option<char>,
    /// The bytes of the token.
    pub replace: Span,
    pub library: Option<&'r Library>,
    pub lists: &'r ListCache,
    pub ticket: &'r Ticket,
}

impl Request<'_> {
    /// The shape that the steps before the caret yield.
    pub fn shape(&self, segments: &[Segment]) -> Shape {
        if let [root] = segments
            && let Some(row) = root.kind.name().and_then(|name| catalog::root(&name.text))
        {
            return row.yields;
        }
        let mut resolver = Resolver::new(self.before, false, true);
        resolver.resolve_query(segments).1
    }

    /// A text as a literal, in the open kind of quotes or double ones.
    pub fn literal(&self, text: &str) -> String {
        match self.quote.map(|quote| crate::docql::syntax::token::ascii_twin(quote).unwrap_or(quote)) {
            Some('\'') => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")),
            _ => crate::docql::syntax::format::quoted(text),
        }
    }

    /// A name or value of the corpus as a literal.
    pub fn text_value(&self, text: &str, kind: CandidateKind) -> Candidate {
        Candidate::new(kind, text, self.literal(text))
    }
}
