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
use crate::docql::relations::definition::definitions;
use crate::docql::relations::references::references;
use crate::docql::relations::types::hierarchy::{Hierarchy, extended};
use crate::docql::relations::types::implementations::implementations;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::Stale;
use std::collections::HashSet;

/// Hops that an ambiguous call counts for on the way to a test: after several of them a result means little.
const AMBIGUOUS_TEST_CALL_STEPS: u32 = 2;

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
        Relation::Callers => {
            let known = match (targets.as_slice(), depth) {
                ([target], 1) => context.seen.and_then(|seen| seen.callers(*target)),
                _ => None,
            };
            match known {
                Some(known) => known,
                None => callers(&targets, depth, 1, context)?,
            }
        }
        Relation::Callees => callees(&targets, depth, context)?,
        Relation::Tests => {
            let library = context.library;
            let mut seen = HashSet::new();
            let in_files = list.iter().filter_map(|found| match found.item {
                Item::File(file) => Some(callables(library, file)),
                _ => None,
            });
            let targets: Vec<NodeRef> = targets.into_iter().chain(in_files.flatten()).collect();
            callers(&targets, depth, AMBIGUOUS_TEST_CALL_STEPS, context)?
                .into_iter()
                .filter_map(|found| enclosing_test(library, found))
                .filter(|found| matches!(found.item, Item::Node(test) if seen.insert(test)))
                .collect()
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

/// What a file declares that can be called.
fn callables(library: &Library, file: FileId) -> Vec<NodeRef> {
    let Some(outline) = library.outline(file) else { return Vec::new() };
    let is_callable = |node: &u32| outline.kind(*node).is_function() || outline.kind(*node).is_class();
    (0..outline.len()).filter(is_callable).map(|node| NodeRef { file, node }).collect()
}

/// The test that a caller is or is nested in.
fn enclosing_test(library: &Library, found: Found) -> Option<Found> {
    let Item::Node(at) = found.item else { return None };
    let outline = library.outline(at.file)?;
    let around = outline.ancestors(at.node).filter(|&above| outline.kind(above).is_function());
    let mut here = std::iter::once(at.node).chain(around).map(|node| NodeRef { file: at.file, node });
    let test = here.find(|node| library.is_test(*node))?;
    Some(Found { item: Item::Node(test), ..found })
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
