//! Java and Kotlin: packages that are written before a type, or imported with it, rule out types of other packages, also
//! where nothing else here has the name; and so does it where nothing is written.

use super::lookup::{language_family, package_of};
use super::name_resolution::Imports;
use crate::library::{FileId, Library, NodeRef};

/// True if what is written in a file tells types of one package from those of another.
pub(in crate::docql::relations) fn tell(library: &Library, file: FileId) -> bool {
    language_family(library.file(file).format.id) == "java"
}

/// True if nothing makes the outermost type `target` of `package` known in a file by its name alone: it is neither of the
/// same package nor imported, by its name or with all of its package.
fn is_out_of_sight(imports: &Imports<'_>, offset: u32, name: &str, (target, package): (NodeRef, &str)) -> bool {
    let library = imports.library;
    let is_inner = || {
        let outline = library.outline(target.file);
        outline.is_none_or(|outline| outline.ancestors(target.node).any(|at| outline.kind(at).is_class()))
    };
    // A file that is not read yet says nothing of its package.
    if library.outline(imports.file).is_none() || package_of(library, imports.file) == package {
        return false;
    }
    let is_imported = imports.has_at(name, offset)
        || imports.all_paths().any(|path| path.trim_end_matches('*').trim_end_matches('.') == package);
    !is_imported && !is_inner()
}

/// True if the type that `names` mean at `offset` – its name behind what is written before it – is of another package than
/// `target`.
pub(in crate::docql::relations) fn is_of_another(
    imports: &Imports<'_>,
    offset: u32,
    names: &[&str],
    target: NodeRef,
) -> bool {
    let library = imports.library;
    let package = package_of(library, target.file);
    if package.is_empty() || !tell(library, imports.file) || !tell(library, target.file) {
        return false;
    }
    let is_package = |name: &&&str| name.starts_with(char::is_lowercase);
    let (name, before) = match names {
        [name] => (name, &[][..]),
        [before @ .., name] => (name, before),
        [] => return false,
    };
    let written: Vec<&str> = before.iter().take_while(is_package).copied().collect();
    if !written.is_empty() && !matches!(written[0], "this" | "super") {
        return written.join(".") != package;
    }
    if before.is_empty() && is_out_of_sight(imports, offset, name, (target, package)) {
        return true;
    }
    // What is inherited by an imported type is of another package than that, so only the type itself tells.
    let imported = imports.path_at(name, offset).filter(|_| before.is_empty());
    imported.is_some_and(|path| {
        let rest = path.strip_prefix(package);
        path.contains('.') && !rest.is_some_and(|rest| rest.starts_with('.'))
    })
}
