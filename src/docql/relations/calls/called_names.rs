//! The names that what is called has, in all the ways in which it may be called by one.

use super::callable::Callable;
use super::constructors::inherited::Inherited;
use super::renamed::Renamed;
use crate::docql::nodes::context::Context;
use crate::docql::relations::names::facades::name_in_java;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::typing::ruby::model::MAKES;
use crate::docql::relations::typing::table::TypeTable;
use crate::library::{FileId, NodeRef};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// A called name with the callables that share it.
pub(super) struct CalledName<'l> {
    pub(super) name: Cow<'l, str>,
    /// Some file of the language.
    pub(super) file: FileId,
    /// The callables of the name, each with the index of its symbol.
    pub(super) callables: Vec<(usize, Callable<'l>)>,
    /// The files in which they have the name, if that is one they are imported under.
    pub(super) aliased_in: Option<HashSet<FileId>>,
    /// True if they have the name by no import.
    pub(super) is_renamed: bool,
}

impl<'l> CalledName<'l> {
    fn new(name: Cow<'l, str>, file: FileId) -> CalledName<'l> {
        CalledName { name, file, callables: Vec::new(), aliased_in: None, is_renamed: false }
    }

    /// The functions among the callables: others of the name are not counted among its declarations.
    pub(super) fn functions(&self) -> usize {
        self.callables.iter().filter(|(_, callable)| callable.is_function).count()
    }
}

/// The names of several targets.
pub(super) struct CalledNames<'p, 'l> {
    table: &'p TypeTable<'l>,
    inherited: &'p Inherited<'p, 'l>,
    /// True if the callables of a name are told apart.
    apart: bool,
    /// A name of constructors and of functions is looked up in two ways.
    called: HashMap<(&'l str, &'static str, bool), CalledName<'l>>,
    aliased: HashMap<(&'l str, NodeRef), CalledName<'l>>,
    in_java: HashMap<(String, usize), CalledName<'l>>,
    /// Those that have to be known, with those of types.
    names: HashSet<(&'l str, &'static str)>,
}

impl<'p, 'l> CalledNames<'p, 'l> {
    pub(super) fn new(table: &'p TypeTable<'l>, inherited: &'p Inherited<'p, 'l>, apart: bool) -> CalledNames<'p, 'l> {
        let (called, aliased, in_java, names) = Default::default();
        CalledNames { table, inherited, apart, called, aliased, in_java, names }
    }

    /// Adds the names of the target of a number.
    pub(super) fn add(&mut self, at: usize, target: NodeRef) {
        let library = self.table.library;
        let callable = || Callable::from_node(library, target).map(|(_, callable)| (at, callable));
        let Some((name, own)) = Callable::from_node(library, target) else { return };
        let language = language_family(library.file(target.file).format.id);
        // Ruby makes values by one name, whatever their type.
        let name = if language == "ruby" && own.is_constructor() { MAKES } else { name };
        own.note_lacks(self.table);
        self.names.insert((name, language));
        self.names.extend(own.owner_names().map(|owner| (owner, language)));
        let empty = |name| CalledName::new(Cow::Borrowed(name), target.file);
        // A constructor is called as its type is.
        for (file, alias) in self.table.modules.aliases(own.home().unwrap_or(target)) {
            let entry = self.aliased.entry((alias, target)).or_insert_with(|| empty(alias));
            if entry.callables.is_empty() {
                entry.callables.extend(callable());
            }
            entry.aliased_in.get_or_insert_default().insert(file);
        }
        for alias in self.table.modules.renamed.of(target) {
            self.names.insert((alias, language));
            let entry = self.called.entry((alias, language, false)).or_insert_with(|| empty(alias));
            entry.callables.extend(callable());
        }
        if let Some(given) = name_in_java(library, target).filter(|given| given != name) {
            let new = || CalledName::new(Cow::Owned(given.clone()), target.file);
            self.in_java.entry((given.clone(), at)).or_insert_with(new).callables.extend(callable());
        }
        for (node, heir) in self.inherited.as_heirs(target, &own) {
            self.add_heir((at, target), node, heir);
        }
        let key = (name, language, self.apart && own.is_constructor());
        self.called.entry(key).or_insert_with(|| empty(name)).callables.push((at, own));
    }

    /// Adds the names of the type `node`, which has the constructor `target` as `heir`.
    fn add_heir(&mut self, (at, target): (usize, NodeRef), node: NodeRef, heir: Callable<'l>) {
        let library = self.table.library;
        let language = language_family(library.file(target.file).format.id);
        let empty = |name| CalledName::new(Cow::Borrowed(name), target.file);
        self.names.insert((heir.name, language));
        for (file, alias) in self.table.modules.aliases(node) {
            let entry = self.aliased.entry((alias, node)).or_insert_with(|| empty(alias));
            if entry.callables.iter().all(|(known, _)| *known != at) {
                entry.callables.extend(Callable::of_heir(library, target, node).map(|heir| (at, heir)));
            }
            entry.aliased_in.get_or_insert_default().insert(file);
        }
        let key = (heir.name, language, self.apart);
        self.called.entry(key).or_insert_with(|| empty(heir.name)).callables.push((at, heir));
    }

    /// Adds a constructor by the name of a type below that has it.
    pub(super) fn add_below(&mut self, at: usize, callable: Callable<'l>) {
        let language = language_family(self.table.library.file(callable.file).format.id);
        self.names.insert((callable.name, language));
        let empty = || CalledName::new(Cow::Borrowed(callable.name), callable.file);
        self.called.entry((callable.name, language, self.apart)).or_insert_with(empty).callables.push((at, callable));
    }

    /// The names, and those that have to be known.
    pub(super) fn into_parts(
        self,
    ) -> (impl Iterator<Item = CalledName<'l>> + use<'l>, HashSet<(&'l str, &'static str)>) {
        let (in_java, aliased) = (self.in_java.into_values(), self.aliased.into_values());
        (self.called.into_values().chain(in_java).chain(aliased), self.names)
    }
}

/// The further names of `targets`, each with the files where it is one.
pub(super) fn named_otherwise<'l>(
    renamed: Vec<Renamed>,
    targets: &[NodeRef],
    context: Context<'l>,
) -> Vec<CalledName<'l>> {
    let mut all: HashMap<(String, usize), CalledName<'l>> = HashMap::new();
    for Renamed { of, file, name } in renamed {
        let empty = || {
            let callable = Callable::from_node(context.library, targets[of]).map(|(_, callable)| (of, callable));
            let new = CalledName::new(Cow::Owned(name.clone()), targets[of].file);
            CalledName { callables: callable.into_iter().collect(), is_renamed: true, ..new }
        };
        let entry = all.entry((name.clone(), of)).or_insert_with(empty);
        entry.aliased_in.get_or_insert_default().insert(file);
    }
    all.into_values().collect()
}
