//! What is looked up while types are told, once for a whole query: declarations by name, types above others, imports.

use super::arity::Arity;
use super::bodies::{Bodies, Body};
use super::expressions::model::Fixtures;
use super::python::signature::Signature;
use super::ruby::model::Level;
use super::ruby::types::Types;
use super::written::Written;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::names::qualified::enclosing_node;
use crate::docql::nodes::noted::seen::Seen;
use crate::docql::relations::names::ambiguity::Declarations;
use crate::docql::relations::names::c::includes::is_header;
use crate::docql::relations::names::go::reach::Reach;
use crate::docql::relations::names::lookup::{language_family, same_language_family};
use crate::docql::relations::names::memo::Memo;
use crate::docql::relations::names::modules::Modules;
use crate::docql::relations::types::inheritance::all_supertypes_among;
use crate::docql::relations::types::members::members;
use crate::docql::relations::types::partial::other_parts;
use crate::docql::relations::types::php_below::PhpBelow;
use crate::document::{Kind, Span};
use crate::library::{FileId, Library, NodeRef, Outline, Role, role};
use crate::stdx::{Shared, Ticket};
use std::collections::HashMap;
use std::sync::Arc;

/// Functions of one name that are compared, at most.
const MAX_RIVALS: usize = 64;

/// The lookups of one query.
pub(in crate::docql::relations) struct TypeTable<'l> {
    pub library: &'l Library,
    /// Where what is not indexed is noted; `None` if everything is, or nobody asks.
    seen: Option<&'l Seen>,
    pub(in crate::docql::relations) modules: Modules<'l>,
    pub(in crate::docql::relations) ruby: Types<'l>,
    types: Memo<(String, &'static str), Arc<Declarations>>,
    above: Memo<NodeRef, Arc<[NodeRef]>>,
    variants: Memo<NodeRef, Arc<[NodeRef]>>,
    members: Memo<NodeRef, Arc<HashMap<&'l str, Vec<NodeRef>>>>,
    pub(super) declared: Memo<NodeRef, Arc<[Written]>>,
    pub(super) parameters: Memo<NodeRef, Arc<[Written]>>,
    pub(super) fixtures: Memo<FileId, Arc<Fixtures>>,
    arities: Memo<NodeRef, Option<Arity>>,
    leasts: Memo<NodeRef, usize>,
    defaults: Memo<NodeRef, bool>,
    rivals: Memo<NodeRef, Arc<[NodeRef]>>,
    pub(super) bodies: Memo<FileId, Arc<Bodies>>,
    pub(super) type_parameters: Memo<NodeRef, Arc<[String]>>,
    extended: Memo<(String, FileId), bool>,
    pub(super) signatures: Memo<NodeRef, Option<Arc<Signature>>>,
    reach: Reach<'l>,
    php_below: Shared<PhpBelow>,
}

