//! The items a query passes along its steps: nodes, files, directories, excerpts, values.

use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::matched::Matched;
use crate::docql::nodes::rows::row::{ColumnValues, Row};
use crate::document::{DataTree, Kind, Span};
use crate::library::{FileId, Library, NodeRef, Role, role};
use std::cmp::Ordering;
use std::sync::Arc;

/// A piece of a file that is not a node: a matching line, a comment, a reference, a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Excerpt {
    /// The file.
    pub file: FileId,
    /// Its bytes: in the file's text for matches, comments and references, in the node text for chunks.
    pub span: Span,
    /// Match, comment, reference or chunk.
    pub kind: Kind,
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// The bytes that matched.
    pub mark: Span,
}

/// One item of a list.
#[derive(Clone, Debug)]
pub enum Item {
    /// A node of a document.
    Node(NodeRef),
    /// A file.
    File(FileId),
    /// A directory, by its path.
    Directory(Arc<str>),
    /// A file that is there and that nothing reads, since it is no text: its path.
    Unread(Arc<str>),
    /// A repository, by number.
    Repository(u32),
    /// A piece of a file.
    Excerpt(Excerpt),
    /// A value of a data file.
    Data {
        /// The file; `None` for the document of `--data`.
        file: Option<FileId>,
        /// The tree it belongs to.
        tree: Arc<DataTree>,
        /// Its index in the tree.
        node: u32,
    },
    /// A row of a table.
    Row(Row),
    /// The value of a field.
    Value {
        /// The file of the item it was read from.
        file: Option<FileId>,
        /// The line of the item it was read from.
        line: u32,
        /// The value.
        value: serde_json::Value,
    },
}

/// An item, with rank and relation.
#[derive(Clone, Debug)]
pub struct Found {
    /// The item.
    pub item: Item,
    /// Its rank score.
    pub score: Option<f32>,
    /// Explanation of the score: lines for people.
    pub why: Option<Arc<[String]>>,
    /// Steps of the relation that leads to it; 0 without a relation.
    pub depth: u32,
    /// The site in the item's file that establishes the relation, such as a call.
    pub site: Option<Span>,
    /// The further such sites in the item, in order.
    pub further: Vec<Span>,
    /// How the relation is known, where that was asked.
    pub evidence: Option<Evidence>,
    /// How far the item is from what it is related to: 0 in the same file, 1 in the same directory, 2 elsewhere.
    pub distance: u8,
    /// The match, where the item was found by text in it.
    pub matched: Option<Box<Matched>>,
}

impl Found {
    /// An item without rank or relation.
    pub fn plain(item: Item) -> Found {
        Found {
            item,
            score: None,
            why: None,
            depth: 0,
            site: None,
            further: Vec::new(),
            evidence: None,
            distance: 0,
            matched: None,
        }
    }

    /// Adds a site behind the others: those that are known surer than the rest stand for the item, alone.
    pub(in crate::docql) fn add_site(&mut self, site: Span, evidence: Option<Evidence>) {
        let doubt = |evidence: Option<Evidence>| evidence.map_or(0, Evidence::doubt);
        match doubt(evidence).cmp(&doubt(self.evidence)) {
            Ordering::Less => (self.site, self.evidence, self.further) = (Some(site), evidence, Vec::new()),
            Ordering::Equal => {
                self.further.push(site);
                self.evidence = self.evidence.max(evidence);
            }
            Ordering::Greater => {}
        }
    }

    /// Number of the sites that establish the relation.
    pub fn calls(&self) -> usize {
        self.site.map_or(0, |_| 1 + self.further.len())
    }

    /// True for a test, and for what stands in a file of tests.
    pub(in crate::docql) fn is_of_tests(&self, library: &Library) -> bool {
        let is_test = matches!(self.item, Item::Node(node) if library.is_test(node));
        is_test || self.item.file().is_some_and(|file| role(library.file(file)) == Some(Role::Test))
    }

    /// True if the relation rests on the name alone.
    pub fn by_name(&self) -> bool {
        self.evidence == Some(Evidence::Name)
    }

    /// True if it is a call through a type above, which may run another implementation.
    pub fn is_dispatched(&self) -> bool {
        matches!(self.evidence, Some(Evidence::Dispatch(_)))
    }

    /// How much the evidence leaves open, 0 if nothing.
    pub fn doubt(&self) -> u8 {
        self.evidence.map_or(0, Evidence::doubt)
    }

    /// The type above that a call goes through which may run what was asked about.
    pub fn through(&self) -> Option<NodeRef> {
        if let Some(Evidence::Dispatch(of)) = self.evidence { of } else { None }
    }
}

/// The identity of an item, for removing duplicates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::docql) enum Identity {
    Node(NodeRef),
    File(FileId),
    Directory(Arc<str>),
    Unread(Arc<str>),
    Repository(u32),
    Excerpt(Excerpt),
    Row(FileId, u32, i64),
}

impl Item {
    /// The file it belongs to.
    pub fn file(&self) -> Option<FileId> {
        match self {
            Item::Node(node) => Some(node.file),
            Item::File(file) => Some(*file),
            Item::Excerpt(excerpt) => Some(excerpt.file),
            Item::Data { file, .. } | Item::Value { file, .. } => *file,
            Item::Row(row) => row.sheet.file,
            Item::Directory(_) | Item::Unread(_) | Item::Repository(_) => None,
        }
    }

    /// Columns and values, if it is a row.
    pub fn columns(&self) -> Option<ColumnValues> {
        if let Item::Row(row) = self { Some(row.columns()) } else { None }
    }

    /// Its identity; `None` for values, which may repeat.
    pub(in crate::docql) fn identity(&self) -> Option<Identity> {
        match self {
            Item::Node(node) => Some(Identity::Node(*node)),
            Item::File(file) => Some(Identity::File(*file)),
            Item::Directory(path) => Some(Identity::Directory(Arc::clone(path))),
            Item::Unread(path) => Some(Identity::Unread(Arc::clone(path))),
            Item::Repository(number) => Some(Identity::Repository(*number)),
            Item::Excerpt(excerpt) => Some(Identity::Excerpt(*excerpt)),
            Item::Row(row) => row.sheet.file.map(|file| Identity::Row(file, row.sheet.node, row.number)),
            Item::Data { .. } | Item::Value { .. } => None,
        }
    }
}
