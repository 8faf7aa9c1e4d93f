//! Declarations that the grammar does not see: the inside of a node is parsed once more, as a program of its own.
//!
//! A macro's argument is tokens to a grammar, whatever the macro makes of it. Where a rule says `reparse`, the
//! inside of the brackets becomes a tree with the offsets and lines of the whole text, and the walk goes on in it.

use super::parse::parse_part;
use super::walk::{Frame, Walk};
use crate::document::{Kind, Span};
use crate::languages::rules::path::Path;
use regex::Regex;
use std::cell::OnceCell;
use tree_sitter::{Node, Range, Tree};

/// How deep parts may stand in parts; with it, how often a byte is parsed at most.
const MOST_DEPTH: u32 = 6;

/// Longer parts are not parsed: they are data, and nobody could stop it.
const MOST_BYTES: usize = 4 << 20;

/// What is parsed once more, and how.
#[derive(Debug)]
pub(in crate::languages) struct Reparse {
    /// The nodes with brackets around what is parsed.
    pub inside: Path,
    /// How their text starts.
    pub starts: String,
    /// The kinds of node that are taken from the outermost level of the second parse.
    pub only: Box<[u16]>,
    pub rewrite: Box<[Rewrite]>,
    /// What a declaration of the first kind really is.
    pub recast: Box<[(Kind, Kind)]>,
}

/// Puts something of the same length in the place of the first group of each match, for the parser's eyes only.
#[derive(Debug)]
pub(in crate::languages) struct Rewrite {
    pub find: Regex,
    pub put: String,
}

/// The trees of parts, kept for as long as the walk may hold nodes of them.
#[derive(Debug, Default)]
pub(super) struct Trees {
    first: OnceCell<Box<Link>>,
}

#[derive(Debug)]
struct Link {
    tree: Tree,
    next: OnceCell<Box<Link>>,
}

/// Where the next tree is kept.
pub(super) struct Tail<'t>(&'t OnceCell<Box<Link>>);

impl Trees {
    pub(super) fn tail(&self) -> Tail<'_> {
        Tail(&self.first)
    }
}

impl Drop for Trees {
    /// One by one: a chain that drops itself needs as much stack as it is long.
    fn drop(&mut self) {
        let mut link = self.first.take();
        while let Some(mut last) = link {
            link = last.next.take();
        }
    }
}

impl<'t> Tail<'t> {
    fn keep(&mut self, tree: Tree) -> &'t Tree {
        let link = self.0.get_or_init(|| Box::new(Link { tree, next: OnceCell::new() }));
        self.0 = &link.next;
        &link.tree
    }
}

impl<'t> Walk<'t> {
    /// Declares what is inside of `node`; whether there was anything to be read.
    pub(in crate::languages) fn reparse(&mut self, how: &Reparse, node: Node<'t>, frame: &Frame) -> bool {
        if self.depth >= MOST_DEPTH {
            return false;
        }
        let mut found = false;
        for target in how.inside.all(node, &self.table.through) {
            found |= self.slice(target).starts_with(&how.starts) && self.reparse_part(how, target, frame);
        }
        found
    }

    fn reparse_part(&mut self, how: &Reparse, target: Node<'t>, frame: &Frame) -> bool {
        let (Some(open), Some(close)) = (target.child(0), target.child(target.child_count().saturating_sub(1))) else {
            return false;
        };
        let part = Range {
            start_byte: open.end_byte(),
            end_byte: close.start_byte(),
            start_point: open.end_position(),
            end_point: close.start_position(),
        };
        if part.start_byte >= part.end_byte || part.end_byte - part.start_byte > MOST_BYTES {
            return false;
        }
        let text = how.rewritten(Span::of_range(part.start_byte..part.end_byte).of(self.text));
        let Some(tree) = parse_part(&self.table.grammar, &text, part) else { return false };
        let tree = self.trees.keep(tree);
        let first = self.nodes.len();
        self.depth += 1;
        self.pending.pass(open.end_byte() as u32);
        let root = tree.root_node();
        let last = root.child(root.child_count().saturating_sub(1));
        self.traverse(tree, self.within(frame), |walk, node| {
            walk.is_aside(node, frame.scope) || how.only.contains(&node.kind_id()) && is_sound(node, last)
        });
        self.depth -= 1;
        self.body_behind = None;
        for node in &mut self.nodes[first..] {
            if let Some((_, real)) = how.recast.iter().find(|(read, _)| *read == node.kind) {
                node.kind = *real;
            }
        }
        self.nodes.len() > first
    }
}

impl Reparse {
    fn rewritten<'t>(&self, text: &'t str) -> std::borrow::Cow<'t, str> {
        let mut text = std::borrow::Cow::Borrowed(text);
        for rewrite in &self.rewrite {
            if let Some(rewritten) = rewrite.apply(&text) {
                text = rewritten.into();
            }
        }
        text
    }
}

impl Rewrite {
    /// The text with all matches rewritten; `None` if there is none.
    fn apply(&self, text: &str) -> Option<String> {
        let mut out = String::new();
        let mut at = 0;
        for captures in self.find.captures_iter(text) {
            let Some(group) = captures.get(1) else { continue };
            out.push_str(&text[at..group.start()]);
            let put = if self.put.len() <= group.len() { self.put.as_str() } else { "" };
            out.push_str(put);
            // Lines stay where they are.
            out.extend(group.as_str().bytes().skip(put.len()).map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
            at = group.end();
        }
        (at > 0).then(|| out + &text[at..])
    }
}

/// Whether a declaration has been understood, but for what is inside of its parts. The last one of a part may
/// lack what would close it.
fn is_sound(node: Node, last: Option<Node>) -> bool {
    if !node.has_error() {
        return true;
    }
    let mut cursor = node.walk();
    let mut children = node.children(&mut cursor).peekable();
    while let Some(child) = children.next() {
        if child.is_error() || child.is_missing() && (children.peek().is_some() || last != Some(node)) {
            return false;
        }
    }
    true
}
