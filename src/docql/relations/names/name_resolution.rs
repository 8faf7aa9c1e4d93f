//! Name resolution at a site in code, by imports, paths and enclosing modules.

pub(in crate::docql) use super::import_paths::ModulePath;
use super::import_paths::{ImportPath, directory_of_file, normalized, positions_below, positions_in, positions_where};
pub(in crate::docql::relations) use super::import_paths::{last_name, path_names};
use super::python;
use super::rust::crates::{self, crate_root};
use super::rust::shadowing;
use crate::docql::nodes::names::qualified::qualified_parts;
use crate::document::{Kind, Span};
use crate::library::{FileId, Library, NodeRef};
use std::cell::OnceCell;
use std::collections::HashSet;

/// The unit that forms a module in a language.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ModuleSystem {
    /// A file, and modules inside of it.
    Files,
    /// A directory.
    Directories,
    /// An explicit clause: `package x;`, `namespace x {`.
    Namespaces,
}

fn module_system(language: &str) -> ModuleSystem {
    match language {
        "go" => ModuleSystem::Directories,
        "java" | "kotlin" | "csharp" | "php" | "c" | "cpp" | "ruby" => ModuleSystem::Namespaces,
        _ => ModuleSystem::Files,
    }
}

/// The module formed by a file, for languages in which files are modules; else its directory.
fn module_of_file(library: &Library, file: FileId) -> ModulePath {
    let entry = library.file(file);
    let mut parts: ModulePath = directory_of_file(library, file);
    if module_system(entry.format.id) == ModuleSystem::Files {
        let name = entry.name();
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        // Which files are the module of their directory is told by the language: Rust has no `index`.
        let is_of_directory = match entry.format.id {
            "rust" => matches!(stem, "mod" | "lib" | "main"),
            "python" => matches!(stem, "main" | "__init__"),
            _ => matches!(stem, "mod" | "lib" | "main" | "index" | "__init__"),
        };
        if !is_of_directory {
            parts.push(normalized(stem));
        }
    }
    parts
}

pub(in crate::docql::relations) fn module_of(library: &Library, node: NodeRef) -> ModulePath {
    let own = match library.outline(node.file) {
        Some(outline) => outline.name(node.node),
        None => return ModulePath::new(),
    };
    let mut parts = enclosing_module(library, node.file, Some(node.node));
    if parts.last().is_some_and(|last| last == own) {
        parts.pop();
    }
    parts
}

/// The path of `node` with its enclosing modules, including the file's own.
fn enclosing_module(library: &Library, file: FileId, node: Option<u32>) -> ModulePath {
    let kind = module_system(library.file(file).format.id);
    let written = node.map_or(Vec::new(), |node| qualified_parts(library, NodeRef { file, node }));
    match kind {
        // C#: `namespace A.B { … }` is one declaration.
        ModuleSystem::Namespaces if library.file(file).format.id == "csharp" => {
            written.iter().flat_map(|part| part.split('.')).map(str::to_owned).collect()
        }
        ModuleSystem::Namespaces => written,
        ModuleSystem::Directories => directory_of_file(library, file),
        ModuleSystem::Files => {
            let mut parts = module_of_file(library, file);
            parts.extend(written);
            parts
        }
    }
}

/// One import.
struct Import<'l> {
    name: &'l str,
    /// The imported path, in the notation of the language.
    path: &'l str,
    /// The scope it is visible in.
    scope: Span,
    /// Its node.
    node: u32,
    /// Rust: true if a type that is declared beside it has the name: what is imported is a macro, or a function.
    is_of_no_type: bool,
}

/// The scope of what is imported outside of everything.
const EVERYWHERE: Span = Span { start: 0, end: u32::MAX };

/// A place in it that is in nothing else: a module may begin where its file does.
const OUTERMOST: u32 = u32::MAX - 1;

/// The imports of a file, read on first use.
pub(in crate::docql) struct Imports<'l> {
    pub library: &'l Library,
    pub file: FileId,
    all: OnceCell<Vec<Import<'l>>>,
}

