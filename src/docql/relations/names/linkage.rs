//! C: prototypes and the definition of a function are one symbol, and `static` ones are those of their file.

use super::ambiguity::{DeclKind, DeclarationTable};
use super::modules::Modules;
use crate::docql::nodes::evidence::Evidence;
use crate::document::{Kind, NodeFlags, Visibility};
use crate::library::{FileId, Library, NodeRef};

/// How a call in `file` is known to mean the free function `target`, which can be called there.
pub(in crate::docql::relations) fn fit(
    modules: &Modules<'_>,
    declarations: &DeclarationTable<'_>,
    (name, family): (&str, &'static str),
    (target, file): (NodeRef, FileId),
) -> Option<Evidence> {
    let library = modules.library;
    if is_renamed(modules, name, file) {
        return None;
    }
    // What a file includes that is no header is a part of it.
    let is_part = |of: FileId| of == file || !is_header(library, of) && modules.includes.includes(file, of);
    let Some(declarations) = declarations.get(&(name, family)) else { return Some(Evidence::Name) };
    let all = || declarations.declared(DeclKind::Function).iter().map(|(node, _)| *node);
    let is_static = |node: NodeRef| {
        library.outline(node.file).is_some_and(|outline| outline.visibility(node.node) == Visibility::Private)
    };
    let is_definition = |node: NodeRef| library.outline(node.file).is_some() && !is_prototype(library, node);
    if is_part(target.file) {
        return Some(Evidence::Import);
    }
    // What the file defines itself hides what others define; a prototype may be that of the definition here.
    let hides = |node: NodeRef| is_definition(node) && (is_static(node) || is_definition(target));
    if all().any(|node| is_part(node.file) && hides(node)) {
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

/// True if a macro that `file` includes gives the name to something else: `#define range own_range`.
fn is_renamed(modules: &Modules<'_>, name: &str, file: FileId) -> bool {
    let library = modules.library;
    library.declared(name).into_iter().any(|node| {
        let kind = library.outline(node.file).map(|outline| outline.kind(node.node));
        let is_macro = matches!(kind, Some(Kind::Macro | Kind::Constant));
        let is_seen = || node.file == file || modules.includes.includes(file, node.file);
        is_macro && is_another_name(library, node) && is_seen()
    })
}

/// True for a macro that stands for one other name.
fn is_another_name(library: &Library, node: NodeRef) -> bool {
    let Some(outline) = library.outline(node.file) else { return false };
    let Ok(text) = library.peek_text(node.file) else { return false };
    let (name, span) = (outline.name_span(node.node), outline.span(node.node));
    let behind = text.get(name.end as usize..span.end as usize).unwrap_or_default();
    let word = behind.strip_prefix([' ', '\t']).map(str::trim).unwrap_or_default();
    let is_name =
        word.chars().all(|c| c.is_alphanumeric() || c == '_') && !word.starts_with(|c: char| c.is_ascii_digit());
    is_name && !word.is_empty() && word != outline.name(node.node)
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
