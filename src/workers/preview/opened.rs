//! A text that is open in the preview: what its next page can use again.

use super::page_parts::{blank, cut, label, wrapped};
use super::scopes;
use crate::app::{Page, PreviewRequest, StickyScope};
use crate::document::{Document, Kind, LineIndex, Span};
use crate::formats;
use crate::languages;
use crate::languages::highlight::{HighlightBudget, Highlighter, highlight};
use crate::library::{FileId, Library, Outline};
use crate::preview::{self, Fold, PreviewLine};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// Lines of source that are made ready on either side of the line that is looked at.
const AROUND: u32 = 3000;
/// Lines of the first page, above and below the one that is looked at, that have colours: those of a screen.
const ABOVE: u32 = 60;
const BELOW: u32 = 120;
/// Lines above and below the one that is looked at that get their colours first: those of any screen.
pub(super) const NEAR: u32 = 150;

/// A text that is looked at as it is in its file.
pub(super) struct Opened {
    pub path: Arc<str>,
    pub text: Arc<str>,
    /// The text, its lines and, once they are known, its nodes.
    pub document: Document,
    pub(super) is_outlined: bool,
    pub(super) highlighter: Highlighter,
    /// The scopes at the top of its last page.
    pub(super) scopes: Vec<StickyScope>,
}

impl Opened {
    pub(in crate::workers) fn new(request: &PreviewRequest, text: Arc<str>, language: &str) -> Opened {
        Opened {
            path: Arc::clone(&request.path),
            document: Document { lines: LineIndex::new(&text), text: text.to_string(), ..Document::default() },
            text,
            is_outlined: false,
            highlighter: Highlighter::new(language),
            scopes: Vec::new(),
        }
    }

    /// The same lines as those of [`Opened::page`]; those nearest to the one that is looked at in the colours that
    /// they have when read for themselves, plain if that takes too long. They may be wrong, in the middle of a
    /// long comment, until all is parsed. `outline` is what is known of the text from before.
    pub(super) fn first_page(
        &self,
        request: &PreviewRequest,
        language: &str,
        outline: Option<&Outline<'_>>,
        slice: Duration,
    ) -> Page {
        let (text, index) = (&self.document.text, &self.document.lines);
        let total = index.count();
        let all = around(request.line, total);
        let near = request.line.saturating_sub(ABOVE).max(all.start);
        let farthest = near.saturating_sub(NEAR).max(1);
        let declared = outline.and_then(|outline| declared_before(outline, index, farthest..near + 1));
        let first =
            declared.or_else(|| (farthest..=near).rev().find(|line| begins(text, index, *line))).unwrap_or(near);
        let part = Span::new(index.start(first), index.start(request.line.saturating_add(BELOW).min(total + 1)));
        let snippet = part.of(text);
        let budget = HighlightBudget { time: slice, ..HighlightBudget::until_stale(request.ticket.clone()) };
        let lines = LineIndex::new(snippet);
        let mut scopes = highlight(language, snippet, &lines, Span::new(0, snippet.len() as u32), &budget);
        for (span, _) in &mut scopes {
            *span = Span::new(span.start + part.start, span.end + part.start);
        }
        let lines = preview::source_lines_scoped(&self.document, all.start, all.end.saturating_sub(all.start), &scopes);
        let mut page = self.page_of(lines, all.start, request, language);
        if let Some(outline) = outline {
            page.scopes = scopes::of_outline(outline, &self.document, &page);
        }
        page
    }

    /// The lines around the one that is looked at; those nearer than `colours` have theirs.
    pub(in crate::workers) fn page(
        &mut self,
        request: &PreviewRequest,
        language: &str,
        colours: u32,
        budget: &HighlightBudget,
    ) -> Page {
        let total = self.document.lines.count();
        let all = around(request.line, total);
        let near = |line: u32| line.clamp(all.start, all.end);
        let coloured = match colours {
            0 => all.start..all.start,
            _ => near(request.line.saturating_sub(colours))..near(request.line.saturating_add(colours).max(2 * NEAR)),
        };
        let mut lines = preview::source_lines(&self.document, all.start, coloured.start - all.start);
        let count = coloured.end - coloured.start;
        if count > 0 {
            let (document, highlighter) = (&self.document, &mut self.highlighter);
            lines.extend(preview::source_lines_highlighted(document, highlighter, coloured.start, count, budget));
        }
        lines.extend(preview::source_lines(&self.document, coloured.end, all.end - coloured.end));
        self.page_of(lines, all.start, request, language)
    }

