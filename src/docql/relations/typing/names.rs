//! What names mean at a place: types, functions, variables, packages.

use super::arity::compares;
use super::bodies::{Above, Body};
use super::chain;
use super::known::FileTypes;
use super::model::{MAX_DEPTH, Type};
use super::scripts::scopes::Local;
use super::written::{self, Written};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::names::qualified::{enclosing_node, owner_names};
use crate::docql::relations::names::ambiguity::DeclKind;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::name_resolution::NameScope;
use crate::docql::relations::names::packages;
use crate::docql::relations::names::rust_paths::{Leads, leads};
use crate::document::{Kind, TypePlace};
use crate::library::{FileId, NodeRef};
use std::sync::Arc;

impl FileTypes<'_, '_> {
    /// The type around `offset`.
    pub(in crate::docql::relations) fn own_type(&self, file: FileId, offset: u32) -> Option<NodeRef> {
        let library = self.table.library;
        let outline = library.outline(file)?;
        let mut function = outline.enclosing(offset, |kind| kind.is_function());
        // A function in a method has the type of the method.
        while let Some(node) = function {
            // A method written outside of its type names it, and any file may declare it.
            if outline.has_detail(node) || outline.parent(node).is_some_and(|at| outline.kind(at) == Kind::Impl) {
                owner_names(&outline, node).iter().for_each(|name| self.table.lack_name(name));
            }
            let home = enclosing_node(library, NodeRef { file, node });
            match home {
                Some(home) if library.outline(home.file)?.kind(home.node).is_class() => return Some(home),
                _ => function = outline.ancestors(node).find(|&at| outline.kind(at).is_function()),
            }
        }
        if let Some(around) = outline.enclosing(offset, |kind| kind.is_class()) {
            return Some(NodeRef { file, node: around });
        }
        // Rust: a constant of a type.
        let constant = outline.enclosing(offset, |kind| kind == Kind::Constant)?;
        enclosing_node(library, NodeRef { file, node: constant }).filter(|_| library.language(file) == "rust")
    }

    /// The type that a body is one of a type below: `Some(None)` if that is declared nowhere here.
    pub(in crate::docql::relations) fn above_body(&self, body: &Body) -> Option<Option<NodeRef>> {
        match &body.above {
            Above::Enumeration(node) => Some(Some(*node)),
            Above::Written(written) => self.resolve(written),
        }
    }

    /// The own value in the innermost body around a place, as its supertypes see it; `None` if the own value is of a type
    /// with a name.
    pub(super) fn own_in_body(&self, file: FileId, offset: u32) -> Option<Type> {
        let body = self.table.bodies_around(file, offset).into_iter().next()?;
        Some(match body.above {
            Above::Enumeration(node) => Type::Node(node, Evidence::OwnType),
            Above::Written(written) => Type::Written(written, Evidence::OwnType),
        })
    }

    /// The declared type that a written one means: `Some(None)` if it is none of those that are indexed.
    pub(super) fn resolve(&self, written: &Written) -> Option<Option<NodeRef>> {
        let rules = self.rules(written.file)?;
        let alternatives = written::alternatives(&written.text, rules);
        if alternatives.len() > 1 {
            return self.resolve_one_of(&alternatives, written);
        }
        let all = if rules.objects { written::split(&written.text, b'&') } else { Vec::new() };
        if all.len() > 1 {
            return self.resolve_all_of(&all, written);
        }
        // A list has none of the methods of its elements.
        if rules.objects && written.text.trim_end().ends_with("[]") {
            return Some(None);
        }
        // What is called on a type itself is one of its methods as well.
        let has_sigils = rules.place == TypePlace::BeforeSigil;
        let only = alternatives.first().copied().filter(|_| has_sigils);
        let text = only.or_else(|| written::itself(&written.text, rules)).unwrap_or(&written.text);
        // A list of fixed length is none of what it holds.
        if written::item(text, rules).is_some() {
            return Some(None);
        }
        let path = written::path(text, rules);
        let is_cpp = rules.points && rules.place == TypePlace::Before;
        let Some((name, before)) = path.split_last() else {
            // What C++ does not write out, or writes in a way that is not read here, may be anything.
            return if is_cpp || has_sigils { None } else { Some(None) };
        };
        if rules.binders.contains(name) && is_cpp {
            return None;
        }
        if rules.anything.contains(name) {
            return None;
        }
        if before.is_empty() && rules.builtin.contains(name) {
            return Some(None);
        }
        if rules.own.contains(name) && (before.is_empty() || *name == "Self") {
            return self.own_type(written.file, written.offset).map(Some);
        }
        match self.type_named(written.file, written.offset, before, name) {
            Some(Some(node)) => self.behind_alias(node),
            found => found,
        }
    }

