//! How well the text of a call fits a callable of the called name.

use super::access::can_call;
use super::call_site::{CallSite, Candidates};
use super::callable::{Callable, owners_with_nodes};
use super::overloads::Choice;
use super::script_binding::{self, Binding};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::fields;
use crate::docql::nodes::names::qualified::enclosing_node;
use crate::docql::relations::names::ambiguity::{DeclKind, Resolution};
use crate::docql::relations::names::linkage;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::name_resolution::NameScope;
use crate::docql::relations::names::packages;
use crate::docql::relations::names::private_names::PrivateScope;
use crate::docql::relations::names::sourcing;
use crate::docql::relations::typing::known::Receiver;
use crate::document::Kind;
use crate::library::NodeRef;

/// How a call is known to refer to a callable; `None` if it cannot.
pub(in crate::docql::relations) type Fit = Option<Evidence>;

/// The name matches and nothing contradicts.
pub(in crate::docql::relations) const BY_NAME: Fit = Some(Evidence::Name);

impl Resolution {
    /// The fit where scopes decide, which is known by `evidence`.
    pub(in crate::docql::relations) fn fit(self, evidence: Evidence) -> Fit {
        match self {
            Resolution::This => Some(evidence),
            Resolution::Another => None,
            Resolution::Unclear => BY_NAME,
        }
    }
}

