//! Colours for a window of a text in any language, with what the next window can use again.

use tree_sitter::{Parser, Tree};

use super::budget::Clock;
use super::fallback::LineHighlighter;
use super::sources::row_of;
use super::tree::{advance, highlight_row, parser};
use super::{HighlightBudget, MAX_LINE_BYTES};
use crate::document::{CodePart, LineIndex, Scope, Span, code_among_elements};
use crate::languages::outline::dialect::{as_written, seen};
use crate::languages::parsing::{Work, is_safe_to_colour};
use crate::languages::table::by_id;

/// The scopes of `range` of a text of language `id`. Reads no more than the budget allows; for many windows of
/// the same text keep a [`Highlighter`].
pub fn highlight(id: &str, text: &str, lines: &LineIndex, range: Span, budget: &HighlightBudget) -> Vec<(Span, Scope)> {
    Highlighter::new(id).scopes(text, lines, range, budget)
}

enum Reader {
    /// Not asked for colours yet.
    Unknown,
    /// A parse that was overtaken: the next request goes on where it stopped.
    Parsing(usize, Parser, Work),
    /// Parsed with the grammar of a row.
    Tree(usize, Tree),
    /// Read line by line.
    Lines(LineHighlighter),
    /// No colours for this text.
    Plain,
}

/// Gives colours to windows of one text. The text is parsed at the first request, a later one costs about a
/// millisecond. A parse that is overtaken goes on with the next request. Always pass the same text.
pub struct Highlighter {
    id: String,
    reader: Reader,
}

impl Highlighter {
    /// A highlighter for a text of language `id`, which may be any name of the language, or an extension.
    pub fn new(id: &str) -> Highlighter {
        Highlighter { id: id.to_owned(), reader: Reader::Unknown }
    }

    /// Parses the text within `budget`. Whether nothing is left to do: the colours are ready, or there are none.
    pub fn prepare(&mut self, text: &str, lines: &LineIndex, budget: &HighlightBudget) -> bool {
        if text.len() > budget.max_bytes {
            self.reader = Reader::Plain;
        }
        self.reader = match std::mem::replace(&mut self.reader, Reader::Unknown) {
            Reader::Unknown => self.read(text, lines, budget),
            Reader::Parsing(row, parser, work) => parse(row, parser, work, text, budget),
            ready => ready,
        };
        !matches!(self.reader, Reader::Parsing(..))
    }

    /// The parse tree, once there is one.
    pub fn tree(&self) -> Option<&Tree> {
        match &self.reader {
            Reader::Tree(_, tree) => Some(tree),
            _ => None,
        }
    }

    /// The scopes inside `range`, sorted and not overlapping. Long lines and what the budget does not reach
    /// stay plain.
    pub fn scopes(
        &mut self,
        text: &str,
        lines: &LineIndex,
        range: Span,
        budget: &HighlightBudget,
    ) -> Vec<(Span, Scope)> {
        let range = Span::new(range.start, range.end.min(text.len() as u32));
        let touched = || lines.line(range.start)..=lines.line(range.end.saturating_sub(1).max(range.start));
        if text.len() > budget.max_bytes || touched().all(|line| is_long(lines, line)) {
            return Vec::new();
        }
        self.prepare(text, lines, budget);
        let clock = budget.start();
        let mut scopes = match &mut self.reader {
            Reader::Tree(row, tree) => highlight_row(*row, tree, (text, &code_in(&self.id, text)), range, &clock),
            Reader::Lines(reader) => reader.scopes(text, lines, range, &clock),
            Reader::Unknown | Reader::Parsing(..) | Reader::Plain => return Vec::new(),
        };
        if touched().any(|line| is_long(lines, line)) {
            scopes.retain(|(span, _)| !is_long(lines, lines.line(span.start)));
        }
        scopes
    }

    fn read(&self, text: &str, lines: &LineIndex, budget: &HighlightBudget) -> Reader {
        let id = as_written(&self.id, text);
        if let Some(row) = row_of(id) {
            // The same parts are read as for the outline, which is made from the same tree.
            let language = by_id(id).filter(|language| language.is_all());
            let parts = language.map(|language| seen(text, &language.unseen(text))).unwrap_or_default();
            let Some(mut parser) = parser(row).filter(|_| is_safe_to_colour(id, text)) else { return Reader::Plain };
            return match parser.set_included_ranges(&parts) {
                Ok(()) => parse(row, parser, Work::of(text.len()), text, budget),
                Err(_) => Reader::Plain,
            };
        }
        if matches!(self.id.as_str(), "plain" | "text" | "txt") {
            return Reader::Plain;
        }
        LineHighlighter::find(&self.id, lines.text(text, 1)).map_or(Reader::Plain, Reader::Lines)
    }
}

/// The code among the elements of a page.
fn code_in(id: &str, text: &str) -> Vec<CodePart> {
    let page = by_id(id).and_then(|language| language.info.lexis?.forms.page);
    page.map_or_else(Vec::new, |rules| code_among_elements(text, rules))
}

/// Starts a parse, or goes on with it.
fn parse(row: usize, mut parser: Parser, work: Work, text: &str, budget: &HighlightBudget) -> Reader {
    let clock: Clock = budget.start();
    match advance(&mut parser, text, &work, &clock) {
        Some(tree) => Reader::Tree(row, tree),
        // Overtaken work may be asked for again; work that took too long will do so again.
        None if budget.ticket.is_stale() && work.over().is_none() => Reader::Parsing(row, parser, work),
        None => Reader::Plain,
    }
}

fn is_long(lines: &LineIndex, line: u32) -> bool {
    lines.span(line).len() > MAX_LINE_BYTES
}
