//! Declarations that the grammar does not see: the inside of a node is parsed once more, as a program of its own.
//!
//! A macro's argument is tokens to a grammar, whatever the macro makes of it. Where a rule says `reparse`, the
//! inside of the brackets becomes a tree with the offsets and lines of the whole text, and the walk goes on in it.

use super::state::{Frame, Walk};
use crate::document::Span;
use crate::languages::parsing::parse_part;
use crate::languages::rules::model::{Reparse, Rewrite};
use std::borrow::Cow;
use tree_sitter::{Node, Range};

/// The depth of parts in parts, at most; so often is a byte parsed, too.
const MAX_DEPTH: u32 = 6;

/// Longer parts are not parsed: they are data.
const MAX_PART_BYTES: usize = 4 << 20;

/// A text is rewritten so often, at most.
const MOST_ROUNDS: usize = 4;

impl<'t> Walk<'t> {
    /// Declares what is inside of `node`. Whether there was anything to be read.
    pub(in crate::languages) fn reparse(&mut self, how: &Reparse, node: Node<'t>, frame: &Frame) -> bool {
        if self.depth >= MAX_DEPTH {
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
        if part.start_byte >= part.end_byte || part.end_byte - part.start_byte > MAX_PART_BYTES {
            return false;
        }
        let text = rewritten(&how.rewrite, Span::of_range(part.start_byte..part.end_byte).of(self.text));
        let Some(tree) = parse_part(&self.table.grammar, &text, part, self.work) else { return false };
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

/// The text with all that `rewrites` find rewritten. What is rewritten may let something be found that was not before.
pub(super) fn rewritten<'t>(rewrites: &[Rewrite], text: &'t str) -> Cow<'t, str> {
    let mut text = Cow::Borrowed(text);
    for _ in 0..MOST_ROUNDS {
        let mut found = false;
        for rewrite in rewrites {
            if let Some(rewritten) = rewrite.apply(&text) {
                (text, found) = (rewritten.into(), true);
            }
        }
        if !found {
            break;
        }
    }
    text
}

/// The same of a text that may have been changed before.
pub(super) fn rewritten_of<'t>(rewrites: &[Rewrite], text: Cow<'t, str>) -> Cow<'t, str> {
    match text {
        Cow::Borrowed(text) => rewritten(rewrites, text),
        Cow::Owned(changed) => Cow::Owned(rewritten(rewrites, &changed).into_owned()),
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
            // Lines stay where they are, but for a line's end that is all there is to rewrite.
            let joins = group.as_str().trim().is_empty();
            let rest = group.as_str().bytes().skip(put.len());
            out.extend(rest.map(|byte| if byte == b'\n' && !joins { '\n' } else { ' ' }));
            at = group.end();
        }
        (at > 0).then(|| out + &text[at..])
    }
}

/// True if a declaration has been understood, but for what is inside of its parts. The last one of a part may lack what
/// would close it.
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
