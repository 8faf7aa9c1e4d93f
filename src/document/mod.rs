//! The model of all formats: text and a flat list of nodes in document order.
//!
//! A Markdown chapter and a Java class are both a [`Node`]. **Invariants:** nodes are sorted by start and nest by span;
//! spans lie on character boundaries of [`Document::text`]; lines are 1-based.

mod data;
mod file_doc;
mod format;
mod key;
mod kind;
mod lexis;
mod lines;
mod name_place;
mod node;
mod scope;
mod slug;

pub use data::{DataNode, DataTree, Key, Scalar};
pub use file_doc::FileDoc;
pub use format::{FormatFamily, FormatInfo};
pub use key::NodeKey;
pub use kind::{Family, KINDS, Kind, KindRow};
pub use lexis::{Lexeme, LexemeKind, Lexis, StringRule, lexemes};
pub use lines::LineIndex;
pub use name_place::NamePlace;
pub use node::{Document, Node, NodeFlags, Problem, Span, Table, Visibility, opens_section};
pub use scope::{SCOPES, Scope};
pub use slug::{Slugger, slug};
