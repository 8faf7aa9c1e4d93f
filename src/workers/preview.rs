//! Pages of the preview: plain text at once, then colours and the scopes that stay visible.

use crate::app::{Msg, Page, PreviewRequest, StickyScope};
use crate::document::{Document, Kind, LineIndex, Scope};
use crate::languages::highlight::{HighlightBudget, Highlighter};
use crate::library::{FileId, Library};
use crate::preview::{self, Placeholder, PreviewLine, PreviewMode, PreviewSpan};
use std::sync::Arc;

/// Lines of source that are made ready on either side of the line that is looked at.
const AROUND: u32 = 3000;

/// Makes a page and sends it, first plain, then in colours.
pub(super) fn prepare(library: &Library, request: &PreviewRequest, say: &dyn Fn(Msg)) {
    let send = |page: Page| {
        if !request.ticket.is_stale() {
            say(Msg::PreviewReady { ticket: request.ticket.number(), page: Arc::new(page) });
        }
    };
    let Some(id) = library.find(&request.path) else {
        return send(instead(request, Placeholder::Deleted));
    };
    let text = match library.text(id) {
        Ok(text) => text,
        Err(reason) => return send(instead(request, Placeholder::Unreadable { reason: &reason })),
    };
    if text.is_empty() {
        return send(instead(request, Placeholder::Empty));
    }
    let format = library.file(id).format;
    let may_render = format.id == "markdown" || format.derived_text;
    if !may_render || !request.rendered {
        let plain = Document { lines: LineIndex::new(&text), text: text.to_string(), ..Document::default() };
        send(source(&plain, request, format.id, None));
    }
    if request.ticket.is_stale() {
        return;
    }
    match library.document(id) {
        Ok(document) => send(whole(library, id, &document, request)),
        Err(reason) => send(instead(request, Placeholder::Unreadable { reason: &reason })),
    }
}

fn whole(library: &Library, id: FileId, document: &Document, request: &PreviewRequest) -> Page {
    let language = library.file(id).format.id;
    let can_render = preview::has_rendering(document, language);
    let budget = HighlightBudget::until_stale(request.ticket.clone());
    let mut page = if can_render && request.rendered {
        let lines = preview::rendered(document, language, request.width, &budget);
        Page { lines, label: "rendered".to_owned(), rendered: true, ..page(request) }
    } else {
        let mut highlighter = Highlighter::new(language);
        source(document, request, language, Some((&mut highlighter, &budget)))
    };
    page.can_render = can_render;
    page.coloured = true;
    page.scopes = scopes(document, &page);
    page
}

fn page(request: &PreviewRequest) -> Page {
    Page { path: Arc::clone(&request.path), ..Page::default() }
}

fn source(
    document: &Document,
    request: &PreviewRequest,
    language: &str,
    colours: Option<(&mut Highlighter, &HighlightBudget)>,
) -> Page {
    let total = document.lines.count();
    let first = if total <= AROUND * 2 { 1 } else { request.line.saturating_sub(AROUND).max(1) };
    let budget = HighlightBudget::until_stale(request.ticket.clone());
    let wanted = preview::PreviewRequest {
        width: request.width.saturating_sub(6),
        mode: PreviewMode::Source,
        wrap: request.wrap,
        first_line: first,
        lines: AROUND * 2,
    };
    let (highlighter, budget) = match colours {
        Some((highlighter, budget)) => (Some(highlighter), budget),
        None => (None, &budget),
    };
    let lines = preview::preview(document, language, &wanted, highlighter, budget);
    let label = if language == "plain" { String::new() } else { language.to_owned() };
    Page { lines, label, total, first, ..page(request) }
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
            match page.lines.iter().find(|shown| shown.number == Some(line)) {
                Some(shown) => shown.clone(),
                None => continue,
            }
        };
        scopes.push(StickyScope { line, end_line, label });
    }
    scopes
}
