//! Go: what a name with its package means, by the module paths of `go.mod` files.

use super::builds::Build;
use crate::docql::nodes::noted::seen::Seen;
use crate::docql::relations::names::lookup::package_of;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::memo::Memo;
use crate::docql::relations::names::name_resolution::Imports;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::Shared;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Manifests that are read, at most, and bytes of one.
const MAX_MANIFESTS: usize = 5_000;
const MAX_MANIFEST: usize = 256 << 10;

/// The package that an import path means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Package<'l> {
    /// The one in a directory.
    Here(&'l str),
    /// One that is not here.
    Elsewhere,
    /// Nothing tells: no manifest is above the file.
    Open,
}

/// The modules of Go in a workspace.
pub(in crate::docql::relations) struct GoModules<'l> {
    library: &'l Library,
    /// Where what is not indexed is noted.
    seen: Option<&'l Seen>,
    manifests: Shared<Vec<Manifest<'l>>>,
    directories: Shared<HashMap<&'l str, Vec<FileId>>>,
    names: Memo<(&'l str, bool), Arc<Names<'l>>>,
    packages: Memo<&'l str, Arc<HashSet<&'l str>>>,
    builds: Memo<FileId, Option<Arc<Build>>>,
}

/// What a package declares outside of everything.
#[derive(Default)]
struct Names<'l> {
    /// Of what several files declare, each for another build, the one of a build without tags.
    declared: HashMap<&'l str, NodeRef>,
    /// All declarations of such a name.
    variants: HashMap<&'l str, Vec<NodeRef>>,
}

impl<'l> Names<'l> {
    fn get(&self, name: &str) -> Option<&NodeRef> {
        self.declared.get(name)
    }

    /// What the name means in a file: what that declares itself goes before what the builds have that take the file.
    fn in_file(&self, go: &GoModules<'l>, name: &str, file: FileId) -> Option<NodeRef> {
        let known = *self.get(name)?;
        let Some(all) = self.variants.get(name) else { return Some(known) };
        let own = all.iter().find(|node| node.file == file);
        let is_built = |node: &&NodeRef| go.may_be_built(node.file, file);
        let built = || Some(&known).filter(is_built).or_else(|| all.iter().find(is_built));
        Some(own.or_else(built).copied().unwrap_or(known))
    }

    fn add(&mut self, go: &GoModules<'l>, name: &'l str, node: NodeRef) {
        let known = *self.declared.entry(name).or_insert(node);
        if known.file == node.file {
            return;
        }
        self.variants.entry(name).or_insert_with(|| vec![known]).push(node);
        if go.is_left_out(known.file) && !go.is_left_out(node.file) {
            self.declared.insert(name, node);
        }
    }
}

/// A `go.mod`.
struct Manifest<'l> {
    module: String,
    directory: &'l str,
}

