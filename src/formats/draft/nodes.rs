//! Collects what a reader finds and makes of it a document that keeps the promises of the model.

use super::diagrams;
use crate::document::{DataTree, Document, Kind, LineIndex, Node, PARTLY, Problem, Span, Table};

/// More nodes than this are not kept for one file; whoever needs the rest greps.
pub(super) const MOST_NODES: usize = 400_000;

/// Diagrams of one document whose nodes are named.
const MAX_DIAGRAMS: usize = 1_000;

/// A document in the making: nodes in any order, spans that may still overlap.
pub(in crate::formats) struct Draft {
    pub(in crate::formats) nodes: Vec<Node>,
    /// Tables, whose `node` is the number [`Draft::push`] gave out.
    pub(in crate::formats) tables: Vec<Table>,
    /// What nodes refer to, written out; the first part as [`Draft::push`] gave it out.
    pub(in crate::formats) written_out: Vec<(u32, String)>,
    pub(in crate::formats) title: String,
    pub(in crate::formats) frontmatter: Option<DataTree>,
    pub(in crate::formats) data: Option<DataTree>,
    pub(in crate::formats) problems: Vec<Problem>,
    pub(in crate::formats) source_lines: Option<Vec<u32>>,
    /// What is filled in when the document is full, and then forgotten.
    scratch: Node,
    overflow: bool,
}

/// The number of a node in a draft.
pub(in crate::formats) type Handle = usize;

impl Draft {
    pub(in crate::formats) fn new() -> Draft {
        Draft {
            nodes: Vec::new(),
            tables: Vec::new(),
            written_out: Vec::new(),
            title: String::new(),
            frontmatter: None,
            data: None,
            problems: Vec::new(),
            source_lines: None,
            scratch: Node::unplaced(Kind::Paragraph, Span::default()),
            overflow: false,
        }
    }

    /// Adds a node of `kind` over `range` with everything else empty.
    pub(in crate::formats) fn push(&mut self, kind: Kind, range: std::ops::Range<usize>) -> Handle {
        if self.nodes.len() >= MOST_NODES {
            self.overflow = true;
            return usize::MAX;
        }
        self.nodes.push(Node::unplaced(kind, Span::of_range(range)));
        self.nodes.len() - 1
    }

    /// Adds a node with a name and a detail.
    pub(in crate::formats) fn named(
        &mut self,
        kind: Kind,
        range: std::ops::Range<usize>,
        name: &str,
        detail: &str,
    ) -> Handle {
        let handle = self.push(kind, range);
        let node = self.node(handle);
        node.name = squeeze(name);
        node.detail = detail.into();
        handle
    }

    /// The node behind `handle`, for filling in.
    pub(in crate::formats) fn node(&mut self, handle: Handle) -> &mut Node {
        self.nodes.get_mut(handle).unwrap_or(&mut self.scratch)
    }

    /// Notes what could not be read; only the first hundred are kept.
    pub(in crate::formats) fn problem(&mut self, line: u32, message: impl Into<String>) {
        if self.problems.len() < 100 {
            self.problems.push(Problem { line, message: message.into() });
        }
    }

    /// Whether nodes were lost because there are too many; a reader may stop then.
    pub(in crate::formats) fn is_full(&self) -> bool {
        self.overflow
    }

    /// Orders the nodes, cuts what does not nest, computes lines and the title.
    pub(in crate::formats) fn finish(mut self, text: String) -> Document {
        if self.overflow {
            // However many problems there were before: an answer that lacks the rest says so.
            let message = format!("{PARTLY}: more than {MOST_NODES} blocks; the rest is searched as plain text only");
            self.problems.push(Problem { line: 0, message });
        }
        let lines = LineIndex::new(&text);
        self.name_nodes_of_diagrams(&text);
        self.sort();
        if make_nest(&mut self.nodes, text.len() as u32) {
            self.sort();
        }
        for node in &mut self.nodes {
            fit(node);
            (node.line, node.end_line) = line_range(&lines, node.span);
        }
        if let Some(map) = &self.source_lines {
            make_lines(&mut self.nodes, map);
        }
        self.tables.sort_by_key(|table| table.node);
        self.written_out.sort_by_key(|(node, _)| *node);
        if self.title.is_empty() {
            self.title = first_heading(&self.nodes).to_owned();
        }
        let mut document = Document {
            text,
            lines,
            source_lines: self.source_lines,
            title: self.title,
            nodes: self.nodes,
            tables: self.tables,
            written_out: self.written_out,
            frontmatter: self.frontmatter,
            data: self.data,
            problems: self.problems,
        };
        document.nest();
        document
    }

