//! What a dotted name means where it stands, in the languages in which imports tell.

use super::c::includes::Includes;
use super::c::macros::Macros;
use super::c::namespaces::Namespaces;
use super::go::modules::GoModules;
use super::lookup::language_family;
use super::lua::modules::LuaModules;
use super::meaning::Meaning;
use super::name_resolution::{Imports, last_name};
use super::php::types::{PhpTypes, full_name, is_php};
use super::python::aliases::PythonAliases;
use super::python::modules::PythonModules;
use super::scripts::modules::ScriptModules;
use super::sourcing::Sourcing;
use crate::docql::nodes::noted::seen::Seen;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::Shared;
use std::collections::HashMap;
use std::sync::Arc;

/// The modules of a workspace.
pub(in crate::docql::relations) struct Modules<'l> {
    pub(in crate::docql::relations) library: &'l Library,
    pub(in crate::docql::relations) python: PythonModules<'l>,
    pub(in crate::docql::relations) go: GoModules<'l>,
    pub(in crate::docql::relations) includes: Includes<'l>,
    pub(in crate::docql::relations) sourcing: Sourcing<'l>,
    pub(in crate::docql::relations) renamed: PythonAliases<'l>,
    pub(in crate::docql::relations) namespaces: Namespaces<'l>,
    pub(in crate::docql::relations) lua: LuaModules<'l>,
    pub(in crate::docql::relations) php: PhpTypes<'l>,
    macros: Macros<'l>,
    scripts: ScriptModules<'l>,
    /// Imports by the family of their language and the last name of their path.
    by_last_name: Shared<HashMap<&'static str, HashMap<&'l str, Vec<NodeRef>>>>,
}

