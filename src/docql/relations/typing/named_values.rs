//! What a name declares, as a value: a function, a type itself, a variable with what it is set to, a package; or that it
//! stands for something elsewhere.

use super::expressions::chain;
use super::expressions::model::{MAX_DEPTH, Type};
use super::known::FileTypes;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::ambiguity::DeclKind;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::name_resolution::NameScope;
use crate::document::{Kind, TypePlace};
use crate::library::{FileId, NodeRef};

impl FileTypes<'_, '_> {
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

    /// JavaScript: true if nothing here declares a name that no variable has where it stands.
    pub(super) fn is_of_environment(&self, file: FileId, name: &str) -> bool {
        let library = self.table.library;
        let is_here =
            || library.outline(file).is_some_and(|outline| (0..outline.len()).any(|node| outline.name(node) == name));
        language_family(library.file(file).format.id) == "javascript" && self.table.named(name).is_empty() && !is_here()
    }

    /// Java: what a name is that is imported from a type.
    pub(super) fn imported(&self, file: FileId, offset: u32, name: &str, depth: u8) -> Option<Type> {
        if self.table.library.file(file).format.id != "java" {
            return None;
        }
        let all = self.imported_from(file, offset, name);
        let declared = all.iter().flatten().map(|&of| self.member(of, name, Evidence::Import, (true, depth)));
        let is_passing = || self.rules(file).is_some_and(|rules| rules.passing.contains(&name));
        match declared.into_iter().find(|found| !matches!(found, Type::Unknown)) {
            None if !all.is_empty() && all.iter().all(Option::is_none) && !is_passing() => Some(Type::Foreign),
            found => found,
        }
    }

    pub(super) fn is_of_jvm(&self, file: FileId) -> bool {
        language_family(self.table.library.file(file).format.id) == "java"
    }

    /// Java, Kotlin: true if a name that is written like a type's is that of none which is declared here, nor of a value.
    pub(super) fn is_type_elsewhere(&self, file: FileId, offset: u32, name: &str) -> bool {
        let is_value = |node: &NodeRef| {
            let kind = self.table.library.outline(node.file).map(|outline| outline.kind(node.node));
            matches!(kind, Some(Kind::Variable | Kind::Constant | Kind::Property | Kind::Field))
        };
        self.is_of_jvm(file)
            && !self.table.named(name).iter().any(is_value)
            && name.starts_with(char::is_uppercase)
            && name.contains(char::is_lowercase)
            && self.type_named(file, offset, &[], name) == Some(None)
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
