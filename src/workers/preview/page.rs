//! Pages of the preview: plain text at once, then colours and the scopes that stay visible.

use super::changes;
use super::compare::{Manner, compare};
use super::instead::{described, instead, picture, unread, without_text};
use super::large::{LargeFile, Stopped};
use super::opened::{NEAR, Opened};
use super::page_parts::{blank, cut, wrapped};
use super::{links, pictures, scopes};
use crate::app::{Msg, Page, PagePicture, PictureKey, PreviewRequest, PreviewTarget};
use crate::document::{Document, FormatFamily, Kind, Scope, ShownAs};
use crate::formats::{self, Decoded};
use crate::languages::highlight::HighlightBudget;
use crate::library::{FileId, Library, ReadError};
use crate::pictures::Room;
use crate::preview::{self, Placeholder, PreviewLine, PreviewSpan, RenderOptions, RenderedPicture};
use crate::stdx::{grouped, size};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Lines on either side of the one that is looked at, of a file that is read in windows.
const AROUND_LARGE: u32 = 1000;
/// Colours for the first page take no longer than this.
const SLICE: Duration = Duration::from_millis(8);
/// So many texts are kept with their parse trees, which are some twenty times as large, and no more bytes of them.
const KEPT: usize = 6;
const KEPT_BYTES: usize = 1 << 20;

/// Larger files that have changed are shown as they were indexed.
const MAX_CHANGED_BYTES: u64 = 16 << 20;

/// Makes pages, and keeps what the next page of the same file can use again.
pub struct Previewer {
    /// The texts looked at last, the newest at the end.
    opened: Vec<Opened>,
    large: Option<LargeFile>,
    /// How long the colours of a first page may take.
    slice: Duration,
}

impl Default for Previewer {
    fn default() -> Previewer {
        Previewer { opened: Vec::new(), large: None, slice: SLICE }
    }
}

impl Previewer {
    /// One whose first pages come when they have colours, however long that takes.
    pub fn patient() -> Previewer {
        Previewer { slice: Duration::from_secs(3600), ..Previewer::default() }
    }
}

impl std::fmt::Debug for Previewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Previewer").field("large", &self.large).finish_non_exhaustive()
    }
}