impl<'l> Imports<'l> {
    pub(in crate::docql) fn new(library: &'l Library, file: FileId) -> Imports<'l> {
        Imports { library, file, all: OnceCell::new() }
    }

    fn all(&self) -> &[Import<'l>] {
        self.all.get_or_init(|| {
            let Some(outline) = self.library.outline(self.file) else { return Vec::new() };
            let language = self.library.file(self.file).format.id;
            let is_python = language == "python";
            let types = if language == "rust" { shadowing::types_of(&outline) } else { HashSet::new() };
            let import = |node: u32| {
                let bound = || python::imports::bound(&outline, node);
                let (name, path) = if is_python { bound() } else { (outline.name(node), outline.detail(node)) };
                // C#: what is used without a name of its own is a namespace, and all of it is known.
                let is_whole = language == "csharp" && name == last_name(path);
                let name = if is_whole { "*" } else { name };
                let around = outline.ancestors(node).find(|&at| outline.kind(at) != Kind::Import);
                let is_of_no_type = types.contains(&(around, name));
                Import { name, path, scope: around.map_or(EVERYWHERE, |at| outline.span(at)), node, is_of_no_type }
            };
            (0..outline.len()).filter(|&node| outline.kind(node) == Kind::Import).map(import).collect()
        })
    }

    /// True if something is imported under this name where `offset` is.
    pub(in crate::docql) fn has_at(&self, name: &str, offset: u32) -> bool {
        self.path_at(name, offset).is_some()
    }

    /// All imported paths, in the notation of the language.
    pub(in crate::docql::relations) fn all_paths(&self) -> impl Iterator<Item = &'l str> {
        self.all().iter().map(|import| import.path)
    }

    /// The path that `name` is imported from, as visible at `offset`.
    pub(in crate::docql::relations) fn path_at(&self, name: &str, offset: u32) -> Option<&'l str> {
        self.at(name, offset).map(|import| import.path)
    }

    /// The imports that are visible at `offset`: their nodes and paths.
    pub(super) fn seen_at(&self, offset: u32) -> impl Iterator<Item = (u32, &'l str)> {
        let seen = self.all().iter().filter(move |import| import.scope.contains(offset));
        seen.map(|import| (import.node, import.path))
    }

    /// The node of the import of `name` that is visible at `offset`.
    pub(in crate::docql::relations) fn node_at(&self, name: &str, offset: u32) -> Option<u32> {
        self.at(name, offset).map(|import| import.node)
    }

    /// The path that ends with `name` in the import around `offset`.
    pub(in crate::docql::relations) fn written_around(&self, offset: u32, name: &str) -> Option<&'l str> {
        let outline = self.library.outline(self.file)?;
        let is_it = |import: &&Import<'_>| outline.span(import.node).contains(offset) && last_name(import.path) == name;
        self.all().iter().find(is_it).map(|import| import.path)
    }

    /// The name that what is imported as `name` has where it is declared, as far as the path of the import says.
    pub(in crate::docql::relations) fn declared_name<'n>(&self, name: &'n str, offset: u32) -> &'n str
    where
        'l: 'n,
    {
        match self.at(name, offset).map(|import| last_name(import.path)) {
            Some(last) if !last.is_empty() && !last.contains(['/', '*']) => last,
            _ => name,
        }
    }

    /// True if the name is imported in a function around `offset`: what seems to be a variable there is the import.
    pub(in crate::docql::relations) fn is_local_at(&self, name: &str, offset: u32) -> bool {
        self.at(name, offset).is_some_and(|import| import.scope != EVERYWHERE)
    }

    fn at(&self, name: &str, offset: u32) -> Option<&Import<'l>> {
        let in_scope = self.all().iter().filter(|import| import.name == name && import.scope.contains(offset));
        let found = in_scope.min_by_key(|import| import.scope.len())?;
        let is_meant = || shadowing::is_in_attribute(self.library, self.file, offset);
        (!found.is_of_no_type || is_meant()).then_some(found)
    }

    /// The paths from which a name may come at `offset`: those that end with it, else all that end with a wildcard.
    pub(in crate::docql::relations) fn sources_of(&self, name: &str, offset: u32) -> Vec<&'l str> {
        let of = |name: &str| {
            let visible = self.all().iter().filter(|import| import.name == name && import.scope.contains(offset));
            visible.map(|import| import.path).collect::<Vec<_>>()
        };
        let named = of(name);
        if named.is_empty() { of("*") } else { named }
    }

    /// The wildcard imports visible at `offset`.
    pub(super) fn wildcards(&self, offset: u32) -> impl Iterator<Item = &'l str> {
        self.all()
            .iter()
            .filter(move |import| import.name == "*" && import.scope.contains(offset))
            .map(|import| import.path)
    }
}

