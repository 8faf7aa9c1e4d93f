//! C: prototypes and the definition of a function are one symbol, and `static` ones are those of their file.

use super::ambiguity::{DeclKind, DeclarationTable};
use crate::docql::nodes::evidence::Evidence;
use crate::document::{NodeFlags, Visibility};
use crate::library::{FileId, Library, NodeRef};

/// How a call in `file` is known to mean the free function `target`, which can be called there.
pub(in crate::docql::relations) fn fit(
    library: &Library,
    declarations: &DeclarationTable<'_>,
    (name, family): (&str, &'static str),
    (target, file): (NodeRef, FileId),
) -> Option<Evidence> {
    let Some(declarations) = declarations.get(&(name, family)) else { return Some(Evidence::Name) };
    let all = || declarations.declared(DeclKind::Function).iter().map(|(node, _)| *node);
    let is_static = |node: NodeRef| {
        library.outline(node.file).is_some_and(|outline| outline.visibility(node.node) == Visibility::Private)
    };
    let is_definition = |node: NodeRef| library.outline(node.file).is_some() && !is_prototype(library, node);
    if target.file == file {
        return Some(Evidence::Import);
    }
    // What the file defines itself hides what others define; a prototype may be that of the definition here.
    let hides = |node: NodeRef| is_definition(node) && (is_static(node) || is_definition(target));
    if all().any(|node| node.file == file && hides(node)) {
        return None;
    }
    let visible = all().filter(|&node| is_definition(node) && !is_static(node)).count();
    let shared = all().filter(|&node| is_definition(node) && is_static(node) && is_header(library, node.file)).count();
    let one = match is_static(target) {
        true => shared == 1 && visible == 0,
        false => visible <= 1 && shared == 0,
    };
    Some(if one { Evidence::Import } else { Evidence::Name })
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

pub(in crate::docql::relations) fn is_header(library: &Library, file: FileId) -> bool {
    matches!(library.file(file).extension().as_str(), "h" | "hh" | "hpp" | "hxx" | "inl" | "inc" | "ipp" | "tcc")
}
