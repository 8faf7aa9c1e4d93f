//! Rust: paths that lead out of the workspace.

use super::crates;
use crate::docql::relations::names::import_paths::normalized;
use crate::docql::relations::names::name_resolution::{Imports, path_names};
use crate::document::Kind;
use crate::library::{FileId, Library};

/// The crates that come with the language.
const OF_LANGUAGE: &[&str] = &["std", "core", "alloc", "proc_macro"];

/// Whether a path leads out of the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Leads {
    /// It does: nothing here is meant.
    Out,
    /// Nothing here has the name that it begins with, but no manifest says which crates are here either.
    Perhaps,
    /// It leads to something here, as far as is known.
    Here,
}

/// Where the path `names` leads at `offset`: the called or written name behind what stands before it.
pub(in crate::docql::relations) fn leads(imports: &Imports<'_>, offset: u32, names: &[&str]) -> Leads {
    let library = imports.library;
    let Some(head) = names.first().filter(|_| library.file(imports.file).format.id == "rust") else {
        return Leads::Here;
    };
    if let Some(path) = imports.path_at(head, offset) {
        let first = path_names(path).next().unwrap_or_default();
        // What is imported from what is imported.
        let is_imported = first != *head && imports.has_at(first, offset);
        return if is_imported { Leads::Here } else { of_crate(imports, offset, first) };
    }
    // A name alone may be made known by any module.
    match names.len() > 1 && head.starts_with(char::is_lowercase) {
        true => of_crate(imports, offset, head),
        false => Leads::Here,
    }
}

/// True for a path that begins with a crate of the language.
pub(in crate::docql::relations) fn is_of_language(imports: &Imports<'_>, offset: u32, names: &[&str]) -> bool {
    let Some(head) = names.first() else { return false };
    let first = imports.path_at(head, offset).and_then(|path| path_names(path).next()).unwrap_or(head);
    OF_LANGUAGE.contains(&first)
}

fn of_crate(imports: &Imports<'_>, offset: u32, name: &str) -> Leads {
    let library = imports.library;
    if matches!(name, "crate" | "self" | "super" | "Self" | "") || crates::root_of(library, name).is_some() {
        return Leads::Here;
    }
    if OF_LANGUAGE.contains(&name) {
        return Leads::Out;
    }
    if crates::is_elsewhere(library, name) && !may_be_module(imports, offset, name) {
        return Leads::Out;
    }
    let is_here = name.starts_with(char::is_uppercase)
        || !library.modules_named(name).is_empty()
        || library.roots().iter().any(|root| normalized(&root.name) == name);
    match is_here {
        true => Leads::Here,
        false if crates::is_untold(library) => Leads::Perhaps,
        false => Leads::Out,
    }
}

/// True if the name of a crate that is elsewhere may mean a module at `offset`: one that the file declares, or one of its
/// crate that it takes in with everything beside it, or that no dependency has the name of. Any other module is known by
/// its path alone, unlike a crate.
fn may_be_module(imports: &Imports<'_>, offset: u32, name: &str) -> bool {
    let (library, file) = (imports.library, imports.file);
    let is_own = |file_of: FileId| crates::is_in_crate(library, file_of, ("crate", file));
    declares_module(library, file, name)
        || library.modules_named(name).iter().any(|module| is_own(module.file))
            && (imports.wildcards(offset).next().is_some() || !crates::asks_for(library, file, name))
}

fn declares_module(library: &Library, file: FileId, name: &str) -> bool {
    library.outline(file).is_some_and(|outline| {
        (0..outline.len()).any(|node| outline.kind(node) == Kind::Module && outline.name(node) == name)
    })
}
