//! The outline of a document as people see it: impl blocks are hidden, their methods listed under their types.

use super::item::{Found, Item};
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef, Outline};
use std::cell::OnceCell;
use std::collections::HashSet;

/// A node as an item.
pub(in crate::docql) fn node(file: FileId, node: u32) -> Found {
    Found::plain(Item::Node(NodeRef { file, node }))
}

/// All items of the outline, in document order.
pub(in crate::docql) fn all(library: &Library, file: FileId) -> Vec<Found> {
    let Some(outline) = library.outline(file) else { return Vec::new() };
    (0..outline.len()).filter(|&at| outline.kind(at).in_outline()).map(|at| node(file, at)).collect()
}

/// The top-level items: those in no other item, except methods of types in the same file.
pub(in crate::docql) fn top(library: &Library, file: FileId) -> Vec<Found> {
    let Some(outline) = library.outline(file) else { return Vec::new() };
    direct(&outline, None)
        .into_iter()
        .filter(|&at| local_owner(&outline, at).is_none())
        .map(|at| node(file, at))
        .collect()
}

/// The names of the types of one file, read on first use.
#[derive(Debug, Default)]
pub(in crate::docql) struct TypeNames<'l>(OnceCell<HashSet<&'l str>>);

impl<'l> TypeNames<'l> {
    fn contains(&self, outline: &Outline<'l>, name: &str) -> bool {
        let types = || (0..outline.len()).filter(|&at| is_type(outline.kind(at)));
        self.0.get_or_init(|| types().map(|at| outline.name(at)).collect()).contains(name)
    }
}

/// True if [`top`] includes the outline item `at`; `types` are the types of its file.
pub(in crate::docql) fn is_top<'l>(outline: &Outline<'l>, at: u32, types: &TypeNames<'l>) -> bool {
    if outline.parent(at).is_none() && !(outline.kind(at).is_function() && outline.has_detail(at)) {
        // The common case.
        return true;
    }
    !outline.ancestors(at).any(|above| outline.kind(above).in_outline())
        && !owner_name(outline, at).is_some_and(|name| types.contains(outline, name))
}

/// The outline items directly inside `parent`, with a type's methods from elsewhere in the file.
pub(in crate::docql) fn below(library: &Library, parent: NodeRef) -> Vec<Found> {
    let Some(outline) = library.outline(parent.file) else { return Vec::new() };
    let mut inside: Vec<u32> =
        direct(&outline, Some(parent.node)).into_iter().filter(|&at| local_owner(&outline, at).is_none()).collect();
    if outline.kind(parent.node).is_class() || outline.kind(parent.node) == Kind::Alias {
        let outside = (0..outline.len())
            .filter(|&at| outline.kind(at).in_outline() && local_owner(&outline, at) == Some(parent.node));
        inside.extend(outside);
        inside.sort_unstable();
        inside.dedup();
    }
    inside.into_iter().map(|at| node(parent.file, at)).collect()
}

/// True if [`below`] is not empty; stops at the first item.
pub(in crate::docql) fn any_below(outline: &Outline<'_>, parent: u32) -> bool {
    let mut at = parent + 1;
    while at < outline.end(parent) {
        match outline.kind(at).in_outline() {
            true if local_owner(outline, at).is_none_or(|owner| owner == parent) => return true,
            true => at = outline.end(at).max(at + 1),
            false => at += 1,
        }
    }
    let kind = outline.kind(parent);
    (kind.is_class() || kind == Kind::Alias)
        && (0..outline.len()).any(|at| {
            owner_name(outline, at).is_some_and(|name| name == outline.name(parent))
                && outline.kind(at).in_outline()
                && local_owner(outline, at) == Some(parent)
        })
}

/// Outline items directly inside, looking through nodes outside the outline (paragraphs, impl blocks).
fn direct(outline: &Outline<'_>, parent: Option<u32>) -> Vec<u32> {
    let mut out = Vec::new();
    let mut todo: Vec<u32> = outline.children(parent).collect();
    todo.reverse();
    while let Some(at) = todo.pop() {
        if outline.kind(at).in_outline() {
            out.push(at);
        } else {
            let mut inner: Vec<u32> = outline.children(Some(at)).collect();
            inner.reverse();
            todo.extend(inner);
        }
    }
    out
}

fn is_type(kind: Kind) -> bool {
    kind.is_class() || kind == Kind::Alias
}

/// The type name of a member written outside its type.
fn owner_name<'l>(outline: &Outline<'l>, at: u32) -> Option<&'l str> {
    match outline.parent(at).filter(|&parent| outline.kind(parent) == Kind::Impl) {
        Some(parent) => Some(outline.name(parent)),
        None => Some(outline.detail(at)).filter(|detail| outline.kind(at).is_function() && !detail.is_empty()),
    }
}

/// The type, in the same file, of a member written outside it.
fn local_owner(outline: &Outline<'_>, at: u32) -> Option<u32> {
    let name = owner_name(outline, at)?;
    let parent = outline.parent(at);
    let scope =
        parent.filter(|&parent| outline.kind(parent) == Kind::Impl).map_or(parent, |parent| outline.parent(parent));
    let types = (0..outline.len()).filter(|&at| is_type(outline.kind(at)) && outline.name(at) == name);
    // The nearest; a type wins over an alias of the same name.
    types.min_by_key(|&at| (outline.parent(at) != scope, !outline.kind(at).is_class()))
}

/// Number of functions of a type, wherever they are written.
pub fn method_count(library: &Library, class: NodeRef) -> usize {
    let is_function = |at: NodeRef| library.outline(at.file).is_some_and(|outline| outline.kind(at.node).is_function());
    let inside = library.outline(class.file).map_or(0, |outline| {
        outline.children(Some(class.node)).filter(|&child| outline.kind(child).is_function()).count()
    });
    inside + library.adopted(class).iter().filter(|member| is_function(**member)).count()
}

/// The outline items directly inside `parent`, or at the top level of `file`.
pub fn outline_below(library: &Library, file: FileId, parent: Option<NodeRef>) -> Vec<NodeRef> {
    let found = parent.map_or_else(|| top(library, file), |parent| below(library, parent));
    found.into_iter().filter_map(|found| if let Item::Node(node) = found.item { Some(node) } else { None }).collect()
}
