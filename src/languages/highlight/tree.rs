//! Colours of the visible part of a parse tree.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use streaming_iterator::StreamingIterator;
use tree_sitter::{Parser, Query, QueryCursor, QueryCursorOptions, Tree};

use super::budget::Clock;
use super::sources::{SOURCES, row_of};
use crate::document::{CodePart, Scope, Span};
use crate::languages::parsing::{Work, is_safe_to_colour, new_parser, new_query, resume};
use crate::languages::table::HighlightSource;

/// An embedded script that is longer stays plain: it is parsed again for every window.
const MAX_EMBEDDED_BYTES: usize = 128 << 10;
/// The depth of languages embedded in each other, at most (PHP › HTML › JavaScript).
const MAX_EMBEDDED_DEPTH: usize = 3;
/// The language of the code among the elements of a page, which may have elements itself.
const PAGE_SCRIPTS: &str = "tsx";
/// Half-finished matches that the query engine may keep; beyond this it drops the oldest.
const MATCH_LIMIT: u32 = 1_024;

/// Meanings of a query's captures.
enum Meaning {
    Scope(Scope),
    Embedded(usize),
}

struct Compiled {
    query: Query,
    meanings: Vec<Option<Meaning>>,
}

/// One slot per row, filled when a language is first shown: compiling all of them takes a noticeable moment.
static COMPILED: [OnceLock<Option<Compiled>>; SOURCES.len()] = [const { OnceLock::new() }; SOURCES.len()];

fn compile(source: &HighlightSource) -> Result<Compiled, tree_sitter::QueryError> {
    let query = new_query(&(source.grammar)(), source.query)?;
    let meaning = |name: &&str| match name.strip_prefix("embedded.") {
        Some(id) => row_of(id).map(Meaning::Embedded),
        None => Scope::parse(name).map(Meaning::Scope),
    };
    let meanings = query.capture_names().iter().map(meaning).collect();
    Ok(Compiled { query, meanings })
}

/// The fault of the query of a row: it does not compile, or a capture has no meaning.
pub fn query_problem(source: &HighlightSource) -> Option<String> {
    match compile(source) {
        Err(error) => Some(error.to_string()),
        Ok(compiled) => {
            let unknown = compiled.meanings.iter().position(Option::is_none)?;
            Some(format!("unknown capture @{}", compiled.query.capture_names()[unknown]))
        }
    }
}

fn parse(row: usize, text: &str, clock: &Clock) -> Option<Tree> {
    if !is_safe_to_colour(SOURCES[row].id, text) {
        return None;
    }
    advance(&mut parser(row)?, text, &Work::of(text.len()), clock)
}

/// A parser for the language of a row.
pub(super) fn parser(row: usize) -> Option<Parser> {
    let mut parser = new_parser();
    parser.set_language(&(SOURCES[row].grammar)()).ok()?;
    Some(parser)
}

/// Parses until time or `work` is over; a parser that was stopped goes on with the same text where it was.
pub(super) fn advance(parser: &mut Parser, text: &str, work: &Work, clock: &Clock) -> Option<Tree> {
    resume(parser, text, work, &|| clock.is_over()).ok()
}

