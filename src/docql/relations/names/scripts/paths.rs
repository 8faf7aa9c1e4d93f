//! JavaScript and TypeScript: the file that the path of an import leads to, by the rules that Node, the compiler of
//! TypeScript and bundlers share.

use super::mappings::ScriptMappings;
use crate::docql::relations::names::memo::Memo;
use crate::docql::relations::names::relative::joined;
use crate::library::{FileId, Library};
use crate::stdx::Shared;
use serde_json::Value;
use std::collections::HashMap;

/// The endings that a path may lack, likeliest first.
const ENDINGS: &[&str] = &[".ts", ".tsx", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs", ".d.ts"];

/// Endings that are written for files of others: what is compiled, for what it is compiled from.
const WRITTEN_FOR: &[(&str, &[&str])] = &[
    (".js", &[".ts", ".tsx", ".d.ts"]),
    (".jsx", &[".tsx"]),
    (".mjs", &[".mts", ".d.mts"]),
    (".cjs", &[".cts", ".d.cts"]),
];

/// The fields of a manifest that name the file of the package, likeliest first.
const ENTRIES: &[&str] = &["source", "module", "main", "types"];

/// Where a package has its file if its manifest names none that is here.
const USUAL: &[&str] = &["src/index", "index", "lib/index", "src/main"];

/// Directories of what is compiled, which stands in another one before that.
const COMPILED: &[&str] = &["dist/", "lib/", "build/", "out/"];

/// Manifests that are read, at most, and bytes of one.
const MAX_MANIFESTS: usize = 5_000;
const MAX_MANIFEST: usize = 256 << 10;

/// Where a path leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations::names) enum Target {
    File(FileId),
    /// To a package that is not here.
    Elsewhere,
    /// Nothing tells.
    Open,
}

/// The paths of a workspace.
pub(in crate::docql::relations::names) struct ScriptPaths<'l> {
    library: &'l Library,
    mappings: ScriptMappings<'l>,
    packages: Shared<HashMap<String, Package<'l>>>,
    /// Paths that begin with no package of the workspace, and whether they may lead to a file all the same.
    unpacked: Memo<String, bool>,
}

/// A package of the workspace.
struct Package<'l> {
    directory: &'l str,
    entries: Vec<String>,
}

