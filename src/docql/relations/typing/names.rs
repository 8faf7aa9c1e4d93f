//! What names mean at a place: types, functions, variables, packages.

use super::bodies::{Above, Body};
use super::elements;
use super::expressions::model::{MAX_DEPTH, Region, Type};
use super::known::FileTypes;
use super::scripts::scopes::Local;
use super::scripts::types::is_written_out;
use super::written::{self, Written};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::names::qualified::{enclosing_node, owner_names};
use crate::docql::relations::names::ambiguity::DeclKind;
use crate::docql::relations::names::c::includes::is_header;
use crate::docql::relations::names::generics;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::name_resolution::NameScope;
use crate::docql::relations::names::packages;
use crate::docql::relations::names::php::types::is_php;
use crate::docql::relations::names::rust::local_types;
use crate::docql::relations::names::rust::paths::{Leads, leads};
use crate::docql::relations::types::nested;
use crate::document::{Kind, TypePlace};
use crate::library::{FileId, NodeRef};

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
        // Rust: a constant of a type, or a type that it assigns to a name.
        let constant = outline.enclosing(offset, |kind| matches!(kind, Kind::Constant | Kind::Alias))?;
        enclosing_node(library, NodeRef { file, node: constant }).filter(|_| library.language(file) == "rust")
    }

    /// The type that a body is one of a type below: `Some(None)` if that is declared nowhere here.
    pub(in crate::docql::relations) fn above_body(&self, body: &Body) -> Option<Option<NodeRef>> {
        match &body.above {
            Above::Enumeration(node) => Some(Some(*node)),
            Above::Written(written) => self.resolve(written),
            Above::Several(all) => {
                let all: Vec<Option<Option<NodeRef>>> = all.iter().map(|written| self.resolve(written)).collect();
                let known = all.iter().find(|of| matches!(of, Some(Some(_)))).copied();
                // What one of several is may be the type that is asked for.
                known.unwrap_or_else(|| all.iter().copied().find(Option::is_none).unwrap_or(Some(None)))
            }
        }
    }

    /// The own value in the innermost body around a place, as its supertypes see it; `None` if the own value is of a type
    /// with a name.
    pub(super) fn own_in_body(&self, file: FileId, offset: u32) -> Option<Type> {
        let body = self.table.bodies_around(file, offset).into_iter().next()?;
        Some(match body.above {
            Above::Enumeration(node) => Type::Node(node, Evidence::OwnType),
            Above::Written(written) => Type::Written(written, Evidence::OwnType),
            Above::Several(ref all) => match self.above_body(&body)? {
                Some(node) => Type::Node(node, Evidence::OwnType),
                None => Type::Written(all.first()?.clone(), Evidence::OwnType),
            },
        })
    }

    /// The declared type that a written one means: `Some(None)` if it is none of those that are indexed.
    pub(in crate::docql::relations) fn resolve(&self, written: &Written) -> Option<Option<NodeRef>> {
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
        if let Some(of) = self.operated(written, Evidence::Signature) {
            return match of {
                Type::Node(node, _) => Some(Some(node)),
                Type::Written(next, _) if self.nesting.get() <= MAX_DEPTH => self.nested(|| self.resolve(&next)),
                Type::Foreign | Type::Outside(_) => Some(None),
                _ => None,
            };
        }
        // What is called on a type itself is one of its methods as well.
        let has_sigils = rules.place == TypePlace::BeforeSigil;
        let only = alternatives.first().copied().filter(|_| has_sigils);
        let text = only.or_else(|| written::itself(&written.text, rules)).unwrap_or(&written.text);
        // A list of fixed length is none of what it holds.
        if elements::item(text, rules).is_some() {
            return Some(None);
        }
        let is_cpp = rules.points && rules.place == TypePlace::Before;
        // The name of a list points to the first of what it holds.
        let text = text.strip_suffix("[]").filter(|_| is_cpp).unwrap_or(text);
        let path = written::path(text, rules);
        let Some((name, before)) = path.split_last() else {
            // What C++ does not write out, or writes in a way that is not read here, may be anything.
            return if is_cpp || has_sigils || !is_written_out(text, rules) { None } else { Some(None) };
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
        if before.is_empty()
            && let Some(given) = self.given_for(written, name)
        {
            return match given {
                Type::Node(node, _) => Some(Some(node)),
                Type::Written(next, _) => self.resolve(&next),
                Type::Foreign => Some(None),
                _ => None,
            };
        }
        if rules.objects
            && before.is_empty()
            && let Some(bound) = self.bound_of(written, name)
        {
            return bound.map_or(Some(None), |bound| self.resolve(&bound));
        }
        if before.is_empty()
            && let Some(found) = self.constrained(written.file, written.offset, name)
        {
            return Some(found);
        }
        if rules.own.contains(name) && (before.is_empty() || *name == "Self") {
            return self.own_type(written.file, written.offset).map(Some);
        }
        // PHP: a path from the root begins with nothing.
        let from_root = [&[""], before].concat();
        let is_from_root = has_sigils && text.trim_start_matches(['?', '(', ' ']).starts_with('\\');
        let before = if is_from_root { &from_root[..] } else { before };
        match self.type_taking(written.file, written.offset, (before, name), generics::given_in(text, name)) {
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

    /// The type that a name behind `before` means at a place.
    pub(super) fn type_named(&self, file: FileId, offset: u32, before: &[&str], name: &str) -> Option<Option<NodeRef>> {
        let given = if before.is_empty() { generics::given_at(self.table.library, file, offset, name) } else { None };
        self.type_taking(file, offset, (before, name), given)
    }

    /// The same where so many types are given to it, if that is known.
    fn type_taking(
        &self,
        file: FileId,
        offset: u32,
        (before, name): (&[&str], &str),
        given: Option<usize>,
    ) -> Option<Option<NodeRef>> {
        if is_php(self.table.library, file) {
            let names = [before, &[name]].concat();
            return Some(self.with_imports(file, |imports| self.table.modules.php.meant(imports, offset, &names)));
        }
        match self.meaning(file, offset, before, name) {
            None => {}
            Some(meaning @ Meaning::Declared(_)) => {
                return match self.followed(meaning) {
                    Meaning::Declared(node) if self.is_type(node) || self.is_maker(node) => Some(Some(node)),
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
        // Rust: what is imported under another name is looked for by its own.
        let is_rust = before.is_empty() && self.rules(file).is_some_and(|rules| rules.tries);
        let declared = if is_rust { self.declared_as_imported(file, offset, name) } else { None };
        let declarations = self.table.declarations(declared.as_deref().unwrap_or(name), file);
        let types = declarations.declared(DeclKind::Type);
        let library = self.table.library;
        let takes = |of: NodeRef| generics::may_mean(library, given, of);
        let may_mean = |(of, _): &(NodeRef, _)| {
            local_types::may_mean(library, (file, offset), before, *of) && (types.len() < 2 || takes(*of))
        };
        let types = if types.iter().any(may_mean) { types } else { &[] };
        let may_be_bounded = before.is_empty() && (types.is_empty() || written::is_type_parameter(name));
        if may_be_bounded
            && self.rules(file).is_some_and(|rules| rules.tries)
            && let Some(bound) = self.bounded(file, offset, name)
        {
            return bound.map(Some);
        }
        if types.is_empty() {
            // What a caller chooses may be any type.
            let is_declared =
                || self.is_type_parameter(file, offset, name) || self.is_template_parameter(file, offset, name);
            let is_parameter = || written::is_type_parameter(name) || is_declared();
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
            let found = declarations.candidates_at(DeclKind::Type, name, before, &scope);
            found.into_iter().filter(|&at| types.get(at).is_some_and(may_mean)).collect::<Vec<usize>>()
        });
        if found.len() != 1 {
            let all: Vec<NodeRef> = types.iter().filter(|of| may_mean(of)).map(|(of, _)| *of).collect();
            if let [only] = nested::meant(library, &all, before.last().copied(), (file, offset)).as_slice() {
                return Some(Some(*only));
            }
        }
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
                    _ => {
                        let mut meant = types.iter().filter(|of| may_mean(of));
                        let (first, module) = meant.next()?;
                        meant.all(|(_, other)| other == module).then_some(Some(*first))
                    }
                }
            }
            [first, rest @ ..] if rest.iter().all(|&at| types[at].1 == types[*first].1) => {
                let all: Vec<NodeRef> = found.iter().map(|&at| types[at].0).collect();
                self.included(file, &all).map(Some)
            }
            _ => None,
        }
    }

    /// PHP: the types that a documentation of the type `of` means by a name.
    pub(in crate::docql::relations) fn meant_in_doc(&self, of: NodeRef, written: &str) -> Vec<NodeRef> {
        let Some(outline) = self.table.library.outline(of.file) else { return Vec::new() };
        let path: Vec<&str> = written.split('\\').collect();
        let offset = outline.span(of.node).start;
        self.with_imports(of.file, |imports| self.table.modules.php.all_meant(imports, offset, &path))
    }

    /// PHP: the type that the name at a token is, before `::`, with the path that stands before it.
    pub(super) fn class_in_php(&self, region: &Region, token: usize) -> Option<NodeRef> {
        let tokens = &region.tokens;
        let offset = tokens.get(token)?.start;
        let (mut names, mut first) = (vec![tokens.word(token)], token);
        while first > 0 && tokens.is(first - 1, b'\\') {
            let before = if first > 1 { tokens.word(first - 2) } else { "" };
            names.insert(0, before);
            if before.is_empty() {
                break;
            }
            first -= 2;
        }
        self.with_imports(region.file, |imports| self.table.modules.php.meant(imports, offset, &names))
    }

    /// The name by which what is imported as `name` is declared, if that is another one.
    fn declared_as_imported(&self, file: FileId, offset: u32, name: &str) -> Option<String> {
        self.with_imports(file, |imports| Some(imports.declared_name(name, offset).to_owned())).filter(|of| of != name)
    }

    /// True if an import says that a name is that of something which is not here. What C++ takes in from a namespace may stand
    /// in one that is part of it.
    fn is_elsewhere(&self, file: FileId, name: &str, offset: u32) -> bool {
        let path = self.with_imports(file, |imports| imports.path_at(name, offset));
        path.is_some_and(|path| self.table.library.language(file) != "cpp" || path.starts_with("std::"))
    }

    /// Which of several types of a name and namespace a file sees: its own, that of a file it includes, else the one that
    /// stands in a header, as far as includes tell; nothing if several are seen.
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
            // Another file sees what a header has, and a file of its own at most; which of several is not known.
            [] => {
                let mut headers = all.iter().filter(|node| is_header(self.table.library, node.file));
                headers.next().copied().filter(|first| headers.all(|node| node.file == first.file))
            }
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

    pub(super) fn is_type(&self, node: NodeRef) -> bool {
        let outline = self.table.library.outline(node.file);
        outline.map(|outline| outline.kind(node.node)).is_some_and(|kind| kind.is_class() || kind == Kind::Alias)
    }
}
