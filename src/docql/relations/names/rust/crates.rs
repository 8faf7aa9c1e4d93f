//! Rust: the crates of the workspace, by the names that manifests give them.

use crate::docql::relations::names::import_paths::{ModulePath, directory_of_file, normalized};
use crate::docql::relations::names::relative::joined;
use crate::library::{FileId, Library};
use std::collections::HashMap;

/// Bytes of a manifest that are read, at most.
const MAX_MANIFEST: u64 = 256 << 10;

/// Manifests that are read, at most.
const MAX_MANIFESTS: usize = 5_000;

/// The directory that the root of the crate called `name` is in, where a manifest of the workspace gives a package that
/// name.
pub(in crate::docql::relations) fn root_of<'l>(library: &'l Library, name: &str) -> Option<&'l str> {
    library.crates(|| all(library)).get(name)?.as_deref()
}

/// True if a file is of the crate that `name` means in the file `from`.
pub(in crate::docql::relations) fn is_in_crate(library: &Library, file: FileId, (name, from): (&str, FileId)) -> bool {
    match name {
        "crate" | "self" | "super" => crate_root(library, file) == crate_root(library, from),
        _ => root_of(library, name).is_some_and(|root| {
            let path = &*library.file(file).path;
            root.is_empty() || path.strip_prefix(root).is_some_and(|rest| rest.starts_with('/'))
        }),
    }
}

/// True for a crate that a manifest of the workspace asks for, and none of the workspace is.
pub(in crate::docql::relations::names) fn is_elsewhere(library: &Library, name: &str) -> bool {
    library.crates(|| all(library)).get(name).is_some_and(Option::is_none)
}

/// True if the manifest nearest above a file asks for a crate; where there is none, too.
pub(in crate::docql::relations::names) fn asks_for(library: &Library, file: FileId, name: &str) -> bool {
    let mut directory = library.file(file).directory();
    loop {
        let path = if directory.is_empty() { "Cargo.toml".to_owned() } else { format!("{directory}/Cargo.toml") };
        if let Some(manifest) = library.find(&path).filter(|file| library.file(*file).size <= MAX_MANIFEST) {
            let text = library.peek_text(manifest);
            return text.is_ok_and(|text| dependencies(&text).iter().any(|one| one == name));
        }
        match directory.rsplit_once('/') {
            Some((above, _)) => directory = above,
            None if directory.is_empty() => return true,
            None => directory = "",
        }
    }
}

/// The directories of all roots of crates.
pub(in crate::docql::relations::names) fn roots(library: &Library) -> impl Iterator<Item = &str> {
    library.crates(|| all(library)).values().flatten().map(String::as_str)
}

/// True if no manifest of the workspace tells of crates.
pub(in crate::docql::relations::names) fn is_untold(library: &Library) -> bool {
    roots(library).next().is_none()
}

/// The file that is the module `path`, as a file beside or below that of `here` or in a crate of the workspace has it.
pub(in crate::docql::relations::names) fn file_of_module(
    library: &Library,
    here: FileId,
    path: &[String],
) -> Option<FileId> {
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
    let mut all = directories.into_iter().chain(roots(library));
    all.find_map(|directory| at(&spelled(directory)?))
}

/// The file that is the module `path`, or else that of the longest part of it that is one, with what is left of the path:
/// that may be handed on by what the file imports.
pub(in crate::docql::relations::names) fn module_handing_on<'p>(
    library: &Library,
    here: FileId,
    path: &'p [String],
) -> Option<(FileId, &'p [String])> {
    if library.file(here).format.id != "rust" {
        return None;
    }
    (1..=path.len()).rev().find_map(|end| Some((file_of_module(library, here, &path[..end])?, &path[end..])))
}

/// The directory that `crate` refers to in Rust: the nearest one with the root of a crate, wherever the manifest says
/// that it is; without one the innermost `src`.
pub(in crate::docql::relations::names) fn crate_root(library: &Library, file: FileId) -> ModulePath {
    let mut parts = directory_of_file(library, file);
    let mut directory = library.file(file).directory();
    loop {
        let at = |name: &str| if directory.is_empty() { name.to_owned() } else { format!("{directory}/{name}") };
        // A file of integration tests, benchmarks or examples is a crate, with the modules beside it.
        let is_beside = matches!(directory.rsplit('/').next(), Some("tests" | "benches" | "examples"))
            && !is_module(library, directory);
        if is_beside || ["lib.rs", "main.rs"].iter().any(|name| library.find(&at(name)).is_some()) {
            return directory.split('/').filter(|part| !part.is_empty()).map(normalized).collect();
        }
        match directory.rsplit_once('/') {
            Some((above, _)) => directory = above,
            None if directory.is_empty() => break,
            None => directory = "",
        }
    }
    parts.truncate(parts.iter().rposition(|part| part == "src").map_or(0, |at| at + 1));
    parts
}

