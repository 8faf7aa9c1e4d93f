//! Files of separated values, rendered as one table.

use crate::document::{Document, Scope, Span};
use crate::languages::highlight::HighlightBudget;
use crate::preview::canvas::rendering::{RenderOptions, Rendering};
use crate::preview::canvas::table::{TableBlock, write_table};
use crate::preview::canvas::writer::Canvas;
use crate::preview::line::flow::Piece;
use std::ops::Range;

/// The first line and the `rows` of a file that begin on `lines`, 1-based; a window of it.
pub fn render_csv(
    document: &Document,
    lines: Range<u32>,
    options: RenderOptions<'_>,
    budget: &HighlightBudget,
) -> Rendering {
    let mut canvas = Canvas::new(document, options, budget);
    let text = document.text.as_str();
    let table = document.tables.first().filter(|table| table.records.is_some());
    let between = table.and_then(|table| table.records.as_ref()).map_or(b',', |records| records.delimiter);
    // What stands above the names of the columns is text.
    let begins = table.and_then(|table| document.nodes.get(table.node as usize)).map_or(0, |node| node.span.start);
    if lines.start <= 1 && begins > 0 {
        let above = text.get(..begins as usize).unwrap_or_default();
        let mut at = 0;
        for line in above.split_inclusive('\n') {
            let start = at as u32;
            let shown = line.trim_end();
            let source = Span::new(start, start + shown.len() as u32);
            canvas.text(&[Piece::new(shown.to_owned(), Scope::Comment, Some(source))], start);
            at += line.len();
        }
        canvas.want_blank();
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(between)
        .from_reader(text.as_bytes().get(begins as usize..).unwrap_or_default());
    let mut table = TableBlock { has_header: true, ..TableBlock::default() };
    let mut record = csv::ByteRecord::new();
    while let Ok(true) = reader.read_byte_record(&mut record) {
        if budget.ticket.is_stale() {
            break;
        }
        let start = begins + record.position().map_or(0, |position| position.byte() as u32);
        let line = document.lines.line(start);
        if line >= lines.end {
            break;
        }
        if table.rows.is_empty() || line >= lines.start {
            let scope = if table.rows.is_empty() { Scope::Strong } else { Scope::Text };
            let end = begins + reader.position().byte() as u32;
            table.rows.push((cells(text, Span::new(start, end), &record, scope), start));
        }
    }
    write_table(&mut canvas, &table);
    canvas.finish()
}

/// The cells of a record, which stands at `span`; where each of them stands is found by looking for it.
fn cells<'t>(text: &str, span: Span, record: &csv::ByteRecord, scope: Scope) -> Vec<Vec<Piece<'t>>> {
    let written = span.of(text);
    let mut from = 0;
    let cell = |bytes: &[u8]| {
        let value = String::from_utf8_lossy(bytes).trim().replace(['\n', '\r'], " ");
        let found = written.get(from..).and_then(|rest| rest.find(&value)).filter(|_| !value.is_empty());
        let source = found.map(|at| {
            let start = span.start as usize + from + at;
            from += at + value.len();
            Span::of_range(start..start + value.len())
        });
        vec![Piece::new(value, scope, source)]
    };
    record.iter().map(cell).collect()
}
