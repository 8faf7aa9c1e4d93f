//! C: names of structures, unions and enumerations, which are apart from all others: `struct stat` beside the function `stat`.

use crate::docql::relations::names::lookup::language_family;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};
use std::collections::HashSet;

/// The words that stand before a tag.
const BEFORE: &[&str] = &["struct", "union", "enum"];

/// False if a name in a file of C, which stands at `offset` there, cannot mean what `node` declares: a function is not meant
/// behind `struct`, and a structure is not called.
pub(in crate::docql::relations) fn may_mean(library: &Library, (file, offset): (FileId, u32), node: NodeRef) -> bool {
    if language_family(library.file(file).format.id) != "c" {
        return true;
    }
    let (Some(outline), Ok(text)) = (library.outline(node.file), library.peek_text(file)) else { return true };
    let (kind, name) = (outline.kind(node.node), outline.name(node.node));
    // A macro may stand for a tag.
    let is_function = kind.is_function() && !matches!(kind, Kind::Constructor | Kind::Macro);
    let is_value = is_function || matches!(kind, Kind::Variable | Kind::Field | Kind::Variant);
    if is_value {
        return !text.get(..offset as usize).is_some_and(is_before_tag);
    }
    let behind = text.get(offset as usize..).and_then(|text| text.strip_prefix(name));
    let is_called = behind.is_some_and(|behind| behind.trim_start_matches([' ', '\t']).starts_with('('));
    !(is_called && library.language(file) == "c" && is_tag_alone(library, node))
}

/// Those of several symbols that are called: where a function has the name of a structure, that is not.
pub(in crate::docql::relations) fn called(library: &Library, all: &[NodeRef]) -> Vec<NodeRef> {
    let named = |node: &NodeRef| library.outline(node.file).map(|outline| outline.name(node.node));
    let is_function = |node: &NodeRef| {
        library.outline(node.file).is_some_and(|outline| outline.kind(node.node).is_function())
            && language_family(library.file(node.file).format.id) == "c"
    };
    let functions: HashSet<&str> = all.iter().filter(|node| is_function(node)).filter_map(named).collect();
    let is_tag = |node: &NodeRef| {
        !is_function(node)
            && named(node).is_some_and(|name| functions.contains(name))
            && library.language(node.file) == "c"
            && is_tag_alone(library, *node)
    };
    all.iter().filter(|node| functions.is_empty() || !is_tag(node)).copied().collect()
}

/// True if a type is known behind its word alone, by no other name.
fn is_tag_alone(library: &Library, node: NodeRef) -> bool {
    let (Some(outline), Ok(text)) = (library.outline(node.file), library.peek_text(node.file)) else { return false };
    let (span, name) = (outline.span(node.node), outline.name_span(node.node));
    let head = text.get(span.start as usize..name.start as usize).unwrap_or_default();
    let is_named_otherwise = |other: &NodeRef| {
        let kind = library.outline(other.file).map(|outline| outline.kind(other.node));
        matches!(kind, Some(Kind::Alias | Kind::Macro | Kind::Constant))
    };
    outline.kind(node.node).is_class()
        && is_before_tag(head)
        && !head.trim_start().starts_with("typedef")
        && !library.declared(outline.name(node.node)).iter().any(is_named_otherwise)
}

fn is_before_tag(before: &str) -> bool {
    let before = before.trim_end();
    BEFORE
        .iter()
        .filter_map(|word| before.strip_suffix(word))
        .any(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}
