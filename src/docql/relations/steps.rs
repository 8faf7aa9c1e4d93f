//! Relations in code, by name. Names are not resolved exactly: a call relates to every symbol of its name that the
//! text around the call does not rule out.

use super::{anonymous, described};
use crate::docql::catalog::Relation;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::fields;
use crate::docql::nodes::lists::item::{Found, Identity, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::outline::node as node_item;
use crate::docql::relations::calls::callees::callees;
use crate::docql::relations::calls::callers::callers;
use crate::docql::relations::calls::tested::{AMBIGUOUS_TEST_CALL_STEPS, callables, enclosing_test, with_members};
use crate::docql::relations::definition::definitions;
use crate::docql::relations::references::references;
use crate::docql::relations::types::hierarchy::Hierarchy;
use crate::docql::relations::types::implementations::{embedded_unknown, implementations};
use crate::docql::relations::types::overriding::extended;
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
    let meant = |list: &List| described::with_declared(symbols(list, context), context);
    if relation == Relation::Definition {
        return definitions(list, meant, context);
    }
    let targets = meant(list);
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
            let members = targets.into_iter().flat_map(|target| with_members(library, target));
            let targets: Vec<NodeRef> = members.chain(in_files.flatten()).collect();
            let test = |found: Found| {
                let Item::Node(caller) = found.item else { return None };
                let test = enclosing_test(library, caller).filter(|test| seen.insert(*test))?;
                Some(Found { item: Item::Node(test), ..found })
            };
            let callers = callers(&targets, depth, AMBIGUOUS_TEST_CALL_STEPS, context)?;
            callers.into_iter().filter_map(test).collect()
        }
        Relation::References => references(&targets, context)?,
        Relation::Implementations => in_steps(&targets, depth, context, |level| {
            Ok(implementations_of_each(level, context)?.into_iter().flatten().collect())
        })?,
        Relation::Supertypes => {
            let types = Hierarchy::new(context.library);
            let above = |target: &NodeRef| extended(&types, *target).into_iter().map(node_found);
            in_steps(&targets, depth, context, |level| Ok(level.iter().flat_map(above).collect()))?
        }
        _ => targets.iter().flat_map(|target| imports(context.library, target.file)).collect(),
    })
}

/// The implementations of each of `targets`, those without a name last.
pub(in crate::docql) fn implementations_of_each(targets: &[NodeRef], context: Context<'_>) -> Result<Vec<List>, Stale> {
    let known = |target: &NodeRef| context.seen.and_then(|seen| seen.known.found(*target, Relation::Implementations));
    if let Some(known) = targets.iter().map(known).collect::<Option<Vec<_>>>() {
        return Ok(known.into_iter().map(|found| found.to_vec()).collect());
    }
    let types = Hierarchy::new(context.library);
    let mut out = anonymous::implementations(targets, &types, context)?;
    for (found, target) in out.iter_mut().zip(targets) {
        context.check()?;
        // Where nothing tells all of what an interface asks for, a type may lack the rest.
        let is_open = !embedded_unknown(context.library, *target).is_empty();
        let evidence = is_open.then_some(Evidence::Name);
        let shown = |node| Found { evidence, ..node_found(node) };
        let named: List = implementations(&types, *target).into_iter().map(shown).collect();
        found.splice(..0, named);
    }
    Ok(out)
}

/// What `next` leads to from `targets` in up to `depth` steps, each once, the nearest first.
fn in_steps(
    targets: &[NodeRef],
    depth: u32,
    context: Context<'_>,
    next: impl Fn(&[NodeRef]) -> Result<List, Stale>,
) -> Result<List, Stale> {
    let mut seen: HashSet<Identity> = HashSet::new();
    let mut out = List::new();
    let mut level = targets.to_vec();
    for step in 1..=depth {
        context.check()?;
        let mut reached = next(&level)?;
        reached.retain(|found| found.item.identity().is_none_or(|identity| seen.insert(identity)));
        level = reached
            .iter()
            .filter_map(|found| if let Item::Node(node) = found.item { Some(node) } else { None })
            .collect();
        // Of one step nobody asks how far it leads.
        let step = if depth > 1 { step } else { 0 };
        out.extend(reached.into_iter().map(|found| Found { depth: step, ..found }));
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
