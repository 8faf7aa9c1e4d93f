//! How a call fits that is qualified by a value, a module or a package, and what modules say of names at its site.

use super::call_fit::{BY_NAME, Fit};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::calls::call_site::{CallSite, Candidates};
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::names::ambiguity::{DeclKind, Resolution};
use crate::docql::relations::names::generics;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::name_resolution::{NameScope, module_of};
use crate::docql::relations::names::packages;
use crate::docql::relations::names::php::types::is_php;
use crate::docql::relations::names::rust::crates;
use crate::docql::relations::names::rust::local_types;
use crate::docql::relations::names::rust::paths::Leads;
use crate::document::Kind;
use crate::library::NodeRef;

impl<'l> CallSite<'_, 'l> {
    /// The fit of a call qualified by a value, a module or a package.
    pub(in crate::docql::relations::calls) fn fit_module_qualified(
        &self,
        callable: &Callable<'_>,
        language: &'static str,
    ) -> Fit {
        let by_module = || matches!(language, "rust" | "python") || self.is_headed_by_import();
        // A qualifier without a name is the result of something: a value, of which its type tells.
        if language == "python" && self.qualifiers.contains(&"") {
            return BY_NAME;
        }
        let told = || self.name_candidates.meaning.get_or_init(|| self.meaning(self.name, &self.qualifiers));
        if language_family(language) == "javascript" && callable.free.is_some() && told().is_none() {
            return match self.is_of_value(callable) {
                Some(true) if !self.is_held(callable) => None,
                Some(false) => Some(Evidence::Import),
                _ => BY_NAME,
            };
        }
        if language == "rust" && callable.free.is_some() && self.leads(&self.qualifiers, self.name) == Leads::Out {
            return None;
        }
        if language == "rust" && self.is_of_another_crate(callable) {
            return BY_NAME;
        }
        match callable.free {
            // Without an import, the qualifier may as well be a value.
            Some((kind, this)) if language_family(language) != "c" && by_module() => self
                .resolution(&self.name_candidates, kind, Some(this), self.name, &self.qualifiers)
                .fit(Evidence::Import),
            _ => BY_NAME,
        }
    }

    /// JavaScript: true if what stands before the name is a variable that a module declares, or a part of what is imported;
    /// false if it is the module of the callable.
    fn is_of_value(&self, callable: &Callable<'_>) -> Option<bool> {
        let (last, before) = self.qualifiers.split_last()?;
        let meaning = self.types.meaning(self.imports.file, self.offset, before, last);
        match meaning.map(|meaning| self.types.followed(meaning)) {
            Some(Meaning::Declared(node)) => {
                let kind = self.imports.library.outline(node.file).map(|outline| outline.kind(node.node));
                matches!(kind, Some(Kind::Variable | Kind::Constant)).then_some(true)
            }
            Some(Meaning::Module(file)) if file == callable.file => Some(false),
            Some(_) => None,
            None => (!before.is_empty() && self.is_headed_by_import()).then_some(true),
        }
    }

    /// Rust: true if the path before the name begins with nothing that is known here: a crate that is elsewhere.
    fn is_of_another_crate(&self, callable: &Callable<'_>) -> bool {
        let Some(head) = self.qualifiers.first().filter(|_| self.before.ends_with("::")) else { return false };
        let library = self.imports.library;
        let is_known = matches!(*head, "crate" | "self" | "super" | "Self" | "")
            || self.imports.has_at(head, self.offset)
            || module_of(library, callable.node).iter().any(|part| part == head)
            || crates::root_of(library, head).is_some()
            || library.roots().iter().any(|root| root.name.replace('-', "_") == *head);
        !is_known
    }

    pub(in crate::docql::relations::calls) fn resolution(
        &self,
        known: &Candidates,
        kind: DeclKind,
        this: Option<NodeRef>,
        name: &str,
        before: &[&str],
    ) -> Resolution {
        let meaning = || self.meaning(name, before);
        if let (Some(this), Some(meaning)) = (this, known.meaning.get_or_init(meaning)) {
            return meaning.resolution(self.imports.library, this);
        }
        if is_php(self.imports.library, self.imports.file) {
            return match kind {
                DeclKind::Type => self.meant_in_php(this, name, before),
                DeclKind::Function => self.function_meant_in_php(this, name, before),
            };
        }
        let leads = self.leads(before, name);
        if leads == Leads::Out {
            return Resolution::Another;
        }
        let place = (self.imports.file, self.offset);
        let may_mean = |this: NodeRef| local_types::may_mean(self.imports.library, place, before, this);
        if kind == DeclKind::Type && !this.is_none_or(may_mean) {
            return Resolution::Another;
        }
        let given = if kind == DeclKind::Type { self.given_to(name) } else { None };
        if !this.is_none_or(|this| generics::may_mean(self.imports.library, given, this)) {
            return Resolution::Another;
        }
        let is_apart = |this| packages::is_of_another(self.imports, self.offset, &[before, &[name]].concat(), this);
        if kind == DeclKind::Type && this.is_some_and(is_apart) {
            return Resolution::Another;
        }
        let language = language_family(self.imports.library.file(self.imports.file).format.id);
        let declared = self.declared_name(name, before);
        let Some(declarations) = self.declarations.get(&(declared, language)) else { return Resolution::This };
        let scope = NameScope { imports: self.imports, offset: self.offset };
        let is_only = declarations.declared(kind).len() == 1;
        let resolution = declarations.resolution(kind, this, || {
            known.declared.get_or_init(|| {
                let mut all = declarations.candidates_at(kind, name, before, &scope);
                let declared = declarations.declared(kind);
                let may_mean = |node: NodeRef| generics::may_mean(self.imports.library, given, node);
                all.retain(|&at| declared.get(at).is_none_or(|(node, _)| may_mean(*node)));
                all
            })
        });
        // Among namesakes the end of a path tells which is meant, wherever it begins.
        let is_perhaps = leads == Leads::Perhaps && is_only && matches!(resolution, Resolution::This);
        if is_perhaps { Resolution::Unclear } else { resolution }
    }

    /// C#: how many types are given to the name, or to the qualifier next to it.
    fn given_to(&self, name: &str) -> Option<usize> {
        let at_site = || generics::given_at(self.imports.library, self.imports.file, self.offset, name);
        match self.language() {
            "csharp" if name == self.name => at_site(),
            "csharp" => generics::given_before(self.before, name),
            _ => None,
        }
    }

    /// The name that a name behind `before` has where it is declared.
    pub(super) fn declared_name<'n>(&self, name: &'n str, before: &[&str]) -> &'n str
    where
        'l: 'n,
    {
        if before.is_empty() { self.imports.declared_name(name, self.offset) } else { name }
    }

    /// What modules say of a name at the site. A variable is a value, whatever else has its name.
    pub(super) fn meaning(&self, name: &str, before: &[&str]) -> Option<Meaning> {
        let head = before.first().copied().unwrap_or(name);
        let is_variable = || self.types.is_variable(head, self.offset);
        let told = || {
            let told = self.types.meaning(self.imports.file, self.offset, before, name)?;
            Some(self.types.followed(told))
        };
        match language_family(self.imports.library.file(self.imports.file).format.id) {
            "python" => {}
            // A function that is a value has a name too.
            "javascript" => {
                return told()
                    .filter(|told| matches!(told, Meaning::Declared(_) | Meaning::Elsewhere) && !is_variable());
            }
            "go" => return told().filter(|_| !is_variable()),
            _ => return None,
        }
        match is_variable() {
            true if before.is_empty() => Some(Meaning::Elsewhere),
            true => Some(Meaning::Value),
            false => told(),
        }
    }
}
