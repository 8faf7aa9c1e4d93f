//! How a call fits a callable by the type of what it is made on.

use super::call_fit::{BY_NAME, Fit};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::calls::call_site::{CallSite, LeftOutFor};
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::calls::overloads::Choice;
use crate::docql::relations::names::lookup::{language_family, package_of};
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::types::go_signatures;
use crate::docql::relations::types::members::members_named;
use crate::docql::relations::typing::known::Receiver;
use crate::document::Kind;
use crate::library::{FileId, NodeRef};

impl CallSite<'_, '_> {
    /// The fit of a qualified call of which names alone did not tell.
    pub(in crate::docql::relations) fn fit_receiver(&self, callable: &Callable<'_>, language: &'static str) -> Fit {
        if let Some(fit) = self.fit_made(callable) {
            return fit;
        }
        let Some(receiver) = self.receiver() else { return BY_NAME };
        if let Some(fit) = self.fit_dispatched(callable, receiver) {
            return fit;
        }
        // A type that is made of others has what is written out in it.
        if self.is_of_made(callable) {
            return Some(Evidence::Signature);
        }
        let receiver = if *receiver == Receiver::Environment { &Receiver::Unknown } else { receiver };
        let is_free = callable.owners.is_empty();
        if callable.is_extension && language == "csharp" {
            return self.fit_extended(callable, receiver);
        }
        match receiver {
            // An extension is a function that is called on a value, and a constructor may be that of an inner type.
            Receiver::Of(..) | Receiver::Foreign if is_free && (language == "kotlin" || callable.is_constructor()) => {
                BY_NAME
            }
            Receiver::Of(..) | Receiver::Foreign if is_free => None,
            Receiver::Of(node, evidence) => self.fit_value(callable, self.members(*node), *evidence, language),
            Receiver::OneOf(_) if is_free => None,
            Receiver::OneOf(nodes) => {
                let fit = |node: &NodeRef| self.fit_value(callable, &self.members_of(*node), Evidence::Name, language);
                nodes.iter().map(fit).max().flatten()
            }
            Receiver::Above(node) => self.fit_above(callable, *node),
            Receiver::Foreign
                if language == "rust" && self.is_of_trait(callable) && !self.is_of_own_block(callable) =>
            {
                BY_NAME
            }
            Receiver::Foreign => {
                if matches!(language, "cpp" | "python") && self.types.is_of_other_tree(self.offset) {
                    self.left_out.set(Some(LeftOutFor::Elsewhere));
                }
                None
            }
            Receiver::Module if is_free => BY_NAME,
            Receiver::Module if matches!(language, "go" | "python") => None,
            Receiver::Module => BY_NAME,
            Receiver::Object => None,
            Receiver::Unknown
                if is_free
                    && (matches!(language, "go" | "python")
                        || matches!(language, "c" | "cpp") && !self.before.ends_with("::")) =>
            {
                None
            }
            Receiver::Unknown if is_free && !self.is_headed_by_import() && !self.is_held(callable) => None,
            // No value of the type is to be expected where nothing leads to it.
            Receiver::Unknown if !is_free && !self.types.leads_to(callable.file) => {
                // In Python it may be handed there, however that is typed; what takes such arguments is counted.
                if language == "python" && !self.types.is_common(self.name) && self.may_take(callable) {
                    // A name of several words that is declared once is seldom that of something else.
                    if self.is_of_words() && self.is_declared_once(callable) {
                        return BY_NAME;
                    }
                    self.left_out.set(Some(LeftOutFor::Apart));
                }
                None
            }
            Receiver::Unknown if callable.is_static && !self.is_on_type() => None,
            Receiver::Unknown if language == "php" && self.is_static_on_value(callable) => {
                self.left_out.set(Some(LeftOutFor::Unknown));
                None
            }
            Receiver::Unknown if language == "python" && !self.may_take(callable) => None,
            Receiver::Unknown if language == "go" && !self.may_pass_to(callable) => None,
            // What values of the language's own types have as well is that of a type that the file names.
            Receiver::Unknown
                if (self.types.is_common(self.name) || self.is_one_of_many(callable))
                    && !self.names_owner(callable) =>
            {
                self.left_out.set(Some(LeftOutFor::Unknown));
                None
            }
            Receiver::Unknown | Receiver::Environment => BY_NAME,
        }
    }

