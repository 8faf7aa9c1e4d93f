//! What stands in the place of a page: a picture, facts about a file that is no text, a reason why nothing is shown.

use super::page_parts::{blank, wrapped};
use super::pictures;
use crate::app::{Page, PagePicture, PictureKey, PreviewRequest};
use crate::document::Scope;
use crate::library::{FileId, Library, ReadError};
use crate::pictures::{Room, fit};
use crate::preview::{self, Placeholder, PreviewLine, PreviewSpan};
use crate::stdx::printable;

/// Of a binary file so many bytes are looked at: enough to find the size of a picture.
const HEAD_BYTES: usize = 64 << 10;
/// What is shown of a file that is no text: facts and its first bytes.
pub(super) fn without_text(library: &Library, id: FileId, request: &PreviewRequest, reason: &ReadError) -> Page {
    let file = library.file(id);
    match library.window(id, 0, HEAD_BYTES) {
        Ok(head) if *reason == ReadError::Binary => {
            let binary = Placeholder::Binary { bytes: file.size, head: &head, picture: None };
            let page = || Page { label: "binary".to_owned(), ..instead(request, binary) };
            picture(library, request).unwrap_or_else(page)
        }
        _ => instead(request, Placeholder::Unreadable { reason: &reason.to_string() }),
    }
}

/// The page of a file that is no text and therefore no part of the workspace; `None` for any other.
pub(super) fn unread(library: &Library, request: &PreviewRequest) -> Option<Page> {
    let (file, _) = library.find_beside(&request.path).filter(|_| library.left_out(&request.path).is_some())?;
    let head = library.window_beside(&file, 0, HEAD_BYTES).ok()?;
    let binary = Placeholder::Binary { bytes: file.size, head: &head, picture: None };
    Some(Page { label: "binary".to_owned(), ..instead(request, binary) })
}

/// The page of a file that is a picture: below what is said about it the picture, if that is wanted and possible, in
/// the place of its first bytes, which are its source.
pub(super) fn picture(library: &Library, request: &PreviewRequest) -> Option<Page> {
    let failed = request.pictures.as_ref().map(|space| &space.failed);
    let (fact, source, head) = pictures::itself(library, &request.path, failed)?;
    let placeholder = Placeholder::Binary { bytes: source.bytes, head: &head, picture: Some(fact) };
    let page = Page { label: "binary".to_owned(), ..instead(request, placeholder) };
    let Some(space) = request.pictures.as_ref().filter(|_| fact.shown.is_ok()) else {
        // Where it cannot be shown, its bytes say nothing either.
        let lines = page.lines.iter().take(1).cloned().collect();
        return Some(Page { lines, label: "picture".to_owned(), ..page });
    };
    let page = Page { can_render: true, rendered: request.rendered, ..page };
    if !request.rendered {
        return Some(page);
    }
    let room = Room::alone(space.cell, space.height);
    let (columns, rows) = fit(fact.size, room, usize::from(request.width));
    let mut lines = page.lines;
    lines.truncate(1);
    lines.resize(1 + usize::from(rows), PreviewLine::default());
    let pictures = vec![PagePicture { key: PictureKey { source, columns, rows }, at: 1, left: 0 }];
    Some(Page { lines, label: "picture".to_owned(), pictures, ..page })
}

/// A page with the words that came with its picture.
pub(super) fn described(library: &Library, id: FileId, request: &PreviewRequest, mut page: Page) -> Page {
    let Ok(document) = library.document(id) else { return page };
    let line = |(source_line, text)| PreviewLine {
        spans: vec![PreviewSpan::decoration(printable(text), Scope::Text)],
        source_line,
        ..PreviewLine::default()
    };
    // What was found among these words is a line that is gone to.
    let lines = wrapped((1..).zip(document.text.lines()).skip(2).map(line).collect(), request);
    page.lines.iter_mut().take(1).for_each(|line| line.source_line = 1);
    page.pictures.iter_mut().for_each(|picture| picture.at += lines.len());
    page.lines.splice(1..1, lines);
    page
}

pub(super) fn instead(request: &PreviewRequest, placeholder: Placeholder) -> Page {
    Page { lines: preview::placeholder(placeholder, request.width), coloured: true, ..blank(request) }
}
