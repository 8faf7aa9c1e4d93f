//! Python: types that have the methods of a protocol, and so are of it without saying so.

use super::hierarchy::Hierarchy;
use super::inheritance::is_class;
use crate::docql::nodes::callables::params::params;
use crate::docql::nodes::fields;
use crate::library::{Library, NodeRef};

/// Types with a method of the name of one of a protocol that are looked at, at most.
const MAX_LIKE: usize = 500;

/// True for a type that says it is a protocol.
pub(in crate::docql::relations) fn is_protocol(library: &Library, of: NodeRef) -> bool {
    let outline = library.outline(of.file).filter(|_| library.language(of.file) == "python");
    let says =
        |named: &str| named.trim().split('[').next().and_then(|name| name.rsplit('.').next()) == Some("Protocol");
    outline.is_some_and(|outline| outline.kind(of.node).is_class() && outline.detail(of.node).split(',').any(says))
}

/// The methods of a protocol.
fn methods(library: &Library, protocol: NodeRef) -> Vec<NodeRef> {
    let Some(outline) = library.outline(protocol.file) else { return Vec::new() };
    let all = outline.children(Some(protocol.node)).filter(|&at| outline.kind(at).is_function());
    all.map(|node| NodeRef { file: protocol.file, node }).collect()
}

/// True if a type has all methods of a protocol, with as many parameters, and is none itself.
pub(in crate::docql::relations) fn is_of_protocol(all: &Hierarchy<'_>, of: NodeRef, protocol: NodeRef) -> bool {
    let library = all.library;
    let wanted = methods(library, protocol);
    let has = |method: &NodeRef| {
        let Some(outline) = library.outline(method.file) else { return false };
        let name = outline.name(method.node);
        let count = |of: NodeRef| params(library, of).map(|all| all.len());
        let types = std::iter::once(of).chain(all.all_supertypes(of));
        let own = types.map(|of| all.members_named(of, name)).find(|own| !own.is_empty()).unwrap_or_default();
        own.iter().any(|own| count(*own) == count(*method))
    };
    !wanted.is_empty() && of != protocol && !is_protocol(library, of) && wanted.iter().all(has)
}

/// The types that are of a protocol without saying so.
pub(super) fn of_protocol(all: &Hierarchy<'_>, protocol: NodeRef) -> Vec<NodeRef> {
    let library = all.library;
    if !is_protocol(library, protocol) {
        return Vec::new();
    }
    // The rarest name leads to the fewest types.
    let named =
        |method: &NodeRef| library.outline(method.file).map(|outline| library.declared(outline.name(method.node)));
    let like = methods(library, protocol).iter().filter_map(named).min_by_key(Vec::len).unwrap_or_default();
    let homes = like.into_iter().take(MAX_LIKE).filter_map(|method| fields::enclosing_node(library, method));
    let mut out: Vec<NodeRef> = Vec::new();
    for home in homes.filter(|home| is_class(library, *home) && library.language(home.file) == "python") {
        if !out.contains(&home) && is_of_protocol(all, home, protocol) {
            out.push(home);
        }
    }
    out
}
