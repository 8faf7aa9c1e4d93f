//! Where a type has a member that was looked for in vain: as something else, or in a type above it.

use crate::docql::plan::name_pattern::lower;
use crate::docql::relations::types::hierarchy::all_supertypes;
use crate::docql::relations::types::members::members;
use crate::library::{Library, NodeRef};

/// The member that `name`, in lower case, means in a type, with the type that declares it: the type itself, else the
/// nearest of those above it.
pub(in crate::docql) fn member(library: &Library, of: NodeRef, name: &str) -> Option<(NodeRef, NodeRef)> {
    let is_named =
        |node: &NodeRef| library.outline(node.file).is_some_and(|outline| lower(outline.name(node.node)) == name);
    let own = |home: NodeRef| Some((home, members(library, home).find(is_named)?));
    own(of).or_else(|| all_supertypes(library, of).into_iter().find_map(own))
}
