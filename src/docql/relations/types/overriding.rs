//! Methods and properties that implement or override one of a type above theirs: the nearest on each way down, and on each
//! way up.

use super::hierarchy::Hierarchy;
use super::inheritance::{MAX_SUPERTYPES, is_class};
use super::matching::may_match;
use crate::docql::nodes::fields;
use crate::docql::relations::names::lookup::{language_family, words_of_declaration};
use crate::docql::relations::typing::table::TypeTable;
use crate::document::Kind;
use crate::library::{Library, NodeRef};
use std::collections::{HashSet, VecDeque};

/// True for what types below may override: a method, and in languages where that is done a property.
pub(in crate::docql::relations) fn is_overridable(library: &Library, node: NodeRef) -> bool {
    let Some(outline) = library.outline(node.file) else { return false };
    outline.kind(node.node).is_function() || is_property(library, node)
}

/// True for a member that holds a value, in languages in which types below may have another in its place.
fn is_property(library: &Library, node: NodeRef) -> bool {
    let Some(outline) = library.outline(node.file) else { return false };
    let kind = outline.kind(node.node);
    let is_one = match language_family(library.file(node.file).format.id) {
        "csharp" => kind == Kind::Property,
        "java" => library.language(node.file) == "kotlin" && matches!(kind, Kind::Property | Kind::Field),
        "javascript" | "python" => matches!(kind, Kind::Property | Kind::Field),
        _ => false,
    };
    is_one && fields::enclosing_node(library, node).is_some_and(|home| is_class(library, home))
}

/// What implements or overrides a member of the type `owner` below that, the nearest on each way down; `implementing` are the
/// types directly below one.
pub(super) fn overriding(
    all: &Hierarchy<'_>,
    target: NodeRef,
    owner: NodeRef,
    implementing: impl Fn(NodeRef) -> Vec<NodeRef>,
) -> Vec<NodeRef> {
    let (library, below) = (all.library, Below::of(all, target, owner, implementing));
    let name = library.outline(target.file).map_or("", |outline| outline.name(target.node));
    let types = below.having.iter().chain(&below.inheriting).chain([&owner]);
    let of_constants = types.flat_map(|of| in_constants(library, *of, name));
    let mut once = HashSet::new();
    let mut out: Vec<NodeRef> = below.members.iter().copied().chain(of_constants).collect();
    out.retain(|member| *member != target && once.insert(*member));
    out
}

/// The types below `owner` that have a member from it: none nearer overrides that.
pub(in crate::docql::relations) fn inheriting(
    all: &Hierarchy<'_>,
    target: NodeRef,
    owner: NodeRef,
    implementing: impl Fn(NodeRef) -> Vec<NodeRef>,
) -> Vec<NodeRef> {
    Below::of(all, target, owner, implementing).inheriting
}

/// The types below that of a member.
#[derive(Default)]
struct Below {
    /// Those that have one of their own in its place.
    having: Vec<NodeRef>,
    /// What these have.
    members: Vec<NodeRef>,
    /// Those that have nothing nearer.
    inheriting: Vec<NodeRef>,
}

impl Below {
    fn of(
        all: &Hierarchy<'_>,
        target: NodeRef,
        owner: NodeRef,
        implementing: impl Fn(NodeRef) -> Vec<NodeRef>,
    ) -> Below {
        let library = all.library;
        let name = library.outline(target.file).map_or("", |outline| outline.name(target.node));
        let (mut found, mut open) = (Below::default(), VecDeque::from([owner]));
        let mut seen: HashSet<NodeRef> = HashSet::from([owner]);
        seen.extend(all.parts(owner).iter());
        let pairs = Pairs::new(all);
        // What implements a trait of Rust has nothing below it.
        let goes_on = library.language(target.file) != "rust";
        while let Some(of) = open.pop_front() {
            for below in implementing(of) {
                if !seen.insert(below) {
                    continue;
                }
                seen.extend(all.parts(below).iter());
                let own = all.members_named(below, name).into_iter();
                let own: Vec<NodeRef> = own.filter(|own| pairs.overrides(*own, target)).collect();
                match own.is_empty() {
                    false => found.having.push(below),
                    true if goes_on && is_class(library, below) => {
                        found.inheriting.push(below);
                        open.push_back(below);
                    }
                    true => {}
                }
                found.members.extend(own);
            }
        }
        found
    }
}

/// What a node extends: supertypes of a type; of a member, the nearest members that it overrides, one on each way up.
pub(in crate::docql::relations) fn extended(types: &Hierarchy<'_>, node: NodeRef) -> Vec<NodeRef> {
    if is_overridable(types.library, node) { overridden(types, node) } else { types.supertypes(node).to_vec() }
}