impl<'l> GoModules<'l> {
    pub(in crate::docql::relations::names) fn new(library: &'l Library, seen: Option<&'l Seen>) -> GoModules<'l> {
        let (manifests, directories) = (Shared::new(), Shared::new());
        let (names, packages, builds) = (Memo::new(), Memo::new(), Memo::new());
        GoModules { library, seen, manifests, directories, names, packages, builds }
    }

    /// What a file asks of the builds that take it, if anything.
    pub(in crate::docql::relations) fn build(&self, file: FileId) -> Option<Arc<Build>> {
        let is_go = self.library.file(file).format.id == "go";
        is_go.then(|| self.builds.get(file, |file| Build::of(self.library, *file).map(Arc::new))).flatten()
    }

    /// True for a file that a build without tags leaves out.
    pub(in crate::docql::relations) fn is_left_out(&self, file: FileId) -> bool {
        self.build(file).is_some_and(|build| build.is_left_out())
    }

    /// True if one build may take both files.
    pub(in crate::docql::relations) fn may_be_built(&self, a: FileId, b: FileId) -> bool {
        a == b || self.build(a).zip(self.build(b)).is_none_or(|(a, b)| a.may_take(&b))
    }

    /// What the dotted name `names` means at `offset` of the file of `imports`, unless a variable there hides it.
    pub(in crate::docql::relations::names) fn meaning(
        &self,
        imports: &Imports<'l>,
        offset: u32,
        names: &[&str],
    ) -> Meaning {
        let Some((head, rest)) = names.split_first() else { return Meaning::Open };
        let first = match imports.path_at(head, offset) {
            Some(path) => match self.package(imports.file, path) {
                Package::Here(directory) => Meaning::Directory(directory.to_owned()),
                Package::Elsewhere => Meaning::Elsewhere,
                Package::Open => Meaning::Open,
            },
            None if self.is_in_module(imports.file) => self.in_package(imports, offset, head),
            None => Meaning::Open,
        };
        rest.iter().fold(first, |of, name| match of {
            Meaning::Directory(directory) => {
                let declared = self.directories().get_key_value(directory.as_str());
                let node = declared.and_then(|(directory, _)| self.names(directory, false).get(name).copied());
                node.map_or(Meaning::Elsewhere, Meaning::Declared)
            }
            Meaning::Elsewhere => Meaning::Elsewhere,
            _ => Meaning::Open,
        })
    }

    /// The package that an import of `path` in `file` means.
    pub(in crate::docql::relations) fn package(&self, file: FileId, path: &str) -> Package<'l> {
        if !self.is_in_module(file) {
            return Package::Open;
        }
        let vendored = |manifest: &Manifest<'_>| self.directory(&join(&join(manifest.directory, "vendor"), path));
        let found = self.manifests().iter().find_map(|manifest| {
            let rest = match path.strip_prefix(manifest.module.as_str()) {
                Some("") => "",
                Some(rest) if rest.starts_with('/') => &rest[1..],
                // The library of Go itself is imported without the name of its module.
                _ if manifest.module == "std" => path,
                _ => return vendored(manifest),
            };
            self.directory(&join(manifest.directory, rest)).or_else(|| vendored(manifest))
        });
        found.map_or(Package::Elsewhere, Package::Here)
    }

    /// The directory at `path`, if it holds a package.
    fn directory(&self, path: &str) -> Option<&'l str> {
        self.directories().get_key_value(path).map(|(directory, _)| *directory)
    }

    fn is_in_module(&self, file: FileId) -> bool {
        let directory = self.library.file(file).directory();
        let holds = |above: &str| {
            above.is_empty()
                || directory == above
                || directory.strip_prefix(above).is_some_and(|rest| rest.starts_with('/'))
        };
        self.manifests().iter().any(|manifest| holds(manifest.directory))
    }

    /// The manifests, those of longer module paths first.
    fn manifests(&self) -> &[Manifest<'l>] {
        self.manifests.get_or_init(|| {
            let of_module = |file: &FileId| self.library.file(*file).name() == "go.mod";
            let files = self.library.file_ids().filter(of_module).take(MAX_MANIFESTS);
            let mut all: Vec<Manifest<'_>> = files
                .filter_map(|file| {
                    let text = self.library.peek_text(file).ok().filter(|text| text.len() <= MAX_MANIFEST)?;
                    let line = text.lines().find_map(|line| line.trim().strip_prefix("module"))?;
                    let module = line.split("//").next()?.trim().trim_matches(['"', '`']).to_owned();
                    (!module.is_empty()).then(|| Manifest { module, directory: self.library.file(file).directory() })
                })
                .collect();
            all.sort_by(|a, b| b.module.len().cmp(&a.module.len()).then(a.directory.cmp(b.directory)));
            all
        })
    }

    /// The directories that hold a package, with its files.
    pub(in crate::docql::relations) fn directories(&self) -> &HashMap<&'l str, Vec<FileId>> {
        self.directories.get_or_init(|| {
            let mut out: HashMap<&str, Vec<FileId>> = HashMap::new();
            for file in self.library.file_ids().filter(|file| self.library.file(*file).format.id == "go") {
                out.entry(self.library.file(file).directory()).or_default().push(file);
            }
            out
        })
    }

    /// What a name without a package means in the package of a file.
    fn in_package(&self, imports: &Imports<'l>, offset: u32, name: &str) -> Meaning {
        let (directory, is_outer) = (self.library.file(imports.file).directory(), self.is_outer_test(imports.file));
        if let Some(node) = self.names(directory, is_outer).in_file(self, name, imports.file) {
            return Meaning::Declared(node);
        }
        // `import . "x"`
        let is_exported = name.starts_with(char::is_uppercase);
        for path in imports.sources_of(".", offset).into_iter().filter(|_| is_exported) {
            if let Package::Here(directory) = self.package(imports.file, path)
                && let Some(node) = self.names(directory, false).get(name)
            {
                return Meaning::Declared(*node);
            }
        }
        // Tests beside a package are one of their own: what that has is known in them by an import.
        let is_of_other =
            self.names(directory, !is_outer).get(name).is_some() && imports.path_at(".", offset).is_none();
        if is_of_other { Meaning::Elsewhere } else { Meaning::Open }
    }

    /// True for a test of the package `x_test` beside the package `x`.
    fn is_outer_test(&self, file: FileId) -> bool {
        is_go_test(self.library.file(file).name()) && package_of(self.library, file).ends_with("_test")
    }

    /// True for a program in the directory of a package that is none: it is built by itself, and makes part of the
    /// package or shows its use.
    pub(in crate::docql::relations) fn is_apart(&self, file: FileId) -> bool {
        let directory = self.library.file(file).directory();
        package_of(self.library, file) == "main" && {
            let all = self.packages.get(directory, |directory| {
                let files = self.directories().get(directory).map_or(&[][..], Vec::as_slice);
                let own = files.iter().filter(|file| !is_go_test(self.library.file(**file).name()));
                Arc::new(own.map(|file| package_of(self.library, *file)).filter(|name| !name.is_empty()).collect())
            });
            all.len() > 1
        }
    }

    /// What the package in a directory declares outside of everything, or that of the tests beside it; what its own
    /// tests do comes last.
    fn names(&self, directory: &'l str, of_outer_tests: bool) -> Arc<Names<'l>> {
        self.names.get((directory, of_outer_tests), |&(directory, of_outer_tests)| {
            let files = self.directories().get(directory).map_or(&[][..], Vec::as_slice);
            let mut files = files.to_vec();
            files.retain(|file| self.is_outer_test(*file) == of_outer_tests);
            // What is built by itself hides nothing.
            files.sort_by_key(|file| (is_go_test(self.library.file(*file).name()), self.is_apart(*file)));
            let mut out = Names::default();
            for file in files {
                let Some(outline) = self.library.outline(file) else {
                    if let Some(seen) = self.seen {
                        seen.lack(|lacks| lacks.files.extend([file]));
                    }
                    continue;
                };
                for node in outline.children(None) {
                    let is_named = !matches!(outline.kind(node), Kind::Import | Kind::Module | Kind::Method);
                    if is_named && !(outline.kind(node).is_function() && outline.has_detail(node)) {
                        out.add(self, outline.name(node), NodeRef { file, node });
                    }
                }
            }
            Arc::new(out)
        })
    }

    /// False if a name alone cannot mean the type `named` at `offset` of the file of `imports`: that is declared in another
    /// function, or in a package that is not taken in as a whole.
    pub(in crate::docql::relations) fn may_be_meant(&self, imports: &Imports<'l>, named: NodeRef, offset: u32) -> bool {
        let Some(outline) = self.library.outline(named.file) else { return true };
        let directory = |file: FileId| self.library.file(file).directory();
        match outline.ancestors(named.node).find(|&at| outline.kind(at).is_function()) {
            Some(function) => imports.file == named.file && outline.span(function).contains(offset),
            None => {
                directory(imports.file) == directory(named.file)
                    || outline.name(named.node).starts_with(char::is_uppercase) && imports.has_at(".", offset)
            }
        }
    }

    /// The declarations that stand for an outermost one in other builds, each in a file of its own.
    pub(in crate::docql::relations) fn variants(&self, node: NodeRef) -> Vec<NodeRef> {
        let entry = self.library.file(node.file);
        let Some(outline) = self.library.outline(node.file).filter(|_| entry.format.id == "go") else {
            return Vec::new();
        };
        if outline.parent(node.node).is_some() {
            return Vec::new();
        }
        let names = self.names(entry.directory(), self.is_outer_test(node.file));
        let all = names.variants.get(outline.name(node.node)).map_or(&[][..], Vec::as_slice);
        let is_beside = |other: &&NodeRef| {
            other.file != node.file && package_of(self.library, other.file) == package_of(self.library, node.file)
        };
        all.iter().filter(is_beside).copied().collect()
    }
}

/// True for the name of a file of tests.
pub(in crate::docql::relations) fn is_go_test(name: &str) -> bool {
    name.ends_with("_test.go")
}

fn join(directory: &str, name: &str) -> String {
    match (directory.is_empty(), name.is_empty()) {
        (true, _) => name.to_owned(),
        (_, true) => directory.to_owned(),
        _ => format!("{directory}/{name}"),
    }
}