/// The scope of a name at an offset: the imports and modules visible there.
pub(in crate::docql) struct NameScope<'p, 'l> {
    pub imports: &'p Imports<'l>,
    pub offset: u32,
}

/// Modules that make known what others declare, followed from one to the next, at most.
const MAX_REEXPORTS: u8 = 4;

impl NameScope<'_, '_> {
    fn library(&self) -> &Library {
        self.imports.library
    }

    /// The declarations that `name` can refer to, by index; empty if nothing decides. `before` are its qualifiers.
    pub(in crate::docql) fn resolve(&self, all: &[(NodeRef, ModulePath)], name: &str, before: &[&str]) -> Vec<usize> {
        self.resolve_through(all, name, before, MAX_REEXPORTS)
    }

    /// The same, through so many modules that make known what others declare.
    fn resolve_through(&self, all: &[(NodeRef, ModulePath)], name: &str, before: &[&str], left: u8) -> Vec<usize> {
        let at = |paths: Vec<ImportPath>| self.positions(all, name, &paths, left);
        if let [head, rest @ ..] = before {
            return at(match self.imports.path_at(head, self.offset) {
                Some(path) => self.import_paths(path, rest),
                None => self.candidate_paths(before),
            });
        }
        if let Some(path) = self.imports.path_at(name, self.offset) {
            // A path with slashes names the file, other paths the imported name.
            let path = if path.contains('/') { path } else { path.strip_suffix(last_name(path)).unwrap_or(path) };
            // Under another name it is looked for as it is declared.
            let declared = self.imports.declared_name(name, self.offset);
            return self.positions(all, declared, &self.import_paths(path, &[]), left);
        }
        let near = self.visible(all);
        if !near.is_empty() {
            return near;
        }
        let wild = self.imports.wildcards(self.offset);
        wild.flat_map(|path| at(self.import_paths(path.trim_end_matches('*'), &[]))).collect()
    }

    /// The indices of the declarations in the first path that has any. What a module of Rust makes known under its own name
    /// goes before what stands somewhere below it.
    fn positions(&self, all: &[(NodeRef, ModulePath)], name: &str, paths: &[ImportPath], left: u8) -> Vec<usize> {
        if all.is_empty() {
            return Vec::new();
        }
        let further = |path: &ImportPath| {
            let ImportPath::Absolute(path) = path else { return Vec::new() };
            let Some((file, rest)) = crates::module_handing_on(self.library(), self.imports.file, path) else {
                return Vec::new();
            };
            // A file says of itself what it has said already.
            if file == self.imports.file {
                return Vec::new();
            }
            let imports = Imports::new(self.library(), file);
            let scope = NameScope { imports: &imports, offset: OUTERMOST };
            let before: Vec<&str> = rest.iter().map(String::as_str).collect();
            let is_named = match before.first() {
                // `pub use other_crate;`
                Some(head) => imports.has_at(head, OUTERMOST),
                None => imports.has_at(name, OUTERMOST) || imports.wildcards(OUTERMOST).next().is_some(),
            };
            if is_named { scope.resolve_through(all, name, &before, left - 1) } else { Vec::new() }
        };
        // A module that is there tells its names, before any that is only called so.
        let is_there = |path: &ImportPath| {
            let ImportPath::Absolute(path) = path else { return false };
            crates::file_of_module(self.library(), self.imports.file, path)
                .is_some_and(|file| module_of_file(self.library(), file) == *path)
        };
        for path in paths {
            let one = std::slice::from_ref(path);
            let mut found = positions_in(all, one);
            if found.is_empty() && paths.len() > 1 && is_there(path) {
                found = if left > 0 { further(path) } else { found };
                found = if found.is_empty() { positions_below(all, one) } else { found };
            }
            if !found.is_empty() {
                return found;
            }
        }
        let found = paths.iter().filter(|_| left > 0).map(further).find(|found| !found.is_empty());
        if let Some(found) = found {
            return found;
        }
        positions_below(all, paths)
    }