impl<'l> Modules<'l> {
    pub(in crate::docql::relations) fn new(library: &'l Library, seen: Option<&'l Seen>) -> Modules<'l> {
        let (python, scripts) = (PythonModules::new(library, seen), ScriptModules::new(library, seen));
        let go = GoModules::new(library, seen);
        let (includes, macros) = (Includes::new(library, seen), Macros::new(library));
        let sourcing = Sourcing::new(library, seen);
        let (renamed, namespaces) = (PythonAliases::new(library), Namespaces::new(library, seen));
        let (php, by_last_name) = (PhpTypes::new(library, seen), Shared::new());
        let lua = LuaModules::new(library, seen);
        Modules {
            library,
            python,
            go,
            includes,
            sourcing,
            renamed,
            namespaces,
            lua,
            php,
            macros,
            scripts,
            by_last_name,
        }
    }

    /// What the dotted name `names` means at `offset` of the file of `imports`, unless a variable there hides it;
    /// `None` where nothing tells.
    pub(in crate::docql::relations) fn meaning(
        &self,
        imports: &Imports<'l>,
        offset: u32,
        names: &[&str],
    ) -> Option<Meaning> {
        let meaning = match language_family(imports.library.file(imports.file).format.id) {
            "python" => self.python.meaning(imports, offset, names),
            "javascript" => self.scripts.meaning(imports, (offset, true), names),
            "go" => self.go.meaning(imports, offset, names),
            _ => return None,
        };
        Some(meaning).filter(|meaning| *meaning != Meaning::Open)
    }

    /// The same where the functions around `offset` are known not to bind the first name.
    pub(in crate::docql::relations) fn outer_meaning(
        &self,
        imports: &Imports<'l>,
        offset: u32,
        names: &[&str],
    ) -> Option<Meaning> {
        if !is_script(imports.library, imports.file) {
            return self.meaning(imports, offset, names);
        }
        Some(self.scripts.meaning(imports, (offset, false), names)).filter(|meaning| *meaning != Meaning::Open)
    }

    /// JavaScript: what the path of an import in `file` leads to.
    pub(in crate::docql::relations) fn script_at(&self, file: FileId, path: &str) -> Option<Meaning> {
        Some(self.scripts.at_path(file, path)).filter(|meaning| *meaning != Meaning::Open)
    }

    /// JavaScript: whether `file` is of the package that `path` begins with; `None` if that is none of the workspace.
    pub(in crate::docql::relations) fn is_in_package(&self, file: FileId, path: &str) -> Option<bool> {
        self.scripts.paths.is_in_package(file, path)
    }

    /// JavaScript: what a module exports under a name.
    pub(in crate::docql::relations) fn exported(&self, file: FileId, name: &str) -> Option<Meaning> {
        Some(self.scripts.member_of(file, name)).filter(|meaning| *meaning != Meaning::Open)
    }

    /// JavaScript: what `rest` means behind the name of a function, a type or an import.
    pub(in crate::docql::relations) fn meaning_of_local(&self, node: NodeRef, rest: &[&str]) -> Option<Meaning> {
        Some(self.scripts.meaning_behind(node, rest)).filter(|meaning| *meaning != Meaning::Open)
    }

    /// True if what `node` declares is known in `file` by an import alone.
    pub(in crate::docql::relations) fn is_imported_only(&self, node: NodeRef, file: FileId) -> bool {
        node.file != file && is_script(self.library, file) && self.scripts.is_module(node.file)
    }

    /// True if no other file can call what `file` declares.
    pub(in crate::docql::relations) fn is_closed(&self, file: FileId) -> bool {
        is_script(self.library, file) && self.scripts.is_closed(file)
    }

    /// True if the function `name` of the file `declared` may be called on a value in `file`.
    pub(in crate::docql::relations) fn is_held(&self, name: &str, declared: FileId, file: FileId) -> bool {
        !is_script(self.library, declared) || self.scripts.is_held(name, declared, file)
    }

    /// The places where an outermost declaration is imported under another name than its own, or has one by a macro:
    /// the files, with those names.
    pub(in crate::docql::relations) fn aliases(&self, target: NodeRef) -> Vec<(FileId, &'l str)> {
        match language_family(self.library.file(target.file).format.id) {
            "javascript" => self.scripts.aliases(target),
            "python" => self.python.aliases(target, |name| self.imports_of("python", name)),
            "rust" | "java" | "csharp" | "php" => self.imported_otherwise(target),
            "c" => self.macros.aliases(target, &self.includes),
            _ => Vec::new(),
        }
    }

    /// JavaScript: the places where a module is imported that exports an outermost declaration under another name than its
    /// own, with that name: `module.exports = { div: civ }`.
    pub(in crate::docql::relations) fn exported_as(&self, target: NodeRef) -> Vec<(FileId, String)> {
        self.scripts.exported_as(target)
    }

    /// C: what macros that `file` sees make of a name, each once.
    pub(in crate::docql::relations) fn macro_meanings(&self, name: &str, file: FileId) -> Vec<Arc<str>> {
        self.macros.meanings(name, file, &self.includes)
    }

    /// C: the macros of a name that stand for one other name, with that.
    pub(super) fn macros_for_names(&self, name: &str) -> Vec<(NodeRef, Arc<str>)> {
        self.macros.known(name)
    }

    /// C: the macros of a name that `file` sees, whatever they stand for.
    pub(in crate::docql::relations) fn seen_macros(&self, name: &str, file: FileId) -> Vec<NodeRef> {
        self.macros.all_seen(name, file, &self.includes)
    }

    /// C: true if a condition has a macro in one of its branches and a function in another, or includes what has them.
    pub(in crate::docql::relations) fn is_in_other_branch(&self, of: NodeRef, function: NodeRef) -> bool {
        self.macros.is_in_other_branch(of, function, &self.includes)
    }

    /// C: the one name that `node` stands for, if it is a macro that does.
    pub(in crate::docql::relations) fn stands_for(&self, node: NodeRef) -> Option<Arc<str>> {
        self.macros.meaning(node)
    }

    /// The imports under another name whose path ends in the name of `target`: which of its namesakes each means, is
    /// told where it is used.
    fn imported_otherwise(&self, target: NodeRef) -> Vec<(FileId, &'l str)> {
        let Some(own) = self.library.outline(target.file).map(|outline| outline.name(target.node)) else {
            return Vec::new();
        };
        let family = language_family(self.library.file(target.file).format.id);
        // PHP imports by full names.
        let full = is_php(self.library, target.file).then(|| full_name(self.library, target));
        let is_meant = |import: &&NodeRef| {
            let path = self.library.outline(import.file).map(|outline| outline.detail(import.node));
            full.as_deref().is_none_or(|full| path.is_some_and(|path| path.trim_start_matches('\\') == full))
        };
        let imports = self.imports_of(family, own).iter().filter(is_meant);
        let named =
            imports.filter_map(|import| Some((import.file, self.library.outline(import.file)?.name(import.node))));
        let mut out: Vec<(FileId, &str)> =
            named.filter(|(_, name)| *name != own && !matches!(*name, "*" | "_")).collect();
        out.dedup();
        out
    }

    /// The imports whose path ends in a name, in a family of languages.
    fn imports_of(&self, family: &str, name: &str) -> &[NodeRef] {
        let all = self.by_last_name.get_or_init(|| {
            let mut all: HashMap<&str, HashMap<&str, Vec<NodeRef>>> = HashMap::new();
            for (file, outline) in self.library.outlines() {
                let family = language_family(self.library.file(file).format.id);
                if !matches!(family, "python" | "rust" | "java" | "csharp" | "php") {
                    continue;
                }
                let all = all.entry(family).or_default();
                for node in (0..outline.len()).filter(|&node| outline.kind(node) == Kind::Import) {
                    all.entry(last_name(outline.detail(node))).or_default().push(NodeRef { file, node });
                }
            }
            all
        });
        all.get(family).and_then(|all| all.get(name)).map_or(&[], Vec::as_slice)
    }
}

fn is_script(library: &Library, file: FileId) -> bool {
    language_family(library.file(file).format.id) == "javascript"
}
