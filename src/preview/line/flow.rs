//! Cutting text into lines by display width, without losing what each piece of it means.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use super::breaks::{Breaks, closes, may_break, opens};
use super::spans::{PreviewSpan, cells};
use crate::document::{Scope, Span};
use crate::stdx::{display_width, printable};

/// Cells of a line, at most; what is beyond them is cut.
pub const MAX_LINE_CELLS: usize = 5_000;

/// A run of text before it is cut into lines. A `\n` in it is a forced line break.
#[derive(Clone, Debug)]
pub(in crate::preview) struct Piece<'t> {
    pub text: Cow<'t, str>,
    pub scope: Scope,
    /// The place that it comes from.
    pub source: Option<Span>,
    /// True if it is the very text at `source`.
    pub exact: bool,
    /// The link it belongs to, a number the caller gives meaning to.
    pub link: Option<u32>,
}

impl<'t> Piece<'t> {
    /// Text that stands at `source`; of equal length, it is the same text.
    pub fn new(text: impl Into<Cow<'t, str>>, scope: Scope, source: Option<Span>) -> Piece<'t> {
        let text = text.into();
        let exact = source.is_some_and(|source| source.len() as usize == text.len());
        Piece { text, scope, source, exact, link: None }
    }

    pub fn decoration(text: impl Into<Cow<'t, str>>, scope: Scope) -> Piece<'t> {
        Piece::new(text, scope, None)
    }
}

/// A cut line.
#[derive(Clone, Debug, Default)]
pub(in crate::preview) struct FlowLine {
    pub spans: Vec<PreviewSpan>,
    /// Cells and number of each link.
    pub links: Vec<(std::ops::Range<u16>, u32)>,
    pub width: usize,
}

impl FlowLine {
    /// The first byte of the document's text that the line shows.
    pub fn source_start(&self) -> Option<u32> {
        self.spans.iter().find_map(|span| Some(span.source?.start))
    }

    /// Puts `other` behind it.
    pub fn append(&mut self, other: FlowLine) {
        let by = self.width as u16;
        self.links.extend(other.links.into_iter().map(|(range, link)| (range.start + by..range.end + by, link)));
        self.spans.extend(other.spans);
        self.width += other.width;
    }

    /// Puts decoration behind it.
    pub fn append_decoration(&mut self, text: impl Into<String>, scope: Scope) {
        let span = PreviewSpan::decoration(text, scope);
        self.width += cells(&span.text);
        if !span.text.is_empty() {
            self.spans.push(span);
        }
    }
}

/// One grapheme.
struct Cell {
    /// Its bytes in the arena.
    start: u32,
    end: u32,
    source: Option<Span>,
    /// True if it is the very text at `source`.
    exact: bool,
    piece: u32,
    width: u8,
    /// Its first character, which decides where lines may break.
    lead: char,
}

/// Text as a row of cells.
pub(in crate::preview) struct Flow {
    /// The printable text of all cells.
    arena: String,
    cells: Vec<Cell>,
    scopes: Vec<(Scope, Option<u32>)>,
}

/// A grapheme that claims more cells than this is not drawn.
const MAX_GRAPHEME_CELLS: usize = 4;

/// Cells from one tab stop to the next in what is no source.
const TAB: usize = 4;

impl Flow {
    /// Reads the pieces up to `max_cells` cells, zero-width graphemes counting as one.
    pub fn new(pieces: &[Piece], max_cells: usize) -> Flow {
        Flow::with_tabs(pieces, max_cells, TAB)
    }

    /// The same, with tab stops every `tab` cells.
    pub fn with_tabs(pieces: &[Piece], max_cells: usize, tab: usize) -> Flow {
        let mut flow = Flow { arena: String::new(), cells: Vec::new(), scopes: Vec::new() };
        let mut column = 0;
        for piece in pieces {
            flow.scopes.push((piece.scope, piece.link));
            for (at, grapheme) in graphemes(&piece.text) {
                if flow.cells.len() >= max_cells {
                    return flow;
                }
                let source = piece.source.map(|source| match piece.exact {
                    true => Span::of_range(source.start as usize + at..source.start as usize + at + grapheme.len()),
                    false => source,
                });
                flow.push(grapheme, source, piece.exact, (&mut column, tab));
            }
        }
        flow
    }

    fn push(&mut self, grapheme: &str, source: Option<Span>, exact: bool, (column, tab): (&mut usize, usize)) {
        let lead = grapheme.chars().next().unwrap_or(' ');
        let start = self.arena.len() as u32;
        let width = match lead {
            '\n' | '\r' => 0,
            '\t' => {
                let spaces = tab - *column % tab;
                self.arena.extend(std::iter::repeat_n(' ', spaces));
                spaces
            }
            ' '..='~' if grapheme.len() == 1 => {
                self.arena.push(lead);
                1
            }
            _ => {
                let safe = printable(grapheme);
                let width = display_width(&safe);
                self.arena.push_str(if width > MAX_GRAPHEME_CELLS { "…" } else { &safe });
                if width > MAX_GRAPHEME_CELLS { 1 } else { width }
            }
        };
        *column = if width == 0 && matches!(lead, '\n' | '\r') { 0 } else { *column + width };
        let piece = self.scopes.len() as u32 - 1;
        let lead = if lead == '\r' { '\n' } else { lead };
        let exact = exact && self.arena[start as usize..] == *grapheme;
        self.cells.push(Cell { start, end: self.arena.len() as u32, source, exact, piece, width: width as u8, lead });
    }

    /// The width of the widest line.
    pub fn width(&self) -> usize {
        self.cells.split(|cell| cell.lead == '\n').map(width_of).max().unwrap_or(0)
    }

    /// The width of the widest part that only [`Breaks::Cells`] would break.
    pub fn longest_word(&self) -> usize {
        let (mut longest, mut used) = (0, 0);
        for (at, cell) in self.cells.iter().enumerate() {
            used = if cell.lead == ' ' || cell.lead == '\n' { 0 } else { used + cell.width as usize };
            longest = longest.max(used);
            if at + 1 < self.cells.len() && self.may_break(at) {
                used = 0;
            }
        }
        longest
    }

    /// The whole on one line; what is beyond `width` is cut and marked with `…`.
    pub fn cut(&self, width: usize) -> FlowLine {
        let cells = &self.cells[..];
        if width_of(cells) <= width && !cells.iter().any(|cell| cell.lead == '\n') {
            return self.line(cells);
        }
        let mut used = 0;
        let mut end = 0;
        while let Some(cell) = cells.get(end) {
            used += cell.width as usize;
            if used >= width || cell.lead == '\n' {
                break;
            }
            end += 1;
        }
        let mut line = self.line(&cells[..end]);
        line.append_decoration("…", Scope::Comment);
        line
    }

    /// The lines of at most `width` cells; none if there is no text.
    pub fn wrap(&self, width: usize, breaks: Breaks) -> Vec<FlowLine> {
        let cells = &self.cells[..];
        let mut lines = Vec::new();
        let (mut start, mut used) = (0, 0);
        // One past the last cell after which a break is allowed.
        let mut chance = 0;
        let mut at = 0;
        while at < cells.len() {
            let cell = &cells[at];
            if cell.lead == '\n' {
                lines.push(self.line(&cells[start..at]));
                (start, used, at) = (at + 1, 0, at + 1);
                chance = start;
                continue;
            }
            if used + cell.width as usize > width && at > start {
                let end = if chance > start && cell.lead != ' ' { chance } else { at };
                let (shown, next) = match breaks {
                    Breaks::Words => (trim_end(cells, start, end), skip_spaces(cells, end)),
                    Breaks::Cells => (end, end),
                };
                lines.push(self.line(&cells[start..shown]));
                start = next;
                chance = start;
                at = at.max(start);
                used = width_of(&cells[start..at]);
                continue;
            }
            used += cell.width as usize;
            // An indentation alone is no line.
            if (at + 1 == cells.len() || self.may_break(at)) && trim_end(cells, start, at + 1) > start {
                chance = at + 1;
            }
            at += 1;
        }
        if start < cells.len() {
            lines.push(self.line(&cells[start..]));
        }
        lines
    }

    /// True if a line may end behind a cell that is not the last.
    fn may_break(&self, at: usize) -> bool {
        let (before, after) = (self.cells[at].lead, self.cells[at + 1].lead);
        may_break(before, after) || (before == '-' && after.is_alphabetic() && self.is_compound(at))
    }

    /// True if a hyphen joins words, as in `well-known`, and is no part of a name, an option or a path.
    fn is_compound(&self, at: usize) -> bool {
        let is_code = |cell: &Cell| self.scopes[cell.piece as usize].0 == Scope::Code;
        let ends = |cell: &&Cell| matches!(cell.lead, ' ' | '\n' | '\t');
        let joins = |cell: &Cell| cell.lead.is_alphabetic() || cell.lead == '-';
        let mut before = self.cells[..at].iter().rev().take_while(|cell| !ends(cell)).skip_while(|cell| joins(cell));
        let mut after = self.cells[at + 1..].iter().take_while(|cell| !ends(cell)).skip_while(|cell| joins(cell));
        let word = self.cells[..at].last().is_some_and(|cell| cell.lead.is_alphabetic());
        // What is left in front of the word may only open something, what is left behind it only close it.
        word && !is_code(&self.cells[at])
            && before.all(|cell| opens(cell.lead) || matches!(cell.lead, '"' | '\''))
            && after.all(|cell| closes(cell.lead) || matches!(cell.lead, '"' | '\''))
            && self.begins_with_letter(at)
    }

    /// True if the run of letters and hyphens around a cell begins with a letter: an option begins with hyphens.
    fn begins_with_letter(&self, at: usize) -> bool {
        let run = self.cells[..at].iter().rev().take_while(|cell| cell.lead.is_alphabetic() || cell.lead == '-');
        run.last().is_some_and(|cell| cell.lead != '-')
    }

    /// Joins cells into spans.
    fn line(&self, cells: &[Cell]) -> FlowLine {
        let mut line = FlowLine::default();
        let mut rest = cells;
        while let Some(first) = rest.first() {
            let count = 1 + rest.windows(2).take_while(|pair| joins(&pair[0], &pair[1])).count();
            let (run, after) = rest.split_at(count);
            rest = after;
            let (scope, link) = self.scopes[first.piece as usize];
            let (end, last_source) = run.last().map_or((first.end, first.source), |last| (last.end, last.source));
            let source = first.source.zip(last_source).map(|(a, b)| Span::new(a.start, b.end));
            let text = self.arena[first.start as usize..end as usize].to_owned();
            let width = width_of(run);
            if let Some(link) = link {
                add_link(&mut line.links, line.width as u16, width as u16, link);
            }
            line.width += width;
            if !text.is_empty() {
                line.spans.push(PreviewSpan { text, scope, source, exact: first.exact, matched: false });
            }
        }
        line
    }
}

fn add_link(links: &mut Vec<(std::ops::Range<u16>, u32)>, start: u16, width: u16, link: u32) {
    match links.last_mut() {
        Some((range, same)) if *same == link && range.end == start => range.end = start + width,
        _ => links.push((start..start + width, link)),
    }
}

/// The graphemes of `text` and where they start. A piece of ASCII, the usual case, needs no tables.
fn graphemes(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let ascii = text.is_ascii();
    let bytes = (0..if ascii { text.len() } else { 0 }).map(move |at| (at, &text[at..at + 1]));
    bytes.chain(if ascii { "" } else { text }.grapheme_indices(true))
}

fn width_of(cells: &[Cell]) -> usize {
    cells.iter().map(|cell| cell.width as usize).sum()
}

/// True if two neighbours are one span: of the same piece, and both or neither the very text of the source.
fn joins(a: &Cell, b: &Cell) -> bool {
    let adjacent = match (a.source, b.source) {
        (Some(a_source), Some(b_source)) if a.exact => a_source.end == b_source.start,
        _ => a.source == b.source,
    };
    a.piece == b.piece && a.exact == b.exact && adjacent
}

fn trim_end(cells: &[Cell], start: usize, end: usize) -> usize {
    start + cells[start..end].iter().rposition(|cell| cell.lead != ' ').map_or(0, |last| last + 1)
}

fn skip_spaces(cells: &[Cell], from: usize) -> usize {
    from + cells[from..].iter().take_while(|cell| cell.lead == ' ').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrap(text: &str, width: usize) -> Vec<String> {
        let pieces = [Piece::new(text, Scope::Text, Some(Span::new(0, text.len() as u32)))];
        let lines = Flow::new(&pieces, usize::MAX).wrap(width, Breaks::Words);
        lines.iter().map(|line| line.spans.iter().map(|span| span.text.as_str()).collect()).collect()
    }

    #[test]
    fn words_stay_whole_and_spaces_at_breaks_vanish() {
        assert_eq!(wrap("the quick  brown", 9), ["the quick", "brown"]);
        assert_eq!(wrap("incomprehensible", 6), ["incomp", "rehens", "ible"]);
        assert_eq!(wrap("well-known", 6), ["well-", "known"]);
        assert_eq!(wrap("a (well-known) one", 9), ["a (well-", "known)", "one"]);
        assert_eq!(wrap("use -f/--config-file here", 16), ["use", "-f/--config-file", "here"]);
        assert_eq!(wrap("see mkdocs/get-deps", 18), ["see", "mkdocs/get-deps"]);
        assert_eq!(wrap("a\nb", 6), ["a", "b"]);
        assert!(wrap("", 6).is_empty());
    }

    #[test]
    fn code_breaks_between_words_and_loses_nothing() {
        let rows = |text: &str, width| {
            let pieces = [Piece::new(text, Scope::Text, Some(Span::new(0, text.len() as u32)))];
            let rows = Flow::new(&pieces, usize::MAX).wrap(width, Breaks::Cells);
            rows.iter().map(|row| row.spans.iter().map(|span| span.text.as_str()).collect()).collect::<Vec<String>>()
        };
        assert_eq!(rows("    let name = value;", 13), ["    let name ", "= value;"]);
        assert_eq!(rows("    incomprehensible", 10), ["    incomp", "rehensible"]);
        let text = "    if  a { b(c, d-e); }   // and so on";
        for width in 4..30 {
            assert_eq!(rows(text, width).concat(), text, "{width}");
        }
    }

    #[test]
    fn chinese_breaks_between_characters_but_not_before_its_punctuation() {
        assert_eq!(wrap("索引采用内容哈希。判断", 16), ["索引采用内容哈", "希。判断"]);
        assert_eq!(wrap("使用「配置」文件", 6), ["使用", "「配", "置」文", "件"]);
    }

    #[test]
    fn spans_know_their_source() {
        let text = "ab\tc中";
        let pieces = [Piece::new(text, Scope::Text, Some(Span::new(10, 10 + text.len() as u32)))];
        let line = Flow::new(&pieces, 100).cut(100);
        let sources: Vec<(&str, u32, u32)> = line
            .spans
            .iter()
            .filter_map(|span| Some((span.text.as_str(), span.source?.start, span.source?.end)))
            .collect();
        assert_eq!(sources, [("ab", 10, 12), ("  ", 12, 13), ("c中", 13, 17)]);
        assert_eq!(Flow::new(&pieces, 100).cut(4).spans.last().map(|span| span.text.clone()), Some("…".to_owned()));
    }
}
