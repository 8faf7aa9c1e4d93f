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
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let mut table = TableBlock { has_header: true, ..TableBlock::default() };
    let mut record = csv::ByteRecord::new();
    while let Ok(true) = reader.read_byte_record(&mut record) {
        if budget.ticket.is_stale() {
            break;
        }
        let start = record.position().map_or(0, |position| position.byte() as u32);
        let line = document.lines.line(start);
        if line >= lines.end {
            break;
        }
        if table.rows.is_empty() || line >= lines.start {
            let scope = if table.rows.is_empty() { Scope::Strong } else { Scope::Text };
            let end = reader.position().byte() as u32;
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

/// The character that most often separates values in the first line.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |delimiter: &&u8| first.bytes().filter(|byte| byte == *delimiter).count();
    b",;\t|".iter().rev().max_by_key(count).copied().unwrap_or(b',')
}
