//! The common part of the readers of all data formats: the places of values, unique keys, limits.

use crate::document::{DataKey, DataTree, Problem, Scalar};
use std::collections::HashMap;

/// Values nested deeper than this are refused; every consumer may then walk the tree as it likes.
pub(super) const DEEPEST: usize = 256;

/// More values than this are refused.
pub(super) const MAX_VALUES: usize = 4_000_000;

/// The place of the next value.
pub(super) struct ValuePlace {
    pub(super) parent: u32,
    /// `DataKey::Root` replaces the root.
    pub(super) key: DataKey,
    /// The line of the key; values without a key are on their own line.
    pub(super) key_line: Option<u32>,
}

impl ValuePlace {
    pub(super) fn root() -> ValuePlace {
        ValuePlace { parent: 0, key: DataKey::Root, key_line: None }
    }
}

/// A tree whose root is still to come.
pub(super) fn empty() -> DataTree {
    DataTree::new(Scalar::Null, 1, 1)
}

/// Puts `scalar`, which begins on `line` and ends on `end_line`, at `place`.
pub(super) fn add(tree: &mut DataTree, place: ValuePlace, scalar: Scalar, line: u32, end_line: u32) -> u32 {
    let line = place.key_line.unwrap_or(line);
    if place.key == DataKey::Root {
        let root = tree.node_mut(0);
        (root.scalar, root.line, root.end_line) = (scalar, line, end_line.max(line));
        return 0;
    }
    tree.push(place.parent, place.key, scalar, line, end_line.max(line))
}

/// Of members with equal names the last stays, at the place of the first.
pub(super) fn unique_members(tree: &mut DataTree, object: u32) {
    let children = &tree.node(object).children;
    if children.len() < 2 {
        return;
    }
    let mut first: HashMap<&str, usize> = HashMap::with_capacity(children.len());
    let mut kept: Vec<u32> = Vec::with_capacity(children.len());
    for &child in children {
        let DataKey::Name(name) = &tree.node(child).key else { continue };
        match first.entry(name) {
            std::collections::hash_map::Entry::Occupied(at) => kept[*at.get()] = child,
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(kept.len());
                kept.push(child);
            }
        }
    }
    if kept.len() < children.len() {
        tree.node_mut(object).children = kept;
    }
}

/// Lets every value end where its last child ends, if that is later.
pub(super) fn extend_to_children(tree: &mut DataTree) {
    // Parents come before children, so one pass from the back is enough.
    for index in (1..tree.len() as u32).rev() {
        let (parent, end) = (tree.node(index).parent, tree.node(index).end_line);
        let parent = tree.node_mut(parent);
        parent.end_line = parent.end_line.max(end);
    }
}

/// Keeps all lines inside the file: parsers report what ends with the last line break as ending below it.
pub(super) fn keep_inside(tree: &mut DataTree, text: &str) {
    let last = memchr::memchr_iter(b'\n', text.trim_end_matches(['\n', '\r']).as_bytes()).count() as u32 + 1;
    for index in 0..tree.len() as u32 {
        let node = tree.node_mut(index);
        (node.line, node.end_line) = (node.line.clamp(1, last), node.end_line.clamp(1, last));
    }
}

pub(super) fn too_deep(line: u32) -> Problem {
    Problem { line, message: format!("values are nested more than {DEEPEST} levels deep") }
}

pub(super) fn too_many(line: u32) -> Problem {
    Problem { line, message: format!("more than {MAX_VALUES} values") }
}
