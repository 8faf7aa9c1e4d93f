//! The canvas that documents are rendered on: blocks in, lines of limited width out.
//!
//! Containers (quotes, lists) are prefixes that stand in front of every line until they are closed.

use std::time::{Duration, Instant};

use super::rendering::{Fold, MAX_RENDERED_LINES, RenderOptions, RenderedPicture, RenderedTable, Rendering};
use super::source_mapped_text::Gathered;
use crate::document::{Document, LineIndex, Scope, Span};
use crate::languages::highlight::{HighlightBudget, highlight};
use crate::pictures::fit;
use crate::preview::line::breaks::Breaks;
use crate::preview::line::flow::{Flow, FlowLine, MAX_LINE_CELLS, Piece};
use crate::preview::line::links::Links;
use crate::preview::line::spans::{MIN_WIDTH, PreviewLine, PreviewSpan};
use crate::stdx::{clip, display_width, pad, printable};

/// Containers leave at least so many cells for what is in them.
const MIN_TEXT_WIDTH: usize = 8;
/// Longer code blocks stay without colours.
const MAX_CODE_BYTES: usize = 64 << 10;

/// The prefix of the lines of a container.
struct Prefix {
    /// In front of the first line, until that is written.
    first: Option<String>,
    /// In front of all others.
    rest: String,
    scope: Scope,
}

/// The lines so far and how the next ones begin.
pub(in crate::preview) struct Canvas<'d> {
    pub document: &'d Document,
    pub links: Links,
    pub lines: Vec<PreviewLine>,
    pub options: RenderOptions<'d>,
    pub tables: Vec<RenderedTable>,
    pub anchors: Vec<(String, u32)>,
    pictures: Vec<RenderedPicture>,
    folds: Vec<Fold>,
    /// The open `details` elements: whether each hides what is in it.
    details: Vec<bool>,
    /// True if lines are left out, because a fold is closed.
    hidden: bool,
    budget: &'d HighlightBudget,
    colour_time: Duration,
    width: usize,
    prefixes: Vec<Prefix>,
    blank_wanted: bool,
    last_number: u32,
}

impl<'d> Canvas<'d> {
    pub fn new(document: &'d Document, options: RenderOptions<'d>, budget: &'d HighlightBudget) -> Canvas<'d> {
        Canvas {
            document,
            links: Links::default(),
            lines: Vec::new(),
            options,
            tables: Vec::new(),
            anchors: Vec::new(),
            pictures: Vec::new(),
            folds: Vec::new(),
            details: Vec::new(),
            hidden: false,
            budget,
            colour_time: budget.time,
            width: (options.width as usize).max(MIN_WIDTH),
            prefixes: Vec::new(),
            blank_wanted: false,
            last_number: 0,
        }
    }

    /// Everything that has been written.
    pub fn finish(self) -> Rendering {
        Rendering {
            lines: self.lines,
            tables: self.tables,
            folds: self.folds,
            anchors: self.anchors,
            pictures: self.pictures,
        }
    }

    /// Links to `name` lead to what stands at `offset`.
    pub fn anchor(&mut self, name: impl Into<String>, offset: u32) {
        self.anchors.push((name.into(), self.document.source_line(offset)));
    }

    /// A part begins that can be folded away and ends before `end`. Returns the mark for its title.
    pub fn begin_fold(&mut self, offset: u32, end: u32) -> &'static str {
        let source_line = self.document.source_line(offset);
        let end_line = self.document.source_line(end);
        let around = (source_line..=end_line).contains(&self.options.line);
        let open = self.options.unfold_all || around || self.options.unfolded.contains(&source_line);
        if !self.hidden {
            let at = self.lines.len() + usize::from(self.blank_wanted && !self.lines.is_empty());
            self.folds.push(Fold { source_line, end_line, at, open });
        }
        self.details.push(!open);
        if open { "▾ " } else { "▸ " }
    }

    /// The title of the fold has been written: what follows is inside.
    pub fn enter_fold(&mut self) {
        self.hidden = self.details.contains(&true);
    }

    /// A part that can be folded away has ended.
    pub fn end_fold(&mut self) {
        self.details.pop();
        self.hidden &= self.details.contains(&true);
    }

    /// True if there is room for more.
    pub fn is_full(&self) -> bool {
        self.lines.len() >= MAX_RENDERED_LINES || self.budget.ticket.is_stale()
    }

    /// The cells left for what stands in the open containers.
    pub fn inner_width(&self) -> usize {
        let taken: usize = self.prefixes.iter().map(|prefix| display_width(&prefix.rest)).sum();
        self.width.saturating_sub(taken).max(MIN_TEXT_WIDTH)
    }

    /// The cells that running text may take.
    pub fn text_width(&self) -> usize {
        let taken: usize = self.prefixes.iter().map(|prefix| display_width(&prefix.rest)).sum();
        self.width.min(self.options.text_width as usize).saturating_sub(taken).max(MIN_TEXT_WIDTH)
    }

    /// Opens a container: `first` before its first line, `rest`, of the same width, before the others.
    pub fn open(&mut self, first: impl Into<String>, rest: impl Into<String>, scope: Scope) {
        self.prefixes.push(Prefix { first: Some(first.into()), rest: rest.into(), scope });
    }

    /// Replaces what stands before the first line of the innermost container, if that is not written yet.
    pub fn replace_mark(&mut self, mark: &str) {
        if let Some(Prefix { first: Some(first), rest, .. }) = self.prefixes.last_mut() {
            *first = pad(mark, display_width(rest));
        }
    }

