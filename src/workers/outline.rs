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
    let mut items: Vec<OutlineItem> = Vec::new();
    // The row of each node that has one.
    let mut rows: Vec<Option<u32>> = vec![None; document.nodes.len()];
    for index in 0..document.nodes.len() {
        let node = &document.nodes[index];
        if !(node.kind.in_outline() || (node.kind == Kind::Impl && owner(&items, &node.name).is_none())) {
            continue;
        }
        let parent = parent(document, index, &rows, &items);
        if let Some(parent) = parent {
            items[parent as usize].children += 1;
        }
        rows[index] = Some(items.len() as u32);
        let mut names = vec![&*node.name];
        let mut at = parent;
        while let Some(row) = at {
            let around = &items[row as usize];
            if around.kind.is_symbol() && node.kind.is_symbol() {
                names.insert(0, &around.name);
            }
            at = around.parent;
        }
        let query = docql::locate(path, node.kind, &names.join("."), document.source_line(node.span.start));
        items.push(OutlineItem {
            key: NodeKey::node(path, &document.nodes, index as u32),
            kind: node.kind,
            name: if node.name.is_empty() { node.kind.id().to_owned() } else { node.name.to_string() },
            line: source_line(document, node.line),
            end_line: source_line(document, node.end_line),
            parent,
            children: 0,
            query,
        });
    }
    nested(items)
}

fn source_line(document: &Document, line: u32) -> u32 {
    match &document.source_lines {
        Some(map) => map.get(line as usize - 1).or(map.last()).copied().unwrap_or(line),
        None => line,
    }
}

/// The row a node belongs to: the nearest one around it; what stands in a block that attaches methods to a
/// type, or names its type itself, belongs to that type.
fn parent(document: &Document, index: usize, rows: &[Option<u32>], items: &[OutlineItem]) -> Option<u32> {
    let node = &document.nodes[index];
    let mut at = node.parent;
    while let Some(around) = at {
        if let Some(row) = rows[around as usize] {
            return Some(row);
        }
        let block = &document.nodes[around as usize];
        if block.kind == Kind::Impl
            && let Some(row) = owner(items, &block.name)
        {
            return Some(row);
        }
        at = block.parent;
    }
    if node.kind.is_function() && !node.detail.is_empty() { owner(items, &node.detail) } else { None }
}

fn owner(items: &[OutlineItem], name: &str) -> Option<u32> {
    items.iter().position(|item| item.kind.is_class() && item.name == name).map(|at| at as u32)
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
