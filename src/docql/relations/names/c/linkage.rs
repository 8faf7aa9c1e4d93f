//! C: prototypes and the definition of a function are one symbol, and `static` ones are those of their file. In C++ they
//! are told apart by their namespaces first.

use super::includes::is_header;
use super::linked::{Group, Linked, is_unseen};
use super::standard_headers::is_standard;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::ambiguity::{DeclKind, DeclarationTable};
use crate::docql::relations::names::modules::Modules;
use crate::document::{Kind, Visibility};
use crate::library::{FileId, Library, NodeRef};

pub(in crate::docql::relations) use super::linked::is_prototype;

/// How a call in `file` is known to mean the free function `target`, which can be called there.
pub(in crate::docql::relations) fn fit(
    modules: &Modules<'_>,
    declarations: &DeclarationTable<'_>,
    called: (&str, &'static str),
    places: (NodeRef, FileId),
) -> Option<Evidence> {
    fit_beside(modules, declarations, called, places, &|_| true)
}

/// The same where functions of one name are told apart: what `file` defines hides `target` if it is `alike`.
pub(in crate::docql::relations) fn fit_beside(
    modules: &Modules<'_>,
    declarations: &DeclarationTable<'_>,
    (name, family): (&str, &'static str),
    (target, file): (NodeRef, FileId),
    alike: &dyn Fn(NodeRef) -> bool,
) -> Option<Evidence> {
    let library = modules.library;
    let own = library.outline(target.file).map_or(name, |outline| outline.name(target.node));
    let declarations_of_name = declarations.get(&(name, family));
    let nodes = || {
        let declared = declarations_of_name.map_or(&[][..], |all| all.declared(DeclKind::Function));
        declared.iter().map(|(node, _)| *node).collect::<Vec<_>>()
    };
    let link = || Linked::new(modules.macros_for_names(name), &modules.includes, library, &nodes());
    let linked = declarations_of_name.map(|all| all.linked.get_or_init(link));
    let meanings = match linked {
        Some(linked) if linked.macros.is_empty() => Vec::new(),
        _ => modules.macro_meanings(name, file),
    };
    let stands_for_another = || match linked {
        Some(linked) => linked.macros.iter().any(|(node, _)| *node == target),
        None => modules.stands_for(target).is_some(),
    };
    let seen_macros = || modules.seen_macros(name, file);
    let is_instead = |function: NodeRef| seen_macros().into_iter().any(|of| modules.is_in_other_branch(of, function));
    // What one branch of a condition declares is there where another has a macro of its name.
    let is_choice = || nodes().into_iter().any(|node| !is_macro(library, node) && is_instead(node));
    let unless_choice = |fit: Evidence| if is_choice() { fit.min(Evidence::Name) } else { fit };
    if own == name && (!meanings.is_empty() || stands_for_another()) {
        let sees = target.file == file || modules.includes.includes(file, target.file);
        if sees && !is_macro(library, target) && is_instead(target) {
            return Some(Evidence::Name);
        }
        return fit_macro(modules, name, (target, file)).map(unless_choice);
    }
    if own != name {
        // Where a macro is set in several ways, what is compiled decides.
        let fit = || fit_beside(modules, declarations, (own, family), (target, file), alike);
        let stands_for_it = || seen_macros().into_iter().all(|node| modules.stands_for(node).is_some());
        return match meanings.as_slice() {
            [meaning] if **meaning == *own && stands_for_it() => fit().map(unless_choice),
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
    if is_declared_nearer(modules, target, file, nodes) {
        return None;
    }
    let outline = library.outline(target.file);
    let nothing = Group::default();
    let by_path =
        || linked.beside(target, (&modules.namespaces, &modules.includes), library, nodes).unwrap_or(&nothing);
    let group = if library.language(file) == "cpp" { by_path() } else { &linked.all };
    let is_defined = outline.is_some() && !is_prototype(library, target);
    let is_own = |node: &NodeRef| node.file == file && !is_prototype(library, *node);
    let is_overload = || {
        let own: Vec<NodeRef> = nodes().into_iter().filter(is_own).collect();
        !own.is_empty() && !own.into_iter().any(alike)
    };
    if group.hides(file, is_defined) && !is_overload() {
        return None;
    }
    let visible = group.visible(library, file);
    let one = match outline.is_some_and(|of| of.visibility(target.node) == Visibility::Private) {
        true => group.shared == 1 && visible.is_empty(),
        false => visible.len() <= 1 && group.shared == 0 && (!is_defined || visible.contains(&target.file)),
    };
    Some(if one && !is_out_of_sight(modules, target, file) { Evidence::Import } else { Evidence::Name })
}

/// True for what a header declares that is called like one of the system, to a file that does not see it: the name is that
/// of the system's.
pub(in crate::docql::relations) fn is_of_system(modules: &Modules<'_>, target: NodeRef, file: FileId) -> bool {
    is_standard(modules.library.file(target.file).name()) && is_out_of_sight(modules, target, file)
}

/// True for a prototype of a header that `file` does not see, where another one is in a header that it sees.
fn is_declared_nearer(modules: &Modules<'_>, target: NodeRef, file: FileId, nodes: impl Fn() -> Vec<NodeRef>) -> bool {
    let (library, includes) = (modules.library, &modules.includes);
    let is_in_header = |node: &NodeRef| is_header(library, node.file) && is_prototype(library, *node);
    let sees = |node: &NodeRef| includes.includes(file, node.file);
    is_in_header(&target)
        && !sees(&target)
        && nodes().iter().any(|other| other.file != target.file && is_in_header(other) && sees(other))
}

fn is_macro(library: &Library, node: NodeRef) -> bool {
    library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Macro)
}

/// True for a macro of a header that `file` does not include, nor do those who include `file`.
fn is_out_of_sight(modules: &Modules<'_>, target: NodeRef, file: FileId) -> bool {
    let (library, includes) = (modules.library, &modules.includes);
    if !is_macro(library, target) || target.file == file || !is_header(library, target.file) {
        return false;
    }
    let by = includes.includers(target.file);
    !by.contains(&file) && !includes.includers(file).iter().any(|around| by.contains(around))
}

/// How a name in `file` that a macro gives to something else is known to mean the macro `target`.
fn fit_macro(modules: &Modules<'_>, name: &str, (target, file): (NodeRef, FileId)) -> Option<Evidence> {
    let macros = modules.seen_macros(name, file);
    let is_told = macros.iter().all(|node| node.file == file) || macros.len() == 1;
    macros.contains(&target).then_some(if is_told { Evidence::Import } else { Evidence::Name })
}

/// Of declarations of one name the definitions; the prototypes where there is nothing else.
pub(in crate::docql::relations) fn without_prototypes(library: &Library, nodes: Vec<NodeRef>) -> Vec<NodeRef> {
    let (prototypes, defined): (Vec<NodeRef>, Vec<NodeRef>) =
        nodes.into_iter().partition(|node| is_prototype(library, *node));
    if defined.is_empty() { prototypes } else { defined }
}
