//! From the text of a program to its document.

use super::dialect::seen;
use super::state::Walk;
use super::trees::Trees;
use crate::document::{Document, LineIndex, Problem, TEXT_ONLY};
use crate::languages::parsing::{Unparsed, Work, parse_text};
use crate::languages::table::Language;
use tree_sitter::{Node, Tree};

/// Longer texts are not parsed; they can still be read and searched. A dense C file of 24 MB takes 600 MB.
pub const MAX_BYTES: usize = 64 << 20;

/// Parses `text` with the grammar of the language that it is written in, without what only the preprocessor reads:
/// the file may be taken for one of a language with the same endings.
///
/// # Errors
/// Why there is no tree: the text is longer than [`MAX_BYTES`] or beyond another bound, or `cancelled` says to stop.
pub fn parse_tree(
    language: &'static Language,
    text: &str,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Tree, Unparsed> {
    parse_within(language, text, &mut Work::of(text.len()), cancelled)
}

fn parse_within(
    language: &'static Language,
    text: &str,
    work: &mut Work,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Tree, Unparsed> {
    if text.len() > MAX_BYTES {
        return Err(Unparsed::TooLong);
    }
    let language = language.as_written(text);
    parse_text(&(language.grammar)(), text, &seen(text, &language.unseen(text)), work, cancelled)
}

/// Adds the outline of `tree`, which was parsed from the text of `document`, to its nodes and nests them.
pub fn outline(language: &'static Language, tree: &Tree, document: &mut Document) {
    outline_within(language, tree, document, &Work::of(document.text.len()));
}

fn outline_within(language: &'static Language, tree: &Tree, document: &mut Document, work: &Work) {
    if let Some(table) = language.as_written(&document.text).table() {
        let trees = Trees::default();
        let nodes = Walk::run(table, tree, &trees, &document.text, &document.lines, work);
        document.nodes.extend(nodes);
    }
    document.nest();
}

/// Reads a program: text, lines, outline, and a problem for the first piece of broken syntax.
pub fn parse(language: &'static Language, text: String) -> Document {
    let lines = LineIndex::new(&text);
    let mut document = Document { text, lines, ..Document::default() };
    let mut work = Work::of(document.text.len());
    let problem = match parse_within(language, &document.text, &mut work, &|| false) {
        Ok(tree) => {
            outline_within(language, &tree, &mut document, &work);
            match (work.over(), first_error(&tree)) {
                (Some(over), _) => Some((0, format!("the outline has holes: what a macro is given is {over}"))),
                (None, Some(line)) => {
                    Some((line, "the syntax is not understood from here; the outline may have holes".to_owned()))
                }
                (None, None) => None,
            }
        }
        Err(unparsed) => Some((0, no_outline(unparsed))),
    };
    document.problems.extend(problem.map(|(line, message)| Problem { line, message }));
    document
}

/// What is said of a text without a tree.
fn no_outline(why: Unparsed) -> String {
    match why {
        Unparsed::Over(over) => format!("{TEXT_ONLY}: {over}"),
        Unparsed::TooLong => format!("{TEXT_ONLY}: longer than {} MB", MAX_BYTES >> 20),
        Unparsed::Cancelled | Unparsed::NoGrammar => TEXT_ONLY.to_owned(),
    }
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
