//! JavaScript and TypeScript: what a dotted name means where it stands, followed through imports and exports from module
//! to module.

use super::exports::{self, Export, Exports, Origin};
use super::paths::{ScriptPaths, Target};
use crate::docql::nodes::noted::seen::Seen;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::memo::Memo;
use crate::docql::relations::names::name_resolution::Imports;
use crate::document::{Kind, Visibility};
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::Shared;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Imports followed from one to the next, at most: they may go round.
const MAX_IMPORTS: u8 = 8;

/// Modules through which what one declares is handed on, at most.
pub(super) const MAX_HANDED_ON: usize = 200;

/// The files that import something under another name, with that name, by its own.
type Aliases<'l> = HashMap<&'l str, Vec<(FileId, &'l str)>>;

/// The modules of JavaScript and TypeScript in a workspace.
pub(in crate::docql::relations) struct ScriptModules<'l> {
    pub(super) library: &'l Library,
    /// Where what is not indexed is noted.
    pub(super) seen: Option<&'l Seen>,
    pub(in crate::docql::relations::names) paths: ScriptPaths<'l>,
    names: Memo<FileId, Option<Arc<ModuleNames<'l>>>>,
    aliases: Memo<FileId, Arc<Aliases<'l>>>,
    /// The imports that lead to a file.
    pub(super) importers: Shared<HashMap<FileId, Vec<NodeRef>>>,
    /// The files that stand for a file: `module.exports = require('./lib')`.
    pub(super) standing: Shared<HashMap<FileId, Vec<FileId>>>,
    /// The files that export all of a file: `export * from './lib'`.
    pub(super) barrels: Shared<HashMap<FileId, Vec<FileId>>>,
}

/// The outermost names of a module.
pub(super) struct ModuleNames<'l> {
    declared: HashMap<&'l str, u32>,
    imported: HashMap<&'l str, u32>,
    /// What each import takes, wherever it stands.
    origins: HashMap<u32, Origin>,
    pub(super) exports: Exports,
    /// Names of values that are members of something as well: `{ a }`, `b: a`, `x.a = …`.
    held: HashSet<String>,
    /// True if it imports or exports something: what it declares is known elsewhere by imports alone.
    is_module: bool,
    /// True if nothing leads out of the module.
    is_closed: bool,
}

