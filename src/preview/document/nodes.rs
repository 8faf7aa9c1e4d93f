//! Documents whose text is not their file (HTML and the like), rendered from their nodes.

use crate::document::{Document, Kind, Node, Scope, Span};
use crate::languages::highlight::HighlightBudget;
use crate::preview::canvas::rendering::{RenderOptions, Rendering};
use crate::preview::canvas::source_mapped_text::Gathered;
use crate::preview::canvas::table::{TableBlock, write_table};
use crate::preview::canvas::writer::Canvas;
use crate::preview::line::flow::Piece;
use crate::stdx::display_width;

/// The lines of the first `length` bytes of `document`.
pub(in crate::preview) fn render<'d>(
    document: &'d Document,
    length: usize,
    options: RenderOptions<'d>,
    budget: &'d HighlightBudget,
) -> Rendering {
    let mut canvas = Canvas::new(document, options, budget);
    let links: Vec<&Node> = document.nodes.iter().filter(|node| node.kind == Kind::Link).collect();
    let length = length as u32;
    let mut at = 0;
    for (index, node) in document.nodes.iter().enumerate() {
        let Some(span) = block_span(document, node, index as u32) else { continue };
        if span.start < at || span.start >= length || canvas.is_full() {
            continue;
        }
        paragraphs(&mut canvas, &links, Span::new(at, span.start));
        match node.kind {
            Kind::Heading => heading(&mut canvas, node, span),
            Kind::Table => table(&mut canvas, &links, index as u32, span),
            _ => code(&mut canvas, node, span),
        }
        at = span.end;
    }
    paragraphs(&mut canvas, &links, Span::new(at.min(length), length));
    canvas.finish()
}

/// The bytes that a node is drawn for, if it is drawn as a block of its own.
fn block_span(document: &Document, node: &Node, index: u32) -> Option<Span> {
    let span = match node.kind {
        Kind::Heading => node.name_span,
        Kind::CodeBlock | Kind::Diagram => node.span,
        Kind::Table if document.table(index).is_some() => node.span,
        _ => return None,
    };
    (!span.is_empty()).then_some(span)
}

fn heading(canvas: &mut Canvas, node: &Node, span: Span) {
    canvas.want_blank();
    let text = canvas.document.slice(span);
    let marks =
        if text.starts_with('#') { String::new() } else { format!("{} ", "#".repeat(node.level.max(1) as usize)) };
    canvas.open(&*marks, " ".repeat(marks.len()), Scope::Heading);
    canvas.text(&[Piece::new(text, Scope::Heading, Some(span))], span.start);
    canvas.close(span.start);
    canvas.want_blank();
}

fn code(canvas: &mut Canvas, node: &Node, span: Span) {
    let body = if node.body.is_empty() { span } else { node.body };
    let mut code = Gathered::default();
    code.push(canvas.document.slice(body), Some(body));
    canvas.want_blank();
    canvas.code(&node.detail, &code, body.start);
}

/// Cells are clean text; where they stand is found by looking for them in order.
fn table<'d>(canvas: &mut Canvas<'d>, links: &[&Node], index: u32, span: Span) {
    let document = canvas.document;
    let Some(cells) = document.table(index) else { return };
    let text = document.slice(span);
    let mut from = 0;
    let mut cell = |text_of: &str, scope: Scope| -> Vec<Piece<'d>> {
        let found = text.get(from..).and_then(|rest| rest.find(text_of)).map(|at| from + at);
        let Some(at) = found else { return vec![Piece::new(text_of.to_owned(), scope, None)] };
        from = at + text_of.len();
        with_links(canvas, links, Span::new(span.start + at as u32, span.start + from as u32), scope)
    };
    let mut block = TableBlock { has_header: !cells.headers.is_empty(), ..TableBlock::default() };
    // A cell that reaches over others stands in its first place only.
    let once = |row: Option<usize>, at: usize, text: &'_ String| -> String {
        if cells.is_repeated(row, at) { String::new() } else { text.clone() }
    };
    if block.has_header {
        let titles = cells.headers.iter().enumerate().map(|(at, title)| once(None, at, title));
        let headers = titles.map(|title| cell(&title, Scope::Strong)).collect();
        block.rows.push((headers, span.start));
    }
    for (number, row) in cells.rows.iter().enumerate() {
        let texts = row.iter().enumerate().map(|(at, text)| once(Some(number), at, text));
        let row: Vec<Vec<Piece>> = texts.map(|text| cell(&text, Scope::Text)).collect();
        let offset = row.iter().flatten().find_map(|piece| Some(piece.source?.start)).unwrap_or(span.start);
        block.rows.push((row, offset));
    }
    canvas.want_blank();
    write_table(canvas, &block);
}

