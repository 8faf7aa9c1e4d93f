//! Places of values in the text of a data file.

use crate::document::{DataKey, DataTree, Kind, LineIndex, Scalar, Span};
use crate::formats::draft::nodes::{Draft, Handle, trimmed_end};

/// A value is written out up to so many bytes.
const MAX_BYTES: usize = 8 << 10;

/// The places of the values of one file.
pub(super) struct Places<'t> {
    text: &'t str,
    lines: LineIndex,
}

impl<'t> Places<'t> {
    /// Of this text.
    pub(super) fn new(text: &'t str) -> Places<'t> {
        Places { text, lines: LineIndex::new(text) }
    }

    /// The lines of a value, without the white space around them.
    fn range(&self, tree: &DataTree, at: u32) -> std::ops::Range<usize> {
        let node = tree.node(at);
        let (start, end) = (self.lines.start(node.line) as usize, self.lines.start(node.end_line + 1) as usize);
        let end = trimmed_end(self.text, start..end);
        let lines = &self.text[start..end];
        start + (lines.len() - lines.trim_start().len())..end
    }

    /// Adds a node of `kind` for a value; it is called `name`, and is a `detail`.
    pub(super) fn mark(
        &self,
        draft: &mut Draft,
        kind: Kind,
        (tree, at): (&DataTree, u32),
        name: &str,
        detail: &str,
    ) -> Handle {
        let range = self.range(tree, at);
        let first_line = self.lines.text(self.text, tree.node(at).line).trim();
        let name_span = Span::of_range(range.start..(range.start + first_line.len()).min(range.end));
        let handle = draft.named(kind, range, name, detail);
        draft.node(handle).name_span = name_span;
        handle
    }

    /// A value as it is written in the file; as JSON where lines do not set it apart.
    pub(super) fn written(&self, tree: &DataTree, at: u32) -> String {
        let lines = &self.text[self.range(tree, at)];
        let mut written = match lines.len() > MAX_BYTES && tree.node(at).line == tree.node(at).end_line {
            true => tree.to_json(at).to_string(),
            false => lines.to_owned(),
        };
        written.truncate(written.floor_char_boundary(MAX_BYTES));
        written
    }
}

/// The values at a path of keys such as `jobs/*`: `*` stands for all members, and items of arrays are passed through.
pub(super) fn reached(tree: &DataTree, from: u32, path: &str) -> Vec<u32> {
    let mut reached = vec![from];
    for key in path.split('/').filter(|key| !key.is_empty()) {
        let inside = |at: u32| -> Vec<u32> {
            let node = tree.node(at);
            match (&node.scalar, key) {
                (_, "*") => node.children.clone(),
                (Scalar::Array, _) => node.children.iter().filter_map(|item| tree.member(*item, key)).collect(),
                _ => tree.member(at, key).into_iter().collect(),
            }
        };
        reached = reached.into_iter().flat_map(inside).collect();
    }
    reached
}

/// The text of a value, if it is one of text.
pub(super) fn string(tree: &DataTree, at: u32) -> Option<&str> {
    match &tree.node(at).scalar {
        Scalar::String(text) => Some(text),
        _ => None,
    }
}

/// The name under which a value stands in its object.
pub(super) fn key(tree: &DataTree, at: u32) -> Option<&str> {
    match &tree.node(at).key {
        DataKey::Name(name) => Some(name),
        _ => None,
    }
}
