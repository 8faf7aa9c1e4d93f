//! C: what the functions of one name are to a linker: which files define them, and which of those others see.

use super::includes::{Includes, is_header};
use super::namespaces::{Namespaces, Path};
use crate::document::{Kind, NodeFlags, Visibility};
use crate::library::{FileId, Library, NodeRef, Role, role};
use crate::stdx::Shared;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Files with a definition that are told apart by what they include, at most: each site asks about all of them.
const MAX_TOLD_APART: usize = 16;

/// What linkage asks of the functions of one name, whichever site is judged: a name may have thousands of sites and a
/// thousand functions.
#[derive(Debug, Default)]
pub(in crate::docql::relations) struct Linked {
    /// The macros of the name that stand for one other name, with that.
    pub(in crate::docql::relations::names) macros: Vec<(NodeRef, Arc<str>)>,
    /// The functions, where namespaces do not tell them apart.
    pub(in crate::docql::relations::names) all: Group,
    /// C++: those of each namespace.
    by_path: Shared<Vec<(Path, Group)>>,
}

/// Functions that may be one.
#[derive(Debug, Default)]
pub(in crate::docql::relations::names) struct Group {
    /// The files that define one, and whether that is `static`.
    defined: HashMap<FileId, bool>,
    /// The same of files that are no headers and yet are included, by the files that do.
    included: Vec<(bool, Arc<HashSet<FileId>>)>,
    /// The files with a definition that others see, of several in one a preprocessor leaves one; and those of them that
    /// are no tests: a program is not linked with what its tests put in the place of something.
    visible: HashSet<FileId>,
    of_program: HashSet<FileId>,
    /// The headers with a prototype, and those with nothing but a macro of the name, each with the files that include it.
    prototypes: HashMap<FileId, Arc<HashSet<FileId>>>,
    macros: HashMap<FileId, Arc<HashSet<FileId>>>,
    /// Those that tests put in the place of something with headers of theirs, with who includes one of these.
    stand_ins: HashMap<FileId, HashSet<FileId>>,
    /// Number of `static` definitions in headers.
    pub(in crate::docql::relations::names) shared: usize,
}

impl Group {
    fn new(includes: &Includes<'_>, library: &Library, nodes: &[NodeRef]) -> Group {
        let mut out = Group::default();
        let mut functions = HashSet::new();
        for &node in nodes {
            let Some(outline) = library.outline(node.file) else { continue };
            let is_in_header = is_header(library, node.file);
            if is_prototype(library, node) {
                if is_in_header {
                    out.prototypes.entry(node.file).or_insert_with(|| includes.includers(node.file));
                }
                continue;
            }
            match outline.kind(node.node) {
                Kind::Macro if is_in_header => {
                    out.macros.entry(node.file).or_insert_with(|| includes.includers(node.file));
                }
                _ => _ = functions.insert(node.file),
            }
            let is_static = outline.visibility(node.node) == Visibility::Private;
            *out.defined.entry(node.file).or_default() |= is_static;
            match (is_static, is_in_header) {
                (true, true) => out.shared += 1,
                (true, false) => {}
                (false, _) if is_unseen(library, node) => {}
                (false, _) => _ = out.visible.insert(node.file),
            }
        }
        out.macros.retain(|file, _| !functions.contains(file));
        out.of_program = out.visible.iter().copied().filter(|file| !is_of_tests(library, *file)).collect();
        let of_tests = out.visible.iter().copied().filter(|file| !out.of_program.contains(file));
        out.stand_ins = of_tests.filter_map(|of| Some((of, fellows(includes, library, of)?))).collect();
        let parts = out.defined.iter().filter(|(file, _)| !is_header(library, **file));
        let included = parts.map(|(file, is_static)| (*is_static, includes.includers(*file)));
        out.included = included.filter(|(_, files)| !files.is_empty()).collect();
        out
    }

