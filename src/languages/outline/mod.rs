//! Syntax tree → declarations, calls, docs.
//!
//! - `declare`: from a rule that applies to the nodes of the outline.
//! - `dialect`: the dialect of a text: C++ in a file that is called a C header, and words that only the preprocessor
//!   reads.
//! - `gather`: conditions of rules: modifiers, attributes, texts, the enclosing declaration.
//! - `mend`: broken regions of a tree, read once more in pieces: an error spoils the declaration it stands in, and no
//!   other.
//! - `parse`: from the text of a program to its document.
//! - `pending`: doc comments and attributes that wait for the declaration they belong to.
//! - `reparse`: declarations that the grammar does not see: the inside of a node is parsed once more, as a program of
//!   its own.
//! - `state`: the state of the walk over a syntax tree.
//! - `text`: names out of the text of syntax nodes.
//! - `trees`: trees of parts, which live as long as the walk may hold nodes of them.
//! - `walk`: the walk over a syntax tree: it enters nodes and tries rules, as the table says.

mod declare;
pub(super) mod dialect;
mod gather;
mod mend;
pub(super) mod parse;
mod pending;
mod reparse;
mod state;
mod text;
mod trees;
mod walk;
