//! Implementations of a type or method: types that name it as a supertype, and in Go those that have its methods.

use super::function_tables::functions_for;
use super::go_signatures::may_match;
use super::hierarchy::Hierarchy;
use super::inheritance::{TypesNamed, is_alias, is_class};
use crate::docql::nodes::fields;
use crate::docql::plan::name_pattern::lower;
use crate::docql::relations::names::lookup::{nearest_named, same_language_family};
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::names::php::types::is_php;
use crate::docql::relations::types::members::members_named;
use crate::document::Kind;
use crate::library::{FileId, Library, NamePart, NodeRef};
use std::cell::LazyCell;
use std::collections::HashSet;

/// Types that have the target as a supertype; for a method, the methods of its name in such types; for a field of C, the
/// functions that values of its structure have there.
pub(in crate::docql::relations) fn implementations(all: &Hierarchy<'_>, target: NodeRef) -> Vec<NodeRef> {
    implementations_through(all, target, MAX_NAMES)
}

/// Names for one type that stand for each other, followed at most.
const MAX_NAMES: u8 = 4;

/// The same, through so many other names of a type.
fn implementations_through(all: &Hierarchy<'_>, target: NodeRef, left: u8) -> Vec<NodeRef> {
    let library = all.library;
    let Some(outline) = library.outline(target.file) else { return Vec::new() };
    if outline.kind(target.node) == Kind::Field {
        return functions_for(library, target);
    }
    if outline.kind(target.node).is_function() {
        let Some(owner) = fields::enclosing_node(library, target) else { return Vec::new() };
        let name = outline.name(target.node);
        let is_go = library.file(target.file).format.id == "go";
        let mut seen = HashSet::new();
        return implementations(all, owner)
            .into_iter()
            .flat_map(|of| if is_go { promoted(all, of, name) } else { members_named(library, of, name) })
            .filter(|method| *method != target && seen.insert(*method))
            .collect();
    }
    let name = outline.name(target.node);
    let is_go = library.file(target.file).format.id == "go";
    let types = TypesNamed::of(library, name, target.file);
    // Without an import, the name in another package is a different type.
    let is_seen = |file: FileId| !is_go || can_name_package(library, file, target.file);
    let is_of_family = |from: &&NodeRef| same_language_family(library, from.file, target.file);
    let mut out = Vec::new();
    // Where full names tell, what is above a type is asked, and not what it says.
    let is_php = is_php(library, target.file);
    let is_above = |from: &NodeRef| !is_php || all.supertypes(*from).contains(&target);
    for &from in all.naming(name).iter().filter(is_of_family) {
        let Some(other) = library.outline(from.file) else { continue };
        if is_alias(library, from) {
            if from == target || !types.named_by(from).contains(&target) {
                continue;
            }
            match all.is_other_name(from) {
                // What extends another name of a type extends that.
                true if left > 0 => out.extend(implementations_through(all, from, left - 1)),
                true => {}
                false => out.push(from),
            }
        } else if other.kind(from.node).is_class() {
            if is_php && is_above(&from)
                || !is_php && is_seen(from.file) && types.named_by(from).contains(&target)
                || other.detail(from.node).split(',').all(|named| named.trim() != name)
                    && all.supertypes(from).contains(&target)
            {
                out.push(from);
            }
        } else if types.named_by(from).contains(&target) {
            let own: Vec<NodeRef> = nearest_named(library, other.name(from.node), from)
                .into_iter()
                .filter(|node| is_class(library, *node))
                .collect();
            // Of a type that is declared elsewhere the block itself is shown.
            if own.is_empty() { out.push(from) } else { out.extend(own) }
        }
    }
    for (file, alias) in all.modules.aliases(target) {
        let is_named = |from: &&NodeRef| {
            from.file == file && library.outline(file).is_some_and(|other| other.kind(from.node).is_class())
        };
        out.extend(all.naming(alias).iter().filter(is_named).filter(is_of_family).filter(|from| is_above(from)));
    }
    if is_go && outline.kind(target.node) == Kind::Interface {
        out.extend(structural_implementations(all, target));
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// True if a Go file can name the declarations of `other`: it is in the same package or imports it.
fn can_name_package(library: &Library, file: FileId, other: FileId) -> bool {
    let (own, package) = (library.file(file).directory(), library.file(other).directory());
    own == package
        || Imports::new(library, file).all_paths().any(|path| package.ends_with(path) || path.ends_with(package))
}

/// Nesting of embedded interfaces that is followed, at most.
const MAX_EMBEDDING_DEPTH: u32 = 8;

/// Collects the methods of an interface, including those of embedded interfaces.
fn collect_methods(library: &Library, interface: NodeRef, depth: u32, out: &mut Vec<NodeRef>) {
    let Some(outline) = library.outline(interface.file) else { return };
    let methods = outline.children(Some(interface.node)).filter(|&at| outline.kind(at) == Kind::Method);
    out.extend(methods.map(|node| NodeRef { file: interface.file, node }));
    let embedded = outline.detail(interface.node).split(',').map(str::trim).filter(|name| !name.is_empty());
    for name in embedded.filter(|_| depth < MAX_EMBEDDING_DEPTH) {
        let inner = nearest_named(library, name, interface).into_iter().find(|node| *node != interface);
        if let Some(inner) = inner {
            collect_methods(library, inner, depth + 1, out);
        }
    }
}

/// Go: a type implements an interface by having its methods, or embedding what has them.
fn structural_implementations(all: &Hierarchy<'_>, interface: NodeRef) -> Vec<NodeRef> {
    let library = all.library;
    let mut wanted = Vec::new();
    collect_methods(library, interface, 0, &mut wanted);
    let name = |node: NodeRef| library.outline(node.file).map_or("", |outline| outline.name(node.node));
    let Some((first, rest)) = wanted.split_first() else { return Vec::new() };
    let mut owners: Vec<NodeRef> = Vec::new();
    library.nodes_named(&lower(name(*first)), NamePart::Whole, |node| {
        if name(node) == name(*first) && may_match(library, node, *first) {
            owners.extend(library.owner(node).or_else(|| interface_around(library, node)));
        }
        true
    });
    let mut owners = with_embedding(all, owners);
    let is_type = |owner: &NodeRef| !is_interface(library, *owner);
    owners.retain(|owner| {
        is_type(owner) && same_language_family(library, owner.file, interface.file) && has_all(all, *owner, rest)
    });
    owners
}

/// Go: true if a type has all of some methods, by itself or by what it embeds.
fn has_all(all: &Hierarchy<'_>, owner: NodeRef, methods: &[NodeRef]) -> bool {
    let library = all.library;
    let name = |node: NodeRef| library.outline(node.file).map_or("", |outline| outline.name(node.node));
    let has = |of: &[NodeRef], method: NodeRef| {
        let mut own = of.iter().flat_map(|of| members_named(library, *of, name(method)));
        own.any(|own| may_match(library, own, method))
    };
    let above = LazyCell::new(|| all.all_supertypes(owner));
    methods.iter().all(|&method| has(&[owner], method) || has(&above, method))
}

/// Go: true if a type has the methods of an interface, those of what that embeds included.
pub(in crate::docql::relations) fn has_methods_of(all: &Hierarchy<'_>, owner: NodeRef, interface: NodeRef) -> bool {
    let mut methods = Vec::new();
    collect_methods(all.library, interface, 0, &mut methods);
    !methods.is_empty() && has_all(all, owner, &methods)
}

/// Types below one that are looked at, at most.
const MAX_BELOW: usize = 200;

/// The types below `home` whose values have the method of that name which `home` has: none nearer overrides it.
pub(in crate::docql::relations) fn types_inheriting(all: &Hierarchy<'_>, home: NodeRef, name: &str) -> Vec<NodeRef> {
    let library = all.library;
    let (mut seen, mut at) = (vec![home], 0);
    while let Some(&of) = seen.get(at).filter(|_| seen.len() < MAX_BELOW) {
        at += 1;
        let below = match library.file(of.file).format.id {
            "go" => with_embedding(all, vec![of]),
            _ => implementations(all, of),
        };
        for below in below {
            if !seen.contains(&below) && is_class(library, below) && members_named(library, below, name).is_empty() {
                seen.push(below);
            }
        }
    }
    seen.remove(0);
    seen
}

fn is_interface(library: &Library, node: NodeRef) -> bool {
    library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Interface)
}

/// The interface that a method is declared in.
fn interface_around(library: &Library, method: NodeRef) -> Option<NodeRef> {
    let node = library.outline(method.file)?.parent(method.node)?;
    Some(NodeRef { file: method.file, node }).filter(|of| is_interface(library, *of))
}

/// Go: `types`, and the structs that embed one of them, or one that does: they have its methods.
fn with_embedding(all: &Hierarchy<'_>, types: Vec<NodeRef>) -> Vec<NodeRef> {
    let (mut seen, mut out, mut at) = (HashSet::new(), types, 0);
    out.retain(|of| seen.insert(*of));
    while let Some(&of) = out.get(at) {
        at += 1;
        let name = all.library.outline(of.file).map_or("", |outline| outline.name(of.node));
        for &outer in all.embedding(name) {
            if !seen.contains(&outer) && all.supertypes(outer).contains(&of) {
                seen.insert(outer);
                out.push(outer);
            }
        }
    }
    out
}

/// Go: the methods of a name that a type has: its own, else those of the nearest type that it embeds.
fn promoted(all: &Hierarchy<'_>, owner: NodeRef, name: &str) -> Vec<NodeRef> {
    let library = all.library;
    let types = std::iter::once(owner).chain(all.all_supertypes(owner)).filter(|of| !is_interface(library, *of));
    types.map(|of| members_named(library, of, name)).find(|own| !own.is_empty()).unwrap_or_default()
}
