//! From the text of a program to its document.

use super::dialect::seen;
use super::parser::parse_text;
use super::state::Walk;
use super::trees::Trees;
use crate::document::{Document, LineIndex, Problem};
use crate::languages::table::Language;
use tree_sitter::{Node, Tree};

/// Longer texts are not parsed; they can still be read and searched. A dense C file of 24 MB takes 600 MB.
pub const MAX_BYTES: usize = 64 << 20;

/// Parses `text` with the grammar of the language that it is written in, without what only the preprocessor reads:
/// the file may be taken for one of a language with the same endings. `None` if it is longer than [`MAX_BYTES`] or
/// `cancelled` says so while parsing.
pub fn parse_tree(language: &'static Language, text: &str, cancelled: &dyn Fn() -> bool) -> Option<Tree> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let language = language.as_written(text);
    parse_text(&(language.grammar)(), text, &seen(text, &language.unseen(text)), cancelled)
}

/// Adds the outline of `tree`, which was parsed from the text of `document`, to its nodes and nests them.
pub fn outline(language: &'static Language, tree: &Tree, document: &mut Document) {
    if let Some(table) = language.as_written(&document.text).table() {
        let trees = Trees::default();
        let nodes = Walk::run(table, tree, &trees, &document.text, &document.lines);
        document.nodes.extend(nodes);
    }
    document.nest();
}

/// Reads a program: text, lines, outline, and a problem for the first piece of broken syntax.
pub fn parse(language: &'static Language, text: String) -> Document {
    let lines = LineIndex::new(&text);
    let mut document = Document { text, lines, ..Document::default() };
    match parse_tree(language, &document.text, &|| false) {
        Some(tree) => {
            outline(language, &tree, &mut document);
            if let Some(line) = first_error(&tree) {
                let message = "the syntax is not understood from here; the outline may have holes".to_owned();
                document.problems.push(Problem { line, message });
            }
        }
        None => {
            let message = format!("longer than {} MB: read without an outline", MAX_BYTES >> 20);
            document.problems.push(Problem { line: 0, message });
        }
    }
    document
}

/// The 1-based line of the first error in `tree`.
fn first_error(tree: &Tree) -> Option<u32> {
    let mut node = tree.root_node();
    if !node.has_error() {
        return None;
    }
    let mut cursor = node.walk();
    while !node.is_error() && !node.is_missing() {
        let broken = |child: &Node| child.has_error() || child.is_missing();
        let next = node.children(&mut cursor).find(broken);
        match next {
            Some(child) => node = child,
            None => break,
        }
    }
    Some(node.start_position().row as u32 + 1)
}
