//! The outline of one file, parsed when it is looked at.

use crate::app::OutlineItem;
use crate::docql;
use crate::document::{Document, Kind, NodeKey};
use crate::library::Library;

/// The rows of the outline of a file. The error is a clause for people.
pub(super) fn outline(library: &Library, path: &str) -> Result<Vec<OutlineItem>, String> {
    let Some(id) = library.find(path) else { return Err("is not in the workspace any more".to_owned()) };
    let document = library.document(id)?;
    Ok(items(path, &document))
}

fn items(path: &str, document: &Document) -> Vec<OutlineItem> {
    // The row of each node that has one.
    let mut rows: Vec<Option<u32>> = vec![None; document.nodes.len()];
    let mut count = 0;
    for (index, node) in document.nodes.iter().enumerate() {
        if node.kind.in_outline() || (node.kind == Kind::Impl && owner(document, index, &node.name).is_none()) {
            rows[index] = Some(count);
            count += 1;
        }
    }
    let shown = (0..document.nodes.len()).filter(|&index| rows[index].is_some());
    let parents: Vec<Option<usize>> = shown.clone().map(|index| parent(document, index, &rows)).collect();
    let mut items: Vec<OutlineItem> = Vec::with_capacity(parents.len());
    for (index, &parent) in shown.zip(&parents) {
        let node = &document.nodes[index];
        let mut names = vec![&*node.name];
        // For a query the type around a member is enough.
        if let Some(around) = parent.filter(|&around| document.nodes[around].kind.is_class() && node.kind.is_symbol()) {
            names.insert(0, &document.nodes[around].name);
        }
        let line = source_line(document, node.line);
        items.push(OutlineItem {
            key: NodeKey::node(path, &document.nodes, index as u32),
            kind: node.kind,
            name: if node.name.is_empty() { node.kind.id().to_owned() } else { node.name.to_string() },
            line,
            end_line: source_line(document, node.end_line),
            parent: parent.and_then(|around| rows[around]),
            children: 0,
            query: docql::locate(path, node.kind, &names.join("."), line),
        });
    }
    for parent in parents.into_iter().flatten() {
        if let Some(row) = rows[parent] {
            items[row as usize].children += 1;
        }
    }
    nested(items)
}

fn source_line(document: &Document, line: u32) -> u32 {
    match &document.source_lines {
        Some(map) => map.get(line as usize - 1).or(map.last()).copied().unwrap_or(line),
        None => line,
    }
}

/// The node a row belongs to: the nearest one around it that has a row; what stands in a block that attaches
/// methods to a type, or names its type itself, belongs to that type.
fn parent(document: &Document, index: usize, rows: &[Option<u32>]) -> Option<usize> {
    let node = &document.nodes[index];
    let mut at = node.parent;
    while let Some(around) = at {
        let around = around as usize;
        if rows[around].is_some() {
            return Some(around);
        }
        let block = &document.nodes[around];
        if block.kind == Kind::Impl
            && let Some(owner) = owner(document, around, &block.name)
        {
            return Some(owner);
        }
        at = block.parent;
    }
    if node.kind.is_function() && !node.detail.is_empty() { owner(document, index, &node.detail) } else { None }
}

/// The type called `name` that is not inside of the node at `index`.
fn owner(document: &Document, index: usize, name: &str) -> Option<usize> {
    let inside = index..document.nodes[index].end as usize;
    let is_it = |at: &usize| {
        let node = &document.nodes[*at];
        node.kind.is_class() && *node.name == *name && !inside.contains(at)
    };
    (0..document.nodes.len()).find(is_it)
}

/// Puts every row behind the rows of its parent: methods written after other types move to their own.
fn nested(items: Vec<OutlineItem>) -> Vec<OutlineItem> {
    let mut order: Vec<u32> = Vec::with_capacity(items.len());
    let mut todo: Vec<u32> = Vec::new();
    let mut inside: Vec<Vec<u32>> = vec![Vec::new(); items.len()];
    for (at, item) in items.iter().enumerate() {
        match item.parent {
            Some(parent) => inside[parent as usize].push(at as u32),
            None => todo.push(at as u32),
        }
    }
    todo.reverse();
    while let Some(at) = todo.pop() {
        order.push(at);
        todo.extend(inside[at as usize].iter().rev());
    }
    let mut place = vec![0; items.len()];
    for (new, old) in order.iter().enumerate() {
        place[*old as usize] = new as u32;
    }
    let mut slots: Vec<Option<OutlineItem>> = items.into_iter().map(Some).collect();
    let mut moved = Vec::with_capacity(slots.len());
    for old in order {
        if let Some(mut item) = slots[old as usize].take() {
            item.parent = item.parent.map(|parent| place[parent as usize]);
            moved.push(item);
        }
    }
    moved
}