    /// The files with a definition that a call in `file` may mean.
    pub(in crate::docql::relations::names) fn visible(
        &self,
        library: &Library,
        file: FileId,
    ) -> Cow<'_, HashSet<FileId>> {
        let is_same = self.visible.len() == self.of_program.len();
        let linked = if is_same || is_of_tests(library, file) { &self.visible } else { &self.of_program };
        if linked.len() + self.shared < 2 || linked.len() > MAX_TOLD_APART {
            return Cow::Borrowed(linked);
        }
        // A macro is one where its header is included.
        let is_seen = |of: &FileId| {
            *of == file
                || self.macros.get(of).is_none_or(|by| by.contains(&file))
                    && self.stand_ins.get(of).is_none_or(|by| by.contains(&file) || is_near(library, *of, file))
        };
        let seen: HashSet<FileId> = linked.iter().copied().filter(is_seen).collect();
        // Of several programs each has its header: whoever includes that means the definition that does, too. What tests
        // put in the place of something need not.
        let stands_in = seen.iter().any(|of| is_of_tests(library, *of));
        let told = if stands_in { HashSet::new() } else { self.told(file, &seen) };
        Cow::Owned(if told.is_empty() { seen } else { told })
    }

    /// Those of the files `seen` with a definition that know it by a header with its prototype by which `file` does.
    fn told(&self, file: FileId, seen: &HashSet<FileId>) -> HashSet<FileId> {
        let headers = self.prototypes.iter().filter(|(header, by)| **header == file || by.contains(&file));
        let headers: Vec<(&FileId, &Arc<HashSet<FileId>>)> = headers.collect();
        let is_told = |of: &FileId| headers.iter().any(|(header, by)| *header == of || by.contains(of));
        seen.iter().copied().filter(is_told).collect()
    }

    /// True if what `file` defines hides a function: one that `is_defined`, or a prototype, which may be that of a
    /// definition here that is not `static`.
    pub(in crate::docql::relations::names) fn hides(&self, file: FileId, is_defined: bool) -> bool {
        let includes = self.included.iter().filter(|(_, files)| files.contains(&file)).map(|(is_static, _)| is_static);
        self.defined.get(&file).into_iter().chain(includes).any(|is_static| is_defined || *is_static)
    }
}

impl Linked {
    /// Of the functions `nodes`, whose name the `macros` give to something else.
    pub(in crate::docql::relations::names) fn new(
        macros: Vec<(NodeRef, Arc<str>)>,
        includes: &Includes<'_>,
        library: &Library,
        nodes: &[NodeRef],
    ) -> Linked {
        Linked { macros, all: Group::new(includes, library, nodes), by_path: Shared::new() }
    }

    /// The functions that may be `target` to a site in C++: what other namespaces have is another function.
    pub(in crate::docql::relations::names) fn beside(
        &self,
        target: NodeRef,
        (namespaces, includes): (&Namespaces<'_>, &Includes<'_>),
        library: &Library,
        nodes: impl FnOnce() -> Vec<NodeRef> + Send,
    ) -> Option<&Group> {
        let by_path = self.by_path.get_or_init(|| {
            let mut paths: HashMap<Path, Vec<NodeRef>> = HashMap::new();
            for node in nodes() {
                paths.entry(namespaces.of(node)).or_default().push(node);
            }
            paths.into_iter().map(|(path, nodes)| (path, Group::new(includes, library, &nodes))).collect()
        });
        let own = namespaces.of(target);
        by_path.iter().find(|(path, _)| *path == own).map(|(_, group)| group)
    }
}

/// True for a macro that no other file sees: a preprocessor sees those of headers alone.
pub(in crate::docql::relations::names) fn is_unseen(library: &Library, node: NodeRef) -> bool {
    let is_macro = library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Macro);
    is_macro && !is_header(library, node.file)
}

/// True for a declaration without a body whose definition may stand elsewhere.
pub(in crate::docql::relations) fn is_prototype(library: &Library, node: NodeRef) -> bool {
    library.outline(node.file).is_some_and(|outline| outline.flags(node.node).has(NodeFlags::DECLARATION))
}

fn is_of_tests(library: &Library, file: FileId) -> bool {
    role(library.file(file)) == Some(Role::Test)
}

/// The files that include a header of tests which `of` includes, too; `None` where it includes none.
fn fellows(includes: &Includes<'_>, library: &Library, of: FileId) -> Option<HashSet<FileId>> {
    let headers = includes.headers_of(of).into_iter().filter(|header| is_of_tests(library, *header));
    let all: Vec<Arc<HashSet<FileId>>> = headers.map(|header| includes.includers(header)).collect();
    let fellows = || all.iter().flat_map(|files| files.iter().copied()).collect();
    (!all.is_empty()).then(fellows)
}

/// True if one of two files stands beside the other, or below where it is.
fn is_near(library: &Library, a: FileId, b: FileId) -> bool {
    let (a, b) = (library.file(a).directory(), library.file(b).directory());
    let is_below = |inner: &str, outer: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| outer.is_empty() || rest.is_empty() || rest.starts_with('/'))
    };
    is_below(a, b) || is_below(b, a)
}
