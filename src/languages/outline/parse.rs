//! From the text of a program to its document.

use super::conflicts::conflicts;
use super::dialect::blanked;
use super::mend::Mend;
use super::reparse::rewritten_of;
use super::reread::Reread;
use super::state::Walk;
use super::trees::Trees;
use crate::document::{Document, LineIndex, Problem, Span, TEXT_ONLY, unread};
use crate::languages::parsing::{Unparsed, Work, parse_text};
use crate::languages::table::Language;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;
use std::rc::Rc;
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
    let language = language.as_written(text);
    let unseen = unseen_of(language, text);
    parse_within(language, (text, &unseen), &mut Work::of(text.len()), cancelled)
}

/// What of `text`, which is written in `language`, the grammar must not see; of a long text, which is not parsed, nothing.
fn unseen_of(language: &'static Language, text: &str) -> Vec<Range<usize>> {
    if text.len() > MAX_BYTES {
        return Vec::new();
    }
    let mut unseen = language.unseen(text);
    let unread = language.info.lexis.into_iter().flat_map(|lexis| unread(text, lexis));
    let unread = unread.map(|span| span.start as usize..span.end as usize);
    let more: Vec<Range<usize>> = conflicts(text).into_iter().chain(unread).collect();
    if !more.is_empty() {
        unseen.extend(more);
        unseen.sort_unstable_by_key(|range| range.start);
        unseen.dedup_by(|later, earlier| {
            let within = later.start < earlier.end;
            earlier.end = if within { earlier.end.max(later.end) } else { earlier.end };
            within
        });
    }
    unseen
}

/// Parses a text, which is written in `language`, without what is unseen of it.
fn parse_within(
    language: &'static Language,
    (text, unseen): (&str, &[Range<usize>]),
    work: &mut Work,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Tree, Unparsed> {
    if text.len() > MAX_BYTES {
        return Err(Unparsed::TooLong);
    }
    parse_text(&(language.grammar)(), &seen(language, text, unseen), work, cancelled)
}

/// A text as its parser sees it.
fn seen<'t>(language: &'static Language, text: &'t str, unseen: &[Range<usize>]) -> Cow<'t, str> {
    let misread = language.table().map_or(&[][..], |table| &table.misread);
    rewritten_of(misread, blanked(text, unseen))
}

/// Adds the outline of `tree`, which was parsed from the text of `document`, to its nodes and nests them.
pub fn outline(language: &'static Language, tree: &Tree, document: &mut Document) {
    let language = language.as_written(&document.text);
    let is_asked = tree.root_node().has_error() || !conflicts(&document.text).is_empty();
    let unseen = if is_asked { unseen_of(language, &document.text) } else { Vec::new() };
    outline_within(language, (tree, &unseen), document, &Work::of(document.text.len()));
}

/// The same of a text that is written in `language`. Returns the line of the first error that is left. Nobody asks what is unseen of a text that is not broken.
fn outline_within(
    language: &'static Language,
    (tree, unseen): (&Tree, &[Range<usize>]),
    document: &mut Document,
    work: &Work,
) -> Option<u32> {
    let mut error = None;
    if let Some(table) = language.table() {
        let trees = Trees::default();
        let seen = seen(language, &document.text, unseen);
        let Reread { tree: better, hidden, broken } = Reread::of(table, language.info.lexis, tree, &seen, work);
        let tree = better.as_ref().unwrap_or(tree);
        let mend = Mend::of(table, tree, (&document.text, unseen)).map(Rc::new);
        let read = (tree, mend.clone(), hidden);
        let (nodes, in_pieces) = Walk::run(table, read, &trees, &document.text, &document.lines, work);
        error = if mend.is_some() { in_pieces } else { broken.or(first_error(tree.root_node())) };
        document.nodes.extend(nodes);
        if error.is_some() {
            part(document);
        }
    }
    document.nest();
    let conflict = || Some(conflicts(&document.text).first()?.start as u32);
    error.or_else(conflict).map(|at| document.lines.line(at))
}

/// Ends each declaration of a broken text where a later one begins that goes on behind it: what is read of pieces of it may
/// overlap.
fn part(document: &mut Document) {
    let Document { text, lines, nodes, .. } = document;
    nodes.sort_by_key(|node| (node.span.start, Reverse(node.span.end)));
    let mut open: Vec<usize> = Vec::new();
    for at in 0..nodes.len() {
        let span = nodes[at].span;
        while let Some(&around) = open.last()
            && !nodes[around].span.covers(span)
        {
            let node = &mut nodes[around];
            open.pop();
            let end = text[..span.start as usize].trim_end().len() as u32;
            if node.span.end > span.start && node.span.start < span.start && node.name_span.end <= end {
                node.span.end = end;
                node.end_line = lines.line(end.saturating_sub(1)).max(node.line);
                node.body = Span::new(node.body.start.min(end), node.body.end.min(end));
                node.doc = Span::new(node.doc.start.min(end), node.doc.end.min(end));
            }
        }
        open.push(at);
    }
}

/// Reads a program: text, lines, outline, and a problem for the first piece of broken syntax.
pub fn parse(language: &'static Language, text: String) -> Document {
    let lines = LineIndex::new(&text);
    let mut document = Document { text, lines, ..Document::default() };
    let mut work = Work::of(document.text.len());
    let language = language.as_written(&document.text);
    let unseen = unseen_of(language, &document.text);
    let problem = match parse_within(language, (&document.text, &unseen), &mut work, &|| false) {
        Ok(tree) => {
            let error = outline_within(language, (&tree, &unseen), &mut document, &work);
            match (work.over(), error) {
                (Some(over), _) => Some((0, format!("the outline has holes: a part of the text is {over}"))),
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

/// The place of the first error in a node.
pub(super) fn first_error(mut node: Node) -> Option<u32> {
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
    Some(node.start_byte() as u32)
}
