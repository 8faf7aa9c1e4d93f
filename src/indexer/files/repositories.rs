//! The repository of each file: the innermost one above it.

use crate::library::{FileEntry, Library, Repository};

/// Manifests of packages: their directories are repositories where the user wants that.
const MANIFESTS: &[&str] = &[
    "Cargo.toml",
    "build.gradle",
    "build.gradle.kts",
    "composer.json",
    "go.mod",
    "mix.exs",
    "package.json",
    "Package.swift",
    "pom.xml",
    "pubspec.yaml",
    "pyproject.toml",
    "setup.py",
];

/// True for the name of a manifest of a package.
pub(in crate::indexer) fn is_manifest(name: &str) -> bool {
    MANIFESTS.contains(&name)
}

/// The directory at `path`, as it is shown, as a repository; `root` is the name of its root.
pub(in crate::indexer) fn of_directory(path: &str, root: &str) -> Repository {
    let path = path.trim_end_matches('/').to_owned();
    let name = match path.rsplit('/').next() {
        Some("" | "." | "..") | None => root,
        Some(name) => name,
    };
    Repository { name: name.to_owned(), path }
}

/// Sorts the repositories and sets the number of each file's own.
pub(super) fn assign<'f>(
    mut repositories: Vec<Repository>,
    files: impl Iterator<Item = &'f mut FileEntry>,
) -> Vec<Repository> {
    repositories.sort_by(|a, b| a.path.cmp(&b.path));
    repositories.dedup_by(|a, b| a.path == b.path);
    if repositories.is_empty() {
        return repositories;
    }
    let mut last: Option<(String, Option<u32>)> = None;
    for file in files {
        let directory = file.directory();
        if last.as_ref().is_none_or(|(seen, _)| seen != directory) {
            last = Some((directory.to_owned(), number_of(directory, &repositories)));
        }
        file.repository = last.as_ref().and_then(|(_, number)| *number);
    }
    repositories
}

/// The number of the repository that a directory is in. `repositories` are sorted by path.
fn number_of(directory: &str, repositories: &[Repository]) -> Option<u32> {
    let found = |at: &str| repositories.binary_search_by(|known| known.path.as_str().cmp(at)).ok();
    let above = std::iter::successors(Some(directory), |at| match *at {
        "" => None,
        at => Some(at.rsplit_once('/').map_or("", |(above, _)| above)),
    });
    above.filter_map(found).next().map(|number| number as u32)
}

/// Sets the repository of a file to its own among those of `library`.
pub(in crate::indexer) fn assign_known(file: &mut FileEntry, library: &Library) {
    file.repository = number_of(file.directory(), library.repositories());
}
