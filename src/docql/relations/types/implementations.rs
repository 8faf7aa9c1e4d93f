//! Implementations of a type or method: types that name it as a supertype, and in Go those that have its methods.

use super::function_tables::functions_for;
use super::go_signatures::{arity, may_match};
use super::heads::places_in_head;
use super::hierarchy::Hierarchy;
use super::inheritance::{is_alias, is_class};
use super::overriding::{is_overridable, overriding};
use super::protocols::of_protocol;
use super::rust_heads::types_among;
use super::{go_embedding, go_library};
use crate::docql::nodes::fields;
use crate::docql::plan::name_pattern::lower;
use crate::docql::relations::names::lookup::{declarations_named, nearest, same_language_family};
use crate::docql::relations::names::name_resolution::{Imports, path_names};
use crate::docql::relations::names::php::types::is_php;
use crate::docql::relations::names::rust::crates::is_in_crate;
use crate::docql::relations::types::members::members_named;
use crate::document::Kind;
use crate::library::{FileId, Library, NamePart, NodeRef};
use std::cell::LazyCell;
use std::collections::HashSet;

/// Types that have the target as a supertype; for a method, the methods of its name in such types; for a field of C, the
/// functions that values of its structure have there.
pub(in crate::docql::relations) fn implementations(all: &Hierarchy<'_>, target: NodeRef) -> Vec<NodeRef> {
    implementations_through(all, target, MAX_NAMES, &mut HashSet::new())
}

/// Names for one type that stand for each other, followed at most.
const MAX_NAMES: u8 = 4;

/// The same, through so many other names of a type, of none twice: names may stand for each other in a circle.
fn implementations_through(
    all: &Hierarchy<'_>,
    target: NodeRef,
    left: u8,
    visited: &mut HashSet<NodeRef>,
) -> Vec<NodeRef> {
    let library = all.library;
    if !visited.insert(target) {
        return Vec::new();
    }
    let Some(outline) = library.outline(target.file) else { return Vec::new() };
    if is_overridable(library, target) {
        let Some(owner) = fields::enclosing_node(library, target) else { return Vec::new() };
        return match library.file(target.file).format.id {
            "go" => promoted_below(all, target, owner),
            // What extends a module has its methods on itself.
            "ruby" => overriding(all, target, owner, |of| {
                let extended: HashSet<NodeRef> = all
                    .ruby
                    .mixing_in(of)
                    .into_iter()
                    .filter(|(_, is_extended)| *is_extended)
                    .map(|(of, _)| of)
                    .collect();
                implementations(all, of).into_iter().filter(|below| !extended.contains(below)).collect()
            }),
            _ => overriding(all, target, owner, |of| implementations(all, of)),
        };
    }
    if outline.kind(target.node) == Kind::Field {
        return functions_for(library, target);
    }
    let name = outline.name(target.node);
    let is_go = library.file(target.file).format.id == "go";
    let meanings = all.meanings(name, target);
    let parts = all.parts(target);
    let means = |from: &NodeRef| {
        let meant = meanings.get(from).map_or(&[][..], Vec::as_slice);
        meant.contains(&target) || parts.iter().any(|part| meant.contains(part))
    };
    // Without an import, the name in another package is a different type.
    let is_seen = |file: FileId| !is_go || can_name_package(library, file, target.file);
    let is_of_family = |from: &&NodeRef| same_language_family(library, from.file, target.file);
    // A block names a trait, whatever type is called like it.
    let is_rust = library.language(target.file) == "rust";
    let is_named_by_blocks = !is_rust || matches!(outline.kind(target.node), Kind::Trait | Kind::Alias);
    let mut out = Vec::new();
    // Where full names tell, what is above a type is asked, and not what it says.
    let is_php = is_php(library, target.file);
    let is_above = |from: &NodeRef| !is_php || all.supertypes(*from).contains(&target);
    for &from in all.naming(name).iter().filter(is_of_family) {
        let Some(other) = library.outline(from.file) else { continue };
        if is_alias(library, from) {
            if from == target || !means(&from) {
                continue;
            }
            match all.is_other_name(from) {
                // What extends another name of a type extends that.
                true if left > 0 => out.extend(implementations_through(all, from, left - 1, visited)),
                true => {}
                false => out.push(from),
            }
        } else if other.kind(from.node).is_class() {
            // Go: what embeds an interface may hide a method of it with one of another type.
            if is_go && other.kind(from.node) == Kind::Struct && hides_method(all, from, target) {
                continue;
            }
            if is_php && is_above(&from)
                || !is_php && is_seen(from.file) && means(&from)
                || other.detail(from.node).split(',').all(|named| named.trim() != name)
                    && all.supertypes(from).contains(&target)
            {
                out.push(from);
            }
        } else if is_named_by_blocks && means(&from) {
            out.extend(types_of_block(library, from));
        }
    }
    for (file, alias) in all.modules.aliases(target) {
        let is_named = |from: &&NodeRef| {
            from.file == file && library.outline(file).is_some_and(|other| other.kind(from.node).is_class())
        };
        out.extend(all.naming(alias).iter().filter(is_named).filter(is_of_family).filter(|from| is_above(from)));
        if is_rust && is_named_by_blocks {
            let is_handed_on = |from: &&NodeRef| names_through(library, **from, (alias, file));
            let blocks = all.naming(alias).iter().filter(is_of_family).filter(is_handed_on);
            out.extend(blocks.flat_map(|from| types_of_block(library, *from)));
        }
    }
    if library.language(target.file) == "ruby" {
        out.extend(all.ruby.mixing_in(target).into_iter().map(|(of, _)| of));
    }
    if is_go && outline.kind(target.node) == Kind::Interface {
        out.extend(structural_implementations(all, target));
    }
    out.extend(of_protocol(all, target));
    out.sort_unstable();
    out.dedup();
    out
}

