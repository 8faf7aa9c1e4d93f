//! Nodes as flat arrays: one array per field, the nodes of a file contiguous and in document order.

use super::FileId;
use crate::document::{Document, Kind, Node, NodeFlags, Span, Visibility};

/// No parent.
const NONE: u32 = u32::MAX;

/// One node of one file. The order is the order of files, then of nodes: the order of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeRef {
    /// The file.
    pub file: FileId,
    /// The node's number within the file.
    pub node: u32,
}

/// The arrays of a segment. Offsets into the arenas have one entry more than there are nodes.
#[derive(Debug)]
pub struct Columns {
    kind: Vec<u8>,
    level: Vec<u8>,
    visibility: Vec<u8>,
    flags: Vec<u8>,
    span: Vec<Span>,
    name_span: Vec<Span>,
    body: Vec<Span>,
    doc: Vec<Span>,
    line: Vec<u32>,
    end_line: Vec<u32>,
    parent: Vec<u32>,
    end: Vec<u32>,
    name_start: Vec<u32>,
    names: String,
    lower_start: Vec<u32>,
    lower: String,
    detail_start: Vec<u32>,
    details: String,
}

impl Default for Columns {
    fn default() -> Self {
        Columns {
            kind: Vec::new(),
            level: Vec::new(),
            visibility: Vec::new(),
            flags: Vec::new(),
            span: Vec::new(),
            name_span: Vec::new(),
            body: Vec::new(),
            doc: Vec::new(),
            line: Vec::new(),
            end_line: Vec::new(),
            parent: Vec::new(),
            end: Vec::new(),
            name_start: vec![0],
            names: String::new(),
            lower_start: vec![0],
            lower: String::new(),
            detail_start: vec![0],
            details: String::new(),
        }
    }
}

impl Columns {
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.kind.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.kind.is_empty()
    }

    /// Appends the nodes of `document` and returns the number of the first.
    pub fn push(&mut self, document: &Document) -> u32 {
        let first = self.len() as u32;
        for node in &document.nodes {
            self.push_node(node);
        }
        first
    }

    fn push_node(&mut self, node: &Node) {
        self.kind.push(node.kind as u8);
        self.level.push(node.level);
        self.visibility.push(node.visibility as u8);
        self.flags.push(node.flags.0);
        self.span.push(node.span);
        self.name_span.push(node.name_span);
        self.body.push(node.body);
        self.doc.push(node.doc);
        self.line.push(node.line);
        self.end_line.push(node.end_line);
        self.parent.push(node.parent.unwrap_or(NONE));
        self.end.push(node.end);
        self.names.push_str(&node.name);
        self.names.push('\n');
        self.name_start.push(self.names.len() as u32);
        self.lower.extend(node.name.chars().flat_map(char::to_lowercase));
        self.lower.push('\n');
        self.lower_start.push(self.lower.len() as u32);
        self.details.push_str(&node.detail);
        self.details.push('\n');
        self.detail_start.push(self.details.len() as u32);
    }

    /// Gives back the memory that growing has reserved.
    pub(super) fn shrink(&mut self) {
        self.kind.shrink_to_fit();
        self.level.shrink_to_fit();
        self.visibility.shrink_to_fit();
        self.flags.shrink_to_fit();
        for spans in [&mut self.span, &mut self.name_span, &mut self.body, &mut self.doc] {
            spans.shrink_to_fit();
        }
        for numbers in [&mut self.line, &mut self.end_line, &mut self.parent, &mut self.end] {
            numbers.shrink_to_fit();
        }
        for starts in [&mut self.name_start, &mut self.lower_start, &mut self.detail_start] {
            starts.shrink_to_fit();
        }
        for arena in [&mut self.names, &mut self.lower, &mut self.details] {
            arena.shrink_to_fit();
        }
    }

    /// Appends the `count` nodes of `other` from `first`, which are those of one file, and returns the
    /// number of the first.
    pub(super) fn append(&mut self, other: &Columns, first: u32, count: u32) -> u32 {
        let start = self.len() as u32;
        let rows = first as usize..(first + count) as usize;
        self.kind.extend_from_slice(&other.kind[rows.clone()]);
        self.level.extend_from_slice(&other.level[rows.clone()]);
        self.visibility.extend_from_slice(&other.visibility[rows.clone()]);
        self.flags.extend_from_slice(&other.flags[rows.clone()]);
        self.span.extend_from_slice(&other.span[rows.clone()]);
        self.name_span.extend_from_slice(&other.name_span[rows.clone()]);
        self.body.extend_from_slice(&other.body[rows.clone()]);
        self.doc.extend_from_slice(&other.doc[rows.clone()]);
        self.line.extend_from_slice(&other.line[rows.clone()]);
        self.end_line.extend_from_slice(&other.end_line[rows.clone()]);
        self.parent.extend_from_slice(&other.parent[rows.clone()]);
        self.end.extend_from_slice(&other.end[rows.clone()]);
        append_arena(&mut self.names, &mut self.name_start, &other.names, &other.name_start, rows.clone());
        append_arena(&mut self.lower, &mut self.lower_start, &other.lower, &other.lower_start, rows.clone());
        append_arena(&mut self.details, &mut self.detail_start, &other.details, &other.detail_start, rows);
        start
    }

    /// The lower-case names of all nodes, each followed by `\n`, for scans of the whole segment.
    pub fn lower_names(&self) -> &str {
        &self.lower
    }

    /// The number of the node whose lower-case name holds the byte at `offset` of [`Columns::lower_names`].
    pub fn node_at_lower(&self, offset: usize) -> u32 {
        (self.lower_start.partition_point(|&start| start as usize <= offset) - 1) as u32
    }
}

