//! The outline of one file, parsed when it is looked at.

use crate::app::OutlineItem;
use crate::docql;
use crate::document::{Document, FormatFamily, Kind, Node, NodeKey};
use crate::library::{Library, ReadError};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The rows of the outline of a file.
pub(in crate::workers) fn outline(library: &Library, path: &str) -> Result<Vec<OutlineItem>, ReadError> {
    let Some(id) = library.find(path) else { return Err(ReadError::Unlisted) };
    let file = library.file(id);
    // What is indexed needs no reading, let alone parsing: this is asked wherever the cursor goes.
    let is_indexed = !file.text_only && matches!(file.format.family, FormatFamily::Code | FormatFamily::Prose);
    let document = match library.outline(id).filter(|_| is_indexed && library.is_current(id)) {
        Some(outline) => Arc::new(Document { nodes: outline.nodes(), ..Document::default() }),
        None => library.document(id)?,
    };
    let mut items = items(path, &document);
    if file.is_database() {
        name_tables(path, &document, &mut items);
    }
    Ok(items)
}

/// Of a database a heading that stands for a table is one: its rows are what is inside.
fn name_tables(path: &str, document: &Document, items: &mut [OutlineItem]) {
    let tables: HashSet<(&str, u32)> =
        document.nodes.iter().filter(|node| node.kind == Kind::Table).map(|node| (&*node.name, node.line)).collect();
    for item in
        items.iter_mut().filter(|item| item.parent.is_none() && tables.contains(&(item.name.as_str(), item.line)))
    {
        item.kind = Kind::Table;
        item.query = docql::database_table(path, &item.name);
    }
}

fn items(path: &str, document: &Document) -> Vec<OutlineItem> {
    let types = types(document);
    // The row of each node that has one. Rows come first: a type may be declared after its methods.
    let mut rows: Vec<Option<u32>> = vec![None; document.nodes.len()];
    let mut shown: Vec<usize> = Vec::new();
    for (index, node) in document.nodes.iter().enumerate() {
        if node.kind.in_outline() || (node.kind == Kind::Impl && !types.contains_key(&*node.name)) {
            rows[index] = Some(shown.len() as u32);
            shown.push(index);
        }
    }
    let parents: Vec<Option<u32>> = shown.iter().map(|&index| parent(document, index, &rows, &types)).collect();
    let twins = Twins::new(document);
    let mut keys = NodeKey::all(path, &document.nodes);
    let mut items: Vec<OutlineItem> = Vec::with_capacity(shown.len());
    for (row, &index) in shown.iter().enumerate() {
        let node = &document.nodes[index];
        let line = if twins.are_of(node) { node.line } else { 0 };
        let query = docql::locate(path, node.kind, &qualified(document, row, &shown, &parents), line);
        items.push(OutlineItem {
            key: std::mem::replace(&mut keys[index], NodeKey(String::new())),
            kind: node.kind,
            name: if node.name.is_empty() { node.kind.id().to_owned() } else { node.name.to_string() },
            line: node.line,
            end_line: node.end_line,
            parent: parents[row],
            children: 0,
            query,
        });
    }
    for parent in parents.iter().flatten() {
        items[*parent as usize].children += 1;
    }
    nested(items)
}

/// Names that a query for one node would find more than once in its file.
struct Twins {
    titles: Vec<String>,
    names: HashMap<String, u32>,
}

impl Twins {
    fn new(document: &Document) -> Twins {
        let mut twins = Twins { titles: Vec::new(), names: HashMap::new() };
        for node in document.nodes.iter().filter(|node| node.kind.in_outline()) {
            match node.kind {
                Kind::Heading => twins.titles.push(node.name.to_lowercase()),
                _ => *twins.names.entry(node.name.to_lowercase()).or_default() += 1,
            }
        }
        twins
    }

    /// Headings are looked for as parts of titles, symbols by their whole names. Of very many headings all
    /// are taken for ambiguous instead of comparing each with each.
    fn are_of(&self, node: &Node) -> bool {
        const MOST: usize = 2_000;
        let name = node.name.to_lowercase();
        if name.is_empty() || name.contains(['*', '?']) {
            return true;
        }
        match node.kind {
            Kind::Heading => {
                self.titles.len() > MOST || self.titles.iter().filter(|title| title.contains(&name)).nth(1).is_some()
            }
            _ => self.names.get(&name).is_some_and(|count| *count > 1),
        }
    }
}