impl<'l> ScriptModules<'l> {
    pub(in crate::docql::relations) fn new(library: &'l Library, seen: Option<&'l Seen>) -> ScriptModules<'l> {
        let paths = ScriptPaths::new(library);
        ScriptModules {
            library,
            seen,
            paths,
            names: Memo::new(),
            aliases: Memo::new(),
            importers: Shared::new(),
            standing: Shared::new(),
            barrels: Shared::new(),
        }
    }

    /// What the dotted name `names` means at an offset of the file of `imports`, unless a variable there hides it; the flag
    /// says whether functions around it may declare the first name.
    pub(in crate::docql::relations::names) fn meaning(
        &self,
        imports: &Imports<'l>,
        place: (u32, bool),
        names: &[&str],
    ) -> Meaning {
        let Some((head, rest)) = names.split_first() else { return Meaning::Open };
        let first = self.head(imports, place, head);
        self.settled(rest.iter().fold(first, |of, name| self.member(of, name)))
    }

    /// What `rest` means behind the name of a function, a type or an import.
    pub(in crate::docql::relations::names) fn meaning_behind(&self, node: NodeRef, rest: &[&str]) -> Meaning {
        let is_import = self.library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Import);
        let first = if is_import { self.imported(node.file, node.node, 0) } else { Meaning::Declared(node) };
        self.settled(rest.iter().fold(first, |of, name| self.member(of, name)))
    }

    /// The module that the path of an import in `file` leads to.
    pub(in crate::docql::relations::names) fn at_path(&self, file: FileId, path: &str) -> Meaning {
        self.taken(file, path, &Origin::Module, 0)
    }

    /// What a module exports under a name.
    pub(in crate::docql::relations::names) fn member_of(&self, file: FileId, name: &str) -> Meaning {
        self.settled(self.exported(file, name, 0))
    }

    /// [`Modules::aliases`](super::modules::Modules::aliases).
    pub(in crate::docql::relations::names) fn aliases(&self, target: NodeRef) -> Vec<(FileId, &'l str)> {
        let Some(outline) = self.library.outline(target.file) else { return Vec::new() };
        if outline.parent(target.node).is_some() {
            return Vec::new();
        }
        let own = outline.name(target.node);
        self.note_lacks(target.file, own);
        self.note_barrels(target.file);
        let all = self.aliases.get(target.file, |file| Arc::new(self.all_aliases(*file)));
        let found = all.get(own).cloned().unwrap_or_default();
        self.note_handed_on(&found);
        found
    }

    /// The aliases of all that a file declares, by its names.
    fn all_aliases(&self, file: FileId) -> Aliases<'l> {
        // Declarations without a body stand for what is beside them.
        let homes: Vec<FileId> = std::iter::once(file).chain(self.twin(file)).collect();
        let declared = |meaning: Meaning| match meaning {
            Meaning::Declared(node) if homes.contains(&node.file) => {
                let outline = self.library.outline(node.file)?;
                outline.parent(node.node).is_none().then(|| outline.name(node.node))
            }
            _ => None,
        };
        let mut out = Aliases::new();
        let (mut seen, mut open): (HashSet<FileId>, Vec<FileId>) = (homes.iter().copied().collect(), homes.clone());
        while let Some(from) = open.pop() {
            for &of in self.standing_for(from) {
                let stands = self.hands_on(of, from, |meaning| declared(meaning).is_some());
                if stands && seen.len() < MAX_HANDED_ON && seen.insert(of) {
                    self.note_stem(of);
                    open.push(of);
                }
            }
            for &NodeRef { file: importer, node } in self.importers().get(&from).into_iter().flatten() {
                let Some(outline) = self.library.outline(importer) else { continue };
                let name = outline.name(node);
                let own = declared(self.settled(self.imported(importer, node, 0))).filter(|_| name != "*");
                if let Some(own) = own.filter(|own| *own != name) {
                    let aliases = out.entry(own).or_default();
                    if !aliases.contains(&(importer, name)) {
                        aliases.push((importer, name));
                    }
                }
                let is_new = seen.len() < MAX_HANDED_ON && !seen.contains(&importer);
                if is_new && self.hands_on(importer, from, |meaning| declared(meaning).is_some()) {
                    seen.insert(importer);
                    open.push(importer);
                }
            }
        }
        out
    }

    /// True if what `file` declares is known in others by imports alone.
    pub(in crate::docql::relations::names) fn is_module(&self, file: FileId) -> bool {
        self.names(file).is_some_and(|names| names.is_module)
    }

    /// True if no other file can call what `file` declares: it exports nothing.
    pub(in crate::docql::relations::names) fn is_closed(&self, file: FileId) -> bool {
        self.names(file).is_some_and(|names| names.is_closed)
    }

    /// True if what `file` calls by a name may be a member of a value, since that file or the one that declares it makes
    /// it one.
    pub(in crate::docql::relations::names) fn is_held(&self, name: &str, declared: FileId, file: FileId) -> bool {
        let holds = |file: FileId| self.names(file).is_none_or(|names| names.held.contains(name));
        holds(declared) || holds(file)
    }

    /// True if `file` exports something that is looked for, which it has from `from`.
    fn hands_on(&self, file: FileId, from: FileId, is_sought: impl Fn(Meaning) -> bool) -> bool {
        let Some(names) = self.names(file) else { return false };
        let leads = |path: &String| self.paths.target(file, path) == Target::File(from);
        let exports = names.exports.named.values().chain(&names.exports.module);
        names.exports.wildcards.iter().any(leads)
            || exports.into_iter().any(|export| is_sought(self.settled(self.export(file, export, 0))))
    }

    /// What is imported under another name may be so in a file that does not hold its own name: that holds the name of
    /// the module, if the module is not that of its directory.
    pub(super) fn note_lacks(&self, file: FileId, own: &str) {
        let Some(names) = self.names(file) else { return };
        let is_renamed = names.exports.module.is_some()
            || names.exports.named.iter().any(|(name, export)| name != own && *export == Export::Local(own.to_owned()));
        if is_renamed {
            self.note_stem(file);
        }
    }

    /// Notes the files that may import a module under any name.
    pub(super) fn note_stem(&self, file: FileId) {
        let Some(seen) = self.seen else { return };
        let stem = self.library.file(file).name().split('.').next().unwrap_or_default();
        let is_directory = self.library.file(file).directory().is_empty() || matches!(stem, "index" | "main");
        seen.lack(|lacks| match is_directory {
            true => lacks.everything = true,
            false => lacks.name(stem),
        });
    }

    fn head(&self, imports: &Imports<'l>, (offset, may_nest): (u32, bool), head: &str) -> Meaning {
        let file = imports.file;
        if head.is_empty() {
            return Meaning::Open;
        }
        if let Some(nested) = self.nested(file, offset, head).filter(|_| may_nest) {
            return Meaning::Declared(nested);
        }
        if let Some(node) = imports.node_at(head, offset) {
            return self.imported(file, node, 0);
        }
        let declared = self.names(file).and_then(|names| names.declared.get(head).copied());
        declared.map_or(Meaning::Open, |node| Meaning::Declared(NodeRef { file, node }))
    }

    /// The function or type of a name in something around `offset`.
    fn nested(&self, file: FileId, offset: u32, name: &str) -> Option<NodeRef> {
        let outline = self.library.outline(file)?;
        let mut around = outline.enclosing(offset, |kind| kind.is_function() || kind == Kind::Test);
        while let Some(node) = around {
            // A method of an object has no name but behind that.
            let is_bare = |kind: Kind| kind.is_function() && kind != Kind::Method || kind.is_class();
            let declares = |&at: &u32| outline.name(at) == name && is_bare(outline.kind(at));
            if let Some(node) = outline.children(Some(node)).find(declares) {
                return Some(NodeRef { file, node });
            }
            around = outline.parent(node);
        }
        None
    }

    fn member(&self, of: Meaning, name: &str) -> Meaning {
        match of {
            Meaning::Module(file) => self.exported(file, name, 0),
            Meaning::Declared(node) => {
                let Some(outline) = self.library.outline(node.file) else { return Meaning::Open };
                let kind = outline.kind(node.node);
                let has_members = kind.is_class() || kind == Kind::Module;
                let of = |node: u32| outline.children(Some(node)).find(|&at| has_members && outline.name(at) == name);
                // A namespace may be written in several parts.
                let is_part =
                    |&at: &u32| outline.kind(at) == Kind::Module && outline.name(at) == outline.name(node.node);
                let parts = || outline.children(outline.parent(node.node)).filter(is_part).find_map(of);
                let found = of(node.node).or_else(|| parts().filter(|_| kind == Kind::Module));
                found.map_or(Meaning::Open, |at| Meaning::Declared(NodeRef { file: node.file, node: at }))
            }
            Meaning::Elsewhere => Meaning::Elsewhere,
            _ => Meaning::Open,
        }
    }

    /// What stands for a module of CommonJS as a whole.
    fn settled(&self, meaning: Meaning) -> Meaning {
        let mut last = meaning.clone();
        for _ in 0..MAX_IMPORTS {
            let Meaning::Module(file) = last else { break };
            let whole = self.names(file).and_then(|names| names.exports.module.clone());
            match whole.map(|export| self.export(file, &export, 0)) {
                Some(found @ Meaning::Declared(_)) => return found,
                // A module may stand for another one: `module.exports = require('./lib')`.
                Some(next @ Meaning::Module(_)) => last = next,
                _ => break,
            }
        }
        meaning
    }

    /// What the import at a node means.
    fn imported(&self, file: FileId, node: u32, depth: u8) -> Meaning {
        let Some(outline) = self.library.outline(file) else { return Meaning::Open };
        match self.names(file).and_then(|names| names.origins.get(&node).cloned()) {
            Some(Origin::Alias) => self.dotted(file, outline.detail(node), depth + 1),
            Some(origin) => self.taken(file, outline.detail(node), &origin, depth),
            None => Meaning::Open,
        }
    }

    /// What a dotted name means among the outermost names of a file.
    fn dotted(&self, file: FileId, path: &str, depth: u8) -> Meaning {
        let mut parts = path.split('.').map(str::trim);
        let (Some(head), Some(names)) = (parts.next(), self.names(file)) else { return Meaning::Open };
        let first = match (names.declared.get(head), names.imported.get(head)) {
            _ if depth > MAX_IMPORTS => Meaning::Open,
            (Some(&node), _) => Meaning::Declared(NodeRef { file, node }),
            (None, Some(&node)) => self.imported(file, node, depth + 1),
            (None, None) => Meaning::Open,
        };
        parts.fold(self.settled(first), |of, name| self.member(of, name))
    }

    /// What is taken from the module at `path`.
    fn taken(&self, file: FileId, path: &str, origin: &Origin, depth: u8) -> Meaning {
        if depth > MAX_IMPORTS {
            return Meaning::Open;
        }
        match (self.paths.target(file, path), origin) {
            (Target::File(from), Origin::Name(name)) => self.exported(from, name, depth + 1),
            (Target::File(from), Origin::Default) => self.exported(from, "default", depth + 1),
            (Target::File(from), Origin::Module | Origin::Alias) => Meaning::Module(from),
            (Target::Elsewhere, _) => Meaning::Elsewhere,
            (Target::Open, _) => Meaning::Open,
        }
    }

    /// What a module exports under a name.
    fn exported(&self, file: FileId, name: &str, depth: u8) -> Meaning {
        let (Some(names), Some(outline)) = (self.names(file), self.library.outline(file)) else { return Meaning::Open };
        if depth > MAX_IMPORTS {
            return Meaning::Open;
        }
        let whole = names.exports.module.as_ref().filter(|_| name == "default");
        if let Some(export) = names.exports.named.get(name).or(whole) {
            return self.export(file, export, depth);
        }
        let declared = names.declared.get(name).filter(|&&node| outline.visibility(node) == Visibility::Public);
        if let Some(&node) = declared {
            return Meaning::Declared(NodeRef { file, node });
        }
        let wildcards = names.exports.wildcards.iter().filter(|_| name != "default");
        for path in wildcards {
            match self.paths.target(file, path) {
                Target::File(from) if from != file => match self.exported(from, name, depth + 1) {
                    Meaning::Open => {}
                    found => return found,
                },
                _ => {}
            }
        }
        if name == "default" && names.exports.is_object { Meaning::Module(file) } else { Meaning::Open }
    }

    fn export(&self, file: FileId, export: &Export, depth: u8) -> Meaning {
        match export {
            Export::From(path, origin) => self.taken(file, path, origin, depth + 1),
            Export::Local(name) => {
                let Some(names) = self.names(file) else { return Meaning::Open };
                match (names.declared.get(name.as_str()), names.imported.get(name.as_str())) {
                    (Some(&node), _) => Meaning::Declared(NodeRef { file, node }),
                    (None, Some(&node)) => self.imported(file, node, depth + 1),
                    (None, None) => Meaning::Open,
                }
            }
        }
    }

    /// The file that says in types what a file of JavaScript declares, or the other way round.
    fn twin(&self, file: FileId) -> Option<FileId> {
        let path = &self.library.file(file).path;
        match path.strip_suffix(".d.ts") {
            Some(stem) => [".js", ".mjs", ".cjs"].iter().find_map(|end| self.library.find(&format!("{stem}{end}"))),
            None => None,
        }
    }

    pub(super) fn names(&self, file: FileId) -> Option<Arc<ModuleNames<'l>>> {
        self.names.get(file, |file| self.read(*file).map(Arc::new))
    }

    fn read(&self, file: FileId) -> Option<ModuleNames<'l>> {
        let outline = self.library.outline(file);
        if let (None, Some(seen)) = (outline, self.seen) {
            seen.lack(|lacks| lacks.files.extend([file]));
        }
        let outline = outline?;
        let text = self.library.peek_text(file).ok()?;
        let (mut declared, mut imported): (HashMap<&str, u32>, HashMap<&str, u32>) = Default::default();
        for node in outline.children(None) {
            let (kind, name) = (outline.kind(node), outline.name(node));
            if kind == Kind::Import {
                imported.entry(name).or_insert(node);
                continue;
            }
            // A type and a value may share a name; what can be called counts more.
            let is_called = |at: u32| outline.kind(at).is_function() || outline.kind(at) == Kind::Class;
            match declared.get(name) {
                Some(&known) if is_called(known) || !is_called(node) => {}
                _ => drop(declared.insert(name, node)),
            }
        }
        let imports = (0..outline.len()).filter(|&node| outline.kind(node) == Kind::Import);
        let origins = imports.map(|node| (node, exports::origin(&text, outline.name_span(node)))).collect();
        let is_module = !imported.is_empty() || exports::is_module(&text);
        let is_closed = is_module && !exports::leads_out(&text);
        let (exported, held) = (exports::exports(&text), exports::held(&text));
        Some(ModuleNames { declared, imported, origins, exports: exported, held, is_module, is_closed })
    }
}
