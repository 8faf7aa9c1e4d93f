//! The model of all formats: text and a flat list of nodes in document order.
//!
//! A Markdown chapter and a Java class are both a [`Node`]. **Invariants:** nodes are sorted by start and nest by span;
//! spans lie on character boundaries of [`Document::text`]; lines are 1-based.
//!
//! Read the files in this order; each imports only those above it.
//!
//! - `span`: ranges of bytes.
//! - `lines`: where lines begin.
//! - `kind`: the kinds of node.
//! - `data`: trees of values.
//! - `rules`: rules of a language: comments, strings and names, where types stand, what is hidden.
//! - `language_names`: languages by the names that people give them.
//! - `format`: formats without the parsers behind them.
//! - `lexemes`: a text as comments, strings and the rest.
//! - `scope`: what colours are given to.
//! - `slug`: titles as anchors.
//! - `tables`: columns, rows and cells, wherever they are kept.
//! - `node`: nodes and the document that holds them.
//! - `file_doc`: how files are documented.
//! - `key`: identity that survives edits.
//! - `html_tags`: tags of HTML.

mod data;
mod file_doc;
mod format;
pub mod html_tags;
mod key;
mod kind;
mod language_names;
mod lexemes;
mod lines;
mod node;
mod rules;
mod scope;
mod slug;
mod span;
mod tables;

pub use data::{DataKey, DataNode, DataTree, Scalar};
pub use format::{FormatFamily, FormatInfo, ShownAs};
pub use key::NodeKey;
pub use kind::{Family, KINDS, Kind, KindRow};
pub use language_names::is_same_language;
pub use lexemes::{CodePart, Lexeme, LexemeKind, beside_scripts, code_among_elements, is_variable, lexemes, unread};
pub use lines::LineIndex;
pub use node::{Document, Node, NodeFlags, PARTLY, Problem, TEXT_ONLY, Visibility, opens_section};
pub use rules::{
    CalledVariables, Dialect, Escapes, ExpressionMark, FileDoc, Forms, HeredocRule, Hides, Lambda, Lexis, NamePlace,
    PageRules, StringRule, TypePlace, TypeRules,
};
pub use scope::{SCOPES, Scope};
pub use slug::{Slugger, slug};
pub use span::Span;
pub use tables::{
    Cell, DelimitedRecords, Fields, SheetRows, Table, cell_place, column_letters, compare_decimals, each_once,
    is_decimal,
};
