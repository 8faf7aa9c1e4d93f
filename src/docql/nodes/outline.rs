//! The outline of a document as people see it: impl blocks are hidden, their methods listed under their types.

use super::lists::item::{Found, Item};
use crate::document::{Kind, NodeFlags};
use crate::library::{FileId, Library, NodeRef, Outline};
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

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
    Members::of(&outline).top(&outline).into_iter().map(|at| node(file, at)).collect()
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
    if outline.parent(at).is_none() && !(outline.kind(at).names_owner() && outline.has_detail(at)) {
        // The common case.
        return true;
    }
    !outline.ancestors(at).any(|above| outline.kind(above).in_outline())
        && !owner_name(outline, at).is_some_and(|name| types.contains(outline, name))
}

/// The outline items directly inside `parent`, with a type's methods from elsewhere in the file.
pub(in crate::docql) fn below(library: &Library, parent: NodeRef) -> Vec<Found> {
    let Some(outline) = library.outline(parent.file) else { return Vec::new() };
    let below = Members::of(&outline).below(&outline, parent.node);
    below.into_iter().map(|at| node(parent.file, at)).collect()
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
        None => Some(outline.detail(at)).filter(|detail| outline.kind(at).names_owner() && !detail.is_empty()),
    }
}

/// JavaScript: the functions on whose prototypes methods are set beside them: `Reply.prototype.send = function …`.
fn constructors(outline: &Outline<'_>, orphans: &[(u32, &str)]) -> HashMap<u32, u32> {
    let mut functions: HashMap<(&str, Option<u32>), u32> = HashMap::new();
    // What is declared in other languages for a type of a function's name is no lambda.
    let is_set = |at: u32| outline.flags(at).has(NodeFlags::LAMBDA) || outline.kind(at) == Kind::Property;
    if orphans.iter().any(|(member, _)| is_set(*member)) {
        for at in (0..outline.len()).filter(|&at| outline.kind(at) == Kind::Function) {
            functions.entry((outline.name(at), outline.parent(at))).or_insert(at);
        }
    }
    let all = orphans.iter().filter(|(member, _)| is_set(*member));
    all.filter_map(|(member, name)| Some((*member, *functions.get(&(*name, outline.parent(*member)))?))).collect()
}

/// The members of types of one file that are written outside of them in the same file, both ways. Made in one pass:
/// whoever asks for many nodes of a file keeps it.
#[derive(Debug, Default)]
pub(in crate::docql) struct Members {
    owner: HashMap<u32, u32>,
    members: HashMap<u32, Vec<u32>>,
}

impl Members {
    pub(in crate::docql) fn of(outline: &Outline<'_>) -> Members {
        let mut found = Members::default();
        let orphans: Vec<(u32, &str)> =
            (0..outline.len()).filter_map(|at| Some((at, owner_name(outline, at)?))).collect();
        if orphans.is_empty() {
            return found;
        }
        // The nearest; a type wins over an alias of the same name, and the first over the others.
        let (mut anywhere, mut in_scope) = (HashMap::new(), HashMap::new());
        for at in (0..outline.len()).filter(|&at| is_type(outline.kind(at))) {
            let name = outline.name(at);
            for first in [in_scope.entry((name, outline.parent(at))).or_insert(at), anywhere.entry(name).or_insert(at)]
            {
                if outline.kind(at).is_class() && !outline.kind(*first).is_class() {
                    *first = at;
                }
            }
        }
        let constructors = constructors(outline, &orphans);
        for (member, name) in orphans {
            let parent = outline.parent(member);
            let is_impl = |&parent: &u32| outline.kind(parent) == Kind::Impl;
            let scope = parent.filter(is_impl).map_or(parent, |parent| outline.parent(parent));
            let is_type = in_scope.get(&(name, scope)).or_else(|| anywhere.get(name));
            if let Some(&owner) = is_type.or_else(|| constructors.get(&member)) {
                found.owner.insert(member, owner);
                if outline.kind(member).in_outline() {
                    found.members.entry(owner).or_default().push(member);
                }
            }
        }
        found
    }

    fn top(&self, outline: &Outline<'_>) -> Vec<u32> {
        direct(outline, None).into_iter().filter(|at| !self.owner.contains_key(at)).collect()
    }

    fn below(&self, outline: &Outline<'_>, parent: u32) -> Vec<u32> {
        let mut inside: Vec<u32> =
            direct(outline, Some(parent)).into_iter().filter(|at| !self.owner.contains_key(at)).collect();
        if let Some(outside) = self.members.get(&parent) {
            inside.extend(outside);
            inside.sort_unstable();
            inside.dedup();
        }
        inside
    }

    /// True if [`below`] is not empty; stops at the first item.
    pub(in crate::docql) fn any_below(&self, outline: &Outline<'_>, parent: u32) -> bool {
        let mut at = parent + 1;
        while at < outline.end(parent) {
            match outline.kind(at).in_outline() {
                true if self.owner.get(&at).is_none_or(|owner| *owner == parent) => return true,
                true => at = outline.end(at).max(at + 1),
                false => at += 1,
            }
        }
        self.members.contains_key(&parent)
    }
}

/// Number of functions of a type, wherever they are written.
pub fn method_count(library: &Library, class: NodeRef) -> usize {
    let is_function = |at: NodeRef| library.outline(at.file).is_some_and(|outline| outline.kind(at.node).is_function());
    let inside = library.outline(class.file).map_or(0, |outline| {
        outline.children(Some(class.node)).filter(|&child| outline.kind(child).is_function()).count()
    });
    inside + library.adopted(class).iter().filter(|member| is_function(**member)).count()
}

/// The outline of `file`: calls `each` with every node and its depth, from 1 on, each below what it lies in, down to
/// `depth` levels (0 for all).
///
/// # Errors
/// The first of `each`.
pub fn outline_walk<E>(
    library: &Library,
    file: FileId,
    depth: usize,
    mut each: impl FnMut(u32, usize) -> Result<(), E>,
) -> Result<(), E> {
    let Some(outline) = library.outline(file) else { return Ok(()) };
    let members = Members::of(&outline);
    let mut todo: Vec<(u32, usize)> = members.top(&outline).into_iter().rev().map(|at| (at, 1)).collect();
    while let Some((at, level)) = todo.pop() {
        each(at, level)?;
        if depth == 0 || level < depth {
            todo.extend(members.below(&outline, at).into_iter().rev().map(|at| (at, level + 1)));
        }
    }
    Ok(())
}
