//! Whether what is written at a call fits a callable of the called name.

use super::ambiguity::DeclKind;
use super::ambiguity::DeclarationTable;
use super::ambiguity::Resolution;
use super::name_resolution::{Imports, NameScope};
use crate::docql::nodes::fields;
use crate::docql::nodes::qualified::enclosing_node;
use crate::docql::relations::lookup::language_family;
use crate::docql::relations::members::members_named;
use crate::document::{Kind, Span};
use crate::library::{FileId, Library, NodeRef};
use std::cell::OnceCell;

/// What of a callable decides which calls can mean it.
#[derive(PartialEq)]
pub(super) struct Callable<'l> {
    /// The types it belongs to, with where they are declared as far as that is known.
    owners: Vec<(&'l str, Option<NodeRef>)>,
    /// For a constructor its type, for a function that belongs to none the function.
    free: Option<(DeclKind, NodeRef)>,
    /// For a function inside of a function: where it can be seen.
    reach: Option<(FileId, Span)>,
    /// The names of what its type extends.
    extends: Vec<&'l str>,
    /// Its name.
    name: &'l str,
    /// Its file, in which an unqualified call most likely means it.
    file: FileId,
}

impl<'l> Callable<'l> {
    /// The callable that `target` is and the name it is called by; `None` if it is none.
    pub(in crate::docql) fn from_node(library: &'l Library, target: NodeRef) -> Option<(&'l str, Callable<'l>)> {
        let outline = library.outline(target.file)?;
        let kind = outline.kind(target.node);
        let owners = fields::owner_names(&outline, target.node);
        // Calls of a constructor name its type.
        let is_constructor = kind == Kind::Constructor;
        let name = if is_constructor { owners.first().copied()? } else { outline.name(target.node) };
        if name.is_empty() || !kind.is_symbol() {
            return None;
        }
        let around = outline.ancestors(target.node).find(|&at| outline.kind(at).is_function());
        let reach = around.filter(|_| !is_constructor).map(|at| (target.file, outline.span(at)));
        // A constructor is called by the name of its type, a function inside of a function by its own.
        let is_free = is_constructor || owners.is_empty() || (reach.is_some() && kind != Kind::Method);
        let home = enclosing_node(library, target);
        let free = match (is_free, is_constructor) {
            (true, true) => home.map(|home| (DeclKind::Type, home)),
            (true, false) => Some((DeclKind::Function, target)),
            (false, _) => None,
        };
        let owners = if is_free { Vec::new() } else { owners_with_nodes(library, target, home, owners) };
        let of_home = home.filter(|_| !is_free).and_then(|home| Some(library.outline(home.file)?.detail(home.node)));
        let extends = of_home.into_iter().flat_map(|names| names.split(',')).map(str::trim).collect();
        Some((name, Callable { owners, free, reach, extends, name, file: target.file }))
    }

    /// The names of types that a call may be qualified with.
    pub(in crate::docql) fn owner_names(&self) -> impl Iterator<Item = &'l str> {
        self.owners.iter().map(|(name, _)| *name)
    }

    fn belongs_to(&self, name: &str) -> bool {
        self.owners.iter().any(|(owner, _)| *owner == name)
    }
}

/// Each owner with the node that declares it: the innermost may stand elsewhere, the others stand around it.
fn owners_with_nodes<'l>(
    library: &'l Library,
    target: NodeRef,
    home: Option<NodeRef>,
    owners: Vec<&'l str>,
) -> Vec<(&'l str, Option<NodeRef>)> {
    let Some(outline) = library.outline(target.file) else { return Vec::new() };
    let around = |name: &str| {
        let found = outline.ancestors(target.node).find(|&at| outline.kind(at).is_class() && outline.name(at) == name);
        found.map(|node| NodeRef { file: target.file, node })
    };
    let named =
        |node: &NodeRef, name: &str| library.outline(node.file).is_some_and(|outline| outline.name(node.node) == name);
    owners.into_iter().map(|name| (name, home.filter(|home| named(home, name)).or_else(|| around(name)))).collect()
}

/// How sure it is that a call means one of the callables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    No,
    /// The name is the same, and nothing speaks against it.
    ByName,
    /// The type before it, or the place, says so.
    Sure,
}

impl From<Resolution> for Fit {
    fn from(meaning: Resolution) -> Fit {
        match meaning {
            Resolution::This => Fit::Sure,
            Resolution::Another => Fit::No,
            Resolution::Unclear => Fit::ByName,
        }
    }
}