/// Makes the page of what was pinned. It is asked for so seldom that nothing is kept for the next.
pub(in crate::workers) fn pinned(library: &Library, request: &PreviewRequest, say: &dyn Fn(Msg)) {
    Previewer::default().prepare(library, request, &|message| match message {
        Msg::PreviewReady { ticket, page } => say(Msg::PinnedReady { ticket, page }),
        other => say(other),
    });
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
        if let Some(against) = &request.against {
            return send(compared(library, request, against));
        }
        let Some(id) = library.find(&request.path) else {
            let gone = || Page { deleted: true, label: "deleted".to_owned(), ..instead(request, Placeholder::Deleted) };
            return send(unread(library, request).unwrap_or_else(gone));
        };
        if library.file(id).format.family == FormatFamily::Picture {
            let none = || without_text(library, id, request, &ReadError::Binary);
            return send(picture(library, request).map_or_else(none, |page| described(library, id, request, page)));
        }
        if library.file(id).text_only {
            self.opened.clear();
            return match self.windows(library, id, request, &send) {
                Ok(()) | Err(Stopped::Overtaken) => {}
                Err(stopped) => send(instead(request, Placeholder::Unreadable { reason: &stopped.to_string() })),
            };
        }
        self.large = None;
        let changed = newer_text(library, id);
        let changes = library.changed_lines(id);
        let as_changes = request.changes;
        let send = |page: Page| send(Page { changed: changed.is_some(), changes: changes.clone(), as_changes, ..page });
        if let Some(page) = glance(library, id, request) {
            send(page);
        }
        let text = match changed.clone().map_or_else(|| library.text(id), Ok) {
            Ok(text) => text,
            Err(reason) => return send(without_text(library, id, request, &reason)),
        };
        if text.is_empty() {
            let reasons = library.lacking(id);
            let reason = reasons.first().map(|reason| Placeholder::Unreadable { reason });
            return send(instead(request, reason.unwrap_or(Placeholder::Empty)));
        }
        if let Some(changes) = changes.as_ref().filter(|changes| as_changes && !changes.hunks.is_empty()) {
            let lines = wrapped(changes::lines(&text, changes), request);
            let can_render = library.file(id).format.shown_as.is_rendered();
            return send(Page { lines, label: "changes".to_owned(), coloured: true, can_render, ..blank(request) });
        }
        if library.file(id).format.shown_as.is_rendered() && request.rendered {
            let document = match &changed {
                Some(text) => Ok(parsed_anew(library, id, text)),
                None => library.document(id),
            };
            match document {
                Ok(document) => send(rendered(library, id, &document, request)),
                Err(reason) => send(instead(request, Placeholder::Unreadable { reason: &reason.to_string() })),
            }
        } else {
            self.source(library, id, (text, changed.is_none()), request, &send);
        }
    }

    /// Pages of a text as it is in its file: plain unless colours are at hand, then with the colours around the
    /// line that is looked at, then with all of them.
    fn source(
        &mut self,
        library: &Library,
        id: FileId,
        (text, is_indexed): (Arc<str>, bool),
        request: &PreviewRequest,
        send: Send<'_>,
    ) {
        let language = library.file(id).format.id;
        let slice = self.slice;
        let opened = self.open(request, text, language);
        let budget = HighlightBudget::until_stale(request.ticket.clone());
        let page = |opened: &mut Opened, colours| Page {
            can_render: library.file(id).format.shown_as.is_rendered(),
            ..opened.page(request, language, colours, &budget)
        };
        if !opened.is_outlined {
            // What is indexed is this text, unless the file is another one meanwhile.
            let format = library.file(id).format;
            let is_known = is_indexed && format.family != FormatFamily::Data && !format.derived_text;
            let outline = library.outline(id).filter(|_| is_known);
            let first = opened.first_page(request, language, outline.as_ref(), slice);
            opened.scopes.clone_from(&first.scopes);
            send(Page { can_render: library.file(id).format.shown_as.is_rendered(), ..first });
            if request.ticket.is_stale() {
                return;
            }
            if !opened.highlighter.prepare(&opened.text, &opened.document.lines, &budget) {
                return;
            }
        }
        if opened.document.lines.count() > 2 * NEAR {
            // Those of the page before: they must not vanish for a moment.
            let scopes = opened.scopes.clone();
            send(Page { scopes, ..page(opened, NEAR) });
        }
        if request.ticket.is_stale() {
            return;
        }
        opened.outline(library, id);
        let mut page = page(opened, u32::MAX);
        page.coloured = true;
        page.scopes = match library.file(id).format.family {
            FormatFamily::Data => {
                library.data(id).map_or_else(Vec::new, |tree| scopes::of_data(&tree, &opened.document, &page))
            }
            _ => scopes::of_nodes(&opened.document, &page),
        };
        opened.scopes.clone_from(&page.scopes);
        if library.file(id).format.family == FormatFamily::Prose {
            links::add(library, id, &opened.document, &mut page);
        }
        send(page);
    }

    /// The text, as it was left if it is one of the last.
    fn open(&mut self, request: &PreviewRequest, text: Arc<str>, language: &str) -> &mut Opened {
        let is_it =
            |opened: &Opened| opened.path == request.path && (Arc::ptr_eq(&opened.text, &text) || opened.text == text);
        let opened = match self.opened.iter().position(is_it) {
            Some(at) => self.opened.remove(at),
            None => Opened::new(request, text, language),
        };
        self.opened.push(opened);
        let bytes = |opened: &[Opened]| opened.iter().map(|opened| opened.text.len()).sum::<usize>();
        while self.opened.len() > 1 && (self.opened.len() > KEPT || bytes(&self.opened) > KEPT_BYTES) {
            self.opened.remove(0);
        }
        let last = self.opened.len() - 1;
        &mut self.opened[last]
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
        let document = large.lines(library, id, (first, 2 * AROUND_LARGE, request.skipped_bytes), &request.ticket)?;
        let mut lines = preview::source_lines(&document, 1, 2 * AROUND_LARGE);
        let (cut_lines, shown_bytes) = cut(&lines);
        if request.skipped_bytes > 0 {
            lines.iter_mut().filter(|line| !line.spans.is_empty()).for_each(mark_skipped);
        }
        let lines = wrapped(lines, request);
        let from = match request.skipped_bytes {
            0 => String::new(),
            skipped => format!(", from byte {} of each line", grouped(skipped as usize)),
        };
        let label = format!("{}, text only, highlight off{from}", size(file.size));
        let page = |total: u32| Page {
            lines: lines.clone(),
            cut_lines,
            shown_bytes,
            skipped_bytes: request.skipped_bytes,
            label: label.clone(),
            total,
            first,
            // The number of lines is still to come, and with it the rest of the file.
            coloured: total > 0,
            ..blank(request)
        };
        send(page(large.total()));
        if large.total() == 0 {
            large.scan(library, id, u64::MAX, &request.ticket)?;
            send(page(large.total()));
        }
        Ok(())
    }
}

fn mark_skipped(line: &mut PreviewLine) {
    line.spans.insert(0, PreviewSpan::decoration("…", Scope::Comment));
}