    /// Closes the innermost container. One without content shows its mark alone.
    pub fn close(&mut self, offset: u32) {
        if self.prefixes.last().is_some_and(|prefix| prefix.first.as_ref().is_some_and(|mark| !mark.trim().is_empty()))
        {
            self.line(FlowLine::default(), offset);
        }
        self.prefixes.pop();
    }

    /// Asks for an empty line before whatever comes next.
    pub fn want_blank(&mut self) {
        self.blank_wanted = true;
    }

    /// Writes running text, wrapped. `offset` is where it stands in the document.
    pub fn text(&mut self, pieces: &[Piece], offset: u32) {
        for line in Flow::new(pieces, usize::MAX).wrap(self.text_width(), Breaks::Words) {
            self.line(line, offset);
        }
    }

    /// Writes lines of code that keep their spaces, wrapped anywhere, each behind a bar.
    pub fn code(&mut self, language: &str, code: &Gathered, offset: u32) {
        self.open("  ┃ ", "  ┃ ", Scope::Rule);
        if !language.is_empty() {
            self.replace_mark("  ┏ ");
            let label = clip(&printable(language), self.inner_width());
            self.text(&[Piece::decoration(label, Scope::Label)], offset);
        }
        let lines = LineIndex::new(&code.text);
        let scopes = self.code_scopes(language, &code.text, &lines);
        let mut scopes = scopes.as_slice();
        let count = if code.text.is_empty() { 0 } else { lines.count() };
        for number in 1..=count {
            if self.is_full() {
                break;
            }
            let start = lines.start(number);
            let text = lines.text(&code.text, number);
            let span = Span::new(start, start + text.len() as u32);
            let passed = scopes.iter().take_while(|(scope, _)| scope.end <= start).count();
            scopes = &scopes[passed..];
            let pieces = code.pieces(span, scopes, Scope::Code);
            let flow = Flow::new(&pieces, MAX_LINE_CELLS);
            let offset = code.source(start).unwrap_or(offset);
            let rows = flow.wrap(self.inner_width(), Breaks::Cells);
            if rows.is_empty() {
                self.line(FlowLine::default(), offset);
            }
            rows.into_iter().for_each(|row| self.line(row, offset));
        }
        self.prefixes.pop();
        self.want_blank();
    }

    /// The colours of a code block. All blocks of a document share one allowance of time.
    fn code_scopes(&mut self, language: &str, code: &str, lines: &LineIndex) -> Vec<(Span, Scope)> {
        if code.len() > MAX_CODE_BYTES || self.colour_time.is_zero() {
            return Vec::new();
        }
        let started = Instant::now();
        let budget = HighlightBudget { time: self.colour_time, ..self.budget.clone() };
        let scopes = highlight(language, code, lines, Span::new(0, code.len() as u32), &budget);
        self.colour_time = self.colour_time.saturating_sub(started.elapsed());
        scopes
    }

    /// Leaves rows free for a picture of this size in pixels.
    pub fn picture(&mut self, address: String, size: (usize, usize), offset: u32) {
        let Some(room) = self.options.picture_room.filter(|_| !self.hidden) else { return };
        let width = self.inner_width();
        let (columns, rows) = fit(size, room, width);
        let at = self.lines.len();
        for _ in 0..rows {
            self.line(FlowLine::default(), offset);
        }
        // Where the document is cut, no picture is cut with it.
        if self.lines.len() == at + usize::from(rows) {
            let left = self.width.saturating_sub(width) as u16;
            self.pictures.push(RenderedPicture { address, at, left, columns, rows });
        }
    }

    /// Writes a horizontal line.
    pub fn rule(&mut self, offset: u32) {
        let mut line = FlowLine::default();
        line.append_decoration("─".repeat(self.text_width()), Scope::Rule);
        self.line(line, offset);
        self.want_blank();
    }

    /// Writes one line that fits already, behind the marks of the open containers.
    pub fn line(&mut self, line: FlowLine, offset: u32) {
        if self.is_full() || self.hidden {
            return;
        }
        if std::mem::take(&mut self.blank_wanted) && !self.lines.is_empty() {
            self.blank(offset);
        }
        let mut whole = FlowLine::default();
        let room = self.width.saturating_sub(line.width);
        for prefix in &mut self.prefixes {
            let mark = prefix.first.take().unwrap_or_else(|| prefix.rest.clone());
            whole.append_decoration(cut_to(&mark, room - whole.width), prefix.scope);
        }
        let offset = line.source_start().unwrap_or(offset);
        whole.append(line);
        let source_line = self.document.source_line(offset);
        let number = (source_line > self.last_number).then_some(source_line);
        self.last_number = self.last_number.max(source_line);
        let links = whole.links.into_iter().map(|(columns, link)| self.links.at(columns, link)).collect();
        self.lines.push(PreviewLine { number, source_line, spans: whole.spans, links });
    }

    /// An empty line, in the containers that have begun.
    fn blank(&mut self, offset: u32) {
        let marks: String = self
            .prefixes
            .iter()
            .take_while(|prefix| prefix.first.is_none())
            .map(|prefix| prefix.rest.as_str())
            .collect();
        let mark = cut_to(marks.trim_end(), self.width.saturating_sub(MIN_TEXT_WIDTH));
        let spans = if mark.is_empty() { Vec::new() } else { vec![PreviewSpan::decoration(mark, Scope::Quote)] };
        let source_line = self.document.source_line(offset);
        let source_line = self.lines.last().map_or(source_line, |last| last.source_line);
        self.lines.push(PreviewLine { number: None, source_line, spans, links: Vec::new() });
    }
}

fn cut_to(mark: &str, cells: usize) -> String {
    if display_width(mark) <= cells { mark.to_owned() } else { clip(mark, cells).replace('…', " ") }
}