impl<'l> TypeTable<'l> {
    pub(in crate::docql::relations) fn new(context: Context<'l>) -> TypeTable<'l> {
        let library = context.library;
        TypeTable::noting(library, context.seen.filter(|_| !library.is_complete()))
    }

    /// One for what is indexed, whatever is not.
    pub(in crate::docql::relations) fn of_library(library: &'l Library) -> TypeTable<'l> {
        TypeTable::noting(library, None)
    }

    fn noting(library: &'l Library, seen: Option<&'l Seen>) -> TypeTable<'l> {
        TypeTable {
            library,
            seen,
            modules: Modules::new(library, seen),
            ruby: Types::new(library, seen),
            types: Memo::new(),
            above: Memo::new(),
            variants: Memo::new(),
            members: Memo::new(),
            declared: Memo::new(),
            parameters: Memo::new(),
            fixtures: Memo::new(),
            arities: Memo::new(),
            leasts: Memo::new(),
            defaults: Memo::new(),
            rivals: Memo::new(),
            bodies: Memo::new(),
            type_parameters: Memo::new(),
            extended: Memo::new(),
            signatures: Memo::new(),
            reach: Reach::new(library),
            php_below: Shared::new(),
        }
    }

    /// Notes that the answer depends on all declarations of a name.
    pub(in crate::docql::relations) fn lack_name(&self, name: &str) {
        if let Some(seen) = self.seen {
            seen.lack(|lacks| lacks.name(name));
        }
    }

    /// Notes that the answer may depend on any file.
    pub(in crate::docql::relations) fn lack_everything(&self) {
        if let Some(seen) = self.seen {
            seen.lack(|lacks| lacks.everything = true);
        }
    }

    /// The types, functions and variables outside of functions that have a name.
    pub(super) fn named(&self, name: &str) -> Vec<NodeRef> {
        self.lack_name(name);
        self.library.declared(name)
    }

    /// The functions and types of a name in the language of `file`.
    pub(in crate::docql::relations) fn called(&self, name: &str, file: FileId) -> Vec<NodeRef> {
        let library = self.library;
        let is_called = |node: &NodeRef| {
            let kind = library.outline(node.file).map(|outline| outline.kind(node.node));
            kind.is_some_and(|kind| kind.is_function() || kind.is_class())
        };
        let of_family = |node: &NodeRef| same_language_family(library, node.file, file);
        self.named(name).into_iter().filter(is_called).filter(of_family).collect()
    }

    /// The declarations of a name in the language of `file`.
    pub(super) fn declarations(&self, name: &str, file: FileId) -> Arc<Declarations> {
        let language = language_family(self.library.file(file).format.id);
        self.types.get((name.to_owned(), language), |_| {
            let of_language = |node: &NodeRef| language_family(self.library.file(node.file).format.id) == language;
            let is_callable_or_type = |node: &NodeRef| {
                let kind = self.library.outline(node.file).map(|outline| outline.kind(node.node));
                kind.is_some_and(|kind| kind.is_function() || kind.is_class() || kind == Kind::Alias)
            };
            let nodes: Vec<NodeRef> =
                self.named(name).into_iter().filter(of_language).filter(is_callable_or_type).collect();
            let ticket = Ticket::forever();
            let context =
                Context { library: self.library, ticket: &ticket, value: None, file: None, strict: false, seen: None };
            Arc::new(Declarations::classify(&nodes, context).unwrap_or_default())
        })
    }

    /// The direct and indirect supertypes of a type, nearest first.
    pub(in crate::docql::relations) fn above(&self, node: NodeRef) -> Arc<[NodeRef]> {
        // What augments a global type has the members of that first, and they are not here.
        let is_global = |outline: Outline<'_>| {
            outline.parent(node.node).is_some_and(|at| outline.kind(at) == Kind::Module && outline.name(at) == "global")
        };
        if self.library.outline(node.file).is_some_and(is_global) {
            return Arc::new([]);
        }
        let named = |name: &str, from: NodeRef| self.called(name, from.file);
        let kind = |node: NodeRef| self.library.outline(node.file).map(|outline| outline.kind(node.node));
        self.above.get(node, |node| {
            if self.library.language(node.file) == "ruby" {
                return self.above_in_ruby(*node).into();
            }
            let has_parts = self.library.file(node.file).format.id == "csharp";
            let parts = |of: NodeRef| if has_parts { self.variants(of) } else { Arc::new([]) };
            let mut all = all_supertypes_among(self.library, *node, &self.modules, named, parts);
            // A class of TypeScript has nothing from what it implements.
            let is_script = self.library.lexis(node.file).is_some_and(|lexis| lexis.types.objects);
            if is_script && kind(*node) == Some(Kind::Class) {
                all.sort_by_key(|above| kind(*above) == Some(Kind::Interface));
            }
            all.into()
        })
    }

    /// Ruby: the classes and modules in which methods are looked up that a type does not have, wherever they are opened.
    fn above_in_ruby(&self, node: NodeRef) -> Vec<NodeRef> {
        let Some(path) = self.ruby.path_of(node) else { return Vec::new() };
        let lineage = self.ruby.lineage(&path, Level::Value);
        let above = lineage.steps.iter().filter(|(of, _)| *of != path);
        above.flat_map(|(of, _)| self.ruby.places(of)).collect()
    }

    /// PHP: what is below types.
    pub(in crate::docql::relations) fn php_below(&self) -> &PhpBelow {
        self.lack_everything();
        self.php_below.get_or_init(|| PhpBelow::new(self.library, |node| self.above(node)))
    }

