//! Syntax tree → declarations, calls, docs.
//!
//! - `branches`: conditions in the middle of a declaration, and which of their branches is read.
//! - `declare`: from a rule that applies to the nodes of the outline.
//! - `dialect`: the dialect of a text: C++ in a file that is called a C header, and words that only the preprocessor
//!   reads.
//! - `gather`: conditions of rules: modifiers, attributes, texts, the enclosing declaration.
//! - `conflicts`: the marks that a merge leaves in a text, and which of its sides is read.
//! - `levels`: brackets of a broken text that do not match, mended by how its lines are indented.
//! - `mend`: broken regions of a tree, read once more in pieces: an error spoils the declaration it stands in, and no
//!   other.
//! - `parse`: from the text of a program to its document.
//! - `pending`: doc comments and attributes that wait for the declaration they belong to.
//! - `pruned`: what of a broken text no grammar understands, found by reading each declaration by itself.
//! - `reparse`: declarations that the grammar does not see: the inside of a node is parsed once more, as a program of
//!   its own.
//! - `reread`: a text that the grammar does not understand as it is, read once more: rewritten, with brackets
//!   that are missing, and without attributes that hide a declaration.
//! - `state`: the state of the walk over a syntax tree.
//! - `tables`: tables that functions are written for by their names, and which of them are classes.
//! - `text`: names out of the text of syntax nodes.
//! - `trees`: trees of parts, which live as long as the walk may hold nodes of them.
//! - `walk`: the walk over a syntax tree: it enters nodes and tries rules, as the table says.

mod branches;
mod conflicts;
mod declare;
pub(super) mod dialect;
mod gather;
mod levels;
mod mend;
pub(super) mod parse;
mod pending;
mod pruned;
mod reparse;
mod reread;
mod state;
mod tables;
mod text;
mod trees;
mod walk;