    /// The declarations visible without an import, those in the innermost module only.
    fn visible(&self, all: &[(NodeRef, ModulePath)]) -> Vec<usize> {
        let file = self.imports.file;
        let outline = self.library().outline(file);
        let around_here = outline.and_then(|outline| outline.enclosing(self.offset, |kind| kind.is_symbol()));
        let here = enclosing_module(self.library(), file, around_here);
        // Enclosing namespaces are visible, parent directories are not.
        let by_name = module_system(self.library().file(file).format.id) == ModuleSystem::Namespaces;
        let least = if by_name { 0 } else { module_of_file(self.library(), file).len() };
        let seen = |module: &ModulePath| module.len() >= least && here.starts_with(module);
        let longest = all.iter().map(|(_, module)| module).filter(|module| seen(module)).map(Vec::len).max();
        positions_where(all, |module| seen(module) && Some(module.len()) == longest)
    }

    /// The modules that an imported `path`, continued by `rest`, can refer to, likeliest first.
    fn import_paths(&self, path: &str, rest: &[&str]) -> Vec<ImportPath> {
        let directory = || directory_of_file(self.library(), self.imports.file);
        let rest = rest.iter().map(|part| normalized(part));
        if path.contains('/') {
            let path = path.rsplit_once('.').filter(|(_, end)| !end.contains('/')).map_or(path, |(path, _)| path);
            let is_relative = path.starts_with('.');
            let mut parts = if is_relative { directory() } else { ModulePath::new() };
            for part in path.split('/') {
                match part {
                    "" | "." => {}
                    ".." => drop(parts.pop()),
                    part => parts.push(normalized(part)),
                }
            }
            parts.extend(rest);
            return vec![if is_relative { ImportPath::Absolute(parts) } else { ImportPath::Suffix(parts) }];
        }
        if let Some(above) = path.strip_prefix('.') {
            let up = above.len() - above.trim_start_matches('.').len();
            let mut parts = directory();
            parts.truncate(parts.len().saturating_sub(up));
            parts.extend(path_names(above).map(normalized).chain(rest));
            return vec![ImportPath::Absolute(parts)];
        }
        let written: Vec<&str> = path_names(path).collect();
        let rest: Vec<String> = rest.collect();
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        self.candidate_paths(&[written, rest].concat())
    }

    /// The modules that a path in code can refer to, likeliest first.
    fn candidate_paths(&self, path: &[&str]) -> Vec<ImportPath> {
        let file = self.imports.file;
        let is_rust = self.library().file(file).format.id == "rust";
        let mut here = self.module_here();
        let (mut rest, mut anchored) = (path, false);
        while let (true, Some(word)) = (is_rust, rest.first()) {
            match *word {
                "crate" => here = crate_root(self.library(), file),
                "super" => drop(here.pop()),
                "self" => {}
                _ => break,
            }
            (rest, anchored) = (&rest[1..], true);
        }
        let rest: ModulePath = rest.iter().map(|part| normalized(part)).collect();
        let under = |root: ModulePath| ImportPath::Absolute([root, rest.clone()].concat());
        if anchored {
            return vec![under(here)];
        }
        let mut paths = vec![ImportPath::Suffix(rest.clone())];
        if is_rust {
            paths.insert(0, under(here.clone()));
            // The first name may be that of a package, which a manifest tells.
            if let Some(root) = rest.first().and_then(|name| crates::root_of(self.library(), name)) {
                let root = root.split('/').filter(|part| !part.is_empty()).map(normalized);
                paths.insert(1, ImportPath::Absolute(root.chain(rest[1..].iter().cloned()).collect()));
            } else if rest.len() > 1 {
                let root = crate_root(self.library(), file);
                paths.push(ImportPath::Absolute([root, rest[1..].to_vec()].concat()));
                paths.push(ImportPath::Absolute([vec!["src".to_owned()], rest[1..].to_vec()].concat()));
            }
        }
        paths
    }

    /// The module that contains the site.
    fn module_here(&self) -> ModulePath {
        let file = self.imports.file;
        let mut parts = module_of_file(self.library(), file);
        if let Some(outline) = self.library().outline(file)
            && let Some(node) = outline.enclosing(self.offset, |kind| kind == Kind::Module)
        {
            let inner =
                std::iter::once(node).chain(outline.ancestors(node)).filter(|&at| outline.kind(at) == Kind::Module);
            let mut inner: ModulePath = inner.map(|at| outline.name(at).to_owned()).collect();
            inner.reverse();
            parts.extend(inner);
        }
        parts
    }
}
