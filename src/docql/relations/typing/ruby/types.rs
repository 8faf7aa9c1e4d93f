//! Classes and modules by their paths, wherever they are opened, and what they have.

use super::bodies::Bodies;
use super::handed::HandedTo;
use super::model::{Below, Constant, Level, Levels, Lineage, Meant};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::names::qualified::enclosing_node;
use crate::docql::nodes::noted::seen::Seen;
use crate::docql::relations::names::memo::Memo;
use crate::docql::relations::types::members::members;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef, Outline};
use crate::stdx::Shared;
use std::collections::HashMap;
use std::sync::Arc;

/// Words that give a method to a class and to its values.
const ON_BOTH: &[&str] = &[
    "cattr_accessor",
    "cattr_reader",
    "cattr_writer",
    "class_attribute",
    "mattr_accessor",
    "mattr_reader",
    "mattr_writer",
    "thread_cattr_accessor",
    "thread_mattr_accessor",
];

/// What the bodies of a class or module declare.
#[derive(Default)]
pub(super) struct Members<'l> {
    pub(super) methods: HashMap<&'l str, Vec<(NodeRef, Levels)>>,
    constants: HashMap<&'l str, Vec<NodeRef>>,
}

/// The classes and modules of a workspace, as far as one query asks.
pub(in crate::docql::relations) struct Types<'l> {
    pub(super) library: &'l Library,
    seen: Option<&'l Seen>,
    named: Memo<String, Arc<[(String, NodeRef)]>>,
    pub(super) including: Memo<String, Arc<[String]>>,
    paths: Memo<NodeRef, Option<String>>,
    owners: Memo<NodeRef, Option<(String, Levels)>>,
    bodies: Memo<FileId, Arc<Bodies>>,
    pub(super) handed: Shared<HandedTo>,
    members: Memo<String, Arc<Members<'l>>>,
    pub(super) lineages: Memo<(String, Level), Arc<Lineage>>,
    pub(super) naming: Memo<String, Arc<[String]>>,
    pub(super) below: Memo<(String, Level), Option<Below>>,
    pub(super) meant: Memo<(String, Level, String), Option<Meant>>,
    pub(super) set_from_outside: Memo<String, bool>,
}

