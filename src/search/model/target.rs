//! Targets: the places that a search can find.

use crate::document::{Kind, Span};
use crate::library::{FileId, Library, NodeRef};

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
    /// A line that was asked for by its number.
    Line {
        /// The file.
        file: FileId,
        /// From the column that was asked for to the end of the line, in the file's text.
        span: Span,
        /// The line, from 1.
        line: u32,
    },
}

impl Target {
    /// The file that opens for it.
    pub fn file(self) -> FileId {
        match self {
            Target::Node(node) => node.file,
            Target::File(file) | Target::Text { file, .. } | Target::Line { file, .. } => file,
        }
    }

    /// True for a symbol that is a test, or in a module of tests beside what they test.
    pub(in crate::search) fn is_in_tests(self, library: &Library) -> bool {
        let Target::Node(at) = self else { return false };
        let Some(outline) = library.outline(at.file).filter(|outline| at.node < outline.len()) else { return false };
        let is_tests = |node: u32| outline.kind(node) == Kind::Module && matches!(outline.name(node), "tests" | "test");
        outline.kind(at.node) == Kind::Test || outline.ancestors(at.node).any(is_tests)
    }
}