/// A place where a name is called.
pub(in crate::docql) struct CallSite<'p> {
    pub imports: &'p Imports<'p>,
    pub offset: u32,
    /// The text before the name.
    pub before: &'p str,
    /// The name.
    pub name: &'p str,
    /// What shares the names in question.
    pub declarations: &'p DeclarationTable<'p>,
    /// What stands before the name, outermost first; the last qualifies it.
    qualifiers: Vec<&'p str>,
    /// What the qualifier, as the name of a type, and what the name itself can mean, once asked.
    type_candidates: OnceCell<Vec<usize>>,
    name_candidates: OnceCell<Vec<usize>>,
}

impl<'p> CallSite<'p> {
    pub(in crate::docql) fn new(
        imports: &'p Imports<'p>,
        offset: u32,
        before: &'p str,
        name: &'p str,
        declarations: &'p DeclarationTable<'p>,
    ) -> CallSite<'p> {
        let qualifiers = qualifiers(before);
        let (type_candidates, name_candidates) = (OnceCell::new(), OnceCell::new());
        CallSite { imports, offset, before, name, declarations, qualifiers, type_candidates, name_candidates }
    }

    /// Whether the call can mean `callable`, by what is written.
    pub(in crate::docql) fn fit(&self, callable: &Callable<'_>) -> Fit {
        let library = self.imports.library;
        if callable.reach.is_some_and(|(file, span)| file != self.imports.file || !span.contains(self.offset)) {
            return Fit::No;
        }
        let language = library.file(callable.file).format.id;
        let Some(qualifier) = self.qualifiers.last().copied() else { return self.fit_unqualified(callable, language) };
        let by_path = self.before.ends_with("::");
        if callable.belongs_to(qualifier) {
            let before = &self.qualifiers[..self.qualifiers.len() - 1];
            let homes = callable.owners.iter().filter(|(owner, _)| *owner == qualifier);
            let fits = homes.map(|(_, home)| {
                self.resolution(&self.type_candidates, DeclKind::Type, *home, qualifier, before).into()
            });
            return fits.max().unwrap_or(Fit::Sure);
        }
        if matches!(qualifier, "self" | "Self" | "this" | "super" | "cls" | "static" | "parent") && !self.is_path_word()
        {
            return self.fit_enclosing_type(callable);
        }
        if callable.owners.is_empty() && language == "rust" && !by_path {
            // What stands before a dot is a value, and a value has only methods.
            return Fit::No;
        }
        // A package function (`http.Serve`) is nobody's method.
        if !callable.owners.is_empty() && matches!(language, "go" | "python") && self.imports.has(qualifier) {
            return Fit::No;
        }
        if !is_type_name(qualifier, by_path) {
            return self.fit_module_qualified(callable, language);
        }
        match language {
            // Namespaces begin with capitals, too.
            "c" | "cpp" | "javascript" | "typescript" | "tsx" if callable.owners.is_empty() => Fit::ByName,
            // What stands before a dot is a value: an exported variable, a constant, a variant.
            "go" if !callable.owners.is_empty() => Fit::ByName,
            "rust" | "cpp" | "php" if !by_path => Fit::ByName,
            _ => Fit::No,
        }
    }

    /// Whether the call can make one of the type `this`, which has the name.
    pub(super) fn fit_type(&self, this: NodeRef) -> Fit {
        self.resolution(&self.name_candidates, DeclKind::Type, Some(this), self.name, &self.qualifiers).into()
    }

    /// `self::run()` and `crate::docql::eval::run::run()` speak of modules where they do not stand in a method's place.
    fn is_path_word(&self) -> bool {
        self.before.ends_with("::") && matches!(self.qualifiers.last(), Some(&("self" | "super")))
    }

    /// A call qualified by what is no type: a value, a module or a package.
    fn fit_module_qualified(&self, callable: &Callable<'_>, language: &'static str) -> Fit {
        let by_module =
            matches!(language, "rust") || self.qualifiers.first().is_some_and(|head| self.imports.has(head));
        match callable.free {
            // Without an import the qualifier is as likely a value.
            Some((kind, this)) if by_module && language_family(language) != "c" => {
                self.resolution(&self.name_candidates, kind, Some(this), self.name, &self.qualifiers).into()
            }
            _ => Fit::ByName,
        }
    }

    /// A bare call reaches functions; methods only where the language lets the receiver go unsaid.
    fn fit_unqualified(&self, callable: &Callable<'_>, language: &'static str) -> Fit {
        let near = self.imports.file == callable.file;
        if callable.owners.is_empty() {
            let implicit = !needs_receiver(language) || language_family(language) == "c";
            return match callable.free {
                _ if callable.reach.is_some() => Fit::Sure,
                // Where methods are called without a receiver a bare name may be one; in C a declaration and
                // its definition are two nodes and one function.
                Some((DeclKind::Function, _)) | None if implicit => {
                    if near {
                        Fit::Sure
                    } else {
                        Fit::ByName
                    }
                }
                Some((kind, this)) => self.resolution(&self.name_candidates, kind, Some(this), self.name, &[]).into(),
                None => Fit::ByName,
            };
        }
        match (needs_receiver(language), self.fit_enclosing_type(callable)) {
            (true, _) => Fit::No,
            (false, Fit::No) => Fit::ByName,
            (false, fit) => fit,
        }
    }

    /// Whether the place lies in one of the types of the callable, or in a method written outside of it.
    fn fit_enclosing_type(&self, callable: &Callable<'_>) -> Fit {
        let (library, file) = (self.imports.library, self.imports.file);
        let Some(outline) = library.outline(file) else { return Fit::No };
        let Some(node) = outline.enclosing(self.offset, |kind| kind.is_function()) else { return Fit::No };
        let around = owners_with_nodes(
            library,
            NodeRef { file, node },
            enclosing_node(library, NodeRef { file, node }),
            fields::owner_names(&outline, node),
        );
        let language = language_family(library.file(file).format.id);
        let same = |(name, home): &(&str, Option<NodeRef>), (own, of): &(&str, Option<NodeRef>)| match self
            .declarations
            .get(&(*own, language))
        {
            _ if name != own => Fit::No,
            Some(declarations) => declarations.same_type(*home, *of).into(),
            None => Fit::Sure,
        };
        let fits = around.iter().flat_map(|here| callable.owners.iter().map(move |own| same(here, own)));
        let fit = fits.max().unwrap_or(Fit::No);
        let homes = || around.iter().filter_map(|(name, home)| Some((*name, (*home)?)));
        match fit {
            Fit::No => homes().map(|(name, home)| self.fit_inherited(callable, name, home)).max().unwrap_or(Fit::No),
            fit => fit,
        }
    }

    /// Whether the place, in the type `home` called `here`, calls what a type above it has, or what one below it has
    /// instead of its own.
    fn fit_inherited(&self, callable: &Callable<'_>, here: &str, home: NodeRef) -> Fit {
        let library = self.imports.library;
        let is_above =
            callable.owners.iter().any(|(_, own)| own.is_some_and(|own| self.imports.is_supertype(own, home)));
        if is_above {
            let has_own = !members_named(library, home, callable.name).is_empty();
            return if has_own { Fit::No } else { Fit::Sure };
        }
        if callable.extends.contains(&here) { Fit::ByName } else { Fit::No }
    }

    fn resolution(
        &self,
        known: &OnceCell<Vec<usize>>,
        kind: DeclKind,
        this: Option<NodeRef>,
        name: &str,
        before: &[&str],
    ) -> Resolution {
        let language = language_family(self.imports.library.file(self.imports.file).format.id);
        let Some(declarations) = self.declarations.get(&(name, language)) else { return Resolution::This };
        let scope = NameScope { imports: self.imports, offset: self.offset };
        declarations
            .resolution(kind, this, || known.get_or_init(|| declarations.candidates_at(kind, name, before, &scope)))
    }
}

/// Languages in which a method is never called by its name alone.
fn needs_receiver(language: &str) -> bool {
    matches!(language, "rust" | "go" | "python" | "javascript" | "typescript" | "tsx" | "php")
}

/// What qualifies a name, outermost first: the names before it, as far as they are joined by `.`, `::`, `->`, `\`.
pub(super) fn qualifiers(mut before: &str) -> Vec<&str> {
    let mut out = Vec::new();
    loop {
        let trimmed = ["::", "->", "?.", ".", "\\"].iter().find_map(|sign| before.strip_suffix(sign));
        let Some(trimmed) = trimmed else { break };
        let start = trimmed
            .rfind(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(0, |at| at + trimmed[at..].chars().next().map_or(1, char::len_utf8));
        out.push(&trimmed[start..]);
        if trimmed[start..].is_empty() {
            break;
        }
        before = &trimmed[..start];
    }
    out.reverse();
    out
}

/// `Server` is written like a type; `LIMIT` before a dot like a constant, `server` like a value or a module.
fn is_type_name(qualifier: &str, by_path: bool) -> bool {
    let is_constant = !by_path && !qualifier.contains(char::is_lowercase);
    qualifier.starts_with(char::is_uppercase) && qualifier.len() > 1 && !is_constant
}
