//! Names of supertypes, from the declaration of a type and its impl blocks.

use crate::document::Kind;
use crate::library::{Library, NodeRef};
use std::collections::HashSet;

/// The names of the types that `node` extends or implements, impl blocks included.
pub(in crate::docql) fn supertype_names(library: &Library, node: NodeRef) -> Vec<String> {
    let Some(outline) = library.outline(node.file) else { return Vec::new() };
    let mut names: Vec<String> = outline
        .detail(node.node)
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    let own = outline.name(node.node);
    let implements = (0..outline.len())
        .filter(|&at| outline.kind(at) == Kind::Impl && outline.name(at) == own && !outline.detail(at).is_empty());
    names.extend(implements.map(|at| outline.detail(at).to_owned()));
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}
