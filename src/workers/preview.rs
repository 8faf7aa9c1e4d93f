//! Pages of the preview: plain text at once, then colours and the scopes that stay visible.

use super::large::{LargeFile, Stopped};
use crate::app::{Msg, Page, PreviewRequest, StickyScope};
use crate::document::{Document, Kind, LineIndex, Scope};
use crate::languages;
use crate::languages::highlight::{HighlightBudget, Highlighter};
use crate::library::{FileId, Library};
use crate::preview::{self, Placeholder, PreviewLine, PreviewSpan};
use crate::stdx::size;
use std::sync::Arc;

/// Lines of source that are made ready on either side of the line that is looked at.
const AROUND: u32 = 3000;
/// The same of a file that is read in windows.
const AROUND_LARGE: u32 = 1000;
/// So many of them, above and below any screen, get their colours first.
const NEAR: u32 = 150;

/// Makes pages, and keeps what the next page of the same file can use again.
#[derive(Default)]
pub struct Previewer {
    opened: Option<Opened>,
    large: Option<LargeFile>,
}

impl std::fmt::Debug for Previewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Previewer").field("large", &self.large).finish_non_exhaustive()
    }
}

/// A text that is looked at as it is in its file.
struct Opened {
    path: Arc<str>,
    text: Arc<str>,
    /// The text, its lines and, once they are known, its nodes.
    document: Document,
    is_outlined: bool,
    highlighter: Highlighter,
}

/// Where a page goes.
type Send<'s> = &'s dyn Fn(Page);

impl Previewer {
    /// Makes a page and sends it, first plain, then in colours.
    pub fn prepare(&mut self, library: &Library, request: &PreviewRequest, say: &dyn Fn(Msg)) {
        let send = |page: Page| {
            if !request.ticket.is_stale() {
                say(Msg::PreviewReady { ticket: request.ticket.number(), page: Arc::new(page) });
            }
        };
        let Some(id) = library.find(&request.path) else {
            return send(instead(request, Placeholder::Deleted));
        };
        if library.file(id).text_only {
            self.opened = None;
            return match self.windows(library, id, request, &send) {
                Ok(()) | Err(Stopped::Overtaken) => {}
                Err(Stopped::Unreadable(reason)) => send(instead(request, Placeholder::Unreadable { reason: &reason })),
            };
        }
        self.large = None;
        let text = match library.text(id) {
            Ok(text) => text,
            Err(reason) => return send(instead(request, Placeholder::Unreadable { reason: &reason })),
        };
        if text.is_empty() {
            return send(instead(request, Placeholder::Empty));
        }
        if can_render(library, id) && request.rendered {
            match library.document(id) {
                Ok(document) => send(rendered(library, id, &document, request)),
                Err(reason) => send(instead(request, Placeholder::Unreadable { reason: &reason })),
            }
        } else {
            self.source(library, id, text, request, &send);
        }
    }

    /// Pages of a text as it is in its file: plain unless colours are at hand, then with the colours around the
    /// line that is looked at, then with all of them.
    fn source(&mut self, library: &Library, id: FileId, text: Arc<str>, request: &PreviewRequest, send: Send<'_>) {
        let language = library.file(id).format.id;
        let opened = match self.opened.take() {
            Some(opened) if opened.path == request.path && opened.text == text => opened,
            _ => Opened::new(request, text, language),
        };
        let opened = self.opened.insert(opened);
        let budget = HighlightBudget::until_stale(request.ticket.clone());
        let page = |opened: &mut Opened, colours| Page {
            can_render: can_render(library, id),
            ..opened.page(request, language, colours, &budget)
        };
        if !opened.is_outlined {
            send(page(opened, 0));
            if !opened.highlighter.prepare(&opened.text, &opened.document.lines, &budget) {
                return;
            }
        }
        if opened.document.lines.count() > 2 * NEAR {
            send(page(opened, NEAR));
        }
        if request.ticket.is_stale() {
            return;
        }
        opened.outline(library, id);
        let mut page = page(opened, u32::MAX);
        page.coloured = true;
        page.scopes = scopes(&opened.document, &page);
        send(page);
    }

