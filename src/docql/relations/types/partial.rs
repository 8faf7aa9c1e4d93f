//! C#: the parts of a type that is declared in several places.

use crate::docql::relations::names::generics;
use crate::docql::relations::names::name_resolution::module_of;
use crate::library::{Library, NodeRef};

/// Words of a declaration that say what sort of type it is.
const SORTS: &[&str] = &["class", "interface", "record", "struct"];

/// The other parts of the type that `node` is a part of, in the order of files and lines; none if it is a whole.
pub(in crate::docql::relations) fn other_parts(library: &Library, node: NodeRef) -> Vec<NodeRef> {
    let Some(outline) = library.outline(node.file).filter(|_| library.file(node.file).format.id == "csharp") else {
        return Vec::new();
    };
    if !outline.kind(node.node).is_class() {
        return Vec::new();
    }
    let is_like = |other: &NodeRef| {
        let kind = library.outline(other.file).map(|outline| outline.kind(other.node));
        *other != node
            && library.file(other.file).format.id == "csharp"
            && kind.is_some_and(|kind| kind.is_class() && kind == outline.kind(node.node))
    };
    // Most types are whole, and nothing else has their name: of those no text is read.
    let mut others = library.declared(outline.name(node.node));
    others.retain(is_like);
    let Some(own) = (if others.is_empty() { None } else { parameters_of_part(library, node) }) else {
        return Vec::new();
    };
    let module = module_of(library, node);
    others.retain(|other| parameters_of_part(library, *other) == Some(own) && module_of(library, *other) == module);
    others
}

/// For a part of a type how many types it takes, which tell it from others of its name; `None` for a whole one.
fn parameters_of_part(library: &Library, node: NodeRef) -> Option<usize> {
    let outline = library.outline(node.file)?;
    let text = library.peek_text(node.file).ok()?;
    let (span, name) = (outline.span(node.node), outline.name_span(node.node));
    let mut before = text.get(span.start as usize..name.start as usize)?.split_whitespace().rev();
    if before.find(|word| !SORTS.contains(word)) != Some("partial") {
        return None;
    }
    generics::taken(library, node)
}
