//! The packages that a file depends on, directly and through others.

use super::modules::{GoModules, Package, is_go_test};
use crate::docql::relations::names::memo::Memo;
use crate::document::Kind;
use crate::library::{FileId, Library};
use std::collections::HashSet;
use std::sync::Arc;

/// What files and packages depend on, each by its directory.
pub(in crate::docql::relations) struct Reach<'l> {
    library: &'l Library,
    /// By the directory, and whether its tests are meant.
    all: Memo<(&'l str, bool), Arc<HashSet<&'l str>>>,
    direct: Memo<(&'l str, bool), Arc<[&'l str]>>,
}

impl<'l> Reach<'l> {
    pub(in crate::docql::relations) fn new(library: &'l Library) -> Reach<'l> {
        Reach { library, all: Memo::new(), direct: Memo::new() }
    }

    /// True if the build of a file reads the package of a directory.
    pub(in crate::docql::relations) fn leads(&self, go: &GoModules<'l>, file: FileId, to: &str) -> bool {
        self.from(go, file).contains(to)
    }

    /// The directories that a file depends on, with the rest of its package.
    fn from(&self, go: &GoModules<'l>, file: FileId) -> Arc<HashSet<&'l str>> {
        let entry = self.library.file(file);
        let directory = entry.directory();
        if go.is_apart(file) {
            return self.all.get((&entry.path, false), |_| {
                Arc::new(self.dependencies(go, directory, &self.imported_by(go, std::slice::from_ref(&file))))
            });
        }
        // The tests of a package are no part of it.
        self.all.get((directory, is_go_test(entry.name())), |&of| {
            Arc::new(self.dependencies(go, directory, &self.direct.get(of, |of| self.direct_dependencies(go, *of))))
        })
    }

    /// The directories that what imports `direct` depends on.
    fn dependencies(&self, go: &GoModules<'l>, from: &'l str, direct: &[&'l str]) -> HashSet<&'l str> {
        let mut seen: HashSet<&str> = direct.iter().copied().collect();
        seen.insert(from);
        let mut open = direct.to_vec();
        while let Some(directory) = open.pop() {
            for &found in self.direct.get((directory, false), |of| self.direct_dependencies(go, *of)).iter() {
                if seen.insert(found) {
                    open.push(found);
                }
            }
        }
        seen
    }

    fn direct_dependencies(&self, go: &GoModules<'l>, (directory, with_tests): (&'l str, bool)) -> Arc<[&'l str]> {
        let files = go.directories().get(directory).map_or(&[][..], Vec::as_slice);
        let is_part = |file: &&FileId| {
            let is_counted = with_tests || !is_go_test(self.library.file(**file).name());
            // A program that makes a part of the package is built by itself.
            is_counted && !go.is_apart(**file)
        };
        self.imported_by(go, &files.iter().filter(is_part).copied().collect::<Vec<_>>())
    }

    /// The directories that files import.
    fn imported_by(&self, go: &GoModules<'l>, files: &[FileId]) -> Arc<[&'l str]> {
        let mut paths: HashSet<&str> = HashSet::new();
        let mut known: HashSet<&str> = HashSet::new();
        for file in files {
            let Some(outline) = self.library.outline(*file) else { continue };
            let imports = (0..outline.len()).filter(|&node| outline.kind(node) == Kind::Import);
            for path in imports.map(|node| outline.detail(node)) {
                match go.package(*file, path) {
                    Package::Here(directory) => drop(known.insert(directory)),
                    Package::Elsewhere => {}
                    Package::Open => drop(paths.insert(path)),
                }
            }
        }
        known.extend(paths.into_iter().flat_map(|path| Self::imported(go, path)));
        known.into_iter().collect()
    }

    /// The directories that an import path of Go may mean.
    fn imported(go: &GoModules<'l>, path: &str) -> Vec<&'l str> {
        let directories = go.directories();
        let mut rest = path;
        loop {
            if let Some((directory, _)) = directories.get_key_value(rest) {
                return vec![directory];
            }
            match rest.split_once('/') {
                Some((_, more)) => rest = more,
                None => break,
            }
        }
        let end = format!("/{path}");
        directories.keys().filter(|directory| directory.ends_with(&end)).copied().collect()
    }
}