impl<'l> CallSite<'_, 'l> {
    /// The fit of the call to `callable`, judged by its text.
    pub(in crate::docql::relations) fn fit(&self, callable: &Callable<'_>) -> Fit {
        if let Some(scope) = PrivateScope::of(self.imports.library, callable.node) {
            return scope.holds(self.imports.library, self.imports.file, self.offset).then_some(Evidence::OwnType);
        }
        if !callable.is_in_reach(self.imports.library, self.imports.file, self.offset) {
            return None;
        }
        if callable.is_private && !can_call(self.types.table, callable.node, self.imports.file, self.offset) {
            return None;
        }
        if callable.file != self.imports.file && self.types.table.modules.is_closed(callable.file) {
            return None;
        }
        if callable.arity.is_some_and(|arity| self.arguments().is_some_and(|count| !arity.allows(count))) {
            return None;
        }
        if let Some(holder) = callable.holder {
            return self.fit_held(holder);
        }
        if self.is_written_otherwise(callable) {
            return None;
        }
        let binding = if callable.owners.is_empty() { self.binding(callable.node) } else { Binding::Bound };
        if binding == Binding::Another {
            return None;
        }
        let language = self.imports.library.file(callable.file).format.id;
        let fit = match self.fit_names(callable, language) {
            BY_NAME if !self.qualifiers.is_empty() => self.fit_receiver(callable, language),
            fit => fit,
        };
        let fit = fit.and_then(|fit| match self.choice(callable) {
            Choice::This => Some(fit),
            Choice::Another => None,
            Choice::Open => BY_NAME,
        });
        fit.map(|fit| if binding == Binding::Value { Evidence::Name } else { fit })
    }

    /// True if a call of what `callable` is would be written in another way: in Rust macros are called with a `!`, and
    /// nothing else is; a function in another one is of no value and no module.
    fn is_written_otherwise(&self, callable: &Callable<'_>) -> bool {
        let is_nested = callable.reach.is_some() && callable.owners.is_empty();
        match self.imports.library.file(callable.file).format.id {
            "rust" if (callable.kind == Kind::Macro) != self.is_macro_call() && !self.is_import() => true,
            "rust" | "go" | "python" | "javascript" | "typescript" | "tsx" => {
                is_nested && callable.kind.is_function() && !self.qualifiers.is_empty()
            }
            _ => false,
        }
    }

    /// How modules bind the name for an outermost declaration.
    fn binding(&self, node: NodeRef) -> Binding {
        let meaning = || self.meaning(self.name, &self.qualifiers);
        if let Some(Meaning::Declared(_)) = self.name_candidates.meaning.get_or_init(meaning) {
            return Binding::Bound;
        }
        let is_variable = |name: &str| self.types.is_variable(name, self.offset);
        script_binding::binding(self.imports, self.offset, (self.name, &self.qualifiers), node, is_variable)
    }

    /// False where the name is that of a value, which may hold anything, of something of the environment, or a command,
    /// which may be any program: that nothing else here has it tells nothing.
    pub(in crate::docql::relations) fn tells(&self, node: NodeRef) -> bool {
        !self.is_command() && self.binding(node) != Binding::Value && self.receiver() != Some(&Receiver::Environment)
    }

    /// True where that nothing else here has the name tells nothing of a call that fits so: in Python a value of which
    /// nothing is known may be of any type, of whatever library.
    pub(in crate::docql::relations) fn is_open(&self, fit: Evidence) -> bool {
        let is_python = self.imports.library.file(self.imports.file).format.id == "python";
        is_python && fit == Evidence::Name && !self.qualifiers.is_empty()
    }

    /// The fit as far as the names before the call tell.
    fn fit_names(&self, callable: &Callable<'_>, language: &'static str) -> Fit {
        let Some(qualifier) = self.qualifiers.last().copied() else { return self.fit_unqualified(callable, language) };
        let by_path = self.before.ends_with("::");
        let before = &self.qualifiers[..self.qualifiers.len() - 1];
        let declared = self.declared_name(qualifier, before);
        let is_value = || match language {
            "go" => self.is_go_value(qualifier, before),
            "csharp" => before.is_empty() && self.is_own_member(qualifier),
            _ => false,
        };
        if callable.belongs_to(declared) && !is_value() {
            let homes = callable.owners.iter().filter(|(owner, _)| *owner == declared);
            let fits = homes.map(|(_, home)| {
                self.resolution(&self.type_candidates, DeclKind::Type, *home, qualifier, before).fit(Evidence::Receiver)
            });
            return fits.max().unwrap_or(Some(Evidence::Receiver));
        }
        if matches!(qualifier, "self" | "Self" | "this" | "$this" | "cls" | "static") && !self.is_path_word() {
            return if self.is_given(qualifier) { BY_NAME } else { self.fit_enclosing_type(callable) };
        }
        if callable.owners.is_empty() && language == "rust" && !by_path {
            // Before a dot stands a value, and a value has only methods.
            return None;
        }
        // A package function (`http.Serve`) is not a method.
        let is_value = !callable.owners.is_empty() && matches!(language, "go" | "python") && self.qualifiers.len() == 1;
        if is_value && self.is_module(qualifier) {
            return None;
        }
        if !is_type_name(qualifier, by_path) {
            return self.fit_module_qualified(callable, language);
        }
        match language {
            // Namespaces may start with a capital letter, too.
            "c" | "cpp" | "javascript" | "typescript" | "tsx" if callable.owners.is_empty() => BY_NAME,
            // Before a dot stands a value: an exported variable, a constant, a variant.
            "go" if !callable.owners.is_empty() => BY_NAME,
            // What a type has from one above it is called on the type, too.
            "python" if !callable.owners.is_empty() => BY_NAME,
            "rust" | "cpp" | "php" if !by_path => BY_NAME,
            // Properties are written like types.
            "csharp" if !callable.owners.is_empty() => BY_NAME,
            _ => None,
        }
    }

    /// True if a qualifier that is spelled like a type is none: a variable, or a field of something.
    fn is_go_value(&self, qualifier: &str, before: &[&str]) -> bool {
        match before {
            [] => self.types.is_variable(qualifier, self.offset),
            [package] => !self.imports.has_at(package, self.offset) || self.types.is_variable(package, self.offset),
            _ => true,
        }
    }

    /// True if the type around the site, or one above it, has a member of this name: a property may be called as its type.
    fn is_own_member(&self, name: &str) -> bool {
        let Some(own) = self.types.own_type(self.imports.file, self.offset) else { return false };
        let above = self.types.table.above(own);
        let mut all = std::iter::once(&own).chain(above.iter());
        all.any(|&of| {
            let named = self.types.table.members_named(of, name);
            let library = self.imports.library;
            named.iter().any(|at| library.outline(at.file).is_some_and(|it| !it.kind(at.node).is_class()))
        })
    }

    /// The fit of the call to the construction of the type `this`, which has the called name.
    pub(in crate::docql::relations) fn fit_type(&self, this: NodeRef) -> Fit {
        let is_out_of_reach = this.file != self.imports.file && self.types.table.modules.is_closed(this.file);
        if is_out_of_reach || self.binding(this) == Binding::Another {
            return None;
        }
        self.resolution(&self.name_candidates, DeclKind::Type, Some(this), self.name, &self.qualifiers)
            .fit(Evidence::Import)
    }

    /// True for `self::run()` and `super::run()`: the qualifier is a module, not a receiver.
    fn is_path_word(&self) -> bool {
        self.before.ends_with("::") && matches!(self.qualifiers.last(), Some(&("self" | "super")))
    }

    /// True for a word for the own value where there is none: a function outside of types has a parameter of that name.
    fn is_given(&self, word: &str) -> bool {
        self.types.own_type(self.imports.file, self.offset).is_none() && self.types.is_variable(word, self.offset)
    }

    /// The fit of a call qualified by a value, a module or a package.
    fn fit_module_qualified(&self, callable: &Callable<'_>, language: &'static str) -> Fit {
        let by_module = || matches!(language, "rust" | "python") || self.is_headed_by_import();
        // A qualifier without a name is the result of something: a value, of which its type tells.
        if language == "python" && self.qualifiers.contains(&"") {
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

    /// The fit of an unqualified call: it can refer to functions, and to methods in languages with implicit receivers.
    fn fit_unqualified(&self, callable: &Callable<'_>, language: &'static str) -> Fit {
        let near = self.imports.file == callable.file;
        if callable.owners.is_empty() {
            let implicit = !needs_receiver(language);
            return match callable.free {
                Some((DeclKind::Function, this)) if language_family(language) == "c" && callable.reach.is_none() => {
                    let (modules, file) = (&self.types.table.modules, self.imports.file);
                    linkage::fit(modules, self.declarations, (self.name, "c"), (this, file))
                }
                Some((DeclKind::Function, this)) if callable.is_function && self.is_command() => {
                    self.types.table.modules.sourcing.fit(self.name, this, self.imports.file)
                }
                _ if callable.reach.is_some() => Some(Evidence::Import),
                Some((kind, this)) if implicit && !near && self.imports.has_at(self.name, self.offset) => {
                    self.resolution(&self.name_candidates, kind, Some(this), self.name, &[]).fit(Evidence::Import)
                }
                // With implicit receivers a bare name may be a method; in C, a declaration and its definition
                // are two nodes of one function.
                Some((DeclKind::Function, _)) | None if implicit => {
                    if near {
                        Some(Evidence::Import)
                    } else {
                        BY_NAME
                    }
                }
                Some((kind, this)) => {
                    self.resolution(&self.name_candidates, kind, Some(this), self.name, &[]).fit(Evidence::Import)
                }
                None => BY_NAME,
            };
        }
        if needs_receiver(language) {
            return None;
        }
        match self.fit_enclosing_type(callable) {
            // Without a receiver, what the own type has comes first.
            None if self.is_of_own_type() => None,
            // What is of no type around has to be imported.
            None if language == "java" && self.is_in_java() => self.fit_imported(callable),
            None => BY_NAME,
            fit => fit,
        }
    }

    /// True in a script, which calls functions as it runs programs.
    fn is_command(&self) -> bool {
        sourcing::is_script(self.imports.library, self.imports.file)
    }

    /// True if the type around the site, or one above it, has a member of the called name.
    fn is_of_own_type(&self) -> bool {
        let has_member = |own: NodeRef| self.members_of(own).iter().any(|(_, members)| !members.is_empty());
        *self.is_of_own_type.get_or_init(|| self.types.own_type(self.imports.file, self.offset).is_some_and(has_member))
    }

    /// The fit of a call from within one of the callable's types, or from a method of it written outside.
    pub(super) fn fit_enclosing_type(&self, callable: &Callable<'_>) -> Fit {
        let (library, file) = (self.imports.library, self.imports.file);
        let around = self.around.get_or_init(|| self.types_around().unwrap_or_default());
        let language = language_family(library.file(file).format.id);
        let same = |(name, home): &(&str, Option<NodeRef>), (own, of): &(&str, Option<NodeRef>)| match self
            .declarations
            .get(&(*own, language))
        {
            _ if name != own => None,
            Some(declarations) => declarations.same_type(*home, *of).fit(Evidence::OwnType),
            None => Some(Evidence::OwnType),
        };
        let fits = around.iter().flat_map(|here| callable.owners.iter().map(move |own| same(here, own)));
        let fit = fits.max().unwrap_or_default();
        let homes = || around.iter().filter_map(|(name, home)| Some((*name, (*home)?)));
        match fit {
            None => homes().map(|(name, home)| self.fit_inherited(callable, name, home)).max().unwrap_or_default(),
            fit => fit,
        }
    }

    fn types_around(&self) -> Option<Vec<(&'l str, Option<NodeRef>)>> {
        let (library, file) = (self.imports.library, self.imports.file);
        let outline = library.outline(file)?;
        let node = outline.enclosing(self.offset, |kind| kind.is_function() || kind.is_class())?;
        let (around, mut owners) = (NodeRef { file, node }, fields::owner_names(&outline, node));
        if !outline.kind(node).is_class() {
            return Some(owners_with_nodes(library, around, enclosing_node(library, around), owners));
        }
        // What sets a field, and a block of a class, stand in no function.
        owners.insert(0, outline.name(node));
        Some(owners_with_nodes(library, around, Some(around), owners))
    }

    /// The fit of a call in the type `home`, called `here`, to a method of a supertype, or of a subtype that may
    /// override its own.
    fn fit_inherited(&self, callable: &Callable<'_>, here: &str, home: NodeRef) -> Fit {
        if callable.owners.is_empty() {
            return None;
        }
        let has_own = |home: NodeRef| self.members_of(home).first().is_some_and(|(_, own)| !own.is_empty());
        let above = self.types.table.above(home);
        let is_owner = |of: &NodeRef| callable.owners.iter().any(|(_, own)| *own == Some(*of));
        if let Some(at) = above.iter().position(is_owner) {
            // What is nearer overrides it.
            let is_overridden = has_own(home) || above[..at].iter().any(|nearer| has_own(*nearer));
            return if is_overridden { None } else { Some(Evidence::OwnType) };
        }
        // A call of what the type itself has is a call of that; what overrides it is called through it.
        let is_below = callable.extends.contains(&here) && !has_own(home) && !above.iter().any(|above| has_own(*above));
        if is_below { BY_NAME } else { None }
    }

    fn resolution(
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
        let is_apart = |this| packages::is_of_another(self.imports, self.offset, &[before, &[name]].concat(), this);
        if kind == DeclKind::Type && this.is_some_and(is_apart) {
            return Resolution::Another;
        }
        let language = language_family(self.imports.library.file(self.imports.file).format.id);
        let declared = self.declared_name(name, before);
        let Some(declarations) = self.declarations.get(&(declared, language)) else { return Resolution::This };
        let scope = NameScope { imports: self.imports, offset: self.offset };
        declarations.resolution(kind, this, || {
            known.declared.get_or_init(|| declarations.candidates_at(kind, name, before, &scope))
        })
    }

    /// The name that a name behind `before` has where it is declared.
    fn declared_name<'n>(&self, name: &'n str, before: &[&str]) -> &'n str
    where
        'l: 'n,
    {
        if before.is_empty() { self.imports.declared_name(name, self.offset) } else { name }
    }

    /// What modules say of a name at the site. A variable is a value, whatever else has its name.
    fn meaning(&self, name: &str, before: &[&str]) -> Option<Meaning> {
        let head = before.first().copied().unwrap_or(name);
        let is_variable = || self.types.is_variable(head, self.offset);
        let told = || {
            let told = self.types.meaning(self.imports.file, self.offset, before, name)?;
            Some(self.types.followed(told))
        };
        match language_family(self.imports.library.file(self.imports.file).format.id) {
            "python" => {}
            // A function that is a value has a name too.
            "javascript" => return told().filter(|told| matches!(told, Meaning::Declared(_)) && !is_variable()),
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

/// True for languages in which a method call always has a receiver.
pub(in crate::docql::relations) fn needs_receiver(language: &str) -> bool {
    matches!(language, "rust" | "go" | "python" | "javascript" | "typescript" | "tsx" | "php")
}

/// True if a qualifier is spelled like a type: `Server`, but not `LIMIT` (a constant) before a dot, nor `server`.
fn is_type_name(qualifier: &str, by_path: bool) -> bool {
    let is_constant = !by_path && !qualifier.contains(char::is_lowercase);
    qualifier.starts_with(char::is_uppercase) && qualifier.len() > 1 && !is_constant
}
