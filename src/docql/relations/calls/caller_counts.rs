//! Caller counts of many declarations at once, for sorting hits by callers.

use super::callable::Callable;
use super::callers::callers_of_each;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::hit::Hit;
use crate::docql::nodes::lists::list::List;
use crate::document::NodeKey;
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::{Stale, Ticket};
use std::collections::HashMap;

/// The number of callers of each hit that is a declaration, equal to `.callers().count()`. Other hits have no entry.
///
/// # Errors
/// If the ticket went stale.
pub fn caller_counts(hits: &[Hit], library: &Library, ticket: &Ticket) -> Result<HashMap<NodeKey, u32>, Stale> {
    let context = Context { library, ticket, value: None, file: None, strict: false, seen: None };
    let mut declared: Vec<(usize, NodeRef)> = Vec::new();
    for (at, hit) in hits.iter().enumerate() {
        ticket.check()?;
        let node = declaration_of(library, hit).filter(|node| can_be_called(library, *node));
        declared.extend(node.map(|node| (at, node)));
    }
    let nodes: Vec<NodeRef> = declared.iter().map(|(_, node)| *node).collect();
    let counts = callers_of_each(&nodes, context)?;
    let count = |(&(at, _), callers): (&(usize, NodeRef), &List)| (hits[at].key.clone(), callers.len() as u32);
    Ok(declared.iter().zip(&counts).map(count).collect())
}

/// True for a type, and for what is called by a name.
fn can_be_called(library: &Library, node: NodeRef) -> bool {
    library.outline(node.file).is_some_and(|outline| outline.kind(node.node).is_class())
        || Callable::from_node(library, node).is_some()
}

/// The declaration that a hit shows, or a site of.
fn declaration_of(library: &Library, hit: &Hit) -> Option<NodeRef> {
    if !hit.kind.is_symbol() {
        return None;
    }
    let file: FileId = library.find(&hit.path)?;
    let outline = library.outline(file)?;
    let is_it = |node: &u32| {
        outline.kind(*node) == hit.kind
            && (outline.line(*node)..=outline.end_line(*node)).contains(&hit.line)
            && outline.name(*node) == hit.name
    };
    let node = (0..outline.len()).filter(is_it).max_by_key(|&node| outline.line(node))?;
    Some(NodeRef { file, node })
}
