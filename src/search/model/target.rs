//! Targets: the places that a search can find.

use crate::document::Span;
use crate::library::{FileId, NodeRef};

/// A place that a search can find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// A section or a symbol.
    Node(NodeRef),
    /// A file as a whole.
    File(FileId),
    /// Text outside of all sections and symbols.
    Text {
        /// The file.
        file: FileId,
        /// The place in the file's node text.
        span: Span,
        /// The first line in the file, 1-based.
        line: u32,
    },
}

impl Target {
    /// The file that it is, or is in.
    pub fn file(self) -> FileId {
        match self {
            Target::Node(node) => node.file,
            Target::File(file) | Target::Text { file, .. } => file,
        }
    }
}