/// True for a directory that is a module of the crate around it, as its files say: `src/tests/mod.rs`.
fn is_module(library: &Library, directory: &str) -> bool {
    let above = directory.rsplit_once('/').map_or("", |(above, _)| above);
    let manifest = if above.is_empty() { "Cargo.toml".to_owned() } else { format!("{above}/Cargo.toml") };
    let files = [format!("{directory}/mod.rs"), format!("{directory}.rs")];
    library.find(&manifest).is_none() && files.iter().any(|file| library.find(file).is_some())
}

/// Of two packages of one name neither is known.
fn all(library: &Library) -> HashMap<String, Option<String>> {
    let mut found: HashMap<String, Option<String>> = HashMap::new();
    let mut renamed: Vec<(String, String)> = Vec::new();
    let mut asked: Vec<String> = Vec::new();
    let is_manifest = |file: &FileId| {
        let entry = library.file(*file);
        entry.name() == "Cargo.toml" && entry.size <= MAX_MANIFEST
    };
    for file in library.file_ids().filter(is_manifest).take(MAX_MANIFESTS) {
        let Ok(text) = library.text(file) else { continue };
        renamed.extend(renames(&text));
        asked.extend(dependencies(&text));
        let Some((name, root)) = package(&text) else { continue };
        let Some(root) = joined(library.file(file).directory(), &root) else { continue };
        let root = root.rsplit_once('/').map_or(String::new(), |(directory, _)| directory.to_owned());
        found.entry(name).and_modify(|known| *known = None).or_insert(Some(root));
    }
    let mut known: HashMap<String, String> =
        found.iter().filter_map(|(name, root)| Some((name.clone(), root.clone()?))).collect();
    for (name, package) in renamed {
        if let Some(root) = known.get(&package).filter(|_| !found.contains_key(&name)).cloned() {
            known.insert(name, root);
        }
    }
    let elsewhere = asked.into_iter().filter(|name| !found.contains_key(name) && !known.contains_key(name));
    let elsewhere: Vec<(String, Option<String>)> = elsewhere.map(|name| (name, None)).collect();
    known.into_iter().map(|(name, root)| (name, Some(root))).chain(elsewhere).collect()
}

/// The names of the dependencies of a manifest, but for those that it has a path for.
fn dependencies(manifest: &str) -> Vec<String> {
    let (mut is_listed, mut is_one) = (false, false);
    let mut out: Vec<String> = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.split(']').next().unwrap_or_default().trim();
            is_listed = section.ends_with("dependencies");
            let one = section.rsplit_once("dependencies.").map(|(_, name)| name.trim().replace('-', "_"));
            is_one = one.is_some();
            out.extend(one);
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        match key.trim() {
            // `[dependencies.name]`
            "path" if is_one => drop(out.pop()),
            key if is_listed && !value.contains("path") => {
                let name = key.split('.').next().unwrap_or_default().trim_matches(['"', ' ']);
                out.push(name.replace('-', "_"));
            }
            _ => {}
        }
    }
    out
}

/// The dependencies of a manifest that are imported by another name than their package's: `(name, package)`.
fn renames(manifest: &str) -> Vec<(String, String)> {
    let mut section = "";
    let mut out = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[') {
            section = name.split(']').next().unwrap_or_default().trim();
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let quoted = |text: &str| text.split(['"', '\'']).nth(1).map(|name| name.replace('-', "_"));
        let inline = || value.split_once("package").filter(|_| section.ends_with("dependencies"));
        let (name, package) = match (section.rsplit_once("dependencies."), key.trim()) {
            (Some((_, name)), "package") => (name, quoted(value)),
            (None, name) => (name, inline().and_then(|(_, rest)| quoted(rest))),
            _ => continue,
        };
        out.extend(package.map(|package| (name.replace('-', "_"), package)));
    }
    out
}

/// The name that a manifest's library is imported by, and the path of its root.
fn package(manifest: &str) -> Option<(String, String)> {
    let (mut package, mut library, mut path) = (None, None, None);
    let mut section = "";
    for line in manifest.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[') {
            section = name.split(']').next().unwrap_or_default().trim();
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let Some(value) = value.trim().strip_prefix(['"', '\'']) else { continue };
        let value = value.split(['"', '\'']).next().unwrap_or_default();
        match (section, key.trim()) {
            ("package", "name") => package = Some(value),
            ("lib", "name") => library = Some(value),
            ("lib", "path") => path = Some(value),
            _ => {}
        }
    }
    Some((library.or(package)?.replace('-', "_"), path.unwrap_or("src/lib.rs").to_owned()))
}
