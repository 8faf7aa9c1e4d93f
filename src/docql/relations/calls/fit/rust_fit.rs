//! Rust: how a call fits a method where a type has several of one name: its own, and those of the traits that it
//! implements.

use super::call_fit::{BY_NAME, Fit};
use crate::docql::nodes::callables::params::params;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::calls::overloads::Choice;
use crate::docql::relations::names::name_resolution::path_names;
use crate::docql::relations::names::rust::paths::{Leads, leads};
use crate::docql::relations::typing::overloading::model::Argument;
use crate::document::Kind;
use crate::library::NodeRef;

/// Functions of one name of which each is unlikely to be meant where nothing tells.
const MANY: usize = 6;

/// Types that are written like modules.
const PRIMITIVE: &[&str] = &[
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16", "u32", "u64", "u128",
    "usize",
];

impl CallSite<'_, '_> {
    /// Where the path before the called name and that lead.
    pub(in crate::docql::relations::calls) fn leads(&self, before: &[&str], name: &str) -> Leads {
        // Whatever is asked for, it begins with the first qualifier.
        *self.leads[usize::from(!before.is_empty())].get_or_init(|| self.leads_of(before, name))
    }

    /// True if the name with what stands before it leads out of the workspace.
    pub(super) fn leads_out(&self) -> bool {
        self.leads(&self.qualifiers, self.name) == Leads::Out
    }

    /// True for a call behind the path of a module, `fs::read(path)`: that is none of what a type has.
    pub(super) fn is_behind_module(&self) -> bool {
        let Some(last) = self.qualifiers.last().filter(|_| self.is_in_rust() && self.before.ends_with("::")) else {
            return false;
        };
        let is_spelled_so = last.starts_with(|c: char| c.is_lowercase() || c == '_');
        let is_word = matches!(*last, "self" | "super" | "crate");
        let library = self.imports.library;
        let is_type = |node: &NodeRef| {
            let kind = library.outline(node.file).map(|outline| outline.kind(node.node));
            kind.is_some_and(|kind| kind.is_class() || kind == Kind::Alias)
        };
        let is_module = || {
            let is_known = self.imports.has_at(last, self.offset) || !library.modules_named(last).is_empty();
            is_known && !library.declared(last).iter().any(is_type)
        };
        is_spelled_so && !is_word && !PRIMITIVE.contains(last) && is_module()
    }

    /// True for a call on a type of the language, `u32::from(x)`: that is none of what other types have, but for what a
    /// trait declares, or gives to every type.
    pub(super) fn is_on_primitive(&self, callable: &Callable<'_>) -> bool {
        let library = self.imports.library;
        let kind = |home: NodeRef| library.outline(home.file).map(|outline| outline.kind(home.node));
        let is_on_it = self.qualifiers.last().is_some_and(|last| PRIMITIVE.contains(last));
        is_on_it
            && self.is_in_rust()
            && self.before.ends_with("::")
            && callable.owners.iter().all(|(owner, home)| {
                self.qualifiers.last() != Some(owner)
                    && owner.contains(char::is_lowercase)
                    && home.and_then(kind).is_none_or(|kind| kind != Kind::Trait)
            })
    }

    fn leads_of(&self, before: &[&str], name: &str) -> Leads {
        let is_path = self.before.ends_with("::") || self.qualifiers.is_empty();
        let head = before.first().unwrap_or(&name);
        // What stands before a dot is a value.
        if !is_path || self.language() != "rust" || self.types.is_variable(head, self.offset) {
            return Leads::Here;
        }
        if before.is_empty()
            && self.is_import()
            && let Some(path) = self.imports.written_around(self.offset, name)
        {
            return leads(self.imports, self.offset, &path_names(path).collect::<Vec<_>>());
        }
        leads(self.imports, self.offset, &[before, &[name]].concat())
    }

    /// The trait whose methods the block around a method implements.
    fn trait_of(&self, method: NodeRef) -> Option<&str> {
        let outline = self.imports.library.outline(method.file)?;
        let block = outline.parent(method.node).filter(|&at| outline.kind(at) == Kind::Impl)?;
        Some(outline.detail(block)).filter(|of| !of.is_empty())
    }

    /// True for a method of a block that implements a trait for a type which is declared here.
    pub(in crate::docql::relations::calls) fn is_of_own_block(&self, callable: &Callable<'_>) -> bool {
        let library = self.imports.library;
        let is_type = |home: NodeRef| {
            let kind = library.outline(home.file).map(|outline| outline.kind(home.node));
            kind.is_some_and(|kind| !matches!(kind, Kind::Trait | Kind::Interface | Kind::Alias))
        };
        self.trait_of(callable.node).is_some()
            && callable.owners.first().and_then(|(_, home)| *home).is_some_and(is_type)
    }

    /// The fit of a call of a method that a trait has, where the type may have others of the name.
    pub(in crate::docql::relations::calls) fn fit_of_trait(&self, callable: &Callable<'_>, fit: Fit) -> Fit {
        if self.language() != "rust" || fit.is_none_or(|evidence| evidence == Evidence::Name) {
            return fit;
        }
        let Some(of) = self.trait_of(callable.node) else { return fit };
        // `Trait::run(x)`, `<T as Trait>::run(x)`
        if self.qualifiers.last().is_some_and(|last| *last == of || last.is_empty()) && self.before.ends_with("::") {
            return fit;
        }
        let home = callable.owners.first().and_then(|(_, home)| *home);
        let Some(home) = home else {
            // A type of somebody else has methods that are not here, and what others give it by a trait of theirs.
            let is_own_value = matches!(self.qualifiers.last(), Some(&("self" | "Self")));
            let is_told = || self.types.has_type(callable.file, of) || self.is_given_to(callable.node);
            return if is_own_value || !is_told() { BY_NAME } else { fit };
        };
        match self.rivals_in_rust(callable, home).iter().any(|rival| self.trait_of(*rival).is_none()) {
            // What a type has itself goes before what a trait has.
            true => None,
            false => fit,
        }
    }