    /// The declared types that a value of a written type may be of, if what each of them is is known.
    pub(super) fn all_of(&self, written: &Written) -> Option<Vec<NodeRef>> {
        let alternatives = written::alternatives(&written.text, self.rules(written.file)?);
        let resolved = |text: &&str| self.resolve(&Written { text: (*text).to_owned(), ..*written });
        let all: Vec<Option<NodeRef>> = if alternatives.len() > 1 {
            alternatives.iter().map(resolved).collect::<Option<_>>()?
        } else {
            return None;
        };
        Some(all.into_iter().flatten().collect())
    }

    /// The declared type among `alternatives`, if they have one and what the others are is known.
    fn resolve_one_of(&self, alternatives: &[&str], written: &Written) -> Option<Option<NodeRef>> {
        let mut found = None;
        for text in alternatives {
            let alternative = Written { text: (*text).to_owned(), ..*written };
            match self.resolve(&alternative)? {
                Some(node) if found.is_some_and(|known| known != node) => return None,
                Some(node) => found = Some(node),
                None => {}
            }
        }
        Some(found)
    }

    /// What modules say of a dotted name, in a language where they do.
    pub(in crate::docql::relations) fn meaning(
        &self,
        file: FileId,
        offset: u32,
        before: &[&str],
        name: &str,
    ) -> Option<Meaning> {
        let names = [before, &[name]].concat();
        match self.local(file, offset, names[0]) {
            Some(Local::Variable) => None,
            Some(Local::Node(node)) => self.table.modules.meaning_of_local(node, &names[1..]),
            None => self.with_imports(file, |imports| self.table.modules.outer_meaning(imports, offset, &names)),
        }
    }

    pub(super) fn type_named(&self, file: FileId, offset: u32, before: &[&str], name: &str) -> Option<Option<NodeRef>> {
        match self.meaning(file, offset, before, name) {
            None => {}
            Some(meaning @ Meaning::Declared(_)) => {
                return match self.followed(meaning) {
                    Meaning::Declared(node) if self.is_type(node) => Some(Some(node)),
                    _ => None,
                };
            }
            Some(Meaning::Elsewhere) => return Some(None),
            Some(_) => return None,
        }
        match self.with_imports(file, |imports| leads(imports, offset, &[before, &[name]].concat())) {
            Leads::Here => {}
            Leads::Out => return Some(None),
            Leads::Perhaps => return None,
        }
        let declarations = self.table.declarations(name, file);
        let types = declarations.declared(DeclKind::Type);
        let may_be_bounded = before.is_empty() && (types.is_empty() || written::is_type_parameter(name));
        if may_be_bounded
            && self.rules(file).is_some_and(|rules| rules.tries)
            && let Some(bound) = self.bounded(file, offset, name)
        {
            return bound.map(Some);
        }
        if types.is_empty() {
            // What a caller chooses may be any type.
            let is_parameter = || written::is_type_parameter(name) || self.is_type_parameter(file, offset, name);
            let is_chosen = before.is_empty() && is_parameter();
            return if is_chosen { None } else { Some(None) };
        }
        let is_here = |(node, _): &(NodeRef, _)| !self.table.modules.is_imported_only(*node, file);
        let is_imported = self.with_imports(file, |imports| imports.has_at(before.first().unwrap_or(&name), offset));
        if !is_imported && !types.iter().any(is_here) {
            return Some(None);
        }
        let found = self.with_imports(file, |imports| {
            let scope = NameScope { imports, offset };
            declarations.candidates_at(DeclKind::Type, name, before, &scope)
        });
        let is_go = self.rules(file).is_some_and(|rules| rules.place == TypePlace::After);
        match found.as_slice() {
            [] if is_go => Some(None),
            [] if self.is_elsewhere(file, before.first().unwrap_or(&name), offset) => Some(None),
            [] => {
                let names = [before, &[name]].concat();
                let is_apart = |of: NodeRef| {
                    self.with_imports(file, |imports| packages::is_of_another(imports, offset, &names, of))
                };
                match types {
                    all if all.iter().all(|(of, _)| is_apart(*of)) => Some(None),
                    _ => declarations.is_one_type().then(|| types.first().map(|(node, _)| *node)),
                }
            }
            [first, rest @ ..] if rest.iter().all(|&at| types[at].1 == types[*first].1) => {
                let all: Vec<NodeRef> = found.iter().map(|&at| types[at].0).collect();
                self.included(file, &all).map(Some)
            }
            _ => None,
        }
    }