/// No name has more parts than this. Types and methods that are declared in each other have no outermost one.
const DEEPEST: usize = 16;

/// The names of the symbols around a row and its own, outermost first.
fn qualified(document: &Document, row: usize, shown: &[usize], parents: &[Option<u32>]) -> String {
    let own = &document.nodes[shown[row]];
    let mut names = vec![&*own.name];
    let mut steps = 0;
    let mut at = parents[row];
    while let Some(row) = at
        && steps < DEEPEST
    {
        let around = &document.nodes[shown[row as usize]];
        if around.kind.is_symbol() && own.kind.is_symbol() {
            names.insert(0, &around.name);
        }
        at = parents[row as usize];
        steps += 1;
    }
    names.join(".")
}

/// The first type of each name.
fn types(document: &Document) -> HashMap<&str, usize> {
    let mut types = HashMap::new();
    for (index, node) in document.nodes.iter().enumerate() {
        if node.kind.is_class() {
            types.entry(&*node.name).or_insert(index);
        }
    }
    types
}

/// The row a node belongs to: the nearest one around it; what stands in a block that attaches methods to a
/// type, or names its type itself, belongs to that type.
fn parent(document: &Document, index: usize, rows: &[Option<u32>], types: &HashMap<&str, usize>) -> Option<u32> {
    // A type that is declared inside of what belongs to it would be its own ancestor.
    let owner = |name: &str, inside: usize| {
        let range = inside..document.nodes[inside].end as usize;
        types.get(name).filter(|at| !range.contains(at)).and_then(|&at| rows[at])
    };
    let node = &document.nodes[index];
    let mut at = node.parent;
    while let Some(around) = at {
        if let Some(row) = rows[around as usize] {
            return Some(row);
        }
        let block = &document.nodes[around as usize];
        if block.kind == Kind::Impl
            && let Some(row) = owner(&block.name, around as usize)
        {
            return Some(row);
        }
        at = block.parent;
    }
    if node.kind.is_function() && !node.detail.is_empty() { owner(&node.detail, index) } else { None }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{LineIndex, Node, Span};

    /// A document with a node per line of text; `owner` is the type a method names itself.
    fn document(nodes: &[(Kind, &str, &str, u32, u32)]) -> Document {
        let text = "x\n".repeat(20);
        let lines = LineIndex::new(&text);
        let node = |&(kind, name, owner, start, end): &(Kind, &str, &str, u32, u32)| {
            let mut node = Node::new(kind, Span::new(start * 2, end * 2), &lines);
            (node.name, node.detail) = (name.into(), owner.into());
            node
        };
        let mut document = Document { nodes: nodes.iter().map(node).collect(), lines, text, ..Document::default() };
        document.nest();
        document
    }

    fn drawn(document: &Document) -> Vec<String> {
        let items = items("a.rs", document);
        let depth =
            |item: &OutlineItem| std::iter::successors(item.parent, |&parent| items[parent as usize].parent).count();
        items.iter().map(|item| format!("{}{}", " ".repeat(depth(item)), item.name)).collect()
    }

    #[test]
    fn methods_stand_below_their_type_wherever_it_is_declared() {
        use Kind::{Function, Impl, Method, Struct};
        let nodes = [
            (Impl, "A", "", 0, 4),
            (Function, "f", "", 1, 2),
            (Method, "g", "A", 5, 6),
            (Struct, "A", "", 7, 8),
            (Impl, "Elsewhere", "", 9, 12),
            (Function, "h", "", 10, 11),
        ];
        assert_eq!(drawn(&document(&nodes)), ["A", " f", " g", "Elsewhere", " h"]);
    }

    #[test]
    fn types_and_methods_declared_in_each_other_end() {
        use Kind::{Function, Impl, Struct};
        let own = [(Impl, "A", "", 0, 6), (Function, "f", "", 1, 5), (Struct, "A", "", 2, 3)];
        assert_eq!(drawn(&document(&own)), ["f", " A"]);
        let each_other = [
            (Impl, "A", "", 0, 6),
            (Function, "f", "", 1, 5),
            (Struct, "B", "", 2, 3),
            (Impl, "B", "", 7, 12),
            (Function, "g", "", 8, 11),
            (Struct, "A", "", 9, 10),
        ];
        drawn(&document(&each_other));
    }
}
