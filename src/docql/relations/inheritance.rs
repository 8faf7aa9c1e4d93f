//! Supertypes of a type, as nodes.

use crate::docql::nodes::supertypes::supertype_names;
use crate::docql::relations::lookup::{nearest, nearest_named};
use crate::library::{Library, NodeRef};

/// All direct and indirect supertypes of `node`, nearest first.
pub(super) fn all_supertypes(library: &Library, node: NodeRef) -> Vec<NodeRef> {
    all_above(node, |node| supertypes(library, node))
}

/// The same for those who ask for many types; `named` yields the types of a name in the language of a node.
pub(super) fn all_supertypes_among(
    library: &Library,
    node: NodeRef,
    named: impl Fn(&str, NodeRef) -> Vec<NodeRef>,
) -> Vec<NodeRef> {
    all_above(node, |node| {
        let names = supertype_names(library, node);
        let nearest = names.iter().flat_map(|name| nearest(library, named(name, node), node));
        nearest.filter(|found| is_class(library, *found)).collect()
    })
}

fn all_above(node: NodeRef, supertypes: impl Fn(NodeRef) -> Vec<NodeRef>) -> Vec<NodeRef> {
    let mut all = vec![node];
    let mut at = 0;
    while at < all.len() && all.len() < MAX_SUPERTYPES {
        for above in supertypes(all[at]) {
            if !all.contains(&above) {
                all.push(above);
            }
        }
        at += 1;
    }
    all.remove(0);
    all
}

pub(in crate::docql) fn supertypes(library: &Library, node: NodeRef) -> Vec<NodeRef> {
    let names = supertype_names(library, node);
    names.iter().flat_map(|name| nearest_named(library, name, node)).filter(|found| is_class(library, *found)).collect()
}

pub(in crate::docql) fn is_class(library: &Library, node: NodeRef) -> bool {
    library.outline(node.file).is_some_and(|outline| outline.kind(node.node).is_class())
}

/// Supertypes collected for one type, at most.
pub(super) const MAX_SUPERTYPES: usize = 64;