/// The members that one implements or overrides, the nearest on each way up.
fn overridden(all: &Hierarchy<'_>, target: NodeRef) -> Vec<NodeRef> {
    let library = all.library;
    let Some(outline) = library.outline(target.file) else { return Vec::new() };
    let Some(owner) = fields::enclosing_node(library, target).filter(|owner| is_class(library, *owner)) else {
        return Vec::new();
    };
    let (name, pairs) = (outline.name(target.node), Pairs::new(all));
    let (mut seen, mut level, mut out) = (vec![owner], vec![owner], Vec::new());
    while !level.is_empty() && seen.len() < MAX_SUPERTYPES {
        let mut next = Vec::new();
        for above in level.into_iter().flat_map(|below| all.supertypes(below).to_vec()) {
            if seen.contains(&above) {
                continue;
            }
            seen.push(above);
            let own = all.members_named(above, name).into_iter();
            let own: Vec<NodeRef> = own.filter(|own| pairs.overrides(target, *own)).collect();
            match own.is_empty() {
                true => next.push(above),
                false => out.extend(own),
            }
        }
        level = next;
    }
    let mut once = HashSet::new();
    out.retain(|member| *member != target && once.insert(*member));
    out
}

/// Members of one name, each in a type below that of another.
struct Pairs<'h, 'l> {
    all: &'h Hierarchy<'l>,
    table: TypeTable<'l>,
}

impl<'h, 'l> Pairs<'h, 'l> {
    fn new(all: &'h Hierarchy<'l>) -> Pairs<'h, 'l> {
        Pairs { all, table: TypeTable::of_library(all.library) }
    }

    /// True if the member `lower` implements or overrides `upper`, as far as their declarations tell.
    fn overrides(&self, lower: NodeRef, upper: NodeRef) -> bool {
        let library = self.all.library;
        let kind = |node: NodeRef| library.outline(node.file).map(|outline| outline.kind(node.node));
        let is_function = |node: NodeRef| kind(node).is_some_and(Kind::is_function);
        let is_of_sort = match (is_function(lower), is_function(upper)) {
            (true, true) => true,
            (false, false) => is_property(library, lower) && is_property(library, upper),
            // Whether a member of a script is called or read, both may stand for the same.
            _ => matches!(language_family(library.file(lower.file).format.id), "javascript" | "python"),
        };
        if !is_of_sort || kind(lower) == Some(Kind::Constructor) || kind(upper) == Some(Kind::Constructor) {
            return false;
        }
        let is_said = || words_of_declaration(library, lower).contains("override");
        let may = match library.language(lower.file) {
            "csharp" => self.is_of_interface(upper) || is_said(),
            "kotlin" => is_said(),
            "cpp" => self.is_virtual_for(lower, upper),
            "java" => is_function(upper),
            _ => true,
        };
        may && (!is_function(lower) || !is_function(upper) || may_match(&self.table, lower, upper))
    }

    fn is_of_interface(&self, member: NodeRef) -> bool {
        let library = self.all.library;
        let home = fields::enclosing_node(library, member);
        home.and_then(|home| Some(library.outline(home.file)?.kind(home.node) == Kind::Interface)).unwrap_or_default()
    }

    /// C++: true if `lower` says that it overrides something, or `upper` is virtual by its own declaration or one above it;
    /// what is above and not here may have declared it so.
    fn is_virtual_for(&self, lower: NodeRef, upper: NodeRef) -> bool {
        let library = self.all.library;
        let name = library.outline(upper.file).map_or("", |outline| outline.name(upper.node));
        let home = |of: NodeRef| fields::enclosing_node(library, of);
        let says = |of: NodeRef, words: &[&str]| {
            let all = self.all.members_named(of, name);
            let written = |member: &NodeRef| words_of_declaration(library, *member);
            all.iter().any(|member| words.iter().any(|word| written(member).contains(*word)))
        };
        let Some(above) = home(upper) else { return true };
        home(lower).is_some_and(|below| says(below, &["override", "final"]))
            || says(above, &["virtual", "override", "final"])
            || self.all.all_supertypes(above).into_iter().any(|of| says(of, &["virtual"]))
            || self.all.extends_unknown(above)
    }
}

/// Java, Kotlin: the methods of this name that constants of an enum have in bodies of their own.
fn in_constants(library: &Library, of: NodeRef, name: &str) -> Vec<NodeRef> {
    let Some(outline) = library.outline(of.file).filter(|outline| outline.kind(of.node) == Kind::Enum) else {
        return Vec::new();
    };
    let constants = outline.children(Some(of.node)).filter(|node| outline.kind(*node) == Kind::Variant);
    let methods = constants.flat_map(|constant| outline.children(Some(constant)));
    let is_one = |node: &u32| outline.kind(*node).is_function() && outline.name(*node) == name;
    methods.filter(is_one).map(|node| NodeRef { file: of.file, node }).collect()
}
