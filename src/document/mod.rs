//! The model of all formats: text and a flat list of nodes in document order.
//!
//! A Markdown chapter and a Java class are both a [`Node`]. **Invariants:** nodes are sorted by start and nest by span;
//! spans lie on character boundaries of [`Document::text`]; lines are 1-based.

mod data;
mod file_doc;
mod format;
pub mod html_tags;
mod key;
mod kind;
mod lexemes;
mod lexical_rules;
mod lines;
mod name_place;
mod node;
mod scope;
mod slug;
mod span;

pub use data::{DataNode, DataTree, Key, Scalar};
pub use format::{FormatFamily, FormatInfo};
pub use key::NodeKey;
pub use kind::{Family, KINDS, Kind, KindRow};
pub use lexemes::{Lexeme, LexemeKind, lexemes};
pub use lexical_rules::{FileDoc, Hides, Lexis, StringRule, TypePlace, TypeRules};
pub use lines::LineIndex;
pub use name_place::NamePlace;
pub use node::{Document, Node, NodeFlags, Problem, TEXT_ONLY, Table, Visibility, opens_section};
pub use scope::{SCOPES, Scope};
pub use slug::{Slugger, slug};
pub use span::Span;
