//! Nodes and the document that holds them.

use super::{DataTree, Kind, LineIndex, Span, Table};

/// The visibility of a symbol, as its language says or implies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Visibility {
    /// The language has no visibility, or the node is not a symbol.
    #[default]
    Unknown,
    /// Visible everywhere.
    Public,
    /// Visible in subtypes and, in Java, in the package.
    Protected,
    /// Visible in the same module, crate, package or assembly.
    Internal,
    /// Visible in the same type or file.
    Private,
}

impl Visibility {
    /// The spelling in queries and results; `None` where unknown.
    pub fn id(self) -> Option<&'static str> {
        [None, Some("public"), Some("protected"), Some("internal"), Some("private")][self as usize]
    }

    /// The visibility of a column byte.
    pub fn from_u8(byte: u8) -> Visibility {
        use Visibility::*;
        [Unknown, Public, Protected, Internal, Private].get(byte as usize).copied().unwrap_or(Unknown)
    }
}

/// Flags of a node, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeFlags(pub u8);

impl NodeFlags {
    /// The node is a test, whatever its kind.
    pub const TEST: NodeFlags = NodeFlags(1);
    /// A function without a name of its own, named after the variable that holds it.
    pub const LAMBDA: NodeFlags = NodeFlags(2);
    /// Declared here, defined elsewhere (a prototype, an abstract method).
    pub const DECLARATION: NodeFlags = NodeFlags(4);

    /// True if all marks of `other` are set.
    pub fn has(self, other: NodeFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets the flags of `other`.
    pub fn set(&mut self, other: NodeFlags) {
        self.0 |= other.0;
    }
}

/// One section, block or symbol.
///
/// The meaning of `detail` depends on the kind:
/// code block and diagram: language · link and image: address · heading: anchor · import: the imported path ·
/// type: its supertypes, comma separated · impl: the trait · API: `METHOD /path` ·
/// method written outside its type: the name of that type · described term: the thing it is, such as `setting`.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its kind.
    pub kind: Kind,
    /// Heading level, or depth of declaration from 1; 0 for nodes without a level.
    pub level: u8,
    /// Its visibility.
    pub visibility: Visibility,
    /// Its flags.
    pub flags: NodeFlags,
    /// The whole node: a section extends to the next heading of its level, a symbol from its first keyword, modifier
    /// or attribute to its last brace. Doc comments are outside.
    pub span: Span,
    /// The place of its name or title; empty at `span.start` where there is none.
    pub name_span: Span,
    /// The body (`{ … }`, or the text below a heading); empty, at `span.end`, if it has none. The signature lies
    /// between `span.start` and `body.start`.
    pub body: Span,
    /// Its doc comment, including comment markers; empty if it has none.
    pub doc: Span,
    /// First line in the *file*, 1-based: for a symbol the line of its name, for anything else of `span.start`.
    pub line: u32,
    /// Last line in the file, 1-based, inclusive.
    pub end_line: u32,
    /// The index of the enclosing node.
    pub parent: Option<u32>,
    /// One past the index of the last node inside this one.
    pub end: u32,
    /// Its name or clean title; for other nodes empty or a short label (alt text, link text).
    pub name: Box<str>,
    /// See the type's documentation.
    pub detail: Box<str>,
}

/// True if a node of prose is a section: what is said in it is about its name. A term is one that says in its detail
/// what it describes; others are defined in passing.
pub fn opens_section(kind: Kind, has_detail: bool) -> bool {
    matches!(kind, Kind::Heading | Kind::Page) || kind == Kind::Term && has_detail
}

impl Node {
    /// A node of `kind` over `span`, with everything else empty for the caller to fill in.
    pub fn new(kind: Kind, span: Span, lines: &LineIndex) -> Node {
        let line = lines.line(span.start);
        let end_line = lines.line(span.end.saturating_sub(1).max(span.start));
        Node { line, end_line, ..Node::unplaced(kind, span) }
    }