/// The first pages of a document that takes a while to be read, if what is asked for is among them.
fn glance(library: &Library, id: FileId, request: &PreviewRequest) -> Option<Page> {
    let document = request.rendered.then(|| library.beginning(id))??;
    let is_there = request.line <= document.lines.count();
    let page = || Page { coloured: false, ..rendered(library, id, &document, request) };
    is_there.then(|| Page { label: "first pages".to_owned(), ..page() })
}

fn rendered(library: &Library, id: FileId, document: &Document, request: &PreviewRequest) -> Page {
    let shown_as = library.file(id).format.shown_as;
    let budget = HighlightBudget::until_stale(request.ticket.clone());
    let failed = request.pictures.as_ref().map(|space| &space.failed);
    let picture = |address: &str| pictures::named(library, (&request.path, address), failed);
    let options = RenderOptions {
        width: request.width,
        text_width: request.text_width,
        skipped_columns: request.skipped_columns,
        unfolded: &request.unfolded,
        unfold_all: request.unfold_all,
        line: request.line,
        picture: &picture,
        picture_room: request.pictures.as_ref().map(|space| Room::in_document(space.cell, space.height)),
    };
    let mut page =
        Page { label: "rendered".to_owned(), rendered: true, can_render: true, coloured: true, ..blank(request) };
    let rendering = if shown_as == ShownAs::Table {
        page.total = document.lines.count();
        page.first = request.line.saturating_sub(AROUND_LARGE).max(1);
        preview::render_csv(document, page.first..page.first + 2 * AROUND_LARGE, options, &budget)
    } else {
        preview::render(document, shown_as, options, &budget)
    };
    (page.lines, page.tables, page.folds) = (rendering.lines, rendering.tables, rendering.folds);
    page.pictures = rendering.pictures.into_iter().filter_map(|drawn| placed(library, &request.path, drawn)).collect();
    page.anchors = rendering.anchors;
    let headings = document.nodes.iter().filter(|node| node.kind == Kind::Heading && !node.detail.is_empty());
    page.anchors.extend(headings.map(|node| (node.detail.to_string(), node.line)));
    let pages = document.nodes.iter().filter(|node| node.kind == Kind::Page);
    page.anchors.extend(pages.map(|node| (format!("page={}", node.name), node.line)));
    page.scopes = scopes::of_nodes(document, &page);
    let mut with_tables = std::mem::take(&mut page.scopes);
    scopes::add_tables(&mut with_tables, &page);
    page.scopes = with_tables;
    page
}

/// A picture of a document, with the file it is in.
fn placed(library: &Library, from: &str, drawn: RenderedPicture) -> Option<PagePicture> {
    let RenderedPicture { address, at, left, columns, rows } = drawn;
    let source = pictures::source(library, from, &address)?;
    Some(PagePicture { key: PictureKey { source, columns, rows }, at, left })
}

/// The text of a file that has changed since it was indexed.
fn newer_text(library: &Library, id: FileId) -> Option<Arc<str>> {
    if library.is_current(id) {
        return None;
    }
    let size = library.stamp(id)?.size;
    if size > MAX_CHANGED_BYTES {
        return None;
    }
    let bytes = library.window(id, 0, size as usize).ok()?;
    match formats::decode(bytes) {
        Decoded::Text { text, .. } => Some(text.into()),
        Decoded::Binary => None,
    }
}

fn parsed_anew(library: &Library, id: FileId, text: &str) -> Arc<Document> {
    let file = library.file(id);
    let format = formats::by_id(file.format.id).unwrap_or_else(|| formats::detect(Path::new(&*file.path), &[]));
    Arc::new(formats::parse(format, text.to_owned()))
}

/// What is looked at beside what was pinned.
fn compared(library: &Library, request: &PreviewRequest, against: &PreviewTarget) -> Page {
    let (line, end_line) = (request.line, request.end_line);
    let line = if end_line == 0 { 0 } else { line };
    let target = PreviewTarget { path: Arc::clone(&request.path), line, end_line, column: 0, heading: false };
    let manner = Manner { width: request.width, rendered: request.rendered, wrap: request.wrap };
    match compare(library, against, &target, &manner, &request.ticket) {
        Ok(lines) => {
            let page = blank(request);
            let can_render = [&request.path, &against.path]
                .iter()
                .any(|path| library.find(path).is_some_and(|id| library.file(id).format.shown_as.is_rendered()));
            Page { lines, label: "compared".to_owned(), coloured: true, compared: true, can_render, ..page }
        }
        Err(reason) => {
            Page { compared: true, ..instead(request, Placeholder::Unreadable { reason: &reason.to_string() }) }
        }
    }
}