impl<'l> Types<'l> {
    pub(in crate::docql::relations) fn new(library: &'l Library, seen: Option<&'l Seen>) -> Types<'l> {
        let (named, paths, owners) = (Memo::new(), Memo::new(), Memo::new());
        let (bodies, members, lineages, including) = (Memo::new(), Memo::new(), Memo::new(), Memo::new());
        let (naming, below, meant, set_from_outside) = (Memo::new(), Memo::new(), Memo::new(), Memo::new());
        Types {
            library,
            seen,
            named,
            including,
            paths,
            owners,
            bodies,
            handed: Shared::new(),
            members,
            lineages,
            naming,
            below,
            meant,
            set_from_outside,
        }
    }

    /// The classes and modules of a name, each with its path.
    fn named(&self, name: &str) -> Arc<[(String, NodeRef)]> {
        self.named.get(name.to_owned(), |name| {
            if let Some(seen) = self.seen {
                seen.lack(|lacks| lacks.name(name));
            }
            let all = self.library.declared(name).into_iter().chain(self.library.modules_named(name));
            let is_meant = |node: &NodeRef| {
                let is_scope = self.library.outline(node.file).is_some_and(|it| is_scope(it.kind(node.node)));
                is_scope && self.library.language(node.file) == "ruby"
            };
            all.filter(is_meant).filter_map(|node| Some((self.path_of(node)?, node))).collect()
        })
    }

    /// The places where a class or module is opened.
    pub(in crate::docql::relations) fn places(&self, path: &str) -> Vec<NodeRef> {
        let name = path.rsplit("::").next().unwrap_or(path);
        self.named(name).iter().filter(|(of, _)| of == path).map(|(_, node)| *node).collect()
    }

    pub(in crate::docql::relations) fn is_module(&self, path: &str) -> bool {
        let is = |node: &NodeRef| self.library.outline(node.file).is_some_and(|it| it.kind(node.node) == Kind::Module);
        self.places(path).iter().any(is)
    }

    /// The path of a class or module: `class A::B` in `module C` is `C::A::B`.
    pub(in crate::docql::relations) fn path_of(&self, node: NodeRef) -> Option<String> {
        self.paths.get(node, |node| self.written_path(*node))
    }

    fn written_path(&self, node: NodeRef) -> Option<String> {
        let outline = self.library.outline(node.file)?;
        let text = self.library.peek_text(node.file).ok()?;
        let mut parts = Vec::new();
        let around = outline.ancestors(node.node).filter(|&at| is_scope(outline.kind(at)));
        for at in std::iter::once(node.node).chain(around) {
            let head = text.get(outline.span(at).start as usize..outline.name_span(at).start as usize)?;
            let before = head.rsplit(char::is_whitespace).next().unwrap_or_default();
            parts.push(format!("{}{}", before.trim_start_matches("::"), outline.name(at)));
            if before.starts_with("::") {
                break;
            }
        }
        parts.reverse();
        Some(parts.join("::"))
    }

    /// The paths of the classes and modules around a place, innermost first: where a constant is looked up.
    pub(super) fn nesting(&self, file: FileId, offset: u32) -> Vec<String> {
        let Some(outline) = self.library.outline(file) else { return Vec::new() };
        let innermost = outline.enclosing(offset, is_scope);
        let all = innermost.into_iter().flat_map(|node| {
            std::iter::once(node).chain(outline.ancestors(node)).filter(|&at| is_scope(outline.kind(at)))
        });
        all.filter_map(|node| self.path_of(NodeRef { file, node })).collect()
    }

    /// What a constant means within `nesting`. Its first name is empty where it begins with `::`.
    pub(super) fn constant(&self, path: &[String], nesting: &[String]) -> Option<Constant> {
        self.constant_within(path, nesting, true)
    }

    pub(super) fn constant_within(&self, path: &[String], nesting: &[String], with_lineage: bool) -> Option<Constant> {
        let (first, rest) = path.split_first()?;
        let (mut found, rest) = if first.is_empty() {
            let (first, rest) = rest.split_first()?;
            (self.inside("", first)?, rest)
        } else {
            let lexical = nesting.iter().find_map(|scope| self.inside(scope, first));
            let inherited = || {
                let own = nesting.first().filter(|_| with_lineage)?;
                self.lineage(own, Level::Value).steps.iter().find_map(|(of, _)| self.inside(of, first))
            };
            (lexical.or_else(inherited).or_else(|| self.inside("", first))?, rest)
        };
        for name in rest {
            let Constant::Type(of) = &found else { return None };
            let inherited = || {
                let lineage = with_lineage.then(|| self.lineage(of, Level::Value))?;
                lineage.steps.iter().find_map(|(of, _)| self.inside(of, name))
            };
            found = self.inside(of, name).or_else(inherited)?;
        }
        Some(found)
    }

    /// The only class or module whose path ends in that of a constant which nothing around it has: a library may mix in what
    /// has it.
    pub(super) fn guessed(&self, path: &[String]) -> Option<String> {
        let written = path.join("::");
        let is_meant = |of: &str| of.strip_suffix(&written).is_some_and(|around| around.ends_with("::"));
        let all = self.named(path.last()?);
        let mut meant = all.iter().map(|(of, _)| of).filter(|of| is_meant(of));
        let first = meant.next()?;
        meant.all(|of| of == first).then(|| first.clone())
    }

    /// The constant of a name directly in a class or module, outside of all where `scope` is empty.
    fn inside(&self, scope: &str, name: &str) -> Option<Constant> {
        let path = if scope.is_empty() { name.to_owned() } else { format!("{scope}::{name}") };
        if self.named(name).iter().any(|(of, _)| *of == path) {
            return Some(Constant::Type(path));
        }
        if !scope.is_empty() {
            return self.members(scope).constants.get(name).cloned().map(Constant::Assigned);
        }
        let is_top = |node: &NodeRef| {
            let is =
                |outline: Outline<'_>| outline.kind(node.node) == Kind::Constant && outline.parent(node.node).is_none();
            self.library.language(node.file) == "ruby" && self.library.outline(node.file).is_some_and(is)
        };
        let all: Vec<NodeRef> = self.library.declared(name).into_iter().filter(is_top).collect();
        (!all.is_empty()).then_some(Constant::Assigned(all))
    }

    pub(super) fn bodies(&self, file: FileId) -> Arc<Bodies> {
        self.bodies.get(file, |&file| Arc::new(Bodies::read(self.library, file).unwrap_or_default()))
    }

    pub(super) fn members(&self, path: &str) -> Arc<Members<'l>> {
        self.members.get(path.to_owned(), |path| {
            let mut all = Members::default();
            for place in self.places(path) {
                for member in members(self.library, place) {
                    let Some(outline) = self.library.outline(member.file) else { continue };
                    let name = outline.name(member.node);
                    match outline.kind(member.node) {
                        Kind::Constant => all.constants.entry(name).or_default().push(member),
                        kind if kind.is_function() || kind == Kind::Property => {
                            all.methods.entry(name).or_default().push((member, self.levels(member)));
                        }
                        _ => {}
                    }
                }
            }
            Arc::new(all)
        })
    }

    /// The levels at which a method or property is called.
    pub(super) fn levels(&self, member: NodeRef) -> Levels {
        let none = Levels { value: true, itself: false };
        let Some(outline) = self.library.outline(member.file) else { return none };
        let (start, name) = (outline.span(member.node).start, outline.name_span(member.node).start);
        let text = self.library.peek_text(member.file).ok();
        let head = text.as_deref().and_then(|text| text.get(start as usize..name as usize)).unwrap_or_default();
        let bodies = self.bodies(member.file);
        let word = head.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        if head.ends_with('.') || word == "scope" || bodies.is_of_itself(start) {
            return Levels { value: false, itself: true };
        }
        if ON_BOTH.contains(&word) {
            return Levels { value: true, itself: true };
        }
        let around = outline.ancestors(member.node).find(|&at| is_scope(outline.kind(at)));
        let itself = around.is_some_and(|of| bodies.is_module_function(of, outline.name(member.node), start));
        Levels { itself, ..none }
    }

    /// The constant of the class that a method refines; `None` for one that refines none.
    pub(in crate::docql::relations) fn refined(&self, member: NodeRef) -> Option<String> {
        let start = self.library.outline(member.file)?.span(member.node).start;
        let path = self.bodies(member.file).refined(start)?.join("::");
        Some(path.trim_start_matches("::").to_owned())
    }

    /// The class or module that a method belongs to; `None` for one outside of all, or in another method.
    fn owner(&self, member: NodeRef) -> Option<String> {
        let outline = self.library.outline(member.file)?;
        let home = enclosing_node(self.library, member)?;
        let is_home = self.library.outline(home.file).is_some_and(|of| is_scope(of.kind(home.node)));
        let is_code = |kind: Kind| kind.is_function() || is_scope(kind);
        let around = outline.ancestors(member.node).find(|&at| is_code(outline.kind(at)));
        let is_inner = around.is_some_and(|at| outline.kind(at).is_function());
        if is_home && !is_inner { self.path_of(home) } else { None }
    }

    /// The class or module that a method belongs to, with the levels at which it is called.
    pub(in crate::docql::relations) fn owner_and_levels(&self, member: NodeRef) -> Option<(String, Levels)> {
        self.owners.get(member, |member| Some((self.owner(*member)?, self.levels(*member))))
    }
}

/// How sure it is that a call in `file` that means `found` means `of`, one of them: types of several programs may have one path.
/// In its own file each means its own.
pub(in crate::docql::relations) fn weighed(
    found: &[NodeRef],
    of: NodeRef,
    file: FileId,
    evidence: Evidence,
) -> Evidence {
    let is_apart = of.file != file && found.iter().any(|other| other.file != of.file);
    if is_apart { Evidence::Name } else { evidence }
}

/// True for what a constant may name, and what opens a scope for others.
pub(super) fn is_scope(kind: Kind) -> bool {
    kind.is_class() || kind == Kind::Module
}
