//! Python: what a dotted name means where it stands, followed through imports from module to module.

use super::imports;
use super::places::{Places, above, joined};
use crate::docql::nodes::noted::seen::Seen;
use crate::docql::relations::names::ambiguity::Resolution;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::memo::Memo;
use crate::docql::relations::names::name_resolution::Imports;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef, Outline};
use crate::stdx::Shared;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Modules of one name that an import may mean, at most; of an import that another one leads to.
const MAX_ROOTS: usize = 8;
const MAX_FURTHER_ROOTS: usize = 2;

/// How likely an import means a module.
type Likelihood = (bool, usize, bool, u8);

/// The first of some meanings that is here; where another is as likely, nothing tells.
fn likeliest(all: impl Iterator<Item = (Likelihood, Meaning)>) -> Meaning {
    let mut here = all.filter(|(_, meaning)| *meaning != Meaning::Elsewhere);
    let Some((likelihood, found)) = here.next() else { return Meaning::Elsewhere };
    // Directories of a name are one package.
    let is_other = |meaning: &Meaning| {
        *meaning != found && !matches!((meaning, &found), (Meaning::Directory(_), Meaning::Directory(_)))
    };
    match here.take_while(|(other, _)| *other == likelihood).any(|(_, meaning)| is_other(&meaning)) {
        true => Meaning::Open,
        false => found,
    }
}

/// Imports followed from one to the next, at most: they may go round.
const MAX_IMPORTS: u8 = 8;

/// The modules of Python in a workspace.
pub(in crate::docql::relations) struct PythonModules<'l> {
    library: &'l Library,
    /// Where what is not indexed is noted.
    seen: Option<&'l Seen>,
    places: Shared<Places<'l>>,
    names: Memo<FileId, Option<Arc<ModuleNames<'l>>>>,
    reach: Memo<FileId, Option<Arc<HashSet<FileId>>>>,
}

/// The outermost names of a module.
struct ModuleNames<'l> {
    declared: HashMap<&'l str, u32>,
    /// Names with the paths they are imported from.
    imported: HashMap<&'l str, &'l str>,
    /// The paths everything is imported from.
    wildcards: Vec<&'l str>,
}