/// The types that a block is one of; of a type that is declared elsewhere the block itself is shown.
fn types_of_block(library: &Library, block: NodeRef) -> Vec<NodeRef> {
    let name = library.outline(block.file).map_or("", |outline| outline.name(block.node));
    let mut own = declarations_named(library, name, block.file);
    own.retain(|node| is_class(library, *node));
    let before = places_in_head(library, block, name).into_iter().next().unwrap_or_default();
    own = nearest(library, types_among(library, own, (name, &before, block)), block);
    if own.is_empty() { vec![block] } else { own }
}

/// Rust: true if a block names a trait as the crate of `file` makes it known, under another name than its own.
fn names_through(library: &Library, block: NodeRef, (alias, file): (&str, FileId)) -> bool {
    let Some(outline) = library.outline(block.file).filter(|outline| outline.kind(block.node) == Kind::Impl) else {
        return false;
    };
    let imports = Imports::new(library, block.file);
    let offset = outline.span(block.node).start;
    places_in_head(library, block, alias).iter().any(|before| {
        let first = before.first().map(String::as_str);
        let imported = || imports.path_at(alias, offset).and_then(|path| path_names(path).next());
        let first = first.or_else(imported);
        let path = first.and_then(|first| imports.path_at(first, offset)).and_then(|path| path_names(path).next());
        path.or(first).is_some_and(|first| is_in_crate(library, file, (first, block.file)))
    })
}

/// True if a Go file can name the declarations of `other`: it is in the same package or imports it.
fn can_name_package(library: &Library, file: FileId, other: FileId) -> bool {
    let (own, package) = (library.file(file).directory(), library.file(other).directory());
    own == package
        || Imports::new(library, file).all_paths().any(|path| package.ends_with(path) || path.ends_with(package))
}

/// Interfaces that one embeds, at any depth, at most: what bounds the depth, too.
const MAX_EMBEDDED: usize = 64;

/// What an interface of Go asks for.
#[derive(Default)]
struct Wanted<'l> {
    methods: Vec<Method<'l>>,
    /// What it embeds and nothing here tells the methods of.
    unknown: Vec<String>,
}

/// A method that an interface asks for: one that is declared here, or one of the library, by the number of its parameters.
struct Method<'l> {
    name: &'l str,
    declared: Result<NodeRef, usize>,
}

impl Method<'_> {
    fn may_be(&self, all: &Hierarchy<'_>, own: NodeRef) -> bool {
        match self.declared {
            Ok(method) => may_match(&all.modules, own, method),
            Err(count) => arity(all.library, own).is_none_or(|own| own == (count, false)),
        }
    }
}