    /// True if an import says that a name is that of something which is not here. What C++ takes in from a namespace may stand
    /// in one that is part of it.
    fn is_elsewhere(&self, file: FileId, name: &str, offset: u32) -> bool {
        let path = self.with_imports(file, |imports| imports.path_at(name, offset));
        path.is_some_and(|path| self.table.library.language(file) != "cpp" || path.starts_with("std::"))
    }

    /// Which of several types of a name and namespace a file sees: its own, that of a file it includes, else the first, as far
    /// as includes tell; nothing if several are seen.
    fn included(&self, file: FileId, all: &[NodeRef]) -> Option<NodeRef> {
        let first = all.first().copied()?;
        if all.len() == 1 || !self.rules(file).is_some_and(|rules| rules.points && rules.place == TypePlace::Before) {
            return Some(first);
        }
        if let Some(own) = all.iter().find(|node| node.file == file) {
            return Some(*own);
        }
        let includes = &self.table.modules.includes;
        let seen: Vec<NodeRef> = all.iter().copied().filter(|node| includes.includes(file, node.file)).collect();
        match seen.as_slice() {
            [] => Some(first),
            [one] => Some(*one),
            [one, rest @ ..] => rest.iter().all(|node| node.file == one.file).then_some(*one),
        }
    }

    /// True if the language of `file` has a type of a name, or another name for one.
    pub(in crate::docql::relations) fn has_type(&self, file: FileId, name: &str) -> bool {
        let is_type = |node: &NodeRef| self.is_type(*node) && !self.is_namespace_alias(*node);
        self.table.declarations(name, file).declared(DeclKind::Type).iter().any(|(node, _)| is_type(node))
    }

    /// C++: `namespace a = b;`
    fn is_namespace_alias(&self, node: NodeRef) -> bool {
        let library = self.table.library;
        let starts = || {
            let outline = library.outline(node.file).filter(|of| of.kind(node.node) == Kind::Alias)?;
            let text = library.peek_text(node.file).ok()?;
            Some(text.get(outline.span(node.node).start as usize..)?.starts_with("namespace"))
        };
        starts().unwrap_or_default()
    }

    /// Java: the types from which a name may be imported, `None` for one that is declared nowhere here.
    pub(in crate::docql::relations) fn imported_from(
        &self,
        file: FileId,
        offset: u32,
        name: &str,
    ) -> Vec<Option<NodeRef>> {
        let paths = self.with_imports(file, |imports| imports.sources_of(name, offset));
        let of = |path: &str| {
            let (holder, member) = path.rsplit_once('.')?;
            let mut names: Vec<&str> = holder.split('.').collect();
            let type_ = names.pop()?;
            match self.type_named(file, offset, &names, type_)? {
                None if member == "*" => None,
                found => Some(found),
            }
        };
        paths.into_iter().filter_map(of).collect()
    }

    /// Java, Kotlin, C#: true if a function or type around `offset` declares a parameter of its own for types with this name:
    /// `<Item> void add(Item item)`, `class Hold<Item>`.
    fn is_type_parameter(&self, file: FileId, offset: u32, name: &str) -> bool {
        let library = self.table.library;
        let Some(outline) = library.outline(file).filter(|_| compares(library.file(file).format.id)) else {
            return false;
        };
        let is_declared = |kind: Kind| kind.is_function() || kind.is_class();
        let Some(innermost) = outline.enclosing(offset, is_declared) else { return false };
        let around = outline.ancestors(innermost).filter(|&at| is_declared(outline.kind(at)));
        std::iter::once(innermost)
            .chain(around)
            .any(|node| self.type_parameters(NodeRef { file, node }).iter().any(|one| one == name))
    }

