//! Rust: paths that lead out of the workspace, and what modules make known under their own name.

use super::name_resolution::{Imports, normalized, path_names};
use super::rust_crates;
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
        return if is_imported { Leads::Here } else { of_crate(library, first) };
    }
    // A name alone may be made known by any module.
    match names.len() > 1 && head.starts_with(char::is_lowercase) {
        true => of_crate(library, head),
        false => Leads::Here,
    }
}

/// True for a path that begins with a crate of the language.
pub(in crate::docql::relations) fn is_of_language(imports: &Imports<'_>, offset: u32, names: &[&str]) -> bool {
    let Some(head) = names.first() else { return false };
    let first = imports.path_at(head, offset).and_then(|path| path_names(path).next()).unwrap_or(head);
    OF_LANGUAGE.contains(&first)
}

fn of_crate(library: &Library, name: &str) -> Leads {
    if matches!(name, "crate" | "self" | "super" | "Self" | "") || rust_crates::root_of(library, name).is_some() {
        return Leads::Here;
    }
    if OF_LANGUAGE.contains(&name) {
        return Leads::Out;
    }
    let is_here = name.starts_with(char::is_uppercase)
        || !library.modules_named(name).is_empty()
        || library.roots().iter().any(|root| normalized(&root.name) == name);
    match is_here {
        true => Leads::Here,
        false if rust_crates::is_untold(library) => Leads::Perhaps,
        false => Leads::Out,
    }
}

/// The file that is the module `path`, as a file beside or below that of `here` or in a crate of the workspace has it.
pub(super) fn file_of_module(library: &Library, here: FileId, path: &[String]) -> Option<FileId> {
    if library.file(here).format.id != "rust" {
        return None;
    }
    let at = |directory: &str| {
        let below = |name: &str| if directory.is_empty() { name.to_owned() } else { format!("{directory}/{name}") };
        let own = Some(directory).filter(|directory| !directory.is_empty()).map(|directory| format!("{directory}.rs"));
        let inside = ["mod.rs", "lib.rs", "main.rs"].into_iter().map(below);
        own.into_iter().chain(inside).find_map(|path| library.find(&path))
    };
    if let Some(file) = at(&path.join("/")) {
        return Some(file);
    }
    // Directories may have names that no module has.
    let spelled = |directory: &str| {
        let parts: Vec<&str> = directory.split('/').filter(|part| !part.is_empty()).collect();
        let is_above =
            parts.len() <= path.len() && parts.iter().zip(path).all(|(part, name)| normalized(part) == *name);
        is_above.then(|| {
            [&parts[..], &path[parts.len()..].iter().map(String::as_str).collect::<Vec<_>>()].concat().join("/")
        })
    };
    let mut own = library.file(here).directory();
    let mut directories = Vec::new();
    while !own.is_empty() {
        directories.push(own);
        own = own.rsplit_once('/').map_or("", |(above, _)| above);
    }
    let mut all = directories.into_iter().chain(rust_crates::roots(library));
    all.find_map(|directory| at(&spelled(directory)?))
}