    /// The fit of a call on a value of a function that extends a type.
    pub(super) fn fit_extended(&self, callable: &Callable<'_>, receiver: &Receiver) -> Fit {
        let written = self.types.extended(callable.node);
        let extended = written.as_ref().and_then(|written| self.types.resolve(written));
        match (receiver, extended) {
            (Receiver::Of(node, evidence), Some(Some(of))) => {
                let is_above = *node == of || self.types.table.above(*node).contains(&of);
                let own: Vec<NodeRef> = self.members(*node).iter().flat_map(|(_, own)| own.iter().copied()).collect();
                match if own.is_empty() { Choice::This } else { self.choice_against(callable, &own) } {
                    _ if !is_above => None,
                    Choice::This => Some(*evidence),
                    Choice::Another => None,
                    Choice::Open => BY_NAME,
                }
            }
            // A type of somebody else, or one of those here.
            (Receiver::Foreign, Some(Some(_))) => None,
            // What a type has itself goes before what extends it.
            (Receiver::Of(node, _), _) if self.members(*node).iter().any(|(_, own)| !own.is_empty()) => None,
            (Receiver::Module, _) => None,
            (Receiver::Foreign, _) if written.is_some_and(|written| self.is_on_extended(&written.text)) => {
                Some(Evidence::Signature)
            }
            _ => BY_NAME,
        }
    }

    /// True if a function is called on a value of the type that it extends, as that is written, or on a text that is.
    fn is_on_extended(&self, extended: &str) -> bool {
        let is_text = || self.before.trim_end_matches(['.', '?']).ends_with('"');
        !extended.is_empty() && self.types.is_on_type(self.offset, extended)
            || matches!(extended, "String" | "string") && is_text()
    }

    /// True if the call seems to be made on a type, and on no value.
    fn is_on_type(&self) -> bool {
        let Some(&last) = self.qualifiers.last() else { return false };
        last.starts_with(char::is_uppercase) || matches!(last, "constructor" | "this" | "super")
    }

    /// True for a name that is made of several words: `mark_as_done`.
    fn is_of_words(&self) -> bool {
        self.name.trim_matches('_').contains('_')
    }

    /// True if nothing else in the language has the name.
    fn is_declared_once(&self, callable: &Callable<'_>) -> bool {
        let declared = self.declarations.get(&(callable.name, self.language()));
        declared.is_some_and(|declarations| declarations.callables == 1)
    }

    /// Go: true if a method may be called with so many arguments.
    fn may_pass_to(&self, callable: &Callable<'_>) -> bool {
        let Some((given, may_be_several)) = self.types.arguments_given(self.offset) else { return true };
        let Some((count, is_open)) = go_signatures::arity(self.imports.library, callable.node) else { return true };
        given == count || may_be_several && count > 0 || is_open && given + 1 >= count
    }

    /// Python: true if a method may be called with these arguments.
    fn may_take(&self, callable: &Callable<'_>) -> bool {
        let is_on_type = self.qualifiers.last().is_some_and(|last| last.starts_with(char::is_uppercase));
        self.types.may_take(self.offset, callable.node, is_on_type)
    }

    /// True if the file declares a type of the callable, or imports it by its name.
    pub(in crate::docql::relations::calls) fn names_owner(&self, callable: &Callable<'_>) -> bool {
        let library = self.imports.library;
        let package = |file: FileId| match package_of(library, file) {
            "" => library.file(file).directory(),
            package => package,
        };
        // What stands in a package of Java needs no import there, in whatever directory.
        let is_of_package = language_family(library.file(callable.file).format.id) == "java"
            && package(self.imports.file) == package(callable.file);
        self.imports.file == callable.file
            || is_of_package
            || callable.owner_names().any(|owner| self.imports.has_at(owner, self.offset))
            // What Rust takes in as a whole is not said by the name of a type.
            || self.language() == "rust" && callable.owner_names().any(|owner| self.types.mentions(owner))
            // What C++ includes is not said by the name of a type.
            || self.language() == "cpp" && callable.owner_names().any(|owner| {
                    self.types.mentions(owner) || self.types.mentions_alias(owner, callable.file)
                })
    }

    /// True if a function may be called on a value.
    pub(in crate::docql::relations::calls) fn is_held(&self, callable: &Callable<'_>) -> bool {
        self.types.table.modules.is_held(callable.name, callable.file, self.imports.file)
    }

    fn is_of_trait(&self, callable: &Callable<'_>) -> bool {
        let library = self.imports.library;
        callable.owners.iter().filter_map(|(_, home)| *home).any(|home| {
            library
                .outline(home.file)
                .is_some_and(|outline| matches!(outline.kind(home.node), Kind::Trait | Kind::Interface))
        }) || library.outline(callable.file).is_some_and(|outline| {
            // A method of a trait, implemented for a type of somebody else.
            outline
                .parent(callable.node.node)
                .is_some_and(|above| outline.kind(above) == Kind::Impl && outline.has_detail(above))
        })
    }