    /// A page of lines from line `first` on.
    fn page_of(&self, mut lines: Vec<PreviewLine>, first: u32, request: &PreviewRequest, language: &str) -> Page {
        if request.skipped_bytes > 0 {
            let skipped = u32::try_from(request.skipped_bytes).unwrap_or(u32::MAX);
            lines = preview::source_lines_behind(&self.document, first, lines.len() as u32, skipped);
        }
        let (cut_lines, shown_bytes) = cut(&lines);
        let off = if cut_lines || request.skipped_bytes > 0 { ", long lines cut, highlight off there" } else { "" };
        let label = label(language) + off;
        let skipped_bytes = request.skipped_bytes;
        let mut lines = wrapped(lines, request);
        let folds = self.fold_top(&mut lines, request, language).into_iter().collect();
        Page {
            cut_lines,
            shown_bytes,
            skipped_bytes,
            lines,
            folds,
            label,
            total: self.document.lines.count(),
            first,
            ..blank(request)
        }
    }

    /// Folds the licence, or the badges, that the text begins with, unless what was chosen stands in it.
    fn fold_top(&self, lines: &mut Vec<PreviewLine>, request: &PreviewRequest, language: &str) -> Option<Fold> {
        let (text, index) = (&self.document.text, &self.document.lines);
        let (inside, title) = match formats::by_id(language)?.info.licence(text) {
            Some(licence) => {
                (index.line(licence.start)..=index.line(licence.end.saturating_sub(1)), "licence".to_owned())
            }
            None => {
                let (inside, badges) = preview::badge_lines(text, language)?;
                (inside, format!("{badges} badges"))
            }
        };
        let is_chosen = inside.contains(&request.chosen_line) && request.end_line <= *inside.end();
        let open = request.unfold_all || is_chosen || request.unfolded.contains(inside.start());
        preview::fold_lines(lines, inside, &title, open)
    }

    /// Finds the nodes, of a program in the tree that its colours come from.
    pub(in crate::workers) fn outline(&mut self, library: &Library, id: FileId) {
        if self.is_outlined {
            return;
        }
        self.is_outlined = true;
        let format = library.file(id).format;
        match (languages::by_id(format.id), self.highlighter.tree()) {
            (Some(language), Some(tree)) if language.is_all() => languages::outline(language, tree, &mut self.document),
            _ if format.derived_text => {}
            _ => {
                if let Ok(document) = library.document(id) {
                    self.document.nodes.clone_from(&document.nodes);
                }
            }
        }
    }
}

/// The lines that a page has around the one that is looked at, of so many.
fn around(line: u32, total: u32) -> Range<u32> {
    let first = if total <= AROUND * 2 { 1 } else { line.saturating_sub(AROUND).max(1) };
    first..first.saturating_add(AROUND * 2).min(total + 1)
}

/// The last of `lines` that a declaration begins on which can be read by itself: in nothing else, or directly in
/// what others are declared in. Its comment belongs to it.
fn declared_before(outline: &Outline<'_>, index: &LineIndex, lines: Range<u32>) -> Option<u32> {
    let start = |at: u32| {
        let (span, doc) = (outline.span(at), outline.doc(at));
        index.line(if doc.is_empty() { span.start } else { span.start.min(doc.start) })
    };
    let holds_others = |kind: Kind| kind.is_class() || matches!(kind, Kind::Impl | Kind::Module);
    let stands_alone =
        |at: u32| outline.kind(at).is_symbol() && outline.ancestors(at).all(|above| holds_others(outline.kind(above)));
    let before = outline.starting_after(index.start(lines.end).saturating_sub(1));
    let inside = (0..before).rev().take_while(|&at| index.line(outline.span(at).start) >= lines.start);
    inside.filter(|&at| stands_alone(at)).map(start).find(|line| lines.contains(line))
}

/// True if a line looks like the first of a declaration: text from the margin on, below an empty line.
fn begins(text: &str, lines: &LineIndex, line: u32) -> bool {
    let starts = lines.text(text, line).starts_with(|c: char| c.is_alphabetic() || c == '#' || c == '@');
    line == 1 || (starts && lines.text(text, line - 1).trim().is_empty())
}
