//! What a dotted name means where it stands, in the languages in which imports tell.

use super::lookup::language_family;
use super::meaning::Meaning;
use super::name_resolution::Imports;
use super::python_modules::PythonModules;
use super::script_modules::ScriptModules;
use crate::docql::nodes::rows::row::Seen;
use crate::library::{FileId, Library, NodeRef};

/// The modules of a workspace.
pub(in crate::docql::relations) struct Modules<'l> {
    pub(in crate::docql::relations) library: &'l Library,
    pub(in crate::docql::relations) python: PythonModules<'l>,
    scripts: ScriptModules<'l>,
}

impl<'l> Modules<'l> {
    pub(in crate::docql::relations) fn new(library: &'l Library, seen: Option<&'l Seen>) -> Modules<'l> {
        let (python, scripts) = (PythonModules::new(library, seen), ScriptModules::new(library, seen));
        Modules { library, python, scripts }
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
            "javascript" => self.scripts.meaning(imports, offset, names),
            _ => return None,
        };
        Some(meaning).filter(|meaning| *meaning != Meaning::Open)
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

    /// The places where an outermost declaration is imported under another name than its own: the files, with those
    /// names.
    pub(in crate::docql::relations) fn aliases(&self, target: NodeRef) -> Vec<(FileId, &'l str)> {
        match language_family(self.library.file(target.file).format.id) {
            "javascript" => self.scripts.aliases(target),
            "python" => self.python.aliases(target),
            _ => Vec::new(),
        }
    }
}

fn is_script(library: &Library, file: FileId) -> bool {
    language_family(library.file(file).format.id) == "javascript"
}