impl<'l> ScriptPaths<'l> {
    pub(in crate::docql::relations::names) fn new(library: &'l Library) -> ScriptPaths<'l> {
        ScriptPaths { library, mappings: ScriptMappings::new(library), packages: Shared::new(), unpacked: Memo::new() }
    }

    /// Where an import of `path` in `file` leads.
    pub(in crate::docql::relations::names) fn target(&self, file: FileId, path: &str) -> Target {
        let directory = self.library.file(file).directory();
        let path = path.split('?').next().unwrap_or(path);
        if path == "." || path == ".." || path.starts_with("./") || path.starts_with("../") {
            return self.at(directory, path).map_or(Target::Open, Target::File);
        }
        let mapped = self.mappings.of(directory).map(|mapping| mapping.targets(path)).unwrap_or_default();
        if let Some(file) = mapped.iter().find_map(|path| self.at("", path)) {
            return Target::File(file);
        }
        // What projects map to a directory of theirs, as a rule to that of their sources.
        if let Some(rest) = ["@/", "~/", "#/", "/"].iter().find_map(|mark| path.strip_prefix(mark)) {
            return self.mapped(directory, rest).map_or(Target::Open, Target::File);
        }
        // SvelteKit's name for the directory of what routes share.
        if path.starts_with("$lib/")
            && let Some(file) = self.mapped(directory, &path[1..])
        {
            return Target::File(file);
        }
        if path.starts_with(['#', '~', '$']) {
            return Target::Open;
        }
        self.packaged(path)
    }

    /// The file at `path` from a directory, with or without its ending, or that of the directory there.
    fn at(&self, directory: &str, path: &str) -> Option<FileId> {
        let joined = joined(directory, path)?;
        let exact = self.library.find(&joined);
        exact.or_else(|| self.compiled(&joined)).or_else(|| self.ending(&joined)).or_else(|| {
            let entries = self.library.find(&join(&joined, "package.json")).map(|file| self.manifest(file).1);
            let named = entries.unwrap_or_default();
            let in_directory = |name: &str| self.ending(&join(&joined, name));
            named.iter().find_map(|entry| self.file(&joined, entry)).or_else(|| in_directory("index"))
        })
    }

    fn file(&self, directory: &str, path: &str) -> Option<FileId> {
        let joined = joined(directory, path)?;
        self.library.find(&joined).or_else(|| self.compiled(&joined)).or_else(|| self.ending(&joined))
    }

    /// The file that one of a directory for what is compiled is made from, if it stands there as in that.
    fn source(&self, directory: &str, path: &str) -> Option<FileId> {
        let path = path.trim_start_matches("./");
        let inner = COMPILED.iter().find_map(|compiled| path.strip_prefix(compiled))?;
        self.file(directory, &join("src", inner))
    }

    fn ending(&self, path: &str) -> Option<FileId> {
        if path.is_empty() {
            return None;
        }
        ENDINGS.iter().find_map(|ending| self.library.find(&format!("{path}{ending}")))
    }

    fn compiled(&self, path: &str) -> Option<FileId> {
        WRITTEN_FOR.iter().find_map(|(written, sources)| {
            let stem = path.strip_suffix(written)?;
            sources.iter().find_map(|ending| self.library.find(&format!("{stem}{ending}")))
        })
    }

    fn mapped(&self, directory: &str, rest: &str) -> Option<FileId> {
        let mut around = Some(directory);
        while let Some(directory) = around {
            let found = ["src", "app", ""].iter().find_map(|inner| self.at(&join(directory, inner), rest));
            if found.is_some() {
                return found;
            }
            around = match directory.rsplit_once('/') {
                Some((above, _)) => Some(above),
                None if directory.is_empty() => None,
                None => Some(""),
            };
        }
        None
    }

    fn packaged(&self, path: &str) -> Target {
        let (name, rest) = package_and_rest(path);
        let rest = rest.trim_start_matches('/');
        let Some(package) = self.packages().get(name) else { return self.unpacked(path) };
        let directory = package.directory;
        let found = if rest.is_empty() {
            let named = package.entries.iter().find_map(|entry| self.file(directory, entry));
            let source = || package.entries.iter().find_map(|entry| self.source(directory, entry));
            named.or_else(source).or_else(|| USUAL.iter().find_map(|usual| self.ending(&join(directory, usual))))
        } else {
            ["", "src", "lib"].iter().find_map(|inner| self.at(&join(directory, inner), rest))
        };
        found.map_or(Target::Open, Target::File)
    }

    /// Where a path leads that begins with no package of the workspace: it may be one from a directory that some setting
    /// names, if files of the workspace end with it.
    fn unpacked(&self, path: &str) -> Target {
        let is_open = self.unpacked.get(path.to_owned(), |path| {
            if !path.contains('/') {
                return false;
            }
            let is_at_end = |file: &str| {
                file.match_indices(path.as_str()).any(|(at, _)| {
                    let behind = &file[at + path.len()..];
                    (at == 0 || file[..at].ends_with('/'))
                        && (behind.is_empty() || behind.starts_with('.') || behind.starts_with("/index."))
                })
            };
            self.library.file_ids().any(|file| is_at_end(&self.library.file(file).path))
        });
        if is_open { Target::Open } else { Target::Elsewhere }
    }

    /// Whether `file` is of the package that `path` begins with; `None` if that is none of the workspace.
    pub(in crate::docql::relations::names) fn is_in_package(&self, file: FileId, path: &str) -> Option<bool> {
        let package = self.packages().get(package_and_rest(path).0)?;
        let is_in = |directory: &str| match self.library.file(file).path.strip_prefix(directory) {
            Some(rest) => directory.is_empty() || rest.starts_with('/'),
            None => false,
        };
        Some(is_in(package.directory))
    }

    fn packages(&self) -> &HashMap<String, Package<'l>> {
        self.packages.get_or_init(|| {
            let of_package = |file: &FileId| self.library.file(*file).name() == "package.json";
            let mut out = HashMap::new();
            for file in self.library.file_ids().filter(of_package).take(MAX_MANIFESTS) {
                let (Some(name), entries) = self.manifest(file) else { continue };
                out.entry(name).or_insert(Package { directory: self.library.file(file).directory(), entries });
            }
            out
        })
    }

    /// The name that a manifest gives its package, and the files that it names.
    fn manifest(&self, file: FileId) -> (Option<String>, Vec<String>) {
        let text = self.library.peek_text(file).unwrap_or_default();
        if text.len() > MAX_MANIFEST {
            return (None, Vec::new());
        }
        let Ok(Value::Object(manifest)) = serde_json::from_str(&text) else { return (None, Vec::new()) };
        let field = |name: &str| manifest.get(name).and_then(Value::as_str).map(str::to_owned);
        let mut entries: Vec<String> = ENTRIES.iter().filter_map(|name| field(name)).collect();
        let exported = manifest.get("exports").map(|all| all.get(".").unwrap_or(all));
        entries.extend(exported.into_iter().flat_map(files_of));
        (field("name").filter(|name| !name.is_empty()), entries)
    }
}

/// The files that a manifest writes for what it exports: one, or one for each condition, such as `import`.
fn files_of(exported: &Value) -> Vec<String> {
    match exported {
        Value::String(path) => vec![path.clone()],
        Value::Object(conditions) => {
            let conditions = conditions.iter().filter(|(name, _)| !name.starts_with('.'));
            conditions.flat_map(|(_, inner)| files_of(inner)).collect()
        }
        _ => Vec::new(),
    }
}

/// The package that a path begins with, and what is behind that.
fn package_and_rest(path: &str) -> (&str, &str) {
    let parts = if path.starts_with('@') { 2 } else { 1 };
    let end = path.match_indices('/').nth(parts - 1).map_or(path.len(), |(at, _)| at);
    path.split_at(end)
}

fn join(directory: &str, name: &str) -> String {
    match (directory.is_empty(), name.is_empty()) {
        (true, _) => name.to_owned(),
        (_, true) => directory.to_owned(),
        _ => format!("{directory}/{name}"),
    }
}
