//! Queries that find a symbol again.

use crate::docql::nodes::names::qualified::owner_names;
use crate::docql::syntax::format::quoted;
use crate::library::{Library, NodeRef};

/// The query for a symbol by its name and that of its type.
pub(in crate::docql) fn query_of(library: &Library, node: NodeRef) -> String {
    let Some(outline) = library.outline(node.file) else { return String::new() };
    let (kind, name) = (outline.kind(node.node).id(), outline.name(node.node));
    match owner_names(&outline, node.node).first() {
        Some(owner) => format!("$.code.{kind}({})", quoted(&format!("{owner}.{name}"))),
        None => format!("$.code.{kind}({})", quoted(name)),
    }
}