/// Writes what stands between blocks: each line is a paragraph or the item of a list.
fn paragraphs(canvas: &mut Canvas, links: &[&Node], span: Span) {
    let document = canvas.document;
    let mut start = span.start;
    for line in span.of(&document.text).split_inclusive('\n') {
        if canvas.is_full() {
            return;
        }
        let text = line.trim_end();
        if text.trim_start().is_empty() {
            if start > span.start || line.len() > 1 {
                canvas.want_blank();
            }
        } else {
            if begins_block(document, start) {
                canvas.want_blank();
            }
            let mark = item_mark(text);
            canvas.open(&text[..mark], " ".repeat(display_width(&text[..mark])), Scope::ListMark);
            let line = Span::new(start + mark as u32, start + text.len() as u32);
            let pieces = with_links(canvas, links, line, Scope::Text);
            canvas.text(&pieces, start);
            canvas.close(start);
        }
        start += line.len() as u32;
    }
}

/// True if a paragraph, a quote or a list starts at `offset`.
fn begins_block(document: &Document, offset: u32) -> bool {
    let first = document.nodes.partition_point(|node| node.span.start < offset);
    let starting = document.nodes[first..].iter().take_while(|node| node.span.start == offset);
    starting.into_iter().any(|node| match node.kind {
        Kind::Paragraph | Kind::Quote => true,
        Kind::List => node.parent.is_none_or(|parent| document.nodes[parent as usize].kind != Kind::List),
        _ => false,
    })
}

/// The length of an indent and a bullet or number at the start of a line.
fn item_mark(line: &str) -> usize {
    let body = line.trim_start_matches(' ');
    let indent = line.len() - body.len();
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let mark = ["- ", "* ", "• ", "◦ ", "+ "].iter().find(|mark| body.starts_with(**mark)).map_or(0, |mark| mark.len());
    let number = if digits > 0 && digits < 5 && body[digits..].starts_with(". ") { digits + 2 } else { 0 };
    if mark + number == 0 { 0 } else { indent + mark.max(number) }
}

/// The pieces of a line or a cell, its links among them.
fn with_links<'d>(canvas: &mut Canvas<'d>, links: &[&Node], line: Span, scope: Scope) -> Vec<Piece<'d>> {
    let document = canvas.document;
    let mut pieces = Vec::new();
    let mut at = line.start;
    let first = links.partition_point(|node| node.span.start < line.start);
    for node in links[first..].iter().take_while(|node| node.span.start < line.end) {
        if node.span.start < at || node.span.end > line.end || node.span.is_empty() {
            continue;
        }
        let before = Span::new(at, node.span.start);
        pieces.push(Piece::new(document.slice(before), scope, Some(before)));
        let link = canvas.links.to(&node.detail);
        let text = Piece::new(document.slice(node.span), Scope::Link, Some(node.span));
        pieces.push(Piece { link: Some(link), ..text });
        at = node.span.end;
    }
    let rest = Span::new(at, line.end);
    pieces.push(Piece::new(document.slice(rest), scope, Some(rest)));
    pieces
}
