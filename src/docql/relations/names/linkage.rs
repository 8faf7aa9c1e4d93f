//! C: prototypes and the definition of a function are one symbol, and `static` ones are those of their file. In C++ they
//! are told apart by their namespaces first.

use super::ambiguity::{DeclKind, DeclarationTable};
use super::includes::is_header;
use super::modules::Modules;
use crate::docql::nodes::evidence::Evidence;
use crate::document::{Kind, NodeFlags, Visibility};
use crate::library::{FileId, Library, NodeRef, Role, role};
use std::collections::HashSet;

/// How a call in `file` is known to mean the free function `target`, which can be called there.
pub(in crate::docql::relations) fn fit(
    modules: &Modules<'_>,
    declarations: &DeclarationTable<'_>,
    (name, family): (&str, &'static str),
    (target, file): (NodeRef, FileId),
) -> Option<Evidence> {
    let library = modules.library;
    let own = library.outline(target.file).map_or(name, |outline| outline.name(target.node));
    let meanings = modules.macro_meanings(name, file);
    if own == name && (!meanings.is_empty() || modules.stands_for(target).is_some()) {
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
    // What a file includes that is no header is a part of it.
    let is_part = |of: FileId| of == file || !is_header(library, of) && modules.includes.includes(file, of);
    let Some(declarations) = declarations.get(&(name, family)) else { return Some(Evidence::Name) };
    // What other namespaces of C++ have is another function.
    let path = (library.language(file) == "cpp").then(|| modules.namespaces.of(target));
    let is_beside = |node: &NodeRef| path.as_ref().is_none_or(|path| modules.namespaces.of(*node) == *path);
    let declared = declarations.declared(DeclKind::Function).iter().map(|(node, _)| *node);
    let beside: Vec<NodeRef> = declared.filter(is_beside).collect();
    let all = || beside.iter().copied();
    let is_static = |node: NodeRef| {
        library.outline(node.file).is_some_and(|outline| outline.visibility(node.node) == Visibility::Private)
    };
    let is_definition = |node: NodeRef| library.outline(node.file).is_some() && !is_prototype(library, node);
    if is_part(target.file) {
        return Some(Evidence::Import);
    }
    // A preprocessor sees no macros of others but those of headers.
    let is_unseen = |node: NodeRef| {
        let kind = library.outline(node.file).map(|outline| outline.kind(node.node));
        kind == Some(Kind::Macro) && !is_header(library, node.file)
    };
    if is_unseen(target) {
        return None;
    }
    // What the file defines itself hides what others define; a prototype may be that of the definition here.
    let hides = |node: NodeRef| is_definition(node) && (is_static(node) || is_definition(target));
    if all().any(|node| is_part(node.file) && hides(node)) {
        return None;
    }
    // Of several in one file a preprocessor leaves one.
    let visible = all().filter(|&node| is_definition(node) && !is_static(node) && !is_unseen(node));
    let visible = visible.map(|node| node.file);
    // A program is not linked with what its tests put in the place of something.
    let is_of_tests = |file: FileId| role(library.file(file)) == Some(Role::Test);
    let visible: HashSet<FileId> = visible.filter(|&of| is_of_tests(file) || !is_of_tests(of)).collect();
    let shared = all().filter(|&node| is_definition(node) && is_static(node) && is_header(library, node.file)).count();
    let one = match is_static(target) {
        true => shared == 1 && visible.is_empty(),
        false => visible.len() <= 1 && shared == 0 && (!is_definition(target) || visible.contains(&target.file)),
    };
    Some(if one { Evidence::Import } else { Evidence::Name })
}

/// How a name in `file` that a macro gives to something else is known to mean the macro `target`.
fn fit_macro(modules: &Modules<'_>, name: &str, (target, file): (NodeRef, FileId)) -> Option<Evidence> {
    let macros = modules.seen_macros(name, file);
    let is_told = macros.iter().all(|node| node.file == file) || macros.len() == 1;
    macros.contains(&target).then_some(if is_told { Evidence::Import } else { Evidence::Name })
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
