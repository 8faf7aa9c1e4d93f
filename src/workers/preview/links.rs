//! The links of a text that is shown as it is in its file: where they stand on its lines, and where they lead.

use crate::app::Page;
use crate::docql::resolved_link;
use crate::document::{Document, Kind, Node, Span};
use crate::library::{FileId, Library};
use crate::preview::{PreviewLine, PreviewLink};
use crate::stdx::display_width;
use std::collections::HashMap;

/// Adds the links among the nodes of a document to the lines of a page, and the names of sections that links lead to.
pub(super) fn add(library: &Library, id: FileId, document: &Document, page: &mut Page) {
    let mut links: Vec<&Node> = document.nodes.iter().filter(|node| node.kind == Kind::Link).collect();
    links.sort_by_key(|node| node.span.start);
    let mut targets: HashMap<&str, String> = HashMap::new();
    for line in &mut page.lines {
        let Some(shown) = source(line) else { continue };
        // A link that begins on the line before may go on here.
        let first = links.partition_point(|link| link.span.start < shown.start).saturating_sub(1);
        let on_it = links[first..].iter().take_while(|link| link.span.start < shown.end);
        for link in on_it.filter(|link| link.span.end > shown.start) {
            let Some(columns) = columns(line, link.span) else { continue };
            let address = &*link.detail;
            let target = targets
                .entry(address)
                .or_insert_with(|| resolved_link(library, id, address).unwrap_or_else(|| address.to_owned()));
            line.links.push(PreviewLink { columns, target: target.clone() });
        }
    }
    for heading in document.nodes.iter().filter(|node| node.kind == Kind::Heading) {
        let names = [&*heading.detail, &*heading.name].into_iter().filter(|name| !name.is_empty());
        page.anchors.extend(names.map(|name| (name.to_owned(), heading.line)));
    }
}

/// The bytes of the document that a line shows.
fn source(line: &PreviewLine) -> Option<Span> {
    let mut parts = line.spans.iter().filter_map(|span| span.source);
    let first = parts.next()?;
    Some(Span::new(first.start, parts.next_back().unwrap_or(first).end))
}

/// The cells of a line that show a part of the document.
fn columns(line: &PreviewLine, wanted: Span) -> Option<std::ops::Range<u16>> {
    let (mut column, mut found) = (0, None::<std::ops::Range<usize>>);
    for span in &line.spans {
        let width = display_width(&span.text);
        let source = span.source.filter(|source| source.start < wanted.end && wanted.start < source.end);
        if let Some(source) = source {
            let cells = |at: u32| match span.text.get(..at.saturating_sub(source.start) as usize) {
                Some(before) if span.exact => display_width(before),
                _ if at <= source.start => 0,
                _ => width,
            };
            let (start, end) = (column + cells(wanted.start), column + cells(wanted.end.min(source.end)));
            found = Some(found.map_or(start, |found| found.start)..end);
        }
        column += width;
    }
    let found = found.filter(|found| !found.is_empty())?;
    let cell = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
    Some(cell(found.start)..cell(found.end))
}
