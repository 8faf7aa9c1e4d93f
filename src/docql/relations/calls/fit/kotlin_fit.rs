//! Kotlin: how a call fits a function that extends a type, what blocks and imports of members tell of it, and how Java calls what
//! stands in a file of Kotlin.

use super::call_fit::{BY_NAME, Fit};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::fields::{enclosing_node, qualified_parts};
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::names::facades::{facade, name_in_java};
use crate::docql::relations::names::lookup::{language_family, package_of};
use crate::docql::relations::typing::arity::extends_in_kotlin;
use crate::docql::relations::typing::known::Receiver;
use crate::document::Kind;
use crate::library::NodeRef;

impl CallSite<'_, '_> {
    /// Kotlin: the fit of a call as far as imports of members tell, the blocks around it, and what a function extends.
    pub(super) fn fit_in_kotlin(&self, callable: &Callable<'_>) -> Option<Fit> {
        if self.language() != "kotlin" || self.is_import() {
            return None;
        }
        if self.qualifiers[..] == ["this"]
            && let Some(fit) = self.fit_this_in_block(callable)
        {
            return Some(fit);
        }
        if self.qualifiers.is_empty()
            && let Some(fit) = self.fit_member_import(callable).or_else(|| self.fit_scoped(callable))
        {
            return Some(fit);
        }
        self.fit_extension(callable)
    }

    /// The fit of a call without a receiver to a member of an object that is imported by its name: `import a.A.Companion.make`.
    fn fit_member_import(&self, callable: &Callable<'_>) -> Option<Fit> {
        let library = self.imports.library;
        if callable.owners.is_empty() || library.language(callable.file) != "kotlin" || self.is_of_own_type() {
            return None;
        }
        let sources = self.imports.sources_of(self.name, self.offset);
        let of_object = |path: &&str| {
            let holder = path.rsplit_once('.').map(|(holder, _)| holder.rsplit('.').next().unwrap_or(holder));
            holder.is_some_and(|holder| holder.starts_with(char::is_uppercase))
        };
        if sources.is_empty() || !sources.iter().all(of_object) {
            return None;
        }
        let home = enclosing_node(library, callable.node)?;
        let outline = library.outline(home.file)?;
        let mut parts = qualified_parts(library, home);
        if outline.name(home.node) == "companion" {
            "Companion".clone_into(parts.last_mut()?);
        }
        let is_it = |path: &&str| path.rsplit_once('.').is_some_and(|(holder, _)| holder.split('.').eq(parts.iter()));
        Some(sources.iter().any(is_it).then_some(Evidence::Import))
    }

    /// The fit of a call without a receiver in a block that makes another value the own one: `b.apply { run() }`.
    fn fit_scoped(&self, callable: &Callable<'_>) -> Option<Fit> {
        let library = self.imports.library;
        if callable.owners.is_empty() || callable.is_extension || library.language(callable.file) != "kotlin" {
            return None;
        }
        self.scoped_receivers().iter().find_map(|receiver| {
            let Receiver::Of(node, evidence) = receiver else { return None };
            let members = self.members_of(*node);
            let has_it = members.iter().any(|(_, own)| !own.is_empty());
            has_it.then(|| self.fit_value(callable, &members, *evidence, "kotlin"))
        })
    }

    /// The fit of a call on `this` in a block that makes another value the own one.
    fn fit_this_in_block(&self, callable: &Callable<'_>) -> Option<Fit> {
        let of = self.scoped_receivers().first()?;
        let is_member = !callable.owners.is_empty() && !callable.is_extension;
        Some(match of {
            _ if !is_member => BY_NAME,
            Receiver::Of(node, evidence) => self.fit_value(callable, &self.members_of(*node), *evidence, "kotlin"),
            Receiver::Foreign => None,
            _ => BY_NAME,
        })
    }

    /// The fit of a call of a function that extends a type, if it is made on a value of a type that is not here.
    fn fit_extension(&self, callable: &Callable<'_>) -> Option<Fit> {
        if !callable.is_extension {
            return None;
        }
        // What extends a companion is called by the name of its type.
        let extended = self.types.extended(callable.node).map(|written| written.text);
        let of_companion = extended.as_deref().and_then(|text| text.strip_suffix(".Companion"));
        let is_of = |of: &str| self.qualifiers.last() == of.rsplit('.').next().as_ref();
        if of_companion.is_some_and(is_of) && (self.is_imported_from(callable) || self.is_beside(callable)) {
            return Some(Some(Evidence::Receiver));
        }
        // What a type here is extended by is one of its members.
        let receiver = self.receiver().filter(|receiver| matches!(receiver, Receiver::Foreign | Receiver::Unknown))?;
        let fit = self.fit_extended(callable, receiver);
        let is_known = || {
            let is_all = |path: &str| path.ends_with('*');
            self.is_beside(callable)
                || self.imports.has_at(self.name, self.offset)
                || self.imports.all_paths().any(is_all)
        };
        // What is imported by its name, and is called like no member of anything here, is what the import says.
        let is_told = || self.is_imported_from(callable) && self.is_no_member() && !self.is_one_of_extensions(callable);
        if fit == Some(Evidence::Name) && is_told() {
            return Some(Some(Evidence::Import));
        }
        // What extends a type is imported, or it is of the package.
        Some(fit.filter(|&fit| fit != Evidence::Name || is_known()))
    }

