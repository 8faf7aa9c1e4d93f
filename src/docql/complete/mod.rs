//! Completion: what may stand at the caret, with names and values of the corpus.
//!
//! The parser says what it was waiting for where the text before the caret ends; the catalog says what
//! that may be; the library says what there is. Every candidate replaces the token at the caret as a whole.

mod caret;
mod corpus;
mod likely;
mod offers;

use super::catalog;
use super::hit::Shape;
use super::parse::parse;
use super::resolve::Resolver;
use super::syntax::Segment;
use super::token::Dialect;
use crate::document::Span;
use crate::library::Library;
use crate::stdx::Ticket;

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
    /// What to put in place of [`Completions::replace`].
    pub insert: String,
    /// Where the caret goes, in bytes of `insert`.
    pub caret: usize,
    /// What it is.
    pub kind: CandidateKind,
    /// A few words: kind, place, type.
    pub detail: String,
    /// How many the corpus has.
    pub count: Option<u64>,
    /// A sentence.
    pub doc: String,
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

/// Most candidates that are returned.
const MOST: usize = 200;

/// What may stand at `caret` (a byte offset) of `text`. Without a library, only what the language knows.
pub fn complete(text: &str, caret: usize, library: Option<&Library>, ticket: &Ticket) -> Completions {
    let mut caret = caret.min(text.len());
    while !text.is_char_boundary(caret) {
        caret -= 1;
    }
    let place = caret::place(text, caret);
    let closers = parse(&text[..caret], Dialect::Lenient).closers;
    if place.words {
        let candidates = library.map_or(Vec::new(), |library| corpus::words(&place.typed, library, ticket));
        return Completions { replace: place.replace, candidates, closers: String::new(), next: Vec::new() };
    }
    let parsed = parse(&text[..place.start], Dialect::Lenient);
    let request = Request { before: &text[..place.start], typed: &place.typed, quote: place.quote, library, ticket };
    let rest = text[place.replace.end as usize..].trim_start();
    let candidates = offers::offers(&parsed.context, &request, &closers);
    let candidates = candidates.into_iter().filter_map(|candidate| before_rest(candidate, rest)).take(MOST).collect();
    let next = offers::next(&parsed.context, &request);
    let closers = if rest.starts_with(&closers) { String::new() } else { closers };
    Completions { replace: place.replace, candidates, closers, next }
}

/// A candidate without what already stands after the caret: closers, parentheses. `None` if nothing is left.
fn before_rest(mut candidate: Candidate, rest: &str) -> Option<Candidate> {
    if rest.starts_with('(')
        && let Some(at) = candidate.insert.find('(').filter(|_| candidate.kind == CandidateKind::Function)
    {
        candidate.insert.truncate(at);
    }
    let closing = candidate.insert.len() - candidate.insert.trim_end_matches([')', ']']).len();
    let doubled = (1..=closing).rev().find(|len| rest.starts_with(&candidate.insert[candidate.insert.len() - len..]));
    let within = matches!(candidate.kind, CandidateKind::Selector | CandidateKind::Closer);
    if let Some(len) = doubled.filter(|_| within) {
        candidate.insert.truncate(candidate.insert.len() - len);
    }
    candidate.caret = candidate.caret.min(candidate.insert.len());
    (!candidate.insert.is_empty()).then_some(candidate)
}

/// What offers are made from.
struct Request<'r> {
    /// The text before the token at the caret.
    before: &'r str,
    /// What is typed of that token, quotes left out.
    typed: &'r str,
    /// The quote that is already open.
    quote: Option<char>,
    library: Option<&'r Library>,
    ticket: &'r Ticket,
}

impl Request<'_> {
    /// What the steps up to the caret yield, for a step that follows them.
    fn shape(&self, segments: &[Segment]) -> Shape {
        if let [root] = segments
            && let Some(row) = root.kind.name().and_then(|name| catalog::root(&name.text))
        {
            return row.yields;
        }
        let mut resolver = Resolver::new(self.before, false, true);
        resolver.absolute(segments).1
    }
}

/// How well `typed` fits `label`: 0 best; `None` not at all. Beginning, initials, part, letters in order.
fn fit(label: &str, typed: &str) -> Option<u8> {
    if typed.is_empty() {
        return Some(1);
    }
    if label == typed {
        return Some(0);
    }
    if crate::stdx::starts_with_ignoring_case(label, typed) {
        return Some(1);
    }
    if has_initials(label, typed) {
        return Some(2);
    }
    if crate::stdx::contains_ignoring_case(label, typed) {
        return Some(3);
    }
    let mut letters = label.chars().flat_map(char::to_lowercase);
    let in_order = typed.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted));
    in_order.then_some(4)
}

/// Whether `typed` are the first letters of the words of a name: `as` of `AuthService`, `va` of `validate_all`.
fn has_initials(label: &str, typed: &str) -> bool {
    let mut previous = '_';
    let mut wanted = typed.chars().flat_map(char::to_lowercase).peekable();
    for letter in label.chars() {
        let begins = letter.is_alphanumeric()
            && (!previous.is_alphanumeric() || (letter.is_uppercase() && previous.is_lowercase()));
        previous = letter;
        if begins && letter.to_lowercase().next() != wanted.next() {
            return false;
        }
        if wanted.peek().is_none() {
            return begins;
        }
    }
    false
}

/// Keeps what fits, best fits first; equals stay in their order.
fn ranked(candidates: Vec<Candidate>, typed: &str) -> Vec<Candidate> {
    let fit_of = |candidate: &Candidate| match candidate.label.split(['(', '[']).next() {
        // What stands between the parentheses of a label is no part of the name.
        Some(name) if !name.is_empty() => fit(name, typed),
        _ => fit(&candidate.label, typed),
    };
    let mut fitting: Vec<(u8, Candidate)> =
        candidates.into_iter().filter_map(|candidate| Some((fit_of(&candidate)?, candidate))).collect();
    fitting.sort_by_key(|(fit, _)| *fit);
    if fitting.first().is_some_and(|(fit, _)| *fit <= 1) {
        // Where something begins with what was typed, scattered letters are noise; so is one letter inside.
        let worst = if typed.chars().count() == 1 { 1 } else { 3 };
        fitting.retain(|(fit, _)| *fit <= worst);
    }
    fitting.into_iter().map(|(_, candidate)| candidate).collect()
}