    /// The other methods of the name that a type has, which take as many arguments.
    fn rivals_in_rust(&self, callable: &Callable<'_>, home: NodeRef) -> Vec<NodeRef> {
        let library = self.imports.library;
        let table = self.types.table;
        let is_rival = |node: &NodeRef| {
            let is_function = library.outline(node.file).is_some_and(|outline| outline.kind(node.node).is_function());
            let fits = || table.arity(*node).is_none_or(|arity| self.allows(*node, arity));
            *node != callable.node && is_function && fits()
        };
        table.members_named(home, callable.name).into_iter().filter(is_rival).collect()
    }

    /// Which of the methods that traits give a type under one name is meant, `From<A>` or `From<B>`: by the first argument.
    pub(in crate::docql::relations::calls) fn choice_in_rust(
        &self,
        callable: &Callable<'_>,
        asked: &[(usize, Callable<'_>)],
    ) -> Choice {
        let home = callable.owners.first().and_then(|(_, home)| *home);
        let (Some(home), Some(of)) = (home, self.trait_of(callable.node)) else { return Choice::This };
        if self.before.ends_with("::") && self.qualifiers.last().is_some_and(|last| *last == of && last != &"Self") {
            return Choice::This;
        }
        let mut rivals = self.rivals_in_rust(callable, home);
        rivals.retain(|rival| !asked.iter().any(|(_, one)| one.node == *rival) && self.trait_of(*rival).is_some());
        if rivals.is_empty() {
            return Choice::This;
        }
        let given = self.argument_types().and_then(|all| all.first()).cloned().unwrap_or(Argument::Unknown);
        if given == Argument::Unknown {
            return Choice::Open;
        }
        let mine = self.first_taken(callable.node);
        let is_taken = |rival: &NodeRef| self.first_taken(*rival) == given;
        match (mine == given, rivals.iter().any(is_taken)) {
            (true, false) => Choice::This,
            (false, true) if mine != Argument::Unknown => Choice::Another,
            _ => Choice::Open,
        }
    }

    /// True if the first argument is what a function takes.
    fn is_given_to(&self, function: NodeRef) -> bool {
        let given = self.argument_types().and_then(|all| all.first()).cloned().unwrap_or(Argument::Unknown);
        given != Argument::Unknown && self.first_taken(function) == given
    }

    /// True for a method that a trait gives to one of many types, which the file does not name.
    pub(in crate::docql::relations::calls) fn is_one_of_many(&self, callable: &Callable<'_>) -> bool {
        let is_of_many = || {
            let declared = self.declarations.get(&(callable.name, "rust"));
            declared.is_some_and(|declarations| declarations.callables >= MANY)
        };
        self.language() == "rust" && self.is_of_own_block(callable) && is_of_many()
    }

    pub(in crate::docql::relations::calls) fn is_in_rust(&self) -> bool {
        self.language() == "rust"
    }

    /// The fit of a plain name to what an enumeration lists, where that is imported: `use Kind::*;`.
    pub(in crate::docql::relations::calls) fn fit_listed(&self, callable: &Callable<'_>) -> Fit {
        if callable.kind != Kind::Variant || !self.qualifiers.is_empty() || !self.is_in_rust() {
            return None;
        }
        let (owner, _) = callable.owners.first()?;
        let is_of_owner = |path: &str| path.rsplit("::").nth(1).is_some_and(|of| of == *owner);
        if !self.imports.sources_of(self.name, self.offset).into_iter().any(is_of_owner) {
            return None;
        }
        let is_one = self.declarations.get(&(*owner, "rust")).is_some_and(|declared| declared.is_one_type());
        if is_one { Some(Evidence::Import) } else { BY_NAME }
    }

    /// The fit of what is taken from the own value. That may be of a type that an attribute writes, beside the one that has
    /// the field: `#[pin_project(project = Projection)]`.
    pub(in crate::docql::relations::calls) fn fit_own_value(&self, callable: &Callable<'_>) -> Fit {
        let is_written = || self.around.get().and_then(|all| all.first()).is_some_and(|(_, home)| home.is_some());
        match self.fit_enclosing_type(callable) {
            None if self.is_in_rust() && callable.kind == Kind::Field && callable.file == self.imports.file => {
                if is_written() {
                    None
                } else {
                    BY_NAME
                }
            }
            fit => fit,
        }
    }

    /// True if nothing else that is called here has the name, nor has what the language yields.
    pub(in crate::docql::relations::calls) fn is_alone(&self, callable: &Callable<'_>) -> bool {
        let declared = self.declarations.get(&(callable.name, "rust"));
        declared.is_some_and(|all| all.callables == 1) && !self.types.is_common(callable.name)
    }

    /// What a function takes first, behind the own value.
    fn first_taken(&self, function: NodeRef) -> Argument {
        let all = self.types.parameters(function);
        let written = params(self.imports.library, function).map_or(all.len(), |written| written.len());
        let own = all.len().saturating_sub(written);
        all.get(own).map_or(Argument::Unknown, |parameter| self.types.of_parameter(parameter))
    }
}
