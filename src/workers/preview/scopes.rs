//! Scopes that stay at the top of the preview while their inside is scrolled: signatures, headings, keys, table
//! headers.

use crate::app::{Page, StickyScope};
use crate::document::{DataKey, DataTree, Document, Kind, Node, Scope, Span};
use crate::library::Outline;
use crate::preview::{self, PreviewLine, PreviewSpan};

/// More keys of a data file are not looked at.
const MAX_KEYS: u32 = 200_000;

/// A node that is a scope.
struct Part<'n> {
    kind: Kind,
    span: Span,
    name_span: Span,
    level: u8,
    name: &'n str,
}

/// The symbols and headings of `document`, with their lines as `page` shows them.
pub(super) fn of_nodes(document: &Document, page: &Page) -> Vec<StickyScope> {
    fn part(node: &Node) -> Part<'_> {
        let &Node { kind, span, name_span, level, .. } = node;
        Part { kind, span, name_span, level, name: &node.name }
    }
    of_parts(document.nodes.iter().map(part), document, page)
}

/// The same where only the outline of the text of `document` is known.
pub(super) fn of_outline(outline: &Outline<'_>, document: &Document, page: &Page) -> Vec<StickyScope> {
    let part = |at: u32| Part {
        kind: outline.kind(at),
        span: outline.span(at),
        name_span: outline.name_span(at),
        level: outline.level(at),
        name: outline.name(at),
    };
    of_parts((0..outline.len()).map(part), document, page)
}

fn of_parts<'n>(parts: impl Iterator<Item = Part<'n>>, document: &Document, page: &Page) -> Vec<StickyScope> {
    let mut scopes: Vec<StickyScope> = Vec::new();
    for node in parts {
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
            match source_label(document, page, line, end_line) {
                Some(label) => label,
                None => continue,
            }
        };
        scopes.push(StickyScope { line, end_line, label });
    }
    scopes
}

/// The keys of a data file around what `page` shows.
pub(super) fn of_data(tree: &DataTree, document: &Document, page: &Page) -> Vec<StickyScope> {
    let last = page.lines.last().map_or(0, |line| line.source_line);
    let mut scopes: Vec<StickyScope> = Vec::new();
    for index in 0..(tree.len() as u32).min(MAX_KEYS) {
        let node = tree.node(index);
        let is_inside = node.line <= last && page.first <= node.end_line;
        let is_long = node.end_line > node.line + 1 && !node.children.is_empty();
        if node.key == DataKey::Root || !is_inside || !is_long {
            continue;
        }
        if scopes.iter().rev().take(3).any(|known| known.line == node.line) {
            continue;
        }
        if let Some(label) = source_label(document, page, node.line, node.end_line) {
            scopes.push(StickyScope { line: node.line, end_line: node.end_line, label });
        }
    }
    scopes.sort_by_key(|scope| (scope.line, std::cmp::Reverse(scope.end_line)));
    scopes
}

/// Adds the headers of the tables of `page`.
pub(super) fn add_tables(scopes: &mut Vec<StickyScope>, page: &Page) {
    for table in page.tables.iter().filter(|table| !table.headers.is_empty()) {
        let (Some(header), Some(last)) = (page.lines.get(table.start), table.rows.last()) else { continue };
        let label = PreviewLine { links: Vec::new(), ..header.clone() };
        scopes.push(StickyScope { line: header.source_line, end_line: last.source_line, label });
    }
    scopes.sort_by_key(|scope| (scope.line, std::cmp::Reverse(scope.end_line)));
}

/// A line of the source as it is shown, or, if it is not loaded, without colours. Only of scopes that reach what
/// is loaded.
fn source_label(document: &Document, page: &Page, line: u32, end_line: u32) -> Option<PreviewLine> {
    // Lines are in order; what continues a line has its source line and no number.
    let at = page.lines.partition_point(|shown| shown.source_line < line);
    if let Some(shown) = page.lines.get(at).filter(|shown| shown.number == Some(line)) {
        return Some(shown.clone());
    }
    let reaches = line < page.first && page.first <= end_line;
    if reaches { preview::source_lines(document, line, 1).pop() } else { None }
}
