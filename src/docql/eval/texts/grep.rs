//! Matching lines of files and parts of files, by ripgrep's engine: parallel, in order, cancellable.
//!
//! Files ruled out by their trigram filter are not read; files without a match cost no allocation.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::extent::{Extent, extent_of};
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::items::LineMatch;
use crate::docql::nodes::lists::list::List;
use crate::docql::plan::line_pattern::{Engine, LinePattern, LiteralFinder};
use crate::document::{FormatFamily, Span};
use crate::library::FileId;
use crate::stdx::Stale;
use grep_matcher::{LineTerminator, Matcher};
use grep_regex::RegexMatcher;
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkMatch};
use rayon::prelude::*;
use std::ops::Range;

/// Files searched as one task, at least.
pub(in crate::docql::eval) const FILES_PER_TASK: usize = 32;

/// Bytes searched between two checks of the ticket: below a millisecond for all but the slowest patterns.
const BLOCK_BYTES: usize = 1 << 18;

/// Lines found between two checks of the ticket.
const LINES_PER_CHECK: usize = 512;

/// Buffers that a thread reuses from file to file.
pub(in crate::docql::eval) struct Scratch {
    bytes: Vec<u8>,
    searcher: Searcher,
}

impl Scratch {
    pub(in crate::docql) fn new() -> Scratch {
        let mut builder = SearcherBuilder::new();
        // Texts are already decoded, and lines are counted only up to hits.
        builder.line_terminator(LineTerminator::crlf()).line_number(false).bom_sniffing(false);
        Scratch { bytes: Vec::new(), searcher: builder.binary_detection(BinaryDetection::none()).build() }
    }
}

/// The matching lines of `file`, in order, each once.
pub(in crate::docql) fn in_file(
    file: FileId,
    pattern: &LinePattern,
    scratch: &mut Scratch,
    context: Context<'_>,
) -> Result<List, Stale> {
    Ok(listed(file, lines_in(file, pattern, scratch, context)?))
}

/// The same, packed: a file may have millions.
pub(in crate::docql::eval) fn lines_in(
    file: FileId,
    pattern: &LinePattern,
    scratch: &mut Scratch,
    context: Context<'_>,
) -> Result<Vec<LineMatch>, Stale> {
    in_range(file, None, None, pattern, scratch, context)
}

fn listed(file: FileId, lines: Vec<LineMatch>) -> List {
    lines.into_iter().map(|line| line.found(file)).collect()
}

/// The matching lines inside each item, as one list per item.
pub(in crate::docql::eval) fn in_items(
    items: &[Found],
    pattern: &LinePattern,
    context: Context<'_>,
) -> Result<Vec<List>, Stale> {
    let search = |scratch: &mut Scratch, found: &Found| match (&found.item, extent_of(context.library, found)) {
        (Item::File(file), _) => in_file(*file, pattern, scratch, context),
        (_, Some(scope)) => in_scope(&scope, pattern, scratch, context),
        (_, None) => Ok(List::new()),
    };
    items.par_iter().map_init(Scratch::new, search).collect()
}

fn in_scope(
    scope: &Extent<'_>,
    pattern: &LinePattern,
    scratch: &mut Scratch,
    context: Context<'_>,
) -> Result<List, Stale> {
    let derived = context.library.file(scope.file).format.derived_text;
    let (span, lines) = match (scope.outline, scope.node) {
        // Spans refer to the node text, but the file's text is searched.
        (Some(outline), Some(node)) if derived => (None, Some(outline.line(node)..outline.end_line(node) + 1)),
        (Some(outline), Some(node)) => (Some(outline.span(node).range()), None),
        _ => (None, None),
    };
    Ok(listed(scope.file, in_range(scope.file, span, lines, pattern, scratch, context)?))
}

fn in_range(
    file: FileId,
    span: Option<Range<usize>>,
    lines: Option<Range<u32>>,
    pattern: &LinePattern,
    scratch: &mut Scratch,
    context: Context<'_>,
) -> Result<Vec<LineMatch>, Stale> {
    let library = context.library;
    // Of a picture only facts are text.
    if library.file(file).format.family == FormatFamily::Picture {
        return Ok(Vec::new());
    }
    if library.trigrams(file).is_some_and(|row| !pattern.trigrams.may_match(row)) {
        return Ok(Vec::new());
    }
    let mut found = Ok(Vec::new());
    let Scratch { bytes, searcher } = scratch;
    // A file that cannot be read has no lines.
    let _ = library.scan_text(file, bytes, &mut |text| {
        let span = span.clone().unwrap_or(0..text.len());
        let mut hits =
            LineHits { text: text.as_bytes(), lines: lines.clone(), context, line: (0, 1), list: Vec::new() };
        found = match &pattern.engine {
            Engine::Literal(literal) if literal.is_exact_in(text) => hits.by_literal(literal, span),
            Engine::Literal(literal) => hits.by_line(&literal.matcher, span, searcher),
            Engine::Lines(matcher) => hits.by_line(matcher, span, searcher),
            Engine::Text(regex) => hits.by_text(regex, span),
        }
        .map(|()| hits.list);
    });
    found
}