impl<'l> Wanted<'l> {
    fn of(all: &Hierarchy<'l>, interface: NodeRef) -> Wanted<'l> {
        let mut wanted = Wanted::default();
        wanted.collect(all, interface, &mut HashSet::new());
        wanted
    }

    /// Adds the methods of an interface, including those of what it embeds, of no interface twice.
    fn collect(&mut self, all: &Hierarchy<'l>, interface: NodeRef, visited: &mut HashSet<NodeRef>) {
        let library = all.library;
        if visited.len() == MAX_EMBEDDED || !visited.insert(interface) {
            return;
        }
        let Some(outline) = library.outline(interface.file) else { return };
        let methods = outline.children(Some(interface.node)).filter(|&at| outline.kind(at) == Kind::Method);
        self.methods.extend(methods.map(|node| {
            let declared = Ok(NodeRef { file: interface.file, node });
            Method { name: outline.name(node), declared }
        }));
        let embedded = outline.detail(interface.node).split(',').map(str::trim).filter(|name| !name.is_empty());
        for name in embedded {
            let inner = all.meant(name, interface).into_iter().find(|node| *node != interface);
            if let Some(inner) = inner {
                self.collect(all, inner, visited);
                continue;
            }
            let path = path_in_library(library, interface, name);
            match go_library::methods_of(&path) {
                Some(methods) => {
                    self.methods.extend(methods.iter().map(|&(name, count)| Method { name, declared: Err(count) }));
                }
                None => self.unknown.push(path),
            }
        }
    }
}

/// What is embedded in an interface, with the last name of its package: `slog.Handler`.
fn path_in_library(library: &Library, interface: NodeRef, name: &str) -> String {
    let Some(package) = go_embedding::package(library, interface, name) else { return name.to_owned() };
    let imports = Imports::new(library, interface.file);
    match imports.path_at(&package, 0).filter(|path| !path.split('/').next().unwrap_or_default().contains('.')) {
        Some(path) => format!("{}.{name}", path.rsplit('/').next().unwrap_or_default()),
        None => imports.path_at(&package, 0).map_or(format!("{package}.{name}"), |path| format!("{path}.{name}")),
    }
}

/// True if an interface may have a method of a name from one above that is declared nowhere here.
pub(in crate::docql::relations) fn asks_elsewhere(all: &Hierarchy<'_>, interface: NodeRef, name: &str) -> bool {
    if all.library.language(interface.file) != "go" {
        return all.extends_unknown(interface);
    }
    let wanted = Wanted::of(all, interface);
    !wanted.unknown.is_empty() || wanted.methods.iter().any(|method| method.declared.is_err() && method.name == name)
}

/// Go: what an interface, or that of a method, embeds of which nothing here tells the methods.
pub(in crate::docql) fn embedded_unknown(library: &Library, target: NodeRef) -> Vec<String> {
    let interface = Some(target).filter(|of| is_interface(library, *of)).or_else(|| interface_around(library, target));
    let interface = interface.filter(|of| library.file(of.file).format.id == "go");
    interface.map_or_else(Vec::new, |of| Wanted::of(&Hierarchy::new(library), of).unknown)
}

/// Go: a type implements an interface by having its methods, or embedding what has them.
fn structural_implementations(all: &Hierarchy<'_>, interface: NodeRef) -> Vec<NodeRef> {
    let library = all.library;
    let wanted = Wanted::of(all, interface);
    let name = |node: NodeRef| library.outline(node.file).map_or("", |outline| outline.name(node.node));
    let Some(first) = wanted.methods.first() else { return Vec::new() };
    let mut owners: Vec<NodeRef> = Vec::new();
    library.nodes_named(&lower(first.name), NamePart::Whole, |node| {
        if name(node) == first.name && first.may_be(all, node) {
            owners.extend(library.owner(node).or_else(|| interface_around(library, node)));
        }
        true
    });
    let mut owners = with_embedding(all, owners);
    let is_type = |owner: &NodeRef| !is_interface(library, *owner);
    owners.retain(|owner| {
        is_type(owner)
            && same_language_family(library, owner.file, interface.file)
            && has_all(all, *owner, &wanted.methods)
    });
    owners
}

/// Go: true if a type has all of some methods, by itself or by what it embeds; what it has itself hides what is embedded.
fn has_all(all: &Hierarchy<'_>, owner: NodeRef, methods: &[Method<'_>]) -> bool {
    let library = all.library;
    let above = LazyCell::new(|| all.all_supertypes(owner));
    methods.iter().all(|method| {
        let own = members_named(library, owner, method.name);
        match own.is_empty() {
            true => {
                above.iter().flat_map(|of| members_named(library, *of, method.name)).any(|of| method.may_be(all, of))
            }
            false => own.iter().any(|of| method.may_be(all, *of)),
        }
    })
}

/// Go: true if a type has the methods of an interface, those of what that embeds included.
pub(in crate::docql::relations) fn has_methods_of(all: &Hierarchy<'_>, owner: NodeRef, interface: NodeRef) -> bool {
    let methods = Wanted::of(all, interface).methods;
    !methods.is_empty() && has_all(all, owner, &methods)
}

/// Go: true if a type has a method by the name of one of an interface, and takes or yields other types by it.
fn hides_method(all: &Hierarchy<'_>, owner: NodeRef, interface: NodeRef) -> bool {
    Wanted::of(all, interface).methods.iter().any(|method| {
        let own = members_named(all.library, owner, method.name);
        !own.is_empty() && !own.iter().any(|own| method.may_be(all, *own))
    })
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
            if !seen.contains(&below) && is_class(library, below) && all.members_named(below, name).is_empty() {
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

/// Go: the methods of the name of one of the type `owner` that the types below that have.
fn promoted_below(all: &Hierarchy<'_>, target: NodeRef, owner: NodeRef) -> Vec<NodeRef> {
    let name = all.library.outline(target.file).map_or("", |outline| outline.name(target.node));
    let mut seen = HashSet::from([target]);
    let methods = implementations(all, owner).into_iter().flat_map(|of| promoted(all, of, name));
    methods.filter(|method| seen.insert(*method)).collect()
}

/// Go: the methods of a name that a type has: its own, else those of the nearest type that it embeds.
fn promoted(all: &Hierarchy<'_>, owner: NodeRef, name: &str) -> Vec<NodeRef> {
    let library = all.library;
    let types = std::iter::once(owner).chain(all.all_supertypes(owner)).filter(|of| !is_interface(library, *of));
    types.map(|of| members_named(library, of, name)).find(|own| !own.is_empty()).unwrap_or_default()
}