    /// The same, as if all of it were on the first line.
    pub fn unplaced(kind: Kind, span: Span) -> Node {
        Node {
            kind,
            level: 0,
            visibility: Visibility::Unknown,
            flags: NodeFlags::default(),
            span,
            name_span: Span::new(span.start, span.start),
            body: Span::new(span.end, span.end),
            doc: Span::new(span.start, span.start),
            line: 1,
            end_line: 1,
            parent: None,
            end: 0,
            name: "".into(),
            detail: "".into(),
        }
    }
}

/// How the message of a [`Problem`] begins that leaves a file without an outline.
pub const TEXT_ONLY: &str = "text only, no outline";

/// How the message of a [`Problem`] begins that says which parts of a file are not read: answers may lack them.
pub const PARTLY: &str = "read in part";

/// Something in a file that could not be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// 1-based line; 0 for the file as a whole.
    pub line: u32,
    /// A sentence for people.
    pub message: String,
}

/// A parsed file.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The text that all spans refer to. For code and Markdown it is the decoded file itself; for formats with markup
    /// that readers do not see (HTML), the visible text.
    pub text: String,
    /// Line starts of `text`.
    pub lines: LineIndex,
    /// The file's 1-based line for each line of `text`, if the text is not the file itself.
    pub source_lines: Option<Vec<u32>>,
    /// The title: front matter `title`, else the first heading of the lowest level; empty if none.
    pub title: String,
    /// All nodes in document order.
    pub nodes: Vec<Node>,
    /// The cells of the nodes of kind table.
    pub tables: Vec<Table>,
    /// What nodes refer to elsewhere in the file, written out, in the order of nodes: the schemas of an endpoint.
    pub written_out: Vec<(u32, String)>,
    /// Front matter as data.
    pub frontmatter: Option<DataTree>,
    /// The file as data, for data formats.
    pub data: Option<DataTree>,
    /// Parts that could not be read.
    pub problems: Vec<Problem>,
}

impl Document {
    /// What it lacks as a whole, and why: it is damaged, cut, holds no text.
    pub fn of_all(&self) -> impl Iterator<Item = &str> {
        self.problems.iter().filter(|problem| problem.line == 0).map(|problem| &*problem.message)
    }

    /// The text of `span`.
    pub fn slice(&self, span: Span) -> &str {
        span.of(&self.text)
    }

    /// The line in the *file* of an offset into `text`.
    pub fn source_line(&self, offset: u32) -> u32 {
        let line = self.lines.line(offset);
        match &self.source_lines {
            Some(map) => map.get(line as usize - 1).or(map.last()).copied().unwrap_or(line),
            None => line,
        }
    }

    /// Sorts the nodes into document order and sets their `parent` and `end`. Parsers push nodes in any order and call
    /// this once.
    pub fn nest(&mut self) {
        self.nodes.sort_by(|a, b| {
            (a.span.start, std::cmp::Reverse(a.span.end), a.kind).cmp(&(
                b.span.start,
                std::cmp::Reverse(b.span.end),
                b.kind,
            ))
        });
        let mut open: Vec<usize> = Vec::new();
        for index in 0..self.nodes.len() {
            let span = self.nodes[index].span;
            while let Some(&top) = open.last() {
                if self.nodes[top].span.covers(span) && !self.nodes[top].span.is_empty() {
                    break;
                }
                self.nodes[top].end = index as u32;
                open.pop();
            }
            self.nodes[index].parent = open.last().map(|&top| top as u32);
            open.push(index);
        }
        let count = self.nodes.len() as u32;
        for top in open {
            self.nodes[top].end = count;
        }
    }

    /// What the node at `index` refers to, written out; empty if it refers to nothing.
    pub fn referred_to(&self, index: u32) -> &str {
        let found = self.written_out.binary_search_by_key(&index, |(node, _)| *node);
        found.map_or("", |at| &self.written_out[at].1)
    }

    /// The cells of the table node at `index`.
    pub fn table(&self, index: u32) -> Option<&Table> {
        self.tables.iter().find(|table| table.node == index)
    }
}