fn append_arena(
    arena: &mut String,
    starts: &mut Vec<u32>,
    other: &str,
    other_starts: &[u32],
    rows: std::ops::Range<usize>,
) {
    let (from, to) = (other_starts[rows.start], other_starts[rows.end]);
    let base = arena.len() as u32;
    arena.push_str(&other[from as usize..to as usize]);
    starts.extend(other_starts[rows.start + 1..=rows.end].iter().map(|start| start - from + base));
}

/// The nodes of one file: a window on the columns.
#[derive(Clone, Copy, Debug)]
pub struct Outline<'l> {
    columns: &'l Columns,
    first: u32,
    count: u32,
}

impl<'l> Outline<'l> {
    /// The `count` nodes from `first`.
    pub fn new(columns: &'l Columns, first: u32, count: u32) -> Outline<'l> {
        Outline { columns, first, count }
    }

    fn at(&self, node: u32) -> usize {
        debug_assert!(node < self.count);
        (self.first + node) as usize
    }

    /// How many nodes there are.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Whether the file has no node.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// What `node` is.
    pub fn kind(&self, node: u32) -> Kind {
        Kind::from_u8(self.columns.kind[self.at(node)]).unwrap_or(Kind::Value)
    }

    /// Heading level, or depth of declaration; 0 for none.
    pub fn level(&self, node: u32) -> u8 {
        self.columns.level[self.at(node)]
    }

    /// Who may use it.
    pub fn visibility(&self, node: u32) -> Visibility {
        Visibility::from_u8(self.columns.visibility[self.at(node)])
    }

    /// Marks.
    pub fn flags(&self, node: u32) -> NodeFlags {
        NodeFlags(self.columns.flags[self.at(node)])
    }

    /// All of it.
    pub fn span(&self, node: u32) -> Span {
        self.columns.span[self.at(node)]
    }

    /// Where its name stands.
    pub fn name_span(&self, node: u32) -> Span {
        self.columns.name_span[self.at(node)]
    }

    /// Its body.
    pub fn body(&self, node: u32) -> Span {
        self.columns.body[self.at(node)]
    }

    /// Its doc comment.
    pub fn doc(&self, node: u32) -> Span {
        self.columns.doc[self.at(node)]
    }

    /// First line of the file's lines, 1-based.
    pub fn line(&self, node: u32) -> u32 {
        self.columns.line[self.at(node)]
    }

    /// Last line, inclusive.
    pub fn end_line(&self, node: u32) -> u32 {
        self.columns.end_line[self.at(node)]
    }

    /// The enclosing node.
    pub fn parent(&self, node: u32) -> Option<u32> {
        let parent = self.columns.parent[self.at(node)];
        (parent != NONE).then_some(parent)
    }

    /// One past the last node inside `node`.
    pub fn end(&self, node: u32) -> u32 {
        self.columns.end[self.at(node)].min(self.count)
    }

    /// Its name or title.
    pub fn name(&self, node: u32) -> &'l str {
        let at = self.at(node);
        &self.columns.names[self.columns.name_start[at] as usize..self.columns.name_start[at + 1] as usize - 1]
    }

    /// Its name in lower case.
    pub fn lower_name(&self, node: u32) -> &'l str {
        let at = self.at(node);
        &self.columns.lower[self.columns.lower_start[at] as usize..self.columns.lower_start[at + 1] as usize - 1]
    }

    /// Its detail; see [`Node`].
    pub fn detail(&self, node: u32) -> &'l str {
        let at = self.at(node);
        &self.columns.details[self.columns.detail_start[at] as usize..self.columns.detail_start[at + 1] as usize - 1]
    }

    /// The innermost node for which `wanted` holds among those whose span holds the byte at `offset`.
    pub fn enclosing(&self, offset: u32, wanted: impl Fn(Kind) -> bool) -> Option<u32> {
        // Nodes are sorted by start, so the last one that starts at or before the offset is inside all
        // nodes that hold the offset, or a sibling of one of them: its ancestors are the candidates.
        let spans = &self.columns.span[self.first as usize..(self.first + self.count) as usize];
        let mut at = spans.partition_point(|span| span.start <= offset).checked_sub(1).map(|at| at as u32);
        while let Some(node) = at {
            if spans[node as usize].contains(offset) && wanted(self.kind(node)) {
                return Some(node);
            }
            at = self.parent(node);
        }
        None
    }

    /// The first node that starts after the byte at `offset`; [`Outline::len`] if there is none.
    pub fn starting_after(&self, offset: u32) -> u32 {
        let spans = &self.columns.span[self.first as usize..(self.first + self.count) as usize];
        spans.partition_point(|span| span.start <= offset) as u32
    }

    /// The ancestors of `node`, innermost first.
    pub fn ancestors(&self, node: u32) -> impl Iterator<Item = u32> + use<'l> {
        let outline = *self;
        std::iter::successors(self.parent(node), move |&at| outline.parent(at))
    }

    /// The direct children of `node`; of the file for `None`.
    pub fn children(&self, node: Option<u32>) -> impl Iterator<Item = u32> + use<'l> {
        let outline = *self;
        let (mut at, end) = match node {
            Some(node) => (node + 1, self.end(node)),
            None => (0, self.count),
        };
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let child = at;
                at = outline.end(child).max(child + 1);
                child
            })
        })
    }
}