    /// The names that a function or type declares for types.
    pub(super) fn type_parameters(&self, of: NodeRef) -> Arc<[String]> {
        self.table.type_parameters.get(of, |of| self.read_type_parameters(*of))
    }

    /// The names of [`FileTypes::type_parameters`]: in angles behind its name, or before the type that it yields.
    fn read_type_parameters(&self, of: NodeRef) -> Arc<[String]> {
        let library = self.table.library;
        let (Some(outline), Ok(text)) = (library.outline(of.file), library.text(of.file)) else { return Arc::new([]) };
        let (span, name) = (outline.span(of.node), outline.name_span(of.node));
        let behind = text.get(name.end as usize..(span.end as usize).min(text.len())).unwrap_or_default();
        let before = text.get(span.start as usize..name.start as usize).unwrap_or_default();
        // What touches a name before the function's are arguments of a type.
        let is_list = |&(at, _): &(usize, &str)| !before[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let list = match behind.strip_prefix('<') {
            Some(list) => list,
            None => before.match_indices('<').find(is_list).map_or("", |(at, _)| &before[at + 1..]),
        };
        let mut depth = 0usize;
        let end = list.bytes().position(|byte| {
            depth += usize::from(byte == b'<');
            let ends = byte == b'>' && depth == 0;
            depth = if byte == b'>' { depth.saturating_sub(1) } else { depth };
            ends
        });
        let list = list.get(..end.unwrap_or(0)).unwrap_or_default();
        let first = |one: &&str| {
            let words = one.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
            words.into_iter().find(|word| !matches!(*word, "in" | "out" | "reified")).map(str::to_owned)
        };
        written::split(list, b',').iter().filter_map(first).collect()
    }

    fn is_type(&self, node: NodeRef) -> bool {
        let outline = self.table.library.outline(node.file);
        outline.map(|outline| outline.kind(node.node)).is_some_and(|kind| kind.is_class() || kind == Kind::Alias)
    }

    /// What a name behind the qualifiers `before` declares: a type, a function, a variable, a package.
    pub(super) fn declared_as(
        &self,
        file: FileId,
        offset: u32,
        (before, name): (&[&str], &str),
        (is_called, depth): (bool, u8),
    ) -> Type {
        if let Some(meaning) = self.meaning(file, offset, before, name) {
            return self.meant(meaning, (before, name), depth);
        }
        if let Some(beyond) = self.beyond(file, offset, (before, name)) {
            return beyond;
        }
        if let Some(Some(node)) = self.type_named(file, offset, before, name) {
            let is_rust = self.rules(file).is_some_and(|rules| rules.tries);
            // What an alias stands for is made by its name.
            return match if is_rust { self.behind_alias(node) } else { Some(Some(node)) } {
                Some(Some(node)) => Type::Itself(node),
                _ => Type::Unknown,
            };
        }
        let declarations = self.table.declarations(name, file);
        let functions = declarations.declared(DeclKind::Function);
        if is_called && !functions.is_empty() {
            let found = self.with_imports(file, |imports| {
                let scope = NameScope { imports, offset };
                declarations.candidates_at(DeclKind::Function, name, before, &scope)
            });
            if let [first, rest @ ..] = found.as_slice()
                && rest.iter().all(|&at| functions[at].1 == functions[*first].1)
            {
                return Type::Function(functions[*first].0);
            }
        }
        let is_go = self.rules(file).is_some_and(|rules| rules.place == TypePlace::After);
        if let Some(variable) = self.variable(file, offset, (before, name), (is_go, depth)) {
            return variable;
        }
        if before.is_empty() && self.with_imports(file, |imports| imports.has_at(name, offset)) {
            return Type::Package(name.to_owned());
        }
        Type::Unknown
    }

    /// What a variable means that is set to a name: `var New = errors.New`. In Go it is that, in other languages a function
    /// or type that it is set to in one place may not be all that it holds.
    pub(in crate::docql::relations) fn followed(&self, meaning: Meaning) -> Meaning {
        let library = self.table.library;
        let is_set_to = |node: NodeRef| {
            let kind = library.outline(node.file)?.kind(node.node);
            match self.part_declared(node, 0) {
                Some(Type::Function(node) | Type::Itself(node)) => return Some(Meaning::Declared(node)),
                Some(_) => return None,
                None => {}
            }
            let names = self.names_set_to(node).filter(|_| matches!(kind, Kind::Variable | Kind::Constant))?;
            let (name, before) = names.split_last()?;
            let before: Vec<&str> = before.iter().map(String::as_str).collect();
            self.meaning(node.file, library.outline(node.file)?.name_span(node.node).start, &before, name)
        };
        let mut at = meaning.clone();
        for _ in 0..MAX_DEPTH {
            let Meaning::Declared(node) = at else { return meaning };
            let Some(outline) = library.outline(node.file) else { return meaning };
            if outline.kind(node.node).is_function() || outline.kind(node.node).is_class() {
                return at;
            }
            match is_set_to(node) {
                Some(Meaning::Elsewhere) if library.file(node.file).format.id == "go" => return Meaning::Elsewhere,
                Some(next) => at = next,
                None => return meaning,
            }
        }
        meaning
    }

    /// The dotted name that a declaration sets its variable to, and nothing else.
    fn names_set_to(&self, node: NodeRef) -> Option<Vec<String>> {
        let name_end = self.table.library.outline(node.file)?.name_span(node.node).end;
        let region = self.region(node.file, name_end)?;
        let at = region.tokens.at(name_end);
        let (links, end) = chain::read(&region.tokens, at + 1, region.tokens.len(), self.rules(node.file)?)?;
        let name = |link: chain::Link| match link {
            chain::Link::Name(name, _) | chain::Link::Member(name) => Some(name),
            _ => None,
        };
        let is_whole = region.tokens.is(at, b'=')
            && (end >= region.tokens.len() || region.tokens.is_line(end) || region.tokens.is(end, b';'));
        links.into_iter().map(name).collect::<Option<Vec<String>>>().filter(|_| is_whole)
    }

    pub(super) fn meant(&self, meaning: Meaning, (before, name): (&[&str], &str), depth: u8) -> Type {
        match meaning {
            Meaning::Declared(node) if self.is_type(node) => Type::Itself(node),
            Meaning::Declared(node) => match self.table.library.outline(node.file) {
                Some(outline) if outline.kind(node.node).is_function() => Type::Function(node),
                _ => self.declared_value(node, Evidence::Import, depth + 1),
            },
            Meaning::Module(_) | Meaning::Directory(_) => Type::Package([before, &[name]].concat().join("\n")),
            Meaning::Elsewhere => Type::Outside(name.to_owned()),
            Meaning::Value | Meaning::Open => Type::Unknown,
        }
    }

    /// A variable outside of functions: of the same file, in Go of the package.
    fn variable(
        &self,
        file: FileId,
        offset: u32,
        (before, name): (&[&str], &str),
        (is_go, depth): (bool, u8),
    ) -> Option<Type> {
        let library = self.table.library;
        let in_package = |node: &NodeRef| match before {
            [] if is_go => library.file(node.file).directory() == library.file(file).directory(),
            [] => node.file == file,
            [package] if is_go => self.with_imports(file, |imports| {
                let directory = library.file(node.file).directory();
                imports.path_at(package, offset).is_some_and(|path| {
                    path == directory
                        || path.ends_with(&format!("/{directory}"))
                        || directory.ends_with(&format!("/{path}"))
                })
            }),
            _ => false,
        };
        let is_variable = |node: &NodeRef| {
            library
                .outline(node.file)
                .is_some_and(|outline| matches!(outline.kind(node.node), Kind::Variable | Kind::Constant))
        };
        let found = self.table.named(name).into_iter().find(|node| is_variable(node) && in_package(node))?;
        Some(self.declared_value(found, Evidence::Import, depth + 1))
    }
}