    /// The fit of a call to a member of an object that the variable `holder` holds.
    pub(in crate::docql::relations) fn fit_held(&self, holder: NodeRef) -> Fit {
        let (last, before) = self.qualifiers.split_last()?;
        let library = self.imports.library;
        let outline = library.outline(holder.file)?;
        if let Some(own_at) = self.own_at().or_else(|| (*last == "this").then_some(self.offset)) {
            let is_inside = self.imports.file == holder.file && outline.span(holder.node).contains(own_at);
            return is_inside.then_some(Evidence::OwnType);
        }
        let head = before.first().unwrap_or(last);
        if !self.types.is_variable(head, self.offset)
            && let Some(Meaning::Declared(node)) = self.types.meaning(self.imports.file, self.offset, before, last)
        {
            return (node == holder).then_some(Evidence::Receiver);
        }
        match self.receiver() {
            Some(Receiver::Of(..) | Receiver::Foreign | Receiver::Above(_)) => None,
            _ if self.types.is_common(self.name) => None,
            _ => BY_NAME,
        }
    }

    /// Java: the fit of a call of a name without a receiver that is none of the types around it.
    pub(in crate::docql::relations::calls) fn fit_imported(&self, callable: &Callable<'_>) -> Fit {
        let holders = self.types.imported_from(self.imports.file, self.offset, self.name);
        let fits = holders
            .into_iter()
            .flatten()
            .map(|of| self.fit_value(callable, &self.members_of(of), Evidence::Import, "java"));
        fits.max().unwrap_or_default()
    }

    /// The fit of a call on a value of a type, with the members of the called name that it and those above it have.
    pub(in crate::docql::relations::calls) fn fit_value(
        &self,
        callable: &Callable<'_>,
        members: &[(NodeRef, Vec<NodeRef>)],
        evidence: Evidence,
        language: &'static str,
    ) -> Fit {
        let library = self.imports.library;
        let node = members.first()?.0;
        let is_home = |of: NodeRef| callable.owners.iter().any(|(_, home)| *home == Some(of));
        let innermost = callable.owners.first().and_then(|(_, home)| *home);
        if language == "go" && innermost.is_some_and(|home| self.is_of_own_build(home, node)) {
            return None;
        }
        if innermost == Some(node) || (innermost.is_none() && is_home(node)) {
            return Some(evidence);
        }
        for (of, own) in members {
            if innermost == Some(*of) {
                return Some(evidence);
            }
            if own.contains(&callable.node) || own.iter().any(|one| self.is_typed_as(*one, callable)) {
                return Some(evidence);
            }
            // What overrides it may be called all the same, but through this one. In Java what takes something else does not.
            let takes_the_same = |one: &NodeRef| self.types.take_the_same(*one, callable.node);
            if !own.is_empty() && (!self.is_in_java() || own.iter().any(takes_the_same)) {
                return None;
            }
        }
        let Some(outline) = library.outline(node.file) else { return BY_NAME };
        let is_trait = || outline.kind(node.node) == Kind::Trait;
        match language {
            _ if outline.kind(node.node) == Kind::Alias && self.types.is_object_type(node) => None,
            _ if outline.kind(node.node) == Kind::Alias && language != "go" => BY_NAME,
            // A value of one type has nothing that a trait gives to another.
            "php" => self.fit_handed_on(callable, node),
            "rust" if self.is_of_trait(callable) && (is_trait() || !self.is_of_own_block(callable)) => BY_NAME,
            // A value that is known by a trait alone may be of any type, and there is only one that has such a method.
            "rust" if is_trait() && self.is_alone(callable) => BY_NAME,
            "cpp" if self.is_specialization(innermost, node) => BY_NAME,
            _ => None,
        }
    }

    /// Go: true if the type `node` of what a call is made on stands in the file of the call, in place of the type `home` of
    /// another build, and has the called name itself.
    fn is_of_own_build(&self, home: NodeRef, node: NodeRef) -> bool {
        home.file != node.file
            && node.file == self.imports.file
            && self.types.table.variants(home).contains(&node)
            && members_named(self.imports.library, node, self.name).iter().any(|own| own.file == node.file)
    }

    /// The fit of a call of the own value as the types above `node` see it.
    fn fit_above(&self, callable: &Callable<'_>, node: NodeRef) -> Fit {
        for (_, own) in self.members_of(node).iter().skip(1) {
            if own.contains(&callable.node) {
                return Some(Evidence::OwnType);
            }
            if !own.is_empty() {
                return None;
            }
        }
        self.fit_above_users(callable, node)
    }
}