    /// The fit of an import to a function that stands in no type: the path tells, whichever of several of the name it is.
    pub(super) fn fit_import_in_kotlin(&self, callable: &Callable<'_>) -> Option<Fit> {
        let is_in_type = !callable.owners.is_empty() && !callable.is_extension;
        let is_free = !is_in_type && callable.reach.is_none() && callable.is_function;
        if self.language() != "kotlin" || !is_free || !self.is_import() {
            return None;
        }
        let written = self.qualifiers.join(".");
        let package = package_of(self.imports.library, callable.file);
        (written == package && !package.is_empty()).then_some(Some(Evidence::Import))
    }

    /// True if a function is of the package of the file.
    fn is_beside(&self, callable: &Callable<'_>) -> bool {
        let library = self.imports.library;
        package_of(library, self.imports.file) == package_of(library, callable.file)
    }

    /// Kotlin: true if the file imports the called name, and from no package that the function is of.
    pub(super) fn is_imported_otherwise(&self, callable: &Callable<'_>) -> bool {
        let library = self.imports.library;
        let is_free = (callable.owners.is_empty() || callable.is_extension) && callable.reach.is_none();
        let is_meant = is_free && callable.is_function && (self.qualifiers.is_empty() || callable.is_extension);
        if self.language() != "kotlin" || !is_meant || self.is_import() {
            return false;
        }
        let sources = self.imports.sources_of(self.name, self.offset);
        let (package, own) = (package_of(library, callable.file), package_of(library, self.imports.file));
        // What extends something may stand in a type of the package.
        let is_from = |from: &str| {
            let rest = from.strip_prefix(package);
            rest.is_some_and(|rest| rest.is_empty() || callable.is_extension && rest.starts_with('.'))
        };
        // What the own package has stands beside what is imported: arguments tell which is meant.
        !sources.is_empty()
            && package != own
            && !sources.iter().any(|path| path.rsplit_once('.').is_some_and(|(from, _)| is_from(from)))
    }

    /// True if the file imports the name of a function from its package.
    fn is_imported_from(&self, callable: &Callable<'_>) -> bool {
        let package = package_of(self.imports.library, callable.file);
        let is_of = |path: &&str| path.rsplit_once('.') == Some((package, callable.name));
        let sources = self.imports.sources_of(self.name, self.offset);
        !package.is_empty() && !sources.is_empty() && sources.iter().all(is_of)
    }

    /// True if other functions of the name and package extend other types: what is called on tells which is meant.
    fn is_one_of_extensions(&self, callable: &Callable<'_>) -> bool {
        let library = self.imports.library;
        let package = package_of(library, callable.file);
        let own = self.types.extended(callable.node).map(|written| written.text);
        let is_beside = |node: &NodeRef| {
            let kind = library.outline(node.file).map(|outline| outline.kind(node.node));
            *node != callable.node
                && kind.is_some_and(Kind::is_function)
                && library.language(node.file) == "kotlin"
                && package_of(library, node.file) == package
                && extends_in_kotlin(library, *node)
                && self.types.extended(*node).map(|written| written.text) != own
        };
        library.declared(callable.name).iter().any(is_beside)
    }

    /// True if no type here has a member of the called name: a member goes before what is imported.
    fn is_no_member(&self) -> bool {
        let library = self.imports.library;
        let is_member = |node: &NodeRef| {
            let around = || {
                let outline = library.outline(node.file)?;
                Some(outline.kind(outline.parent(node.node)?).is_class())
            };
            language_family(library.language(node.file)) == "java" && around() == Some(true)
        };
        !library.declared(self.name).iter().any(is_member)
    }

    /// The fit of a call to a function of Kotlin, as far as its name, and the class that Java has for its file, decide; `None`
    /// if they do not. Java calls what stands in no type by that class alone, and what is extended is an argument there.
    pub(super) fn fit_of_facade(&self, callable: &Callable<'_>) -> Option<Fit> {
        let library = self.imports.library;
        if !callable.kind.is_function() || library.language(callable.file) != "kotlin" {
            return None;
        }
        let given = || name_in_java(library, callable.node);
        if !self.is_in_java() {
            let is_only_for_java = self.name != callable.name && given() == Some(self.name.to_owned());
            return is_only_for_java.then_some(None);
        }
        if given().is_some_and(|given| given != self.name) {
            return Some(None);
        }
        let facade = facade(library, callable.node)?;
        let package = package_of(library, callable.file);
        let Some((last, before)) = self.qualifiers.split_last() else {
            let is_from = |path: &&str| {
                let holder = path.rsplit_once('.').map(|(holder, _)| holder);
                holder.is_some_and(|holder| is_class(holder, package, &facade))
            };
            let sources = self.imports.sources_of(self.name, self.offset);
            let is_imported = sources.iter().any(is_from) && self.allows_number(callable);
            return Some(is_imported.then_some(Evidence::Import));
        };
        let is_it = *last == facade
            && match before {
                [] => match self.imports.path_at(last, self.offset) {
                    Some(path) => is_class(path, package, &facade),
                    None => {
                        let is_whole = |path: &str| path.strip_suffix(".*").unwrap_or(path) == package;
                        package_of(library, self.imports.file) == package || self.imports.all_paths().any(is_whole)
                    }
                },
                before => before.join(".") == package,
            };
        let is_called = || self.is_import() || self.allows_number(callable);
        Some((is_it && is_called()).then_some(Evidence::Receiver))
    }
}

/// True if a path is that of the class `facade` in `package`.
fn is_class(path: &str, package: &str, facade: &str) -> bool {
    let behind = if package.is_empty() {
        Some(path)
    } else {
        path.strip_prefix(package).and_then(|rest| rest.strip_prefix('.'))
    };
    behind == Some(facade)
}
