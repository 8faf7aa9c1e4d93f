//! Ends of blocks: each makes something of the text since its start; and the document at the end of all.

use super::attributes::is_permalink;
use super::page::{Open, Page, What};
use super::tables::{CellTag, OpenTable};
use crate::document::{Document, Kind, LineIndex, Span, Table};
use crate::formats::draft::blocks::code_kind;
use crate::formats::draft::endpoints;
use crate::formats::draft::nodes::squeeze;
use crate::formats::draft::sections::Heading;
use std::ops::Range;

/// Names longer than this are prose, not terms.
const LONGEST_TERM: usize = 200;

/// Longer ones are texts of their own.
const LONGEST_CAPTION: usize = 1_000;

impl Page {
    pub(super) fn close(&mut self, open: Open) {
        if self.draft.is_full() {
            return self.break_line(1);
        }
        let range = match open.what {
            What::List { .. } | What::Quote | What::Item | What::Table(_) | What::Note { .. } => {
                self.writer.written(open.start)
            }
            What::Cell(ref tag) => self.writer.content_behind(open.start, tag.bars),
            _ => self.writer.content(open.start),
        };
        let depth = self.depth();
        if let Some(label) = &open.note {
            let own = if matches!(open.what, What::Item) { self.writer.content(open.start) } else { range.clone() };
            self.end_note(label, own);
        }
        match open.what {
            What::Heading { level, anchor } => self.end_heading(level, anchor, range),
            What::Paragraph => self.end_paragraph(range),
            What::List { .. } => {
                self.block_node(Kind::List, range);
                self.break_line(if self.list_depth() > 0 { 1 } else { 2 });
            }
            What::Item => {
                self.sections.close_depth(&mut self.draft, depth + 1, range.end);
                self.spots.push(range);
                // An item without text leaves no bullet behind.
                self.writer.set_prefix(String::new());
                self.break_line(1);
            }
            What::Quote => self.end_quote(range, depth),
            What::Pre { language } => self.end_pre(&language, open.start),
            What::Table(table) => self.end_table(*table, range),
            What::Cell(tag) => self.end_cell(tag, range, depth),
            What::Terms { outer, .. } => {
                self.terms = outer;
                self.break_line(2);
            }
            What::Term => self.end_term(range),
            What::Definition => self.end_definition(range),
            What::Link { url } => self.end_link(&url, open.start, range),
            What::Dfn => self.end_dfn(range),
            What::Code => self.spots.push(range),
            What::Note { .. } => self.break_line(2),
        }
    }

    pub(super) fn end_quote(&mut self, range: Range<usize>, depth: usize) {
        self.sections.close_depth(&mut self.draft, depth + 1, range.end);
        // One byte more than the paragraph that may be all of it, so that the quote is the outer one.
        self.block_node(Kind::Quote, range.start..range.end + usize::from(!range.is_empty()));
        self.break_line(2);
    }

    /// Calls the pictures of a figure, of which nothing else is said, by its caption.
    pub(super) fn end_figure(&mut self) {
        let pictures = std::mem::take(&mut self.figure);
        let Some(start) = self.caption.take() else { return };
        let caption = squeeze(&self.writer.out[self.writer.content(start)]);
        for handle in pictures.into_iter().filter(|_| caption.len() <= LONGEST_CAPTION) {
            self.draft.node(handle).name.clone_from(&caption);
        }
    }

    /// A note to the text, around the paragraphs that may be all of it.
    fn end_note(&mut self, label: &str, range: Range<usize>) {
        let inside = self.draft.nodes.iter().rev().take_while(|node| node.span.start as usize >= range.start);
        // What holds notes that are told apart is none.
        let has_others = inside.into_iter().any(|node| node.kind == Kind::Footnote);
        if !range.is_empty() && !has_others {
            self.draft.named(Kind::Footnote, range.start..range.end + 1, label, "");
        }
    }

    pub(super) fn end_cell(&mut self, tag: CellTag, range: Range<usize>, depth: usize) {
        self.sections.close_depth(&mut self.draft, depth + 1, range.end);
        let text = &self.writer.out[range];
        if let Some(What::Table(table)) = self.open.last_mut().map(|open| &mut open.what) {
            table.cell(text, tag);
        }
    }

    pub(super) fn end_definition(&mut self, range: Range<usize>) {
        for &handle in &self.terms {
            let node = self.draft.node(handle);
            node.span.end = node.span.end.max(range.end as u32);
            node.body = Span::new(node.name_span.end, node.span.end);
        }
        self.break_line(1);
    }

    pub(super) fn end_link(&mut self, url: &str, start: usize, range: Range<usize>) {
        let text = &self.writer.out[range.clone()];
        if is_permalink(text) {
            self.writer.take_back(start);
        } else if !url.starts_with("javascript:") {
            let name = squeeze(if text.is_empty() { url } else { text });
            self.draft.named(Kind::Link, range, &name, url);
        }
    }

    pub(super) fn end_dfn(&mut self, range: Range<usize>) {
        if !range.is_empty() && range.len() <= LONGEST_TERM {
            let name = squeeze(&self.writer.out[range.clone()]);
            let handle = self.draft.named(Kind::Term, range.clone(), &name, "");
            self.draft.node(handle).name_span = Span::of_range(range);
        }
    }