    /// The members of a type with a name.
    pub(in crate::docql::relations) fn members_named(&self, owner: NodeRef, name: &str) -> Vec<NodeRef> {
        let all = self.members.get(owner, |owner| {
            let mut all: HashMap<&str, Vec<NodeRef>> = HashMap::new();
            // Those written outside of the type name it.
            self.lack_name(self.library.outline(owner.file).map_or("", |outline| outline.name(owner.node)));
            let variants = self.variants(*owner);
            let types = std::iter::once(owner).chain(variants.iter());
            for member in types.flat_map(|of| members(self.library, *of)) {
                if let Some(outline) = self.library.outline(member.file) {
                    all.entry(outline.name(member.node)).or_default().push(member);
                }
            }
            Arc::new(all)
        });
        all.get(name).cloned().unwrap_or_default()
    }

    /// Go: the types that stand for a type in other builds. C#: the other parts of a type.
    pub(in crate::docql::relations) fn variants(&self, node: NodeRef) -> Arc<[NodeRef]> {
        if self.library.file(node.file).format.id == "csharp" {
            self.lack_name(self.library.outline(node.file).map_or("", |outline| outline.name(node.node)));
            return self.variants.get(node, |node| other_parts(self.library, *node).into());
        }
        self.variants.get(node, |node| self.modules.go.variants(*node).into())
    }

    /// How many arguments a function takes, where that is told.
    pub(in crate::docql::relations) fn arity(&self, function: NodeRef) -> Option<Arity> {
        let own = self.arities.get(function, |function| Arity::of(self.library, *function))?;
        Some(Arity { least: self.least_arguments(function, own), ..own })
    }

    /// Kotlin: what overrides a function has the defaults of that, and cannot say so. Of one that is not here nothing is known.
    fn least_arguments(&self, function: NodeRef, own: Arity) -> usize {
        if own.least == 0 || self.library.language(function.file) != "kotlin" {
            return own.least;
        }
        self.leasts.get(function, |&function| {
            let overrides = || {
                let outline = self.library.outline(function.file)?;
                let text = self.library.peek_text(function.file).ok()?;
                let name = outline.name_span(function.node).start as usize;
                let before = text.get(outline.span(function.node).start as usize..name)?;
                before.split_whitespace().any(|word| word == "override").then(|| outline.name(function.node))
            };
            let Some((name, home)) = overrides().zip(enclosing_node(self.library, function)) else { return own.least };
            let above = self.above(home);
            let named = above.iter().flat_map(|of| self.members_named(*of, name));
            let all = named.filter_map(|of| self.arities.get(of, |of| Arity::of(self.library, *of)));
            all.filter(|of| of.most == own.most).map(|of| of.least).min().unwrap_or(0).min(own.least)
        })
    }

    /// C++: true if a function is declared elsewhere as well, with defaults for its last parameters.
    pub(in crate::docql::relations) fn is_declared_with_defaults(&self, function: NodeRef) -> bool {
        self.defaults.get(function, |&function| {
            let Some(name) = self.library.outline(function.file).map(|outline| outline.name(function.node)) else {
                return false;
            };
            let Some(arity) = self.arity(function) else { return false };
            let has_defaults = |&other: &NodeRef| {
                let of = self.arity(other).filter(|_| other != function);
                of.is_some_and(|of| of.most == arity.most && of.least < arity.least)
            };
            self.called(name, function.file).iter().any(has_defaults)
        })
    }

    /// C#: true if some method of the name extends a type, as a file sees it.
    pub(in crate::docql::relations) fn is_extended(&self, name: &str, file: FileId) -> bool {
        self.extended.get((name.to_owned(), file), |(name, file)| {
            let is_extension = |&function: &NodeRef| self.arity(function).is_some_and(|arity| arity.is_extension);
            self.called(name, *file).iter().any(is_extension)
        })
    }

