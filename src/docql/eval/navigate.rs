//! Moves in the tree: children, parents, siblings, the file.

use crate::docql::catalog::Axis;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::{outline, structure};
use crate::document::{Family, Kind};
use crate::library::{FileId, Library, NodeRef, Outline};

/// The items that an axis leads to.
pub(in crate::docql) fn apply(direction: Axis, found: &Found, context: Context<'_>) -> List {
    let library = context.library;
    match direction {
        Axis::Children => children(library, found),
        Axis::Parent => parent(library, &found.item).into_iter().map(Found::plain).collect(),
        Axis::Ancestors => {
            let mut out = List::new();
            let mut at = parent(library, &found.item);
            while let Some(item) = at {
                at = parent(library, &item);
                out.push(Found::plain(item));
            }
            out
        }
        Axis::Siblings => siblings(library, found)
            .into_iter()
            .filter(|other| other.item.identity() != found.item.identity())
            .collect(),
        Axis::Next => neighbour(library, found, 1),
        Axis::Prev => neighbour(library, found, -1),
        Axis::File => found.item.file().map(|file| Found::plain(Item::File(file))).into_iter().collect(),
        Axis::Tree | Axis::Flat => vec![found.clone()],
    }
}

/// The children of an item: those of the outline and, in prose, blocks.
pub(in crate::docql) fn children(library: &Library, found: &Found) -> List {
    match &found.item {
        Item::File(file) => {
            let top = outline::top(library, *file);
            if top.is_empty() { blocks(library, *file, None) } else { top }
        }
        Item::Node(node) => {
            let below = outline::below(library, *node);
            let Some(outline) = library.outline(node.file) else { return below };
            if outline.kind(node.node) != Kind::Heading {
                let elsewhere = library.adopted(*node).iter().filter(|member| member.file != node.file);
                return below
                    .into_iter()
                    .chain(elsewhere.map(|member| outline::node(member.file, member.node)))
                    .collect();
            }
            // A section contains its own blocks and then its subsections; node order is document order.
            let mut all = blocks(library, node.file, Some(node.node));
            all.extend(below);
            all.sort_by_key(|found| if let Item::Node(node) = &found.item { node.node } else { 0 });
            all
        }
        Item::Directory(path) => structure::children(library, path),
        Item::Repository(number) => match library.repositories().get(*number as usize) {
            Some(repository) => structure::children(library, &repository.path),
            None => Vec::new(),
        },
        Item::Excerpt(excerpt) => crate::docql::nodes::fields::enclosing(library, excerpt)
            .map_or(Vec::new(), |node| children(library, &Found::plain(Item::Node(node)))),
        _ => Vec::new(),
    }
}

/// True if [`children`] of a node is not empty; `members` are those of its file. Called for every row shown: in nearly all cases the outline of the
/// file answers, without building a list.
pub(in crate::docql) fn has_children(library: &Library, node: NodeRef, members: &outline::Members) -> bool {
    let Some(outline) = library.outline(node.file) else { return false };
    let kind = outline.kind(node.node);
    if kind == Kind::Heading && outline.children(Some(node.node)).any(|at| is_block(&outline, at)) {
        return true;
    }
    if members.any_below(&outline, node.node) {
        return true;
    }
    // C has no members written elsewhere, and more empty types than any other language.
    (kind.is_class() || kind == Kind::Alias)
        && library.file(node.file).format.id != "c"
        && !library.adopted(node).is_empty()
}

/// True for blocks of prose that are children of their section in their own right.
fn is_block(outline: &Outline<'_>, at: u32) -> bool {
    let kind = outline.kind(at);
    kind.family() == Family::Section && !matches!(kind, Kind::Heading | Kind::Link | Kind::Page)
}

/// Blocks of prose directly inside a section, or before the first heading of a file.
fn blocks(library: &Library, file: FileId, parent: Option<u32>) -> List {
    let Some(outline) = library.outline(file) else { return Vec::new() };
    outline.children(parent).filter(|&at| is_block(&outline, at)).map(|at| outline::node(file, at)).collect()
}

fn parent(library: &Library, item: &Item) -> Option<Item> {
    match item {
        Item::Row(row) => row.sheet.file.map(|file| {
            let is_node = library.outline(file).is_some_and(|outline| row.sheet.node < outline.len());
            if is_node { Item::Node(NodeRef { file, node: row.sheet.node }) } else { Item::File(file) }
        }),
        Item::Node(node) => Some(match crate::docql::nodes::fields::enclosing_node(library, *node) {
            Some(parent) => Item::Node(parent),
            None => Item::File(node.file),
        }),
        Item::Excerpt(excerpt) => {
            Some(crate::docql::nodes::fields::enclosing(library, excerpt).map_or(Item::File(excerpt.file), Item::Node))
        }
        Item::File(file) => match library.file(*file).directory() {
            "" => None,
            directory => Some(Item::Directory(directory.into())),
        },
        Item::Directory(path) => path
            .rsplit_once('/')
            .filter(|(parent, _)| !parent.is_empty())
            .map(|(parent, _)| Item::Directory(parent.into())),
        _ => None,
    }
}

fn siblings(library: &Library, found: &Found) -> List {
    match (&found.item, parent(library, &found.item)) {
        (Item::Node(node), Some(above)) => {
            let family = library.outline(node.file).map(|outline| outline.kind(node.node).in_outline());
            let mut all = match &above {
                Item::File(file) => outline::top(library, *file),
                _ => children(library, &Found::plain(above)),
            };
            // Sections are siblings of sections, blocks of blocks.
            all.retain(|other| match &other.item {
                Item::Node(other) => {
                    library.outline(other.file).map(|outline| outline.kind(other.node).in_outline()) == family
                }
                _ => false,
            });
            all
        }
        (_, Some(above)) => children(library, &Found::plain(above)),
        (_, None) => structure::children(library, ""),
    }
}

fn neighbour(library: &Library, found: &Found, by: isize) -> List {
    let all = siblings(library, found);
    let at = all.iter().position(|other| other.item.identity() == found.item.identity());
    at.and_then(|at| at.checked_add_signed(by)).and_then(|at| all.get(at).cloned()).into_iter().collect()
}

/// The item itself and all that lies inside it, in document order.
pub(super) fn descendants(found: &Found, context: Context<'_>) -> List {
    let library = context.library;
    let nodes = |file: FileId, range: std::ops::Range<u32>| -> List {
        let Some(outline) = library.outline(file) else { return Vec::new() };
        range.filter(|&at| outline.kind(at) != Kind::Impl).map(|at| outline::node(file, at)).collect()
    };
    let mut out = vec![found.clone()];
    match &found.item {
        Item::File(file) => out.extend(nodes(*file, 0..library.outline(*file).map_or(0, |outline| outline.len()))),
        Item::Node(node) => {
            out.extend(nodes(
                node.file,
                node.node + 1..library.outline(node.file).map_or(0, |outline| outline.end(node.node)),
            ));
            let adopted: Vec<NodeRef> = library.adopted(*node).to_vec();
            for member in adopted {
                out.extend(nodes(
                    member.file,
                    member.node..library.outline(member.file).map_or(0, |outline| outline.end(member.node)),
                ));
            }
        }
        Item::Directory(path) => out.extend(structure::walk(library, path)),
        _ => {}
    }
    out
}
