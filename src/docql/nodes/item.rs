//! What a query moves along its steps: nodes, files, directories, excerpts, values.

use crate::document::{DataTree, Kind, Span};
use crate::library::{FileId, NodeRef};
use std::sync::Arc;

/// A piece of a file that is no node: a matching line, a comment, a reference, a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Excerpt {
    /// The file.
    pub file: FileId,
    /// Where, in bytes: of the file's text for matches, comments and references, of the node text for chunks.
    pub span: Span,
    /// Match, comment, reference or chunk.
    pub kind: Kind,
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// What matched within it.
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
    /// A repository, by number.
    Repository(u32),
    /// A piece of a file.
    Excerpt(Excerpt),
    /// A value of a data file.
    Data {
        /// The file; `None` for the document of `--data`.
        file: Option<FileId>,
        /// All its values.
        tree: Arc<DataTree>,
        /// This one.
        node: u32,
    },
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

/// An item and how it was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// What was found.
    pub item: Item,
    /// Its rank score.
    pub score: Option<f32>,
    /// What made the score: lines for people.
    pub why: Option<Arc<[String]>>,
    /// Steps of the relation that led to it; 0 for none.
    pub depth: u32,
    /// The place in the item's file that shows why it was found: a call, say.
    pub site: Option<Span>,
    /// How many such places there are in the item.
    pub calls: u32,
    /// Whether only the name speaks for the relation.
    pub by_name: bool,
}

impl Found {
    /// An item found without rank or relation.
    pub fn plain(item: Item) -> Found {
        Found { item, score: None, why: None, depth: 0, site: None, calls: 0, by_name: false }
    }
}

/// The identity of an item, for leaving out what was seen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::docql) enum Identity {
    Node(NodeRef),
    File(FileId),
    Directory(Arc<str>),
    Repository(u32),
    Excerpt(Excerpt),
}

impl Item {
    /// The file it belongs to.
    pub fn file(&self) -> Option<FileId> {
        match self {
            Item::Node(node) => Some(node.file),
            Item::File(file) => Some(*file),
            Item::Excerpt(excerpt) => Some(excerpt.file),
            Item::Data { file, .. } | Item::Value { file, .. } => *file,
            Item::Directory(_) | Item::Repository(_) => None,
        }
    }

    /// Its identity; values have none and may repeat.
    pub(in crate::docql) fn identity(&self) -> Option<Identity> {
        match self {
            Item::Node(node) => Some(Identity::Node(*node)),
            Item::File(file) => Some(Identity::File(*file)),
            Item::Directory(path) => Some(Identity::Directory(Arc::clone(path))),
            Item::Repository(number) => Some(Identity::Repository(*number)),
            Item::Excerpt(excerpt) => Some(Identity::Excerpt(*excerpt)),
            Item::Data { .. } | Item::Value { .. } => None,
        }
    }
}