    /// Pages of a file that is read in windows: without colours and scopes.
    fn windows(
        &mut self,
        library: &Library,
        id: FileId,
        request: &PreviewRequest,
        send: Send<'_>,
    ) -> Result<(), Stopped> {
        let file = library.file(id);
        let large = match self.large.take() {
            Some(large) if large.is_of(file) => large,
            _ => LargeFile::new(file),
        };
        let large = self.large.insert(large);
        let first = request.line.saturating_sub(AROUND_LARGE).max(1);
        let document = large.lines(library, id, (first, 2 * AROUND_LARGE), &request.ticket)?;
        let label = format!("{}, text only", size(file.size));
        let page = |total: u32| Page {
            lines: shown(preview::source_lines(&document, 1, 2 * AROUND_LARGE), request),
            label: label.clone(),
            total,
            first,
            // The number of lines is still to come, and with it the rest of the file.
            coloured: total > 0,
            ..page(request)
        };
        send(page(large.total()));
        if large.total() == 0 {
            large.scan(library, id, u64::MAX, &request.ticket)?;
            send(page(large.total()));
        }
        Ok(())
    }
}

impl Opened {
    fn new(request: &PreviewRequest, text: Arc<str>, language: &str) -> Opened {
        Opened {
            path: Arc::clone(&request.path),
            document: Document { lines: LineIndex::new(&text), text: text.to_string(), ..Document::default() },
            text,
            is_outlined: false,
            highlighter: Highlighter::new(language),
        }
    }

    /// The lines around the one that is looked at; those nearer than `colours` have theirs.
    fn page(&mut self, request: &PreviewRequest, language: &str, colours: u32, budget: &HighlightBudget) -> Page {
        let total = self.document.lines.count();
        let around = if total <= AROUND * 2 { 1 } else { request.line.saturating_sub(AROUND).max(1) };
        let all = around..around.saturating_add(AROUND * 2).min(total + 1);
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
        let label = if language == "plain" { String::new() } else { language.to_owned() };
        Page { lines: shown(lines, request), label, total, first: all.start, ..page(request) }
    }

    /// Finds the nodes, of a program in the tree that its colours come from.
    fn outline(&mut self, library: &Library, id: FileId) {
        if self.is_outlined {
            return;
        }
        self.is_outlined = true;
        let format = library.file(id).format;
        match (languages::by_id(format.id), self.highlighter.tree()) {
            (Some(language), Some(tree)) => languages::outline(language, tree, &mut self.document),
            _ if format.derived_text => {}
            _ => {
                if let Ok(document) = library.document(id) {
                    self.document.nodes.clone_from(&document.nodes);
                }
            }
        }
    }
}

/// Whether reading the file is better than looking at its source.
fn can_render(library: &Library, id: FileId) -> bool {
    let format = library.file(id).format;
    format.id == "markdown" || format.derived_text
}

fn rendered(library: &Library, id: FileId, document: &Document, request: &PreviewRequest) -> Page {
    let language = library.file(id).format.id;
    let budget = HighlightBudget::until_stale(request.ticket.clone());
    let lines = preview::rendered(document, language, request.width, &budget);
    let label = "rendered".to_owned();
    let mut page = Page { lines, label, rendered: true, can_render: true, coloured: true, ..page(request) };
    page.scopes = scopes(document, &page);
    page
}

fn page(request: &PreviewRequest) -> Page {
    Page { path: Arc::clone(&request.path), ..Page::default() }
}

/// Lines of source, wrapped if that is wanted.
fn shown(lines: Vec<PreviewLine>, request: &PreviewRequest) -> Vec<PreviewLine> {
    if request.wrap { preview::wrap_lines(lines, request.width.saturating_sub(6)) } else { lines }
}

fn instead(request: &PreviewRequest, placeholder: Placeholder) -> Page {
    Page { lines: preview::placeholder(placeholder, request.width), coloured: true, ..page(request) }
}

/// The scopes whose first lines stay at the top, with those lines as they are shown.
fn scopes(document: &Document, page: &Page) -> Vec<StickyScope> {
    let mut scopes: Vec<StickyScope> = Vec::new();
    for node in &document.nodes {
        let shown = node.kind.in_outline() || node.kind == Kind::Impl;
        let line = document.source_line(node.name_span.start.max(node.span.start));
        let end_line = document.source_line(node.span.end.saturating_sub(1).max(node.span.start));
        if !shown || end_line <= line + 1 || scopes.last().is_some_and(|last| last.line == line) {
            continue;
        }
        let label = if page.rendered {
            let text = format!("{} {}", "#".repeat(usize::from(node.level.max(1))), node.name);
            PreviewLine {
                source_line: line,
                spans: vec![PreviewSpan::decoration(crate::stdx::printable(&text), Scope::Heading)],
                ..PreviewLine::default()
            }
        } else {
            // Lines are in order; what continues a line has its source line and no number.
            let at = page.lines.partition_point(|shown| shown.source_line < line);
            match page.lines.get(at).filter(|shown| shown.number == Some(line)) {
                Some(shown) => shown.clone(),
                None => continue,
            }
        };
        scopes.push(StickyScope { line, end_line, label });
    }
    scopes
}
