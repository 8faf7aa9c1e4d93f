//! C: prototypes and the definition of a function are one symbol, and `static` ones are those of their file. In C++ they
//! are told apart by their namespaces first.

use super::ambiguity::{DeclKind, DeclarationTable};
use super::includes::is_header;
use super::modules::Modules;
use super::namespaces::Path;
use crate::docql::nodes::evidence::Evidence;
use crate::document::{Kind, NodeFlags, Visibility};
use crate::library::{FileId, Library, NodeRef, Role, role};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

/// What linkage asks of the functions of one name, whichever site is judged: a name may have thousands of sites and a
/// thousand functions.
#[derive(Debug, Default)]
pub(in crate::docql::relations) struct Linked {
    /// The macros of the name that stand for one other name, with that.
    macros: Vec<(NodeRef, Arc<str>)>,
    /// The functions, where namespaces do not tell them apart.
    all: Group,
    /// C++: those of each namespace.
    by_path: OnceLock<Vec<(Path, Group)>>,
}

/// Functions that may be one.
#[derive(Debug, Default)]
struct Group {
    /// The files that define one, and whether that is `static`.
    defined: HashMap<FileId, bool>,
    /// The same of files that are no headers and yet are included, by the files that do.
    included: Vec<(bool, Arc<HashSet<FileId>>)>,
    /// The files with a definition that others see, of several in one a preprocessor leaves one; and those of them that
    /// are no tests: a program is not linked with what its tests put in the place of something.
    visible: HashSet<FileId>,
    of_program: HashSet<FileId>,
    /// Number of `static` definitions in headers.
    shared: usize,
}

impl Group {
    fn new(modules: &Modules<'_>, nodes: &[NodeRef]) -> Group {
        let library = modules.library;
        let mut out = Group::default();
        for &node in nodes {
            let Some(outline) = library.outline(node.file).filter(|_| !is_prototype(library, node)) else { continue };
            let is_static = outline.visibility(node.node) == Visibility::Private;
            *out.defined.entry(node.file).or_default() |= is_static;
            match (is_static, is_header(library, node.file)) {
                (true, true) => out.shared += 1,
                (true, false) => {}
                (false, _) if is_unseen(library, node) => {}
                (false, _) => _ = out.visible.insert(node.file),
            }
        }
        out.of_program = out.visible.iter().copied().filter(|file| !is_of_tests(library, *file)).collect();
        let parts = out.defined.iter().filter(|(file, _)| !is_header(library, **file));
        let included = parts.map(|(file, is_static)| (*is_static, modules.includes.includers(*file)));
        out.included = included.filter(|(_, files)| !files.is_empty()).collect();
        out
    }

    /// The files with a definition that `file` may be linked with.
    fn visible(&self, library: &Library, file: FileId) -> &HashSet<FileId> {
        let is_same = self.visible.len() == self.of_program.len();
        if is_same || is_of_tests(library, file) { &self.visible } else { &self.of_program }
    }

    /// True if what `file` defines hides a function: one that `is_defined`, or a prototype, which may be that of a
    /// definition here that is not `static`.
    fn hides(&self, file: FileId, is_defined: bool) -> bool {
        let includes = self.included.iter().filter(|(_, files)| files.contains(&file)).map(|(is_static, _)| is_static);
        self.defined.get(&file).into_iter().chain(includes).any(|is_static| is_defined || *is_static)
    }
}

impl Linked {
    fn new(modules: &Modules<'_>, name: &str, nodes: &[NodeRef]) -> Linked {
        let macros = modules.macros_for_names(name);
        Linked { macros, all: Group::new(modules, nodes), by_path: OnceLock::new() }
    }

    /// The functions that may be `target` to a site in `file`: what other namespaces of C++ have is another function.
    fn beside(
        &self,
        modules: &Modules<'_>,
        target: NodeRef,
        file: FileId,
        nodes: impl Fn() -> Vec<NodeRef>,
    ) -> Option<&Group> {
        if modules.library.language(file) != "cpp" {
            return Some(&self.all);
        }
        let by_path = self.by_path.get_or_init(|| {
            let mut paths: HashMap<Path, Vec<NodeRef>> = HashMap::new();
            for node in nodes() {
                paths.entry(modules.namespaces.of(node)).or_default().push(node);
            }
            paths.into_iter().map(|(path, nodes)| (path, Group::new(modules, &nodes))).collect()
        });
        let own = modules.namespaces.of(target);
        by_path.iter().find(|(path, _)| *path == own).map(|(_, group)| group)
    }
}