    /// What a diagram shows are terms of the document.
    fn name_nodes_of_diagrams(&mut self, text: &str) {
        let diagrams = self.nodes.iter().filter(|node| node.kind == Kind::Diagram);
        let bodies: Vec<Span> =
            diagrams.map(|node| if node.body.is_empty() { node.span } else { node.body }).take(MAX_DIAGRAMS).collect();
        for body in bodies {
            for (name, range) in diagrams::nodes(body.of(text)) {
                let start = body.start as usize;
                let range = start + range.start..start + range.end;
                let handle = self.named(Kind::Term, range.clone(), &name, "");
                self.node(handle).name_span = Span::of_range(range);
            }
        }
    }

    /// Puts the nodes into the order of [`Document::nest`] and lets the tables follow their nodes.
    fn sort(&mut self) {
        let key = |node: &Node| (node.span.start, std::cmp::Reverse(node.span.end), node.kind);
        if self.nodes.is_sorted_by_key(key) {
            return;
        }
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        order.sort_by_key(|&at| key(&self.nodes[at as usize]));
        let mut place = vec![0u32; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old as usize] = new as u32;
        }
        let mut old: Vec<Option<Node>> = std::mem::take(&mut self.nodes).into_iter().map(Some).collect();
        self.nodes = order.iter().filter_map(|&at| old[at as usize].take()).collect();
        for table in &mut self.tables {
            table.node = place.get(table.node as usize).copied().unwrap_or(0);
        }
        for (node, _) in &mut self.written_out {
            *node = place.get(*node as usize).copied().unwrap_or(0);
        }
    }
}

/// Replaces lines of a derived text by those of the file: `map` has one for each.
pub(in crate::formats) fn make_lines(nodes: &mut [Node], map: &[u32]) {
    let of = |line: u32| map.get(line as usize - 1).or(map.last()).copied().unwrap_or(line);
    for node in nodes {
        (node.line, node.end_line) = (of(node.line), of(node.end_line).max(of(node.line)));
    }
}

/// Cuts every node, which must be in document order, at the end of the node it starts in; says whether
/// anything was cut.
pub(in crate::formats) fn make_nest(nodes: &mut [Node], len: u32) -> bool {
    let mut open: Vec<u32> = Vec::new();
    let mut cut = false;
    for node in nodes {
        let start = node.span.start.min(len);
        while open.last().is_some_and(|&end| end <= start) {
            open.pop();
        }
        let limit = open.last().copied().unwrap_or(len);
        if node.span.end > limit || node.span.start > len {
            node.span = Span::new(start, limit);
            fit(node);
            cut = true;
        }
        if !node.span.is_empty() {
            open.push(node.span.end);
        }
    }
    cut
}

/// Keeps the inner spans of a node inside it.
fn fit(node: &mut Node) {
    let span = node.span;
    let into = |inner: Span| Span::new(inner.start.clamp(span.start, span.end), inner.end.clamp(span.start, span.end));
    node.name_span = into(node.name_span);
    node.body = into(node.body);
    node.doc = into(node.doc);
}

fn line_range(lines: &LineIndex, span: Span) -> (u32, u32) {
    let first = lines.line(span.start);
    // Most nodes end on the line they start on; asking for the next line's start is cheaper than a search.
    let last = span.end.saturating_sub(1).max(span.start);
    if last < lines.start(first + 1) { (first, first) } else { (first, lines.line(last)) }
}

fn first_heading(nodes: &[Node]) -> &str {
    let headings = || nodes.iter().filter(|node| node.kind == Kind::Heading && !node.name.is_empty());
    let Some(level) = headings().map(|node| node.level).min() else { return "" };
    headings().find(|node| node.level == level).map_or("", |node| &node.name)
}

/// `text` with every run of white space made one space, and none at the ends.
pub(in crate::formats) fn squeeze(text: &str) -> Box<str> {
    let clean = |c: char| !c.is_whitespace() || c == ' ';
    if text.chars().all(clean) && !text.contains("  ") {
        return text.trim().into();
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out.into()
}

/// The end of `range` without the white space before it.
pub(in crate::formats) fn trimmed_end(text: &str, range: std::ops::Range<usize>) -> usize {
    range.start + text[range].trim_end_matches([' ', '\t', '\n', '\r']).len()
}
