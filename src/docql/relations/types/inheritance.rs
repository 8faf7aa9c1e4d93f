//! Supertypes of a type, as nodes; which of several types of a name a declaration means.

use super::go_embedding;
use super::heads::places_in_head;
use super::nested::inherited_among;
use super::rust_heads::traits_among;
use crate::docql::nodes::names::qualified::may_be_behind;
use crate::docql::nodes::supertypes::supertype_names;
use crate::docql::relations::names::generics;
use crate::docql::relations::names::lookup::{nearest, same_language_family};
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::modules::Modules;
use crate::docql::relations::names::name_resolution::{Imports, ModulePath, NameScope, module_of};
use crate::docql::relations::names::packages;
use crate::docql::relations::names::php::types::is_php;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef, Outline};
use std::collections::HashSet;
use std::sync::Arc;

/// All direct and indirect supertypes of `node`, nearest first; `named` yields the types of a name in the language of a node,
/// `parts` the other parts of a type that is declared in several.
pub(in crate::docql::relations) fn all_supertypes_among(
    library: &Library,
    node: NodeRef,
    modules: &Modules<'_>,
    named: impl Fn(&str, NodeRef) -> Vec<NodeRef>,
    parts: impl Fn(NodeRef) -> Arc<[NodeRef]>,
) -> Vec<NodeRef> {
    let above_part = |node: NodeRef| -> Vec<NodeRef> {
        let (names, target) = (names_above(library, node), dereferenced(library, node));
        // A constructor that is defined elsewhere has the name of its type, and may be nearer.
        let is_constructor =
            |node: &NodeRef| library.outline(node.file).is_some_and(|of| of.kind(node.node) == Kind::Constructor);
        let named = |name: &str| named(name, node).into_iter().filter(|found| !is_constructor(found)).collect();
        let seen = |name: &str, before: &[String]| seen_from(library, named(name), (name, before, node));
        let traits = |name: &str, before: &[String]| traits_among(library, seen(name, before), (name, before, node));
        let meant =
            |name: &str| meant_above(modules, (name, node), |before| nearest(library, traits(name, before), node));
        let target = target.iter().flat_map(|name| nearest(library, seen(name, &[]), node));
        let above = names.iter().flat_map(|name| meant(name)).chain(target);
        above.filter(|found| has_members(library, *found)).collect()
    };
    all_above(library, node, |node| above_all_parts(node, above_part, &parts))
}

/// What is directly above a type, whichever of its parts says so, with all parts of that; `above` yields it for one part.
pub(super) fn above_all_parts(
    node: NodeRef,
    above: impl Fn(NodeRef) -> Vec<NodeRef>,
    parts: impl Fn(NodeRef) -> Arc<[NodeRef]>,
) -> Vec<NodeRef> {
    let own = parts(node);
    let mut out: Vec<NodeRef> = Vec::new();
    for of in std::iter::once(node).chain(own.iter().copied()).flat_map(above) {
        for part in std::iter::once(of).chain(parts(of).iter().copied()) {
            if part != node && !own.contains(&part) && !out.contains(&part) {
                out.push(part);
            }
        }
    }
    out
}

/// Java, Kotlin: those of the types of a name that its package and imports let the head of `from` mean. C#: those that take
/// as many types as are given to the name there. Ruby: those that stand in what is before it.
fn seen_from(library: &Library, all: Vec<NodeRef>, (name, before, from): (&str, &[String], NodeRef)) -> Vec<NodeRef> {
    let is_behind = |node: &NodeRef| before.last().is_none_or(|last| may_be_behind(library, *node, last));
    let all = standing_in(library, all.into_iter().filter(is_behind).collect(), before.last().map(String::as_str));
    let all = if before.is_empty() { inherited_among(library, all, place_around(library, from)) } else { all };
    let all = if all.len() > 1 { generics::meant_in_head(library, all, (name, from)) } else { all };
    let Some(outline) = library.outline(from.file).filter(|_| packages::tell(library, from.file)) else { return all };
    let imports = Imports::new(library, from.file);
    let offset = outline.span(from.node).start.saturating_sub(1);
    let names: Vec<&str> = before.iter().map(String::as_str).chain([name]).collect();
    all.into_iter().filter(|node| !packages::is_of_another(&imports, offset, &names, *node)).collect()
}

