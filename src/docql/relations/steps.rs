//! Relations in code, by name. Names are not resolved exactly: a call relates to every symbol of its name that the
//! text around the call does not rule out.

use crate::docql::catalog::Relation;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::fields;
use crate::docql::nodes::item::{Found, Item};
use crate::docql::nodes::list::List;
use crate::docql::nodes::outline::node as node_item;
use crate::docql::relations::calls::callees::callees;
use crate::docql::relations::calls::callers::callers;
use crate::docql::relations::calls::tested::{AMBIGUOUS_TEST_CALL_STEPS, callables, enclosing_test};
use crate::docql::relations::definition::definitions;
use crate::docql::relations::references::references;
use crate::docql::relations::types::hierarchy::{Hierarchy, extended};
use crate::docql::relations::types::implementations::implementations;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::Stale;
use std::collections::HashSet;

/// The nodes related to those in `list`.
pub(in crate::docql) fn apply(
    relation: Relation,
    depth: u32,
    list: &List,
    context: Context<'_>,
) -> Result<List, Stale> {
    match relation {
        Relation::Links | Relation::Backlinks | Relation::Related | Relation::Mentions => {
            return super::documents::apply(relation, list, context);
        }
        _ => {}
    }
    let targets = symbols(list, context);
    Ok(match relation {
        Relation::Callers => callers(&targets, depth, 1, context)?,
        Relation::Callees => callees(&targets, depth, context)?,
        Relation::Tests => {
            let library = context.library;
            let mut seen = HashSet::new();
            let in_files = list.iter().filter_map(|found| match found.item {
                Item::File(file) => Some(callables(library, file)),
                _ => None,
            });
            let targets: Vec<NodeRef> = targets.into_iter().chain(in_files.flatten()).collect();
            let test = |found: Found| {
                let Item::Node(caller) = found.item else { return None };
                let test = enclosing_test(library, caller).filter(|test| seen.insert(*test))?;
                Some(Found { item: Item::Node(test), ..found })
            };
            let callers = callers(&targets, depth, AMBIGUOUS_TEST_CALL_STEPS, context)?;
            callers.into_iter().filter_map(test).collect()
        }
        Relation::References => references(&targets, context)?,
        Relation::Definition => definitions(&targets, list, context)?,
        Relation::Implementations => {
            let types = Hierarchy::new(context.library);
            in_steps(&targets, depth, context, |target| implementations(&types, target))?
        }
        Relation::Supertypes => {
            let types = Hierarchy::new(context.library);
            in_steps(&targets, depth, context, |target| extended(&types, target))?
        }
        _ => targets.iter().flat_map(|target| imports(context.library, target.file)).collect(),
    })
}

/// What `next` leads to from `targets` in up to `depth` steps, each once, the nearest first.
fn in_steps(
    targets: &[NodeRef],
    depth: u32,
    context: Context<'_>,
    next: impl Fn(NodeRef) -> Vec<NodeRef>,
) -> Result<List, Stale> {
    let mut seen: HashSet<NodeRef> = HashSet::new();
    let mut out = List::new();
    let mut level = targets.to_vec();
    for step in 1..=depth {
        let mut reached = Vec::new();
        for target in level {
            context.check()?;
            reached.extend(next(target).into_iter().filter(|node| seen.insert(*node)));
        }
        // Of one step nobody asks how far it leads.
        let step = if depth > 1 { step } else { 0 };
        out.extend(reached.iter().map(|node| Found { depth: step, ..node_found(*node) }));
        level = reached;
    }
    Ok(out)
}

fn node_found(node: NodeRef) -> Found {
    node_item(node.file, node.node)
}

/// The symbols of a list; an excerpt stands for its enclosing symbol.
pub(super) fn symbols(list: &List, context: Context<'_>) -> Vec<NodeRef> {
    let mut out: Vec<NodeRef> = Vec::new();
    for found in list {
        match &found.item {
            Item::Node(node) => out.push(*node),
            Item::Excerpt(excerpt) => out.extend(fields::enclosing(context.library, excerpt)),
            _ => {}
        }
    }
    let mut seen = HashSet::new();
    out.retain(|node| seen.insert(*node));
    out
}

fn imports(library: &Library, file: FileId) -> List {
    let Some(outline) = library.outline(file) else { return Vec::new() };
    (0..outline.len()).filter(|&at| outline.kind(at) == Kind::Import).map(|at| node_item(file, at)).collect()
}
