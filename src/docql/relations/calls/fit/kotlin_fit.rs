//! Kotlin: how a call fits a function that extends a type, and how Java calls what stands in a file of Kotlin.

use super::call_fit::Fit;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::names::facades::{facade, name_in_java};
use crate::docql::relations::names::lookup::package_of;
use crate::docql::relations::typing::known::Receiver;

impl CallSite<'_, '_> {
    /// Kotlin: the fit of a call of a function that extends a type, if it is made on a value of a type that is not here.
    pub(super) fn fit_in_kotlin(&self, callable: &Callable<'_>) -> Option<Fit> {
        if !callable.is_extension || self.language() != "kotlin" || self.is_import() {
            return None;
        }
        // What a type here is extended by is one of its members.
        let receiver = self.receiver().filter(|receiver| matches!(receiver, Receiver::Foreign | Receiver::Unknown))?;
        let fit = self.fit_extended(callable, receiver);
        let library = self.imports.library;
        let is_known = || {
            let is_all = |path: &str| path.ends_with('*');
            package_of(library, self.imports.file) == package_of(library, callable.file)
                || self.imports.has_at(self.name, self.offset)
                || self.imports.all_paths().any(is_all)
        };
        // What extends a type is imported, or it is of the package.
        Some(fit.filter(|&fit| fit != Evidence::Name || is_known()))
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