/// The place in which a type is declared: what stands around it counts, not the type itself.
fn place_around(library: &Library, node: NodeRef) -> (FileId, u32) {
    (node.file, library.outline(node.file).map_or(0, |outline| outline.span(node.node).start.saturating_sub(1)))
}

/// Java, Kotlin: of several types those that stand in the type `outer`, which is written before their name, if any does: a
/// type has those that it inherits as well.
fn standing_in(library: &Library, all: Vec<NodeRef>, outer: Option<&str>) -> Vec<NodeRef> {
    let stands_there = |node: &NodeRef| {
        let outline = library.outline(node.file).filter(|_| packages::tell(library, node.file));
        outline.is_some_and(|outline| outline.parent(node.node).map(|at| outline.name(at)) == outer)
    };
    match outer.is_some() && all.iter().any(stands_there) {
        true => all.into_iter().filter(stands_there).collect(),
        false => all,
    }
}

/// The names of what `node` extends; of another name for a type the one that it stands for.
pub(super) fn names_above(library: &Library, node: NodeRef) -> Vec<String> {
    go_embedding::aliased(library, node).map_or_else(|| supertype_names(library, node), |name| vec![name])
}

/// Rust: the name of the type whose methods a value has through `Deref`.
pub(in crate::docql::relations) fn dereferenced(library: &Library, node: NodeRef) -> Option<String> {
    if library.file(node.file).format.id != "rust" {
        return None;
    }
    let outline = library.outline(node.file)?;
    let own = outline.name(node.node);
    let is_it = |&at: &u32| outline.kind(at) == Kind::Impl && outline.name(at) == own && outline.detail(at) == "Deref";
    let block = outline.span((0..outline.len()).find(is_it)?);
    let text = library.peek_text(node.file).ok()?;
    let written = text.get(block.start as usize..block.end as usize)?.split_once("type Target")?.1;
    let written = written.split_once('=')?.1.split(';').next()?;
    let path = written.split('<').next()?.trim().trim_start_matches(['&', '*']);
    let name = path.rsplit([':', ' ']).next()?.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| name.to_owned())
}

/// The types that a name which `from` extends means, one for each place where its head has it: what modules say, else what
/// `named` tells by what stands before the name there.
pub(super) fn meant_above(
    modules: &Modules<'_>,
    (name, from): (&str, NodeRef),
    named: impl Fn(&[String]) -> Vec<NodeRef>,
) -> Vec<NodeRef> {
    let (is_python, mut all) = (modules.library.file(from.file).format.id == "python", Vec::new());
    for before in places_in_head(modules.library, from, name) {
        if is_php(modules.library, from.file) {
            all.extend(meant_in_php(modules, (name, from), &before));
            continue;
        }
        let written = match is_python {
            true => before.clone(),
            false => go_embedding::package(modules.library, from, name).into_iter().collect(),
        };
        match meant_by_modules(modules, (name, from), &written, is_python) {
            Some(meant) => all.extend(meant),
            None => all.extend(named(&before)),
        }
    }
    let mut seen = HashSet::new();
    all.retain(|node| seen.insert(*node));
    all
}

/// PHP: the types that a name in the head of `from`, or among what that takes in, means behind `before`.
fn meant_in_php(modules: &Modules<'_>, (name, from): (&str, NodeRef), before: &[String]) -> Option<NodeRef> {
    let outline = modules.library.outline(from.file)?;
    let imports = Imports::new(modules.library, from.file);
    let path: Vec<&str> = before.iter().map(String::as_str).chain([name]).collect();
    let all = modules.php.all_meant(&imports, outline.span(from.node).start, &path);
    all.into_iter().find(|meant| *meant != from)
}

/// The type that modules say a name in the head of `from` means; `Some(None)` if it is one that is not here.
fn meant_by_modules(
    modules: &Modules<'_>,
    (name, from): (&str, NodeRef),
    before: &[String],
    is_python: bool,
) -> Option<Option<NodeRef>> {
    let outline = modules.library.outline(from.file)?;
    let imports = Imports::new(modules.library, from.file);
    // What stands around the declaration counts, not the declaration itself.
    let offset = outline.span(from.node).start.saturating_sub(1);
    let path: Vec<&str> = before.iter().map(String::as_str).chain([name]).collect();
    let is_imported = || is_python && imports.has_at(path[0], offset);
    let meaning = modules.meaning(&imports, offset, &path);
    if let Some(Meaning::Declared(node)) = meaning
        && let Some(meant) = behind_variable(modules, node).filter(|meant| *meant != from)
    {
        return Some(Some(meant));
    }
    match meaning {
        Some(Meaning::Declared(node)) if node != from && has_members(modules.library, node) => Some(Some(node)),
        Some(Meaning::Elsewhere) if !before.is_empty() || is_imported() => Some(None),
        _ => None,
    }
}