/// How a call in `file` is known to mean the free function `target`, which can be called there.
pub(in crate::docql::relations) fn fit(
    modules: &Modules<'_>,
    declarations: &DeclarationTable<'_>,
    (name, family): (&str, &'static str),
    (target, file): (NodeRef, FileId),
) -> Option<Evidence> {
    let library = modules.library;
    let own = library.outline(target.file).map_or(name, |outline| outline.name(target.node));
    let declarations_of_name = declarations.get(&(name, family));
    let nodes = || {
        let declared = declarations_of_name.map_or(&[][..], |all| all.declared(DeclKind::Function));
        declared.iter().map(|(node, _)| *node).collect::<Vec<_>>()
    };
    let linked = declarations_of_name.map(|all| all.linked.get_or_init(|| Linked::new(modules, name, &nodes())));
    let meanings = match linked {
        Some(linked) if linked.macros.is_empty() => Vec::new(),
        _ => modules.macro_meanings(name, file),
    };
    let stands_for_another = || match linked {
        Some(linked) => linked.macros.iter().any(|(node, _)| *node == target),
        None => modules.stands_for(target).is_some(),
    };
    if own == name && (!meanings.is_empty() || stands_for_another()) {
        return fit_macro(modules, name, (target, file));
    }
    if own != name {
        // Where a macro is set in several ways, what is compiled decides.
        let fit = || fit(modules, declarations, (own, family), (target, file));
        return match meanings.as_slice() {
            [meaning] if **meaning == *own => fit(),
            several if several.iter().any(|meaning| **meaning == *own) => fit().map(|_| Evidence::Name),
            _ => None,
        };
    }
    let Some(linked) = linked else { return Some(Evidence::Name) };
    // What a file includes that is no header is a part of it.
    let is_part =
        target.file == file || !is_header(library, target.file) && modules.includes.includes(file, target.file);
    if is_part {
        return Some(Evidence::Import);
    }
    if is_unseen(library, target) {
        return None;
    }
    let outline = library.outline(target.file);
    let nothing = Group::default();
    let group = linked.beside(modules, target, file, nodes).unwrap_or(&nothing);
    let is_defined = outline.is_some() && !is_prototype(library, target);
    if group.hides(file, is_defined) {
        return None;
    }
    let visible = group.visible(library, file);
    let one = match outline.is_some_and(|of| of.visibility(target.node) == Visibility::Private) {
        true => group.shared == 1 && visible.is_empty(),
        false => visible.len() <= 1 && group.shared == 0 && (!is_defined || visible.contains(&target.file)),
    };
    Some(if one { Evidence::Import } else { Evidence::Name })
}

/// How a name in `file` that a macro gives to something else is known to mean the macro `target`.
fn fit_macro(modules: &Modules<'_>, name: &str, (target, file): (NodeRef, FileId)) -> Option<Evidence> {
    let macros = modules.seen_macros(name, file);
    let is_told = macros.iter().all(|node| node.file == file) || macros.len() == 1;
    macros.contains(&target).then_some(if is_told { Evidence::Import } else { Evidence::Name })
}

/// True for a macro that no other file sees: a preprocessor sees those of headers alone.
fn is_unseen(library: &Library, node: NodeRef) -> bool {
    let is_macro = library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Macro);
    is_macro && !is_header(library, node.file)
}

fn is_of_tests(library: &Library, file: FileId) -> bool {
    role(library.file(file)) == Some(Role::Test)
}

/// True for a declaration without a body whose definition may stand elsewhere.
pub(in crate::docql::relations) fn is_prototype(library: &Library, node: NodeRef) -> bool {
    library.outline(node.file).is_some_and(|outline| outline.flags(node.node).has(NodeFlags::DECLARATION))
}

/// Of declarations of one name the definitions; the prototypes where there is nothing else.
pub(in crate::docql::relations) fn without_prototypes(library: &Library, nodes: Vec<NodeRef>) -> Vec<NodeRef> {
    let (prototypes, defined): (Vec<NodeRef>, Vec<NodeRef>) =
        nodes.into_iter().partition(|node| is_prototype(library, *node));
    if defined.is_empty() { prototypes } else { defined }
}