fn stop_if(over: bool) -> ControlFlow<()> {
    if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The scopes inside `range`, until time is over: sorted, not overlapping, the innermost winning. `tree` was parsed from
/// `text` with the grammar of the row; `code` is what its elements hold of another one. Text without a special meaning is in
/// no span.
pub(super) fn highlight_row(
    row: usize,
    tree: &Tree,
    (text, code): (&str, &[CodePart]),
    range: Span,
    clock: &Clock,
) -> Vec<(Span, Scope)> {
    let mut found = Vec::new();
    collect(row, tree, text, range, 0, clock, &mut found);
    let Some(script) = row_of(PAGE_SCRIPTS).filter(|_| !code.is_empty()) else { return flatten(found) };
    let is_seen = |span: Span| span.start < range.end && span.end > range.start;
    // What the grammar of elements took them for they are not.
    found.retain(|one| {
        let behind = code.partition_point(|part| part.directive.start <= one.span.start);
        code[..behind].last().is_none_or(|part| one.span.end > part.code.end)
    });
    for part in code.iter().filter(|part| is_seen(part.directive) || is_seen(part.code)) {
        if is_seen(part.directive) && !part.directive.is_empty() {
            found.push(ScopedRange { span: part.directive, rank: (1, 0), scope: Scope::Keyword });
        }
        // An attribute is no text where it is code.
        let seen = Span::new(part.code.start.max(range.start), part.code.end.min(range.end));
        if is_seen(part.code) && !seen.is_empty() {
            found.push(ScopedRange { span: seen, rank: (1, 0), scope: Scope::Text });
            embed(script, part.code, text, range, 1, clock, &mut found);
        }
    }
    flatten(found)
}

/// A scope over a range, with what decides who wins: depth of embedding, then the number of the pattern.
struct ScopedRange {
    span: Span,
    rank: (usize, usize),
    scope: Scope,
}

fn collect(
    row: usize,
    tree: &Tree,
    text: &str,
    range: Span,
    depth: usize,
    clock: &Clock,
    found: &mut Vec<ScopedRange>,
) {
    let Some(compiled) = COMPILED[row].get_or_init(|| compile(&SOURCES[row]).ok()) else { return };
    let mut cursor = QueryCursor::new();
    cursor.set_byte_range(range.range()).set_match_limit(MATCH_LIMIT);
    let mut stop = |_: &tree_sitter::QueryCursorState| stop_if(clock.is_over());
    let options = QueryCursorOptions::new().progress_callback(&mut stop);
    let mut matches = cursor.matches_with_options(&compiled.query, tree.root_node(), text.as_bytes(), options);
    while let Some(matched) = matches.next() {
        for capture in matched.captures() {
            let whole = Span::of_range(capture.node.byte_range());
            let span = Span::new(whole.start.max(range.start), whole.end.min(range.end));
            if span.is_empty() || capture.node.is_error() {
                continue;
            }
            match compiled.meanings.get(capture.index as usize) {
                Some(Some(Meaning::Scope(scope))) => {
                    found.push(ScopedRange { span, rank: (depth, matched.pattern_index), scope: *scope })
                }
                Some(Some(Meaning::Embedded(inner))) => embed(*inner, whole, text, range, depth + 1, clock, found),
                _ => {}
            }
        }
    }
}

/// Reads the node at `whole` with the grammar of another row.
fn embed(row: usize, whole: Span, text: &str, range: Span, depth: usize, clock: &Clock, found: &mut Vec<ScopedRange>) {
    if whole.len() as usize > MAX_EMBEDDED_BYTES || depth > MAX_EMBEDDED_DEPTH {
        return;
    }
    let inner = whole.of(text);
    let Some(tree) = parse(row, inner, clock) else { return };
    let window = Span::new(range.start.saturating_sub(whole.start), range.end.min(whole.end) - whole.start);
    let from = found.len();
    collect(row, &tree, inner, window, depth, clock, found);
    for one in &mut found[from..] {
        one.span = Span::new(one.span.start + whole.start, one.span.end + whole.start);
    }
}

/// Turns nested ranges into a row of ranges side by side.
fn flatten(mut found: Vec<ScopedRange>) -> Vec<(Span, Scope)> {
    found.sort_by_key(|one| (one.span.start, Reverse(one.span.end), one.rank));
    let mut out: Vec<(Span, Scope)> = Vec::with_capacity(found.len());
    let mut open: Vec<(u32, Scope)> = Vec::new();
    let mut at = 0;
    for one in found {
        close(&mut open, &mut at, one.span.start, &mut out);
        open.push((one.span.end, one.scope));
    }
    close(&mut open, &mut at, u32::MAX, &mut out);
    out
}

/// Emits what is open up to `until` and forgets the ranges that end before it.
fn close(open: &mut Vec<(u32, Scope)>, at: &mut u32, until: u32, out: &mut Vec<(Span, Scope)>) {
    while let Some(&(end, scope)) = open.last() {
        let stop = end.min(until);
        if stop > *at {
            emit(out, Span::new(*at, stop), scope);
            *at = stop;
        }
        if end > until {
            break;
        }
        open.pop();
    }
    if until != u32::MAX {
        *at = (*at).max(until);
    }
}

/// Adds a span, joined with the one before it where both touch and mean the same.
pub(super) fn emit(out: &mut Vec<(Span, Scope)>, span: Span, scope: Scope) {
    if scope == Scope::Text || span.is_empty() {
        return;
    }
    match out.last_mut() {
        Some((last, same)) if *same == scope && last.end == span.start => last.end = span.end,
        _ => out.push((span, scope)),
    }
}
