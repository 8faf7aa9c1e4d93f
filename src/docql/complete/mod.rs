//! Completion at the caret, with names and values of the corpus.
//!
//! The parser tells what it expects at the end of the text before the caret, the catalog what fits there, the library
//! what exists. Each candidate replaces the whole token at the caret.
//!
//! - `place`: where the caret stands, and the list that is narrowed there.
//! - `corpus`: what exists: names, values, keys, tables.
//! - `offers`: candidates for what the parser expects; `offers/likely` orders them before anything is typed.
//! - `candidates`: candidates and how what is typed matches them; `candidates/rank` orders them by it.
//! - `example`: an example query that finds something in the workspace.

mod candidates;
mod corpus;
mod example;
mod offers;
mod place;

pub use candidates::candidate::{Candidate, CandidateKind, Completions};
pub use example::find_example;
pub use place::narrowed::ListCache;

use super::catalog;
use crate::docql::catalog::Shape;
use crate::docql::plan::resolve::Resolver;
use crate::docql::syntax::parse::parse;
use crate::docql::syntax::token::Dialect;
use crate::docql::syntax::tree::Segment;
use crate::document::Span;
use crate::library::Library;
use crate::stdx::Ticket;

/// Candidates returned, at most.
const MAX_CANDIDATES: usize = 200;

/// Completes `text` at the byte offset `caret`. Without a library, only with words of the language.
pub fn complete(text: &str, caret: usize, library: Option<&Library>, ticket: &Ticket) -> Completions {
    complete_with(&ListCache::default(), text, caret, library, ticket)
}

/// Completes with a cache of lists: while a user types, the same list is mostly asked for again.
pub fn complete_with(
    lists: &ListCache,
    text: &str,
    caret: usize,
    library: Option<&Library>,
    ticket: &Ticket,
) -> Completions {
    let mut caret = caret.min(text.len());
    while !text.is_char_boundary(caret) {
        caret -= 1;
    }
    let place = place::caret::caret_token(text, caret);
    if place.words {
        let candidates = corpus::words::offers(&place.typed, library, ticket);
        return Completions { replace: place.replace, candidates, ..Completions::default() };
    }
    let closers = parse(&text[..caret], Dialect::Lenient).closers;
    let parsed = parse(&text[..place.start], Dialect::Lenient);
    let request = Request {
        before: &text[..place.start],
        after: &text[place.replace.end as usize..],
        typed: &place.typed,
        quote: place.quote,
        replace: place.replace,
        library,
        lists,
        ticket,
    };
    let candidates = offers::expected::offers(&parsed.context, &request, &closers);
    let candidates =
        candidates.into_iter().filter_map(|candidate| fitted(candidate, &request)).take(MAX_CANDIDATES).collect();
    let next = offers::expected::expected(&parsed.context, &request);
    let closers = if request.after.trim_start().starts_with(&closers) { String::new() } else { closers };
    Completions { replace: place.replace, candidates, closers, next }
}

/// Adapts a candidate to the text after the caret: existing parentheses are not doubled, existing closing characters
/// are overwritten. `None` if it does not fit there.
fn fitted(mut candidate: Candidate, request: &Request<'_>) -> Option<Candidate> {
    let rest = request.after.trim_start();
    if rest.starts_with('(')
        && let Some(at) = candidate.insert.find('(').filter(|_| candidate.kind == CandidateKind::Function)
    {
        candidate.insert.truncate(at);
        candidate.stops.clear();
    }
    if candidate.kind == CandidateKind::Closer
        && rest.starts_with(|c: char| c.is_alphanumeric() || "=!<>~&|".contains(c))
    {
        return None;
    }
    if matches!(candidate.kind, CandidateKind::Selector | CandidateKind::Closer) {
        let closing = candidate.insert.len() - candidate.insert.trim_end_matches([')', ']', '"', '\'']).len();
        let insert = &candidate.insert;
        if let Some(len) = (1..=closing).rev().find(|len| rest.starts_with(&insert[insert.len() - len..])) {
            let end = request.replace.end as usize + (request.after.len() - rest.len()) + len;
            candidate.replace = Some(Span::new(candidate.replaced(request.replace).start, end as u32));
        }
    }
    candidate.caret = candidate.caret.min(candidate.insert.len());
    (!candidate.insert.is_empty()).then_some(candidate)
}

/// A completion request: the token at the caret and its surroundings.
struct Request<'r> {
    /// The text before the token at the caret.
    before: &'r str,
    /// The text after it.
    after: &'r str,
    /// The typed part of the token, without quotes.
    typed: &'r str,
    /// The quote that is open, if any.
    quote: Option<char>,
    /// The bytes of the token.
    replace: Span,
    library: Option<&'r Library>,
    lists: &'r ListCache,
    ticket: &'r Ticket,
}

impl Request<'_> {
    /// The shape that the steps before the caret yield.
    fn shape(&self, segments: &[Segment]) -> Shape {
        if let [root] = segments
            && let Some(row) = root.kind.name().and_then(|name| catalog::root(&name.text))
        {
            return row.yields;
        }
        let mut resolver = Resolver::new(self.before, false, true);
        resolver.resolve_query(segments).1
    }

    /// A text as a literal, in the open kind of quotes or double ones.
    fn literal(&self, text: &str) -> String {
        match self.quote.map(|quote| crate::docql::syntax::token::ascii_twin(quote).unwrap_or(quote)) {
            Some('\'') => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")),
            _ => crate::docql::syntax::format::quoted(text),
        }
    }

    /// A name or value of the corpus as a literal.
    fn text_value(&self, text: &str, kind: CandidateKind) -> Candidate {
        Candidate::new(kind, text, self.literal(text))
    }
}
