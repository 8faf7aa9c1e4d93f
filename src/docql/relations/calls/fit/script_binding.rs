//! What modules of JavaScript rule out: a name that is neither declared in a file nor imported there is none of another
//! module, and what is imported from a package is declared in that package.

use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::names::modules::Modules;
use crate::docql::relations::names::name_resolution::Imports;
use crate::document::{Kind, Visibility};
use crate::library::{FileId, Library, NodeRef};

/// How a name at a site is bound, as far as modules tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations::calls) enum Binding {
    /// It cannot mean the declaration.
    Another,
    /// It is that of a value that may hold the declaration, or of what nothing is known of.
    Value,
    /// It is imported, or in the same file.
    Bound,
}

/// How the name at `offset`, behind `qualifiers`, is bound for the outermost declaration `node`; `is_variable` tells
/// whether a name is one of a variable there.
pub(in crate::docql::relations::calls) fn binding(
    imports: &Imports<'_>,
    offset: u32,
    (name, qualifiers): (&str, &[&str]),
    node: NodeRef,
    modules: &Modules<'_>,
    is_variable: impl Fn(&str) -> bool,
) -> Binding {
    let library = imports.library;
    let family = |file: FileId| language_family(library.file(file).format.id);
    if family(imports.file) != "javascript" || family(node.file) != "javascript" || !is_outermost(library, node) {
        return Binding::Bound;
    }
    let head = qualifiers.first().copied().unwrap_or(name);
    match imports.path_at(head, offset) {
        Some(_) if is_variable(head) => Binding::Value,
        Some(path) if node.file != imports.file && !may_lead(modules, path, node.file) => Binding::Another,
        Some(_) => Binding::Bound,
        None if !qualifiers.is_empty() => Binding::Value,
        None if node.file == imports.file => Binding::Bound,
        None if is_variable(name) && is_module(library, node.file) => Binding::Another,
        None if is_variable(name) => Binding::Value,
        None if is_module(library, imports.file) && is_module(library, node.file) => {
            if imports_by_itself(library, imports.file) { Binding::Value } else { Binding::Another }
        }
        None => Binding::Bound,
    }
}

fn is_outermost(library: &Library, node: NodeRef) -> bool {
    library.outline(node.file).is_some_and(|outline| outline.parent(node.node).is_none())
}

/// Whether a file imports or exports something. The names of other files are known to all.
fn is_module(library: &Library, file: FileId) -> bool {
    library.outline(file).is_some_and(|outline| {
        let tells = |&at: &u32| outline.kind(at) == Kind::Import || outline.visibility(at) == Visibility::Public;
        outline.children(None).any(|at| tells(&at))
    })
}

/// Files that say that names are imported where they are used, without a word: of Nuxt, and those that plugins for other
/// builds write.
const IMPORTS_BY_ITSELF: &[&str] =
    &["nuxt.config.ts", "nuxt.config.js", "nuxt.config.mjs", "auto-imports.d.ts", "src/auto-imports.d.ts"];

/// Whether a file is of a project whose build adds imports to it.
fn imports_by_itself(library: &Library, file: FileId) -> bool {
    let mut directory = library.file(file).directory();
    loop {
        let is_there = |name: &&str| match directory {
            "" => library.find(name).is_some(),
            _ => library.find(&format!("{directory}/{name}")).is_some(),
        };
        if IMPORTS_BY_ITSELF.iter().any(is_there) {
            return true;
        }
        match directory.rsplit_once('/') {
            Some((above, _)) => directory = above,
            None if directory.is_empty() => return false,
            None => directory = "",
        }
    }
}

/// Whether an import of `path` may lead to a file. A path from `.` names a file, which is looked for elsewhere; others
/// begin with the name of a package, which a manifest of the workspace may tell; if none does, the workspace may hold its
/// source all the same, where a part of the path is a directory or a file. What the workspace itself is called says
/// nothing: that is as it was checked out.
fn may_lead(modules: &Modules<'_>, path: &str, file: FileId) -> bool {
    if path.starts_with(['.', '/', '#', '~']) || path.starts_with("@/") {
        return true;
    }
    if let Some(is_in_package) = modules.is_in_package(file, path) {
        return is_in_package;
    }
    let entry = modules.library.file(file);
    let is_alike = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
    let mut parts = path.split('/').filter(|part| !part.starts_with('@'));
    parts.any(|part| {
        let mut names = entry.path.split('/');
        names.any(|name| is_alike(name, part) || name.split_once('.').is_some_and(|(stem, _)| is_alike(stem, part)))
    })
}