impl<'l> PythonModules<'l> {
    pub(in crate::docql::relations) fn new(library: &'l Library, seen: Option<&'l Seen>) -> PythonModules<'l> {
        PythonModules { library, seen, places: Shared::new(), names: Memo::new(), reach: Memo::new() }
    }

    /// What the dotted name `names` means at `offset` of the file of `imports`, unless a variable there hides it.
    pub(in crate::docql::relations) fn meaning(&self, imports: &Imports<'l>, offset: u32, names: &[&str]) -> Meaning {
        let Some((head, rest)) = names.split_first() else { return Meaning::Open };
        let behind = |first: Meaning| rest.iter().fold(first, |of, name| self.member(of, name, 0));
        let found = behind(self.head(imports, offset, head));
        // `import a` may mean another `a` than the nearest, where that has no such name.
        match imports.path_at(head, offset).filter(|path| found == Meaning::Elsewhere && !path.contains('.')) {
            Some(path) => {
                let roots = self.roots(imports.file, path).into_iter().take(MAX_ROOTS);
                likeliest(roots.map(|(likelihood, root)| (likelihood, behind(root))))
            }
            None => found,
        }
    }

    /// What somebody who imports `name` from the module `file` gets.
    pub(in crate::docql::relations) fn exported(&self, file: FileId, name: &str) -> Meaning {
        self.outermost(file, name, 0)
    }

    /// What an import of `path` in `file` means.
    pub(in crate::docql::relations) fn imported(&self, file: FileId, path: &str) -> Meaning {
        self.import(file, path, 0)
    }

    /// [`Modules::aliases`](crate::docql::relations::names::modules::Modules::aliases); `imports_of` yields the imports whose path ends in a name.
    pub(in crate::docql::relations::names) fn aliases<'i>(
        &self,
        target: NodeRef,
        imports_of: impl Fn(&str) -> &'i [NodeRef],
    ) -> Vec<(FileId, &'l str)> {
        let Some(outline) = self.library.outline(target.file) else { return Vec::new() };
        if outline.parent(target.node).is_some() {
            return Vec::new();
        }
        let own = outline.name(target.node);
        let (mut out, mut names): (Vec<(FileId, &str)>, Vec<&str>) = (Vec::new(), vec![own]);
        let mut at = 0;
        // What is imported under a name may be imported from there under another one.
        while let Some(name) = names.get(at).copied().filter(|_| at < usize::from(MAX_IMPORTS)) {
            at += 1;
            for &NodeRef { file, node } in imports_of(name) {
                let Some(outline) = self.library.outline(file) else { continue };
                let local = outline.name(node);
                if local == own || local == "*" || out.contains(&(file, local)) {
                    continue;
                }
                let meaning = self.import(file, outline.detail(node), 0);
                if meaning.resolution(self.library, target) == Resolution::This {
                    out.push((file, local));
                    if !names.contains(&local) {
                        names.push(local);
                    }
                }
            }
        }
        // Those of its own name are looked up anyway.
        names.iter().skip(1).for_each(|name| self.lack_name(name));
        out
    }

    /// Notes that the answer depends on the files that hold a name.
    fn lack_name(&self, name: &str) {
        if let Some(seen) = self.seen {
            seen.lack(|lacks| lacks.name(name));
        }
    }

    fn head(&self, imports: &Imports<'l>, offset: u32, head: &str) -> Meaning {
        let file = imports.file;
        if let Some(nested) = self.nested(file, offset, head) {
            return Meaning::Declared(nested);
        }
        let imported = imports.path_at(head, offset).map(|path| self.import(file, path, 0));
        match imported.unwrap_or_else(|| self.in_scope(file, head)) {
            // What cannot be imported is declared instead, as a rule.
            Meaning::Elsewhere if imports.has_at(head, offset) => match self.in_scope(file, head) {
                Meaning::Declared(node) => Meaning::Declared(node),
                _ => Meaning::Elsewhere,
            },
            // `import a.b` makes `a` known.
            Meaning::Elsewhere if imports.all_paths().any(|path| path.split('.').next() == Some(head)) => {
                self.import(file, head, 0)
            }
            found => found,
        }
    }

    /// The declaration of a name in a function around `offset`.
    fn nested(&self, file: FileId, offset: u32, name: &str) -> Option<NodeRef> {
        let outline = self.library.outline(file)?;
        let mut around = outline.enclosing(offset, Kind::is_function);
        while let Some(function) = around {
            let declares =
                |&at: &u32| outline.name(at) == name && (outline.kind(at).is_function() || outline.kind(at).is_class());
            if let Some(node) = outline.children(Some(function)).find(declares) {
                return Some(NodeRef { file, node });
            }
            around = outline.ancestors(function).find(|&at| outline.kind(at).is_function());
        }
        None
    }

    /// What a name means inside of its module, where the `__getattr__` of the module is not asked for it.
    fn in_scope(&self, file: FileId, name: &str) -> Meaning {
        let is_told = |names: Arc<ModuleNames<'l>>| names.wildcards.is_empty() && !names.imported.contains_key(name);
        match self.outermost(file, name, 0) {
            Meaning::Open if self.names(file).is_some_and(is_told) => Meaning::Elsewhere,
            found => found,
        }
    }

    /// What a name means in a module, outside of everything.
    fn outermost(&self, file: FileId, name: &str, depth: u8) -> Meaning {
        if depth > MAX_IMPORTS {
            return Meaning::Open;
        }
        let Some(names) = self.names(file) else { return Meaning::Open };
        if let Some(&node) = names.declared.get(name) {
            return Meaning::Declared(NodeRef { file, node });
        }
        let is_package = self.library.file(file).name().starts_with("__init__.");
        let inner = || self.places().module(self.library.file(file).directory(), name).filter(|_| is_package);
        if let Some(path) = names.imported.get(name) {
            return match self.import(file, path, depth + 1) {
                // A package that imports its own modules by its own name.
                Meaning::Open => inner().unwrap_or(Meaning::Open),
                found => found,
            };
        }
        if let Some(module) = inner() {
            return module;
        }
        let mut open = names.declared.contains_key("__getattr__");
        for path in &names.wildcards {
            match self.import(file, path.trim_end_matches('*').trim_end_matches('.'), depth + 1) {
                Meaning::Module(from) if from != file => match self.outermost(from, name, depth + 1) {
                    Meaning::Elsewhere => {}
                    Meaning::Open => open = true,
                    found => return found,
                },
                _ => open = true,
            }
        }
        if open { Meaning::Open } else { Meaning::Elsewhere }
    }

    fn member(&self, of: Meaning, name: &str, depth: u8) -> Meaning {
        match of {
            Meaning::Module(file) => self.outermost(file, name, depth),
            Meaning::Directory(directory) => {
                let found =
                    self.places().module(&directory, name).or_else(|| self.in_other_portion(&directory, name, depth));
                found.unwrap_or(Meaning::Elsewhere)
            }
            Meaning::Declared(node) => {
                let Some(outline) = self.library.outline(node.file) else { return Meaning::Open };
                if !outline.kind(node.node).is_class() {
                    return Meaning::Value;
                }
                let found = outline.children(Some(node.node)).find(|&at| outline.name(at) == name);
                found.map_or(Meaning::Value, |at| Meaning::Declared(NodeRef { file: node.file, node: at }))
            }
            other => other,
        }
    }

    /// What a name means in the other directories that are called like one without a package's own module: all of them
    /// together are one package, and a package that has such a module goes before them.
    fn in_other_portion(&self, directory: &str, name: &str, depth: u8) -> Option<Meaning> {
        let (outside, last) = directory.rsplit_once('/').unwrap_or(("", directory));
        let roots = self.places().roots(last).filter(|roots| roots.contains(&outside) && depth <= MAX_IMPORTS)?;
        let other = |root: &&&str| **root != outside;
        let found = |root: &&str| {
            let at = joined(root, last);
            let own = self.places().package(&at).map(|package| self.member(package, name, depth + 1));
            own.filter(|own| !matches!(own, Meaning::Elsewhere)).or_else(|| self.places().module(&at, name))
        };
        let mut all = roots.iter().filter(other).filter_map(found);
        match (all.next(), all.next()) {
            (found, None) => found,
            // Which of them is on the path of a program is not known here.
            _ => Some(Meaning::Open),
        }
    }

    /// What an import of `path` in `file` means.
    fn import(&self, file: FileId, path: &str, depth: u8) -> Meaning {
        if depth > MAX_IMPORTS {
            return Meaning::Open;
        }
        let inside = path.trim_start_matches('.');
        let mut names = inside.split('.').filter(|name| !name.is_empty());
        let first = match path.len() - inside.len() {
            0 => {
                let Some(head) = names.next() else { return Meaning::Open };
                let rest: Vec<&str> = names.collect();
                let behind = |first: Meaning| rest.iter().fold(first, |of, name| self.member(of, name, depth + 1));
                let roots = self.roots(file, head).into_iter();
                let roots = roots.take(if depth == 0 { MAX_ROOTS } else { MAX_FURTHER_ROOTS });
                return likeliest(roots.map(|(likelihood, root)| (likelihood, behind(root))));
            }
            dots => {
                let mut directory = self.library.file(file).directory();
                for _ in 1..dots {
                    directory = above(directory);
                }
                self.places().package(directory).unwrap_or_else(|| Meaning::Directory(directory.to_owned()))
            }
        };
        names.fold(first, |of, name| self.member(of, name, depth + 1))
    }

    /// What the outermost module of a name may be in `file`, likeliest first: the nearest, where it is no script in a directory
    /// that `file` is not in, which only those who run it import from.
    fn roots(&self, file: FileId, head: &str) -> Vec<(Likelihood, Meaning)> {
        let directory = self.library.file(file).directory();
        let Some(all) = self.places().roots(head) else {
            if self.is_run(file)
                && let Some(beside) = self.places().module(directory, head)
            {
                return vec![(Likelihood::default(), beside)];
            }
            // The workspace may be the inside of a package, whose name nobody knows.
            let is_inside = self.places().package("").is_some();
            return vec![(Likelihood::default(), if is_inside { Meaning::Open } else { Meaning::Elsewhere })];
        };
        let found = all.iter().filter_map(|root| Some((*root, self.places().module(root, head)?)));
        let mut found: Vec<(&str, Meaning)> = found.collect();
        // A module does not import itself.
        if found.len() > 1 {
            found.retain(|(_, meaning)| *meaning != Meaning::Module(file));
        }
        let likelihood = |(root, meaning): (&str, Meaning)| {
            let common = directory.split('/').zip(root.split('/')).take_while(|(mine, theirs)| mine == theirs).count();
            let is_around = root.is_empty() || directory == root || directory.starts_with(&format!("{root}/"));
            let package = match &meaning {
                Meaning::Module(of) if self.library.file(*of).directory() == root => 0,
                Meaning::Module(_) => 2,
                _ => 1,
            };
            ((package > 0 || is_around, common, is_around, package), meaning)
        };
        let mut found: Vec<(Likelihood, Meaning)> = found.into_iter().map(likelihood).collect();
        found.sort_by_key(|(likelihood, _)| Reverse(*likelihood));
        found
    }

    /// True for a file that is run by itself, or tests what stands beside it: there its own directory is looked in first,
    /// though it may be that of a package.
    fn is_run(&self, file: FileId) -> bool {
        let entry = self.library.file(file);
        let stem = entry.name().split('.').next().unwrap_or_default();
        let is_test = stem.starts_with("test_") || stem.ends_with("_test");
        is_test
            || self
                .library
                .peek_text(file)
                .is_ok_and(|text| text.contains("\"__main__\"") || text.contains("'__main__'"))
    }

    fn places(&self) -> &Places<'l> {
        self.places.get_or_init(|| Places::new(self.library))
    }

    /// The nodes of a file that imports lead to.
    pub(in crate::docql::relations) fn outline(&self, file: FileId) -> Option<Outline<'l>> {
        let outline = self.library.outline(file);
        if let (None, Some(seen)) = (outline, self.seen) {
            seen.lack(|lacks| lacks.files.extend([file]));
        }
        outline
    }

    fn names(&self, file: FileId) -> Option<Arc<ModuleNames<'l>>> {
        self.names.get(file, |file| {
            let outline = self.outline(*file)?;
            let mut names = ModuleNames { declared: HashMap::new(), imported: HashMap::new(), wildcards: Vec::new() };
            for node in outline.children(None) {
                if outline.kind(node) != Kind::Import {
                    names.declared.entry(outline.name(node)).or_insert(node);
                    continue;
                }
                match imports::bound(&outline, node) {
                    ("*", path) => names.wildcards.push(path),
                    (name, path) => drop(names.imported.insert(name, path)),
                }
            }
            // `None` stands for what could not be imported.
            let ModuleNames { declared, imported, .. } = &mut names;
            declared.retain(|name, node| {
                !imported.contains_key(name) || !self.is_none(NodeRef { file: *file, node: *node })
            });
            Some(Arc::new(names))
        })
    }

    /// True for a variable that is set to `None`.
    fn is_none(&self, node: NodeRef) -> bool {
        let Some(outline) = self.library.outline(node.file) else { return false };
        let Ok(text) = self.library.peek_text(node.file) else { return false };
        let behind = text.get(outline.name_span(node.node).end as usize..).and_then(|rest| rest.lines().next());
        let is_variable = !outline.kind(node.node).is_function() && !outline.kind(node.node).is_class();
        is_variable
            && behind.is_some_and(|line| line.split('#').next().unwrap_or_default().trim_end().ends_with("= None"))
    }

    /// True if an import of one of the files leads to the other, as far as what is indexed tells.
    pub(in crate::docql::relations) fn leads(&self, file: FileId, other: FileId) -> bool {
        let leads = |from: FileId, to: FileId| self.reach(from).is_none_or(|reach| reach.contains(&to));
        leads(file, other) || leads(other, file)
    }

    /// The files that the imports of a file mean, and those that the packages among them do.
    fn reach(&self, file: FileId) -> Option<Arc<HashSet<FileId>>> {
        self.reach.get(file, |file| {
            let (mut seen, mut open) = (HashSet::new(), vec![*file]);
            while let Some(from) = open.pop() {
                let outline = self.outline(from)?;
                for node in (0..outline.len()).filter(|&node| outline.kind(node) == Kind::Import) {
                    match self.import(from, outline.detail(node).trim_end_matches('*').trim_end_matches('.'), 0) {
                        Meaning::Declared(declared) => drop(seen.insert(declared.file)),
                        Meaning::Module(module) => {
                            let is_package = self.library.file(module).name().starts_with("__init__.");
                            if seen.insert(module) && is_package {
                                open.push(module);
                            }
                        }
                        _ => {}
                    }
                }
            }
            Some(Arc::new(seen))
        })
    }
}
