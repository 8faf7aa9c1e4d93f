//! Segments: the columns of some files, filled document by document, then only read.

use super::{CallSite, CallTable, Columns, Letters, Outline};
use crate::document::{Document, Kind};
use std::sync::OnceLock;

/// One document of a segment.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub first: u32,
    pub count: u32,
    pub title: Box<str>,
    pub lines: u32,
    pub symbols: u32,
    pub sections: u32,
}

/// The columns of some files: written once, then only read.
#[derive(Debug, Default)]
pub struct Segment {
    pub(super) columns: Columns,
    pub(super) calls: CallTable,
    pub(super) rows: Vec<Row>,
    /// Read when they are first asked for.
    pub(super) letters: OnceLock<Vec<Letters>>,
}

impl Segment {
    /// The segment of these documents, in this order.
    pub fn new<'d>(documents: impl IntoIterator<Item = &'d Document>, calls: Vec<CallSite>) -> Segment {
        let mut builder = SegmentBuilder::default();
        for document in documents {
            builder.push(document, []);
        }
        builder.calls = calls;
        builder.finish()
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl Segment {
    /// The nodes of document number `document`.
    pub fn outline(&self, document: u32) -> Outline<'_> {
        let row = &self.rows[document as usize];
        Outline::new(&self.columns, row.first, row.count)
    }
}

/// Fills a segment. Documents can be dropped as soon as they are pushed.
#[derive(Debug, Default)]
pub struct SegmentBuilder {
    columns: Columns,
    calls: Vec<CallSite>,
    rows: Vec<Row>,
}

impl SegmentBuilder {
    /// How many documents have been pushed: the number of the next.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether nothing has been pushed.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds the nodes of `document` and its call sites, which carry the number that [`Self::len`] was.
    pub fn push(&mut self, document: &Document, calls: impl IntoIterator<Item = CallSite>) {
        let of = |test: fn(Kind) -> bool| document.nodes.iter().filter(|node| test(node.kind)).count() as u32;
        let first = self.columns.push(document);
        self.calls.extend(calls);
        self.rows.push(Row {
            first,
            count: document.nodes.len() as u32,
            title: document.title.as_str().into(),
            lines: match &document.source_lines {
                Some(map) => map.last().copied().unwrap_or(0),
                None => document.lines.count(),
            },
            symbols: of(|kind| kind.is_symbol()),
            sections: of(|kind| kind == Kind::Heading),
        });
    }

    /// Adds one document of another segment; `calls` are all call sites of that segment by document.
    pub(super) fn copy(&mut self, other: &Segment, document: usize, calls: &[CallSite]) {
        let row = &other.rows[document];
        let (number, first) = (self.rows.len() as u32, self.columns.append(&other.columns, row.first, row.count));
        self.rows.push(Row { first, ..row.clone() });
        self.calls.extend(calls.iter().map(|site| CallSite { document: number, ..*site }));
    }

    /// The segment, which never changes again.
    pub fn finish(mut self) -> Segment {
        self.columns.shrink();
        Segment { columns: self.columns, calls: CallTable::new(self.calls), rows: self.rows, letters: OnceLock::new() }
    }
}
