//! The modules that paths of imports lead to, and which declarations stand in them.

use crate::library::{FileId, Library, NodeRef};

/// A module path: names from the outermost module in. Nodes that are one declaration to the language share it.
pub(in crate::docql) type ModulePath = Vec<String>;

/// The form used in comparisons: packages with a `-` in their name are imported with a `_`, and modules of Rust that are
/// called like a word of the language stand behind `r#`.
pub(super) fn normalized(part: &str) -> String {
    part.strip_prefix("r#").unwrap_or(part).replace('-', "_")
}

/// The directory of a file, as a path of modules.
pub(super) fn directory_of_file(library: &Library, file: FileId) -> ModulePath {
    library.file(file).directory().split('/').filter(|part| !part.is_empty()).map(normalized).collect()
}

/// A module path as resolved from an import.
pub(super) enum ImportPath {
    /// From the root of the workspace: known completely.
    Absolute(ModulePath),
    /// Relative to an unknown root: only the end is known.
    Suffix(ModulePath),
}

/// The indices of the declarations whose module fits.
pub(super) fn positions_where(all: &[(NodeRef, ModulePath)], fits: impl Fn(&ModulePath) -> bool) -> Vec<usize> {
    (0..all.len()).filter(|&at| fits(&all[at].1)).collect()
}

/// The indices of the declarations in the module of the first path that has any.
pub(super) fn positions_in(all: &[(NodeRef, ModulePath)], paths: &[ImportPath]) -> Vec<usize> {
    let direct = |path: &ImportPath| match path {
        ImportPath::Absolute(path) => positions_where(all, |module| module == path),
        ImportPath::Suffix(path) if path.is_empty() => Vec::new(),
        // The whole path names a module better than its end does.
        ImportPath::Suffix(path) if all.iter().any(|(_, module)| module == path) => {
            positions_where(all, |module| module == path)
        }
        ImportPath::Suffix(path) => {
            positions_where(all, |module| module.ends_with(path) || (!module.is_empty() && path.ends_with(module)))
        }
    };
    paths.iter().map(direct).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The same in the submodules of the first path that has any there, which it may re-export.
pub(super) fn positions_below(all: &[(NodeRef, ModulePath)], paths: &[ImportPath]) -> Vec<usize> {
    let below = |path: &ImportPath| match path {
        ImportPath::Absolute(path) => positions_where(all, |module| module.starts_with(path)),
        ImportPath::Suffix(_) => Vec::new(),
    };
    paths.iter().map(below).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The last name of a path; a path with slashes has none.
pub(in crate::docql::relations) fn last_name(path: &str) -> &str {
    if path.contains('/') { path } else { path.rsplit([':', '.', '\\']).next().unwrap_or(path) }
}

/// The parts of a path.
pub(in crate::docql::relations) fn path_names(path: &str) -> impl Iterator<Item = &str> {
    path.split([':', '.', '\\']).filter(|part| !part.is_empty())
}