    pub(super) fn end_paragraph(&mut self, range: Range<usize>) {
        let is_data = match self.innermost(|what| matches!(what, What::Cell(_))) {
            Some(at) => !matches!(&self.open[at - 1].what, What::Table(table) if table.arranges()),
            None => false,
        };
        if !is_data {
            self.block_node(Kind::Paragraph, range);
        }
        self.break_line(2);
    }

    fn block_node(&mut self, kind: Kind, range: Range<usize>) {
        if !range.is_empty() {
            self.draft.push(kind, range);
        }
    }

    pub(super) fn end_loose(&mut self) {
        if let Some(start) = self.loose.take() {
            let range = self.writer.content(start);
            self.block_node(Kind::Paragraph, range);
        }
    }

    fn end_heading(&mut self, level: u8, anchor: Option<String>, range: Range<usize>) {
        let mut title = self.writer.out[range.clone()].to_owned();
        for sign in ['¶', '§', '🔗'] {
            title.truncate(title.trim_end_matches(sign).trim_end().len());
        }
        self.break_line(2);
        if title.is_empty() {
            return;
        }
        let name = range.start..range.start + title.len();
        let depth = self.depth();
        self.spots.push(range.clone());
        let heading = Heading { level, title: &title, anchor: anchor.as_deref(), line: range, name, depth };
        self.sections.start(&mut self.draft, heading);
    }

    fn end_pre(&mut self, language: &str, start: usize) {
        let text = &self.writer.out[start..];
        // The first line break belongs to the tag.
        let body_start = start + (text.len() - text.trim_start_matches(['\r', '\n']).len());
        let end = body_start + self.writer.out[body_start..].trim_end().len();
        if end > body_start {
            let handle = self.draft.named(code_kind(language), body_start..end, "", language);
            self.draft.node(handle).body = Span::of_range(body_start..end);
            let is_http = matches!(language, "" | "http" | "https" | "rest" | "text");
            self.code.push((body_start..end, is_http));
        }
        self.break_line(2);
    }

    fn end_table(&mut self, mut open: OpenTable, range: Range<usize>) {
        open.end_row();
        self.spans_room += open.spans.room;
        // The table around it may go on to repeat cells.
        let around = self.open.iter_mut().rev().find_map(|open| match &mut open.what {
            What::Table(table) => Some(table),
            _ => None,
        });
        if let Some(table) = around {
            table.spans.room += std::mem::take(&mut self.spans_room);
        }
        if open.is_table() && !range.is_empty() {
            let handle = self.draft.push(Kind::Table, range.clone());
            if handle < usize::MAX {
                self.draft.tables.push(Table { node: handle as u32, ..open.table });
            }
            self.spots.push(range);
        }
        self.writer.break_line(2);
    }

    fn end_term(&mut self, range: Range<usize>) {
        let is_fields = self.open.iter().rev().find_map(|open| match &open.what {
            What::Terms { is_fields, .. } => Some(*is_fields),
            _ => None,
        });
        if is_fields == Some(false) && !range.is_empty() && range.len() <= LONGEST_TERM {
            let name = squeeze(&self.writer.out[range.clone()]);
            let handle = self.draft.named(Kind::Term, range.clone(), &name, "");
            self.draft.node(handle).name_span = Span::of_range(range.clone());
            self.terms.push(handle);
        }
        self.spots.push(range);
        self.break_line(1);
    }

    /// The document; `last_line` is the number of lines of the file.
    pub(super) fn finish(mut self, last_line: u32) -> Document {
        if let Some(page) = self.instead_of_nothing() {
            return page.finish(last_line);
        }
        self.end_loose();
        self.close_down_to(0);
        let (text, mut source) = std::mem::take(&mut self.writer).finish();
        for line in &mut source {
            *line = (*line).clamp(1, last_line);
        }
        self.sections.close_depth(&mut self.draft, 0, text.len());
        self.set_bodies(&text);
        self.draft.title = squeeze(&self.draft.title).into_string();
        for table in &mut self.draft.tables {
            for line in &mut table.row_lines {
                *line = (*line).clamp(1, last_line);
            }
        }
        self.mark_endpoints(&text);
        self.draft.source_lines = Some(source);
        self.draft.finish(text)
    }

    /// The text of a section starts on the line below its heading.
    fn set_bodies(&mut self, text: &str) {
        let lines = LineIndex::new(text);
        for node in self.draft.nodes.iter_mut().filter(|node| node.kind == Kind::Heading) {
            let next = lines.start(lines.line(node.body.start.saturating_sub(1)) + 1);
            node.body = Span::new(next.min(node.span.end), node.span.end);
        }
    }

    fn mark_endpoints(&mut self, text: &str) {
        self.spots.sort_by_key(|spot| spot.start);
        let mut reach = 0;
        // For each spot, how far it or any before it reaches: "is this inside any spot" is then one search.
        let spots: Vec<(usize, usize)> = self
            .spots
            .iter()
            .map(|spot| {
                reach = reach.max(spot.end);
                (spot.start, reach)
            })
            .collect();
        self.code.sort_by_key(|(range, _)| range.start);
        let code = &self.code;
        endpoints::mark(text, &mut self.draft, |at, line| {
            let next = code.partition_point(|(range, _)| range.start <= at);
            match next.checked_sub(1).map(|last| &code[last]) {
                Some((range, is_http)) if at < range.end => *is_http && endpoints::starts(line),
                _ => {
                    let next = spots.partition_point(|(start, _)| *start <= at);
                    next.checked_sub(1).is_some_and(|last| at < spots[last].1)
                }
            }
        });
    }
}
