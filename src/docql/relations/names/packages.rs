//! Java and Kotlin: packages that are written before a type, or imported with it, rule out types of other packages, also
//! where nothing else here has the name.

use super::lookup::{language_family, package_of};
use super::name_resolution::Imports;
use crate::library::{FileId, Library, NodeRef};

/// True if what is written in a file tells types of one package from those of another.
pub(in crate::docql::relations) fn tell(library: &Library, file: FileId) -> bool {
    language_family(library.file(file).format.id) == "java"
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
    // What is inherited by an imported type is of another package than that, so only the type itself tells.
    let imported = imports.path_at(name, offset).filter(|_| before.is_empty());
    imported.is_some_and(|path| {
        let rest = path.strip_prefix(package);
        path.contains('.') && !rest.is_some_and(|rest| rest.starts_with('.'))
    })
}