    /// The other functions of its name that are declared beside a function, in the same body.
    pub(in crate::docql::relations) fn rivals(&self, function: NodeRef) -> Arc<[NodeRef]> {
        self.rivals.get(function, |function| {
            let Some(outline) = self.library.outline(function.file) else { return Arc::new([]) };
            let name = outline.name(function.node);
            let is_rival =
                |&at: &u32| at != function.node && outline.kind(at).is_function() && outline.name(at) == name;
            let is_member = outline.parent(function.node).is_some_and(|at| outline.kind(at).is_class());
            match self.library.language(function.file) {
                "cpp" => return self.rivals_anywhere(*function, name),
                "csharp" if is_member => return self.rivals_anywhere(*function, name),
                _ => {}
            }
            let all = outline.children(outline.parent(function.node)).filter(is_rival);
            // Kotlin: the constructor in the head of a type is no node of its own.
            let is_kotlin = self.library.language(function.file) == "kotlin";
            let is_constructor = is_kotlin && outline.kind(function.node) == Kind::Constructor;
            let all = all.chain(outline.parent(function.node).filter(|_| is_constructor));
            let nodes = all.map(|node| NodeRef { file: function.file, node });
            let body = self.body_of(*function);
            nodes.filter(|&node| self.body_of(node) == body).collect()
        })
    }

    /// C++, C#: the functions of its name in the same type or namespace, wherever they are declared.
    fn rivals_anywhere(&self, function: NodeRef, name: &str) -> Arc<[NodeRef]> {
        let is_function = |node: &NodeRef| {
            let kind = self.library.outline(node.file).map(|outline| outline.kind(node.node));
            *node != function && kind.is_some_and(Kind::is_function)
        };
        let home = enclosing_node(self.library, function);
        let is_class = |home: &NodeRef| self.library.outline(home.file).is_some_and(|of| of.kind(home.node).is_class());
        if let Some(home) = home.filter(is_class) {
            return self.members_named(home, name).into_iter().filter(is_function).take(MAX_RIVALS).collect();
        }
        let path = self.modules.namespaces.of(function);
        let is_beside = |node: &NodeRef| {
            let home = enclosing_node(self.library, *node);
            home.filter(is_class).is_none() && self.modules.namespaces.of(*node) == path
        };
        let all = self.called(name, function.file);
        all.into_iter().filter(is_function).filter(is_beside).take(MAX_RIVALS).collect()
    }

    /// Java, Kotlin: the bodies of types without a name in a file.
    pub(in crate::docql::relations) fn bodies(&self, file: FileId) -> Arc<Bodies> {
        self.bodies.get(file, |&file| {
            let has_some = matches!(self.library.file(file).format.id, "java" | "kotlin");
            let read = || Bodies::read(self.library, file).unwrap_or_default();
            Arc::new(if has_some { read() } else { Bodies::default() })
        })
    }

    /// Java, Kotlin: those around a place, innermost first, up to the type with a name that is around them.
    pub(in crate::docql::relations) fn bodies_around(&self, file: FileId, offset: u32) -> Vec<Body> {
        // Most files are asked often, and of other languages.
        if !matches!(self.library.file(file).format.id, "java" | "kotlin") {
            return Vec::new();
        }
        let bodies = self.bodies(file);
        self.library.outline(file).map_or_else(Vec::new, |outline| bodies.around(&outline, offset))
    }

    /// Java, Kotlin: the one that a declaration stands directly in.
    pub(in crate::docql::relations) fn body_of(&self, member: NodeRef) -> Option<Span> {
        let has_some = matches!(self.library.file(member.file).format.id, "java" | "kotlin");
        if has_some { self.bodies(member.file).of(member.node) } else { None }
    }

    fn is_test(&self, file: FileId) -> bool {
        role(self.library.file(file)) == Some(Role::Test)
    }

    /// False if no value of a type of `other` is to be expected in `file`: it is a test and `file` is none, in Go nothing leads from the package to
    /// that of the type, in Python neither file imports the other.
    pub(in crate::docql::relations) fn leads_to(&self, file: FileId, other: FileId) -> bool {
        let (from, to) = (self.library.file(file).directory(), self.library.file(other).directory());
        match self.library.file(file).format.id {
            _ if file != other && self.is_test(other) && !self.is_test(file) => false,
            _ if from == to && !from.is_empty() || file == other => true,
            "python" => self.modules.python.leads(file, other),
            "go" if from == to => true,
            "go" => {
                self.lack_everything();
                self.reach.leads(&self.modules.go, file, to)
            }
            _ => true,
        }
    }

    /// C: true if the file `by` includes `file`, or may, since it is a header.
    pub(in crate::docql::relations) fn is_included(&self, file: FileId, by: FileId) -> bool {
        if is_header(self.library, file) {
            return true;
        }
        self.modules.includes.includes(by, file)
    }
}