/// Python, JavaScript: the type that a variable stands for which is set to its name: `Base = Other`, also with arguments
/// for it, `Base = Other[int]`.
fn behind_variable(modules: &Modules<'_>, node: NodeRef) -> Option<NodeRef> {
    let mut node = node;
    for _ in 0..MAX_VARIABLES {
        let outline = modules.library.outline(node.file)?;
        if !matches!(outline.kind(node.node), Kind::Variable | Kind::Constant) {
            return has_members(modules.library, node).then_some(node);
        }
        let text = modules.library.peek_text(node.file).ok()?;
        let line = text.get(outline.name_span(node.node).end as usize..)?.lines().next()?;
        let value = line.trim_start().strip_prefix('=')?.trim_start();
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
        let name = value.find(|c| !is_part(c)).map_or(value, |end| &value[..end]);
        let behind = value[name.len()..].trim_start();
        let is_whole = behind.is_empty() || behind.starts_with(['[', ';', '#']) || behind.starts_with("//");
        if name.is_empty() || !is_whole {
            return None;
        }
        let imports = Imports::new(modules.library, node.file);
        let path: Vec<&str> = name.split('.').collect();
        let offset = outline.span(node.node).start;
        let Some(Meaning::Declared(meant)) = modules.meaning(&imports, offset, &path) else { return None };
        if meant == node {
            return None;
        }
        node = meant;
    }
    None
}

/// Variables that stand for each other, followed at most.
const MAX_VARIABLES: usize = 4;

/// All that is above a type, by what is directly above each, nearest first.
pub(super) fn all_above(
    library: &Library,
    node: NodeRef,
    supertypes: impl Fn(NodeRef) -> Vec<NodeRef>,
) -> Vec<NodeRef> {
    if is_php(library, node.file) {
        return all_above_in_php(library, node, supertypes);
    }
    let mut all = vec![node];
    let mut at = 0;
    while at < all.len() && all.len() < MAX_SUPERTYPES {
        for above in supertypes(all[at]) {
            if !all.contains(&above) {
                all.push(above);
            }
        }
        at += 1;
    }
    all.remove(0);
    all
}

/// PHP: the same. What a class takes in from traits, and these from others, goes before what it inherits; interfaces have
/// nothing that is run.
fn all_above_in_php(library: &Library, node: NodeRef, supertypes: impl Fn(NodeRef) -> Vec<NodeRef>) -> Vec<NodeRef> {
    let kind = |of: &NodeRef| library.outline(of.file).map(|outline| outline.kind(of.node));
    let (mut all, mut open) = (Vec::new(), vec![node]);
    while let Some(of) = open.pop().filter(|_| all.len() < MAX_SUPERTYPES) {
        if all.contains(&of) {
            continue;
        }
        all.push(of);
        let mut above = supertypes(of);
        above.sort_by_key(|of| kind(of) != Some(Kind::Trait));
        open.extend(above.into_iter().rev());
    }
    all.retain(|of| *of != node);
    all.sort_by_key(|of| kind(of) == Some(Kind::Interface));
    all
}

/// The types of one name in one language.
pub(in crate::docql::relations) struct TypesNamed<'l> {
    library: &'l Library,
    name: String,
    all: Vec<(NodeRef, ModulePath)>,
}

