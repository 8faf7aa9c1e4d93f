//! From the text of a program to its document.

use super::reparse::Trees;
use super::walk::Walk;
use super::written::seen;
use crate::document::{Document, LineIndex, Problem};
use crate::languages::table::Language;
use std::cell::RefCell;
use std::ops::ControlFlow;
use tree_sitter::{Node, ParseOptions, Parser, Range, Tree};

/// Longer texts are not parsed; they can still be read and searched. A dense C file of 24 MB takes 600 MB.
pub const MAX_BYTES: usize = 64 << 20;

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// Parses `text` with the grammar of the language that it is written in, without what only the preprocessor reads:
/// the file may be taken for one of a language with the same endings. `None` if it is longer than [`MAX_BYTES`] or `cancelled` said so while parsing.
pub fn parse_tree(language: &'static Language, text: &str, cancelled: &dyn Fn() -> bool) -> Option<Tree> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let language = language.as_written(text);
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(&(language.grammar)()).ok()?;
        parser.set_included_ranges(&seen(text, &language.unseen(text))).ok()?;
        let mut progress =
            |_: &tree_sitter::ParseState| if cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let bytes = text.as_bytes();
        let mut read = |offset: usize, _| bytes.get(offset..).unwrap_or_default();
        let tree = parser.parse_with_options(&mut read, None, Some(options));
        if tree.is_none() {
            // A parser that was stopped would go on with the old text.
            parser.reset();
        }
        // The next text is read as a whole.
        parser.set_included_ranges(&[]).ok()?;
        tree
    })
}

/// Parses a part of a text as a program of its own. Its nodes have their places in the whole, where the part is
/// at `range`.
pub(super) fn parse_part(grammar: &tree_sitter::Language, part: &str, range: Range) -> Option<Tree> {
    let offset = range.start_byte;
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(grammar).ok()?;
        parser.set_included_ranges(&[range]).ok()?;
        let bytes = part.as_bytes();
        let mut read = |at: usize, _| at.checked_sub(offset).and_then(|at| bytes.get(at..)).unwrap_or_default();
        let tree = parser.parse_with_options(&mut read, None, None);
        // The next text is read as a whole.
        parser.set_included_ranges(&[]).ok()?;
        tree
    })
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
