//! How well the text of a call fits a callable of the called name.

use super::script_binding::{self, Binding};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::names::qualified::may_be_behind;
use crate::docql::relations::calls::access::can_call;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::calls::overloads::Choice;
use crate::docql::relations::names::ambiguity::{DeclKind, Resolution};
use crate::docql::relations::names::c::tags;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::private_names::PrivateScope;
use crate::docql::relations::names::sourcing;
use crate::docql::relations::typing::known::Receiver;
use crate::document::Kind;
use crate::library::{FileId, NodeRef};

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
        self.fit_among(callable, &[])
    }

    /// The same, where any of those that are `asked` for may be meant.
    pub(in crate::docql::relations::calls) fn fit_among(
        &self,
        callable: &Callable<'_>,
        asked: &[(usize, Callable<'_>)],
    ) -> Fit {
        self.in_build(callable.file, self.fit_in_any_build(callable, asked))
    }

    /// Go: what is left of the fit to something in a file that no build takes with the file of the call, or not each that
    /// takes that one, if it must be asked for.
    pub(in crate::docql::relations::calls) fn in_build(&self, file: FileId, fit: Fit) -> Fit {
        let go = &self.types.table.modules.go;
        let Some(build) = go.build(file).filter(|_| fit.is_some() && file != self.imports.file) else { return fit };
        let own = go.build(self.imports.file).unwrap_or_default();
        match build.is_left_out() {
            _ if !own.may_take(&build) => None,
            true if !own.takes(&build) => fit.and(BY_NAME),
            _ => fit,
        }
    }

    fn fit_in_any_build(&self, callable: &Callable<'_>, asked: &[(usize, Callable<'_>)]) -> Fit {
        if callable.kind == Kind::Field && self.is_in_java() && self.is_component(callable) {
            return self.fit_component(callable);
        }
        if let Some(scope) = PrivateScope::of(self.imports.library, callable.node) {
            return scope.holds(self.imports.library, self.imports.file, self.offset).then_some(Evidence::OwnType);
        }
        if let Some(fit) = self.fit_in_lua(callable).or_else(|| self.fit_of_facade(callable)) {
            return fit;
        }
        if let Some(fit) = self.fit_taken_out(callable) {
            return fit;
        }
        if let Some(fit) = self.fit_hung(callable) {
            return fit.filter(|_| self.allows_number(callable));
        }
        if let Some(fit) = self.fit_entry(callable) {
            return Some(fit);
        }
        if let Some(fit) = self.fit_object(callable).or_else(|| self.fit_local(callable)) {
            return fit.filter(|_| self.allows_number(callable));
        }
        if !callable.is_in_reach(self.imports.library, self.imports.file, self.offset) {
            return None;
        }
        if let Some(fit) = self.fit_unchecked(callable) {
            return fit;
        }
        if !tags::may_mean(self.imports.library, (self.imports.file, self.offset), callable.node) {
            return None;
        }
        if self.is_of_another_unit(callable) {
            return None;
        }
        if callable.is_private && !can_call(self.types.table, callable.node, self.imports.file, self.offset) {
            return None;
        }
        if callable.file != self.imports.file && self.types.table.modules.is_closed(callable.file) {
            return None;
        }
        if self.is_no_call_of(callable) {
            return None;
        }
        if !self.allows_number(callable) {
            return if self.is_against_number(callable) { BY_NAME } else { None };
        }
        if !callable.owners.is_empty() && (self.is_behind_module() || self.is_on_primitive(callable)) {
            return None;
        }
        if let Some(holder) = callable.holder.filter(|_| callable.kind == Kind::Method) {
            return self.fit_held(holder);
        }
        if self.is_of_component(callable) {
            return Some(Evidence::OwnType);
        }
        if self.is_written_otherwise(callable) || self.is_destroyed(callable) {
            return None;
        }
        let binding = if callable.owners.is_empty() { self.binding(callable.node) } else { Binding::Bound };
        if binding == Binding::Another {
            return None;
        }
        // A file of C is not asked what it may be besides.
        let language = match self.language() {
            "c" => self.imports.library.file(callable.file).format.id,
            _ => self.imports.library.language(callable.file),
        };
        let fit = match self.types.table.body_of(callable.node) {
            Some(own) => self.fit_in_body(callable, own, language),
            None if self.is_imported_otherwise(callable) => None,
            None => self
                .fit_in_kotlin(callable)
                .or_else(|| self.fit_in_ruby(callable))
                .or_else(|| self.fit_in_php(callable))
                .unwrap_or_else(|| match self.fit_names(callable, language) {
                    BY_NAME if !self.qualifiers.is_empty() => self.fit_receiver(callable, language),
                    fit => fit,
                }),
        };
        let fit = self.fit_of_trait(callable, fit).filter(|_| !self.is_of_other_side(callable));
        let fit = fit.and_then(|fit| match self.choice(callable, asked) {
            Choice::This => Some(fit),
            Choice::Another => None,
            Choice::Open => BY_NAME,
        });
        let is_open = || {
            let may_be_another = callable.reach.is_none() && (self.may_be_hidden() || self.is_unbound(callable));
            binding == Binding::Value || may_be_another
        };
        fit.map(|fit| if fit != Evidence::Name && is_open() { Evidence::Name } else { fit })
    }

    /// C++: true for `value->~T()`, which makes nothing.
    fn is_destroyed(&self, callable: &Callable<'_>) -> bool {
        let signs = [".~", ">~", ":~"];
        callable.is_constructor() && self.language() == "cpp" && signs.iter().any(|sign| self.before.ends_with(sign))
    }

    /// True if a page of a component is looked at whose options hold the function: its scripts have it on `this`, its elements
    /// by its name.
    fn is_of_component(&self, callable: &Callable<'_>) -> bool {
        let library = self.imports.library;
        let is_page = || library.file(callable.file).format.lexis.is_some_and(|lexis| lexis.forms.page.is_some());
        let is_here = callable.file == self.imports.file && callable.kind == Kind::Method && callable.owners.is_empty();
        is_here
            && is_page()
            && match self.qualifiers[..] {
                [] => library.outline(callable.file).is_some_and(|all| all.innermost(self.offset, |_| true).is_none()),
                _ => self.own_at().is_some(),
            }
    }

    /// True if the callable may be called with so many arguments as the call has.
    pub(in crate::docql::relations::calls) fn allows_number(&self, callable: &Callable<'_>) -> bool {
        self.arity_of(callable.node).is_none_or(|arity| self.allows(callable.node, arity))
    }

    /// True if a call of what `callable` is would be written in another way: a function in another one is of no value and
    /// no module.
    fn is_written_otherwise(&self, callable: &Callable<'_>) -> bool {
        let is_nested = callable.reach.is_some() && callable.owners.is_empty();
        matches!(language_family(self.language()), "rust" | "go" | "python" | "javascript")
            && is_nested
            && callable.kind.is_function()
            && !self.qualifiers.is_empty()
            && !(self.language_is_script() && self.is_set_on_value(callable))
    }

    /// True if what stands at the site rules the callable out, whatever else is known of it: a variable is called, a macro in
    /// place of a function, or nothing.
    fn is_no_call_of(&self, callable: &Callable<'_>) -> bool {
        let is_other = |is_of_macro: bool| (callable.kind == Kind::Macro) != is_of_macro && !self.is_import();
        let is_of_the_other_kind = || self.language() == "rust" && self.is_of_macro().is_some_and(is_other);
        // Java: `o instanceof Point(int x, int y)` takes apart, and makes nothing.
        let is_pattern = || {
            let word = self.before.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next();
            self.is_in_java() && callable.is_constructor() && matches!(word, Some("instanceof" | "case"))
        };
        callable.reach.is_none() && self.is_hidden()
            || self.is_signature()
            || self.is_declarator()
            || is_of_the_other_kind()
            || is_pattern()
    }

    pub(in crate::docql::relations::calls) fn language_is_script(&self) -> bool {
        language_family(self.language()) == "javascript"
    }

    /// How modules bind the name for an outermost declaration.
    pub(in crate::docql::relations::calls) fn binding(&self, node: NodeRef) -> Binding {
        let meaning = || self.meaning(self.name, &self.qualifiers);
        match self.name_candidates.meaning.get_or_init(meaning) {
            Some(Meaning::Declared(_)) => return Binding::Bound,
            Some(Meaning::Elsewhere) if self.language_is_script() => return Binding::Another,
            _ => {}
        }
        let is_variable = |name: &str| self.types.is_variable(name, self.offset);
        let modules = &self.types.table.modules;
        script_binding::binding(self.imports, self.offset, (self.name, &self.qualifiers), node, modules, is_variable)
    }

    /// The fit as far as the names before the call tell.
    fn fit_names(&self, callable: &Callable<'_>, language: &'static str) -> Fit {
        if let Some(fit) = self.fit_enumerator(callable).or_else(|| self.fit_in_namespaces(callable)) {
            return fit;
        }
        if self.is_of_script_namespace(callable) {
            return Some(Evidence::Import);
        }
        let Some(qualifier) = self.qualifiers.last().copied() else { return self.fit_unqualified(callable, language) };
        let by_path = self.before.ends_with("::");
        let before = &self.qualifiers[..self.qualifiers.len() - 1];
        // What a companion has is its type's.
        let (qualifier, before) = match before.split_last() {
            Some((of, before)) if qualifier == "Companion" && language == "kotlin" => (*of, before),
            _ => (qualifier, before),
        };
        let declared = self.declared_name(qualifier, before);
        let is_value = || match language {
            "go" => self.is_go_value(qualifier, before),
            "csharp" => before.is_empty() && self.is_own_member(qualifier),
            _ if self.language_is_script() => {
                let head = before.first().unwrap_or(&qualifier);
                self.types.is_variable(head, self.offset)
            }
            _ => false,
        };
        // What a type inside of another has is called on neither by the name of the outer one.
        let owners = &callable.owners[..callable.members_of_owners(self.imports.library)];
        if owners.iter().any(|(owner, _)| *owner == declared) && !is_value() {
            let homes = owners.iter().filter(|(owner, _)| *owner == declared);
            let fits = homes.map(|(_, home)| {
                // Rust: what a trait gives to a type of somebody else.
                if language == "rust" && home.is_none() {
                    return Some(Evidence::Receiver);
                }
                self.resolution(&self.type_candidates, DeclKind::Type, *home, qualifier, before).fit(Evidence::Receiver)
            });
            let fit = fits.max().unwrap_or(Some(Evidence::Receiver));
            // An alias of the name may stand for the type.
            let is_alias = || language == "rust" && by_path && matches!(self.receiver(), Some(Receiver::Of(..)));
            return if fit.is_none() && is_alias() { BY_NAME } else { fit };
        }
        // Ruby: a constant of a module.
        if language == "ruby" && by_path && callable.kind == Kind::Constant && owners.is_empty() {
            let is_meant = may_be_behind(self.imports.library, callable.node, qualifier);
            return is_meant.then_some(Evidence::Receiver);
        }
        if let Some((outer, home)) = callable.outer
            && is_type_name(qualifier, by_path)
        {
            // An inner type of another type.
            let resolved = || self.resolution(&self.type_candidates, DeclKind::Type, Some(home), qualifier, before);
            return if outer == declared { resolved().fit(Evidence::Receiver) } else { None };
        }
        // `Outer.this.run()`
        if qualifier == "this" && !before.is_empty() && self.is_in_java() {
            return BY_NAME;
        }
        if self.own_at().is_some() {
            return self.fit_own_value(callable);
        }
        // In JavaScript that is told by now: others are variables, `$this` among them.
        let is_other = || self.language_is_script() && self.qualifiers.len() == 1;
        let is_own = || self.is_own_word(qualifier);
        if is_own() && !self.is_path_word() && !is_other() {
            // Of a value of the name its type tells, if anything.
            return if self.is_given(qualifier) { BY_NAME } else { self.fit_own_value(callable) };
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
            "c" | "cpp" if callable.owners.is_empty() => BY_NAME,
            _ if language_family(language) == "javascript" && callable.owners.is_empty() => BY_NAME,
            // A type has what is static in those above it, and a variable may be written like a type.
            _ if self.language_is_script() => {
                let head = before.first().unwrap_or(&qualifier);
                let is_value = !before.is_empty() || self.types.is_variable(head, self.offset);
                let is_told = || matches!(self.receiver(), Some(Receiver::Of(..) | Receiver::OneOf(_)));
                if is_value || is_told() { BY_NAME } else { None }
            }
            // Before a dot stands a value: an exported variable, a constant, a variant.
            "go" if !callable.owners.is_empty() => BY_NAME,
            // What a type has from one above it is called on the type, too.
            "python" if !callable.owners.is_empty() => BY_NAME,
            "rust" | "cpp" | "php" if !by_path => BY_NAME,
            "cpp" => self.fit_on_type(callable),
            // An alias has what it stands for, and a type what it dereferences to.
            "rust" if !callable.owners.is_empty() && matches!(self.receiver(), Some(Receiver::Of(..))) => BY_NAME,
            // Properties are written like types.
            "csharp" if !callable.owners.is_empty() => BY_NAME,
            // So are some fields and constants; what a type has from one above it is called on the type.
            "java" if !callable.owners.is_empty() && matches!(self.receiver(), Some(Receiver::Of(..))) => BY_NAME,
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
        if let Some(fit) = self.fit_table_in_lua(this) {
            return fit;
        }
        let is_out_of_reach = this.file != self.imports.file && self.types.table.modules.is_closed(this.file);
        let may_mean = || tags::may_mean(self.imports.library, (self.imports.file, self.offset), this);
        if is_out_of_reach || self.binding(this) == Binding::Another || !may_mean() {
            return None;
        }
        self.resolution(&self.name_candidates, DeclKind::Type, Some(this), self.name, &self.qualifiers)
            .fit(Evidence::Import)
    }

    /// True for `self::run()` and `super::run()`: the qualifier is a module, not a receiver.
    fn is_path_word(&self) -> bool {
        self.before.ends_with("::") && matches!(self.qualifiers.last(), Some(&("self" | "super")))
    }

    /// True for a word that stands for the own value, or type, in the language: elsewhere it is a name like any other.
    fn is_own_word(&self, word: &str) -> bool {
        // PHP: behind a sigil these are variables.
        let is_variable =
            || self.language() == "php" && matches!(word, "self" | "static") && !self.before.ends_with("::");
        self.imports.library.lexis(self.imports.file).is_some_and(|lexis| lexis.types.is_own(word)) && !is_variable()
    }

    /// True for a word for the own value where there is none: a function outside of types has a parameter of that name.
    fn is_given(&self, word: &str) -> bool {
        self.types.own_type(self.imports.file, self.offset).is_none() && self.types.is_variable(word, self.offset)
            || self.types.is_rebound(self.imports.file, self.offset, word)
    }

    /// True in a script, which calls functions as it runs programs.
    pub(in crate::docql::relations::calls) fn is_command(&self) -> bool {
        sourcing::is_script(self.imports.library, self.imports.file)
    }
}

/// True for languages in which a method call always has a receiver.
pub(in crate::docql::relations) fn needs_receiver(language: &'static str) -> bool {
    matches!(language_family(language), "rust" | "go" | "python" | "javascript" | "php")
}

/// True if a qualifier is spelled like a type: `Server`, but not `LIMIT` (a constant) before a dot, nor `server`.
fn is_type_name(qualifier: &str, by_path: bool) -> bool {
    let is_constant = !by_path && !qualifier.contains(char::is_lowercase);
    qualifier.starts_with(char::is_uppercase) && qualifier.len() > 1 && !is_constant
}