impl<'l> TypesNamed<'l> {
    pub(in crate::docql::relations) fn of(library: &'l Library, name: &str, file: FileId) -> TypesNamed<'l> {
        let is_meant = |node: &NodeRef| is_type(library, *node) && same_language_family(library, node.file, file);
        let types = library.declared(name).into_iter().filter(is_meant);
        let all = types.map(|node| (node, module_of(library, node))).collect();
        TypesNamed { library, name: name.to_owned(), all }
    }

    /// Those that the head of `from`, which names one, can mean, wherever it has the name.
    pub(in crate::docql::relations) fn named_by(&self, from: NodeRef) -> Vec<NodeRef> {
        let places = places_in_head(self.library, from, &self.name);
        places.iter().flat_map(|before| self.named_behind(before, from)).collect()
    }

    /// C++: true if `node` declares what `from` does, in another file, or is no type of the library where one is meant behind
    /// `before`: a type is not above itself, `A : std::A`.
    fn is_copy(&self, node: NodeRef, (from, before): (NodeRef, &[String])) -> bool {
        let name = |of: NodeRef| self.library.outline(of.file).map(|outline| outline.name(of.node));
        if self.library.language(from.file) != "cpp" || name(node) != name(from) {
            return false;
        }
        let module = module_of(self.library, node);
        let is_of_library = before.first().is_some_and(|first| first == "std");
        module == module_of(self.library, from) || is_of_library && !module.iter().any(|part| part == "std")
    }

    /// Those that the name can mean behind `before` in the head of `from`: by these qualifiers, the imports and the modules
    /// around it; where these decide nothing, the nearest.
    pub(super) fn named_behind(&self, before: &[String], from: NodeRef) -> Vec<NodeRef> {
        let is_behind = |node: &NodeRef| before.last().is_none_or(|last| may_be_behind(self.library, *node, last));
        let is_copy = |node: &NodeRef| self.is_copy(*node, (from, before));
        let is_other = |node: &NodeRef| *node != from && is_behind(node) && !is_copy(node);
        let others: Vec<NodeRef> = self.all.iter().map(|(node, _)| *node).filter(is_other).collect();
        let others = standing_in(self.library, others, before.last().map(String::as_str));
        let place = place_around(self.library, from);
        let others = if before.is_empty() { inherited_among(self.library, others, place) } else { others };
        let others = traits_among(self.library, others, (&self.name, before, from));
        let others = || others.iter().copied();
        let is_one = others().nth(1).is_none();
        // One is meant, but where packages tell it from those of libraries.
        if is_one && !packages::tell(self.library, from.file) || self.all.len() > MAX_NAMESAKES {
            return others().collect();
        }
        let Some(outline) = self.library.outline(from.file) else { return others().collect() };
        let before: Vec<&str> = before.iter().map(String::as_str).collect();
        let imports = Imports::new(self.library, from.file);
        // What stands around the declaration counts, not the declaration itself.
        let offset = outline.span(from.node).start.saturating_sub(1);
        let names = [&before[..], &[self.name.as_str()]].concat();
        let is_meant = |node: &NodeRef| !packages::is_of_another(&imports, offset, &names, *node);
        if is_one {
            return others().filter(is_meant).collect();
        }
        let resolved = NameScope { imports: &imports, offset }.resolve(&self.all, &self.name, &before);
        let resolved: Vec<NodeRef> =
            resolved.into_iter().map(|at| self.all[at].0).filter(|node| others().any(|other| other == *node)).collect();
        match resolved.is_empty() {
            true => nearest(self.library, others().filter(is_meant).collect(), from),
            false => resolved,
        }
    }
}

/// Types of one name that are told apart, at most.
const MAX_NAMESAKES: usize = 500;

/// True for types that may have methods: in Go also one that is made of another, `type flag uintptr`; in JavaScript also a
/// function with a prototype.
fn has_members(library: &Library, node: NodeRef) -> bool {
    let is_go = library.file(node.file).format.id == "go";
    let is_function = |outline: Outline<'_>| outline.kind(node.node) == Kind::Function;
    let is_maker = || {
        library.lexis(node.file).is_some_and(|lexis| lexis.types.objects)
            && library.outline(node.file).is_some_and(is_function)
            && !library.adopted(node).is_empty()
    };
    is_class(library, node)
        || is_maker()
        || is_go && library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Alias)
}

pub(in crate::docql) fn is_class(library: &Library, node: NodeRef) -> bool {
    library.outline(node.file).is_some_and(|outline| outline.kind(node.node).is_class())
}

/// TypeScript: true for another name of types, which others may extend by it.
pub(super) fn is_alias(library: &Library, node: NodeRef) -> bool {
    let is_script = library.lexis(node.file).is_some_and(|lexis| lexis.types.objects);
    is_script && library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Alias)
}

/// True for what may be above or below a type.
fn is_type(library: &Library, node: NodeRef) -> bool {
    is_class(library, node) || is_alias(library, node)
}

/// Supertypes collected for one type, at most.
pub(in crate::docql::relations) const MAX_SUPERTYPES: usize = 64;