/// The matching lines of one text.
struct LineHits<'t> {
    text: &'t [u8],
    /// Keeps only these lines, if given.
    lines: Option<Range<u32>>,
    context: Context<'t>,
    /// The offset of a line start, and the number of that line.
    line: (usize, u32),
    list: Vec<LineMatch>,
}

impl LineHits<'_> {
    /// Searches `span` line by line; it may start and end within lines.
    fn by_line(&mut self, matcher: &RegexMatcher, span: Range<usize>, searcher: &mut Searcher) -> Result<(), Stale> {
        let end = span.end.min(self.text.len());
        let mut at = span.start.min(end);
        let start = self.line_start(at);
        if start < at {
            // The rest of the first line; the text before it counts as context of the match.
            let line = &self.text[start..self.line_end(at).min(end)];
            if let Ok(Some(hit)) = matcher.find_at(without_ending(line), (at - start).min(without_ending(line).len())) {
                self.push(start + hit.start()..start + hit.end())?;
            }
            at = self.line_end(at).min(end);
        }
        while at < end {
            let block = self.block_end(at, end)?;
            let mut sink = BlockSink { hits: self, matcher, start: at, stale: false };
            // This cannot fail: the bytes are in memory, and the matcher has no errors.
            let _ = searcher.search_slice(matcher, &sink.hits.text[at..block], &mut sink);
            if sink.stale {
                return Err(Stale);
            }
            at = block;
        }
        Ok(())
    }

    /// Searches `span` for a literal; a line counts once.
    fn by_literal(&mut self, literal: &LiteralFinder, span: Range<usize>) -> Result<(), Stale> {
        let end = span.end.min(self.text.len());
        let mut at = span.start.min(end);
        while at < end {
            let block = self.block_end(at, end)?;
            while let Some(hit) = literal.finder.find(&self.text[..block], at) {
                self.push(hit..hit + literal.length)?;
                at = self.line_end(hit).min(block);
            }
            at = block;
        }
        Ok(())
    }

    /// Checks the ticket, and returns the offset of the next check: the end of a line, `end` at most.
    fn block_end(&self, at: usize, end: usize) -> Result<usize, Stale> {
        self.context.check()?;
        Ok(match end - at {
            ..=BLOCK_BYTES => end,
            _ => self.line_end(at + BLOCK_BYTES).min(end),
        })
    }

    /// Searches `span` for matches that may extend over lines; each counts for the line it starts in.
    fn by_text(&mut self, regex: &regex::bytes::Regex, span: Range<usize>) -> Result<(), Stale> {
        let end = span.end.min(self.text.len());
        let mut at = span.start;
        while at < end {
            let Some(hit) = regex.find_at(&self.text[..end], at) else { break };
            if hit.start() == end && self.text[end - 1] == b'\n' {
                // There is no line after the last line break.
                break;
            }
            self.push(hit.range())?;
            at = self.line_end(hit.start());
        }
        Ok(())
    }

    /// Start of the line that contains the byte at `at`.
    fn line_start(&self, at: usize) -> usize {
        memchr::memrchr(b'\n', &self.text[..at]).map_or(0, |before| before + 1)
    }

    /// Start of the next line.
    fn line_end(&self, at: usize) -> usize {
        memchr::memchr(b'\n', &self.text[at..]).map_or(self.text.len(), |ending| at + ending + 1)
    }

    /// Adds the line in which `mark` starts.
    fn push(&mut self, mark: Range<usize>) -> Result<(), Stale> {
        let start = self.line_start(mark.start);
        let (counted, number) = self.line;
        let number = number + memchr::memchr_iter(b'\n', &self.text[counted..start]).count() as u32;
        self.line = (start, number);
        if self.lines.as_ref().is_some_and(|lines| !lines.contains(&number)) {
            return Ok(());
        }
        let end = start + without_ending(&self.text[start..self.line_end(mark.start)]).len();
        let mark = Span::new(mark.start.min(end) as u32, mark.end.min(end) as u32);
        self.list.push(LineMatch::new(Span::new(start as u32, end as u32), mark, number));
        match self.list.len() % LINES_PER_CHECK {
            0 => self.context.check(),
            _ => Ok(()),
        }
    }
}

/// `line` without its line break.
fn without_ending(line: &[u8]) -> &[u8] {
    let ending = line.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
    &line[..line.len() - ending]
}

/// Collects the lines that the searcher finds in a block of whole lines.
struct BlockSink<'h, 't> {
    hits: &'h mut LineHits<'t>,
    matcher: &'h RegexMatcher,
    /// Offset of the block in the text.
    start: usize,
    stale: bool,
}

impl Sink for BlockSink<'_, '_> {
    type Error = std::io::Error;

    fn matched(&mut self, _: &Searcher, line: &SinkMatch<'_>) -> Result<bool, std::io::Error> {
        let start = self.start + line.absolute_byte_offset() as usize;
        let hit = self.matcher.find(without_ending(line.bytes())).ok().flatten();
        let mark = hit.map_or(start..start, |hit| start + hit.start()..start + hit.end());
        self.stale = self.hits.push(mark).is_err();
        Ok(!self.stale)
    }
}
